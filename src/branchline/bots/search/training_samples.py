"""Training data for the evaluation: positions of games between rollout planners, and how the games ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.search.records import PLAYOUT, WORLD
from branchline.bots.search.search import rollout_step
from branchline.bots.search.value import store_features
from branchline.engine.entry_points import roll
from branchline.engine.kernel.bits import copy_numbers
from branchline.engine.kernel.compilation import entry
from branchline.engine.kernel.layout import ACTION_LIST, NOTES, NOTHING, OVER, TRUTH, Records
from branchline.engine.rules.scoring import TOTAL, score_game
from branchline.engine.rules.turn import deal_game

if TYPE_CHECKING:
    from branchline.engine.kernel.types import Cube, Floats, Ints, Matrix


@entry
def sample_positions(
    boards: Records,
    scratches: Records,
    keys: Matrix[int],
    out: Ints,
    trace: Ints,
    every: int,
    features: Cube[float],
    gains: Matrix[float],
    turns_left: Floats,
) -> int:
    """Play a game with each key and store about one in `every` turns; return the number of positions.

    A position has the features and the further gain of every seat, and the turns left as the evaluation estimates them.
    """
    board, scratch = boards[0], scratches[0]
    listed, notes = out.view(ACTION_LIST)[0], trace.view(NOTES)[0]
    state = scratch.states[WORLD]
    used = 0
    for game in range(keys.shape[0]):
        copy_numbers(keys[game], state.key)
        notes.used = 0
        deal_game(board, state, notes)
        state.viewer = TRUTH
        for seat in range(board.players):
            scratch.workspaces[PLAYOUT + seat].ready = 0
        first, turn = used, NOTHING
        while state.phase != OVER:
            if state.turns != turn and state.turns > 0 and roll(scratch.dice, every) == 0 and used < gains.shape[0]:
                store_features(board, scratch)
                for seat in range(board.players):
                    copy_numbers(scratch.features[seat], features[used, seat])
                    gains[used, seat] = scratch.scores[seat]
                turns_left[used] = scratch.turns_left
                used += 1
            turn = state.turns
            rollout_step(board, state, scratch, listed, notes)
        score_game(board, state, scratch.score_table)
        for row in range(first, used):
            for seat in range(board.players):
                gains[row, seat] = scratch.score_table[seat, TOTAL] - gains[row, seat]
    return used
