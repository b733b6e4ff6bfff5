"""Whole games between compiled bots, without a call of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.bots.cycle_counter import ticks
from branchline.bots.planner.workspace import new_workspaces
from branchline.bots.policies import choose_with, needs_view
from branchline.engine.bits import int64
from branchline.engine.compilation import entry, kernel
from branchline.engine.entry_points import new_list
from branchline.engine.layout import ACTION_LIST, NOTES, OVER, SEATS, Records, new_states, packed
from branchline.engine.rules.network import completed_tickets
from branchline.engine.rules.scoring import score_game
from branchline.engine.rules.turn import act, deal_game
from branchline.engine.rules.visibility import redact
from branchline.engine.trace import new_trace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.boards.board import Board
    from branchline.bots.base import KernelBot
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.game import Game
    from branchline.engine.kernel_types import BoardRecord, Cube, Ints, Matrix, Rows

    Array = np.ndarray[Any, Any]

# The columns of a tally: decisions, turns and time of the game, then the decisions and the time of each seat.
DECISIONS, TURNS, TICKS, CHOICES = 0, 1, 2, 3
THINKING = CHOICES + SEATS
TALLY = THINKING + SEATS


@entry
def write_result_at(
    boards: Records, states: Records, index: int, table: Matrix[int], routes: Matrix[int], tickets: Matrix[int]
) -> None:
    """Write the scores, routes and tickets (held, completed) of a finished game."""
    board, state = boards[0], states[index]
    score_game(board, state, table)
    for seat in range(board.players):
        routes[seat, 0] = state.routes[seat, 0]
        routes[seat, 1] = state.routes[seat, 1]
        tickets[seat, 0] = state.held[seat]
        tickets[seat, 1] = completed_tickets(board, state, seat)


def write_result(game: Game, table: Array, routes: Array, tickets: Array) -> None:
    """Write the scores, routes and tickets of a finished game."""
    write_result_at(packed(game.board), game.records, 0, table, routes, tickets)


@kernel
def seat_bots(
    board: BoardRecord, workspaces: Rows[Workspace], bots: Rows[Workspace], seating: Ints, dice: Ints
) -> None:
    """Prepare the workspace of each seat with the settings of its bot and its own dice."""
    for seat in range(board.players):
        workspaces[seat].ready = 0
        workspaces[seat].settings[:] = bots[seating[seat]].settings
        workspaces[seat].dice[0] = dice[seat]


@entry
def play_matches(
    boards: Records,
    states: Records,
    workspaces: Records,
    bots: Records,
    kinds: Ints,
    seating: Matrix[int],
    keys: Matrix[int],
    dice: Matrix[int],
    out: Ints,
    trace: Ints,
    logs: Matrix[int],
    tables: Cube[int],
    routes: Cube[int],
    tickets: Cube[int],
    tallies: Matrix[int],
) -> None:
    """Play a game with each key.

    `bots` has the settings of each bot, `kinds` its policy, and a row of `seating` the bot of each seat. The first
    state is the game, the second the view of the seat on turn.
    """
    board, state, view = boards[0], states[0], states[1]
    listed, notes = out.view(ACTION_LIST)[0], trace.view(NOTES)[0]
    for game in range(keys.shape[0]):
        started = ticks()
        state.key[:] = keys[game]
        notes.used = 0
        deal_game(board, state, notes)
        seat_bots(board, workspaces, bots, seating[game], dice[game])
        decisions = 0
        while state.phase != OVER:
            seat = int64(state.turn)
            kind = kinds[seating[game, seat]]
            before = ticks()
            if needs_view(kind):
                states[1] = states[0]
                redact(board, view, seat)
                code = choose_with(kind, board, view, workspaces[seat], listed)
            else:
                code = choose_with(kind, board, state, workspaces[seat], listed)
            tallies[game, THINKING + seat] += ticks() - before
            tallies[game, CHOICES + seat] += 1
            if decisions < logs.shape[1]:
                logs[game, decisions] = code
            decisions += 1
            notes.used = 0
            act(board, state, code, notes)
        tallies[game, DECISIONS] = decisions
        tallies[game, TURNS] = state.turns
        tallies[game, TICKS] = ticks() - started
        write_result_at(boards, states, int64(0), tables[game], routes[game], tickets[game])


def play_games(
    board: Board,
    bots: Sequence[KernelBot],
    seating: Array,
    keys: Array,
    dice: Array,
    logs: Array,
    tables: Array,
    routes: Array,
    tickets: Array,
    tallies: Array,
) -> None:
    """Play a game with each key, and write its result into a row of each array; see `play_matches`."""
    play_matches(
        packed(board),
        new_states(2),
        new_workspaces(SEATS),
        np.concatenate([player.workspace for player in bots]),
        np.array([player.policy.kind for player in bots], dtype=np.int64),
        seating,
        keys,
        dice,
        new_list(),
        new_trace(),
        logs,
        tables,
        routes,
        tickets,
        tallies,
    )
