"""Positions of games between planners, with how they ended: what the evaluation is fitted on."""

from __future__ import annotations

from typing import Any

from branchline.bots.search.records import POOL
from branchline.bots.search.search import step
from branchline.bots.search.value import describe_all
from branchline.engine.compilation import entry
from branchline.engine.entry_points import roll
from branchline.engine.layout import NOTES, NOTHING, OVER, ROOM, SEATS, TRUTH, Records
from branchline.engine.rules.scoring import TOTAL, score_game
from branchline.engine.rules.turn import deal_game


@entry
def sample_games(
    boards: Records, benches: Records, keys: Any, out: Any, trace: Any, every: Any, rows: Any, finals: Any, left: Any
) -> Any:
    """Play games between planners and note the features of every seat at random turns, and the scores at the end."""
    board, bench = boards[0], benches[0]
    room, notes = out.view(ROOM)[0], trace.view(NOTES)[0]
    state = bench.worlds[1]
    used = 0
    for game in range(keys.shape[0]):
        state.key[:] = keys[game]
        notes.used = 0
        deal_game(board, state, notes)
        state.viewer = TRUTH
        for seat in range(board.players):
            bench.desks[POOL * SEATS + seat].ready = 0
        first, turn = used, NOTHING
        while state.phase != OVER:
            if state.turns != turn and state.turns > 0 and roll(bench.dice, every) == 0 and used < rows.shape[0]:
                describe_all(board, bench)
                rows[used] = bench.features
                for seat in range(board.players):
                    finals[used, seat] = bench.final[seat]
                left[used] = bench.turns_left
                used += 1
            turn = state.turns
            step(board, state, bench, room, notes)
        score_game(board, state, bench.table)
        for row in range(first, used):
            for seat in range(board.players):
                finals[row, seat] = bench.table[seat, TOTAL] - finals[row, seat]
    return used
