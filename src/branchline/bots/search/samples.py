"""Positions of games between planners, with how they ended: what the evaluation is fitted on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.search.records import POOL
from branchline.bots.search.search import step
from branchline.bots.search.value import describe_all
from branchline.engine.compilation import entry
from branchline.engine.entry_points import roll
from branchline.engine.layout import ACTION_LIST, NOTES, NOTHING, OVER, SEATS, TRUTH, Records
from branchline.engine.rules.scoring import TOTAL, score_game
from branchline.engine.rules.turn import deal_game

if TYPE_CHECKING:
    from branchline.engine.kernel_types import Cube, Ints, Matrix


@entry
def sample_games(
    boards: Records,
    scratches: Records,
    keys: Matrix[int],
    out: Ints,
    trace: Ints,
    every: int,
    rows: Cube[float],
    finals: Matrix[float],
    left: Ints,
) -> int:
    """Play games between planners and note the features of every seat at random turns, and the scores at the end."""
    board, scratch = boards[0], scratches[0]
    listed, notes = out.view(ACTION_LIST)[0], trace.view(NOTES)[0]
    state = scratch.worlds[1]
    used = 0
    for game in range(keys.shape[0]):
        state.key[:] = keys[game]
        notes.used = 0
        deal_game(board, state, notes)
        state.viewer = TRUTH
        for seat in range(board.players):
            scratch.workspaces[POOL * SEATS + seat].ready = 0
        first, turn = used, NOTHING
        while state.phase != OVER:
            if state.turns != turn and state.turns > 0 and roll(scratch.dice, every) == 0 and used < rows.shape[0]:
                describe_all(board, scratch)
                rows[used] = scratch.features
                for seat in range(board.players):
                    finals[used, seat] = scratch.final[seat]
                left[used] = scratch.turns_left
                used += 1
            turn = state.turns
            step(board, state, scratch, listed, notes)
        score_game(board, state, scratch.table)
        for row in range(first, used):
            for seat in range(board.players):
                finals[row, seat] = scratch.table[seat, TOTAL] - finals[row, seat]
    return used
