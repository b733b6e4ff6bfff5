"""Whole games between compiled bots, without calling back into Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from branchline.bots.cycle_counter import ticks
from branchline.bots.planner.workspace import new_workspaces
from branchline.bots.policies import choose_with, needs_view
from branchline.engine.entry_points import new_list
from branchline.engine.kernel.bits import copy_numbers, int64
from branchline.engine.kernel.compilation import entry, kernel
from branchline.engine.kernel.layout import ACTION_LIST, NOTES, OVER, Records, new_states, packed
from branchline.engine.kernel.trace import new_trace
from branchline.engine.kernel.types import SEATS, Ints, Matrix, dtype_of
from branchline.engine.rules.network import completed_tickets
from branchline.engine.rules.scoring import COLUMNS, score_game
from branchline.engine.rules.turn import act, deal_game
from branchline.engine.rules.visibility import redact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.boards.board import Board
    from branchline.bots.base import KernelBot
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.game import Game
    from branchline.engine.kernel.types import BoardRecord, Rows, StateRecord


class MatchGame(Protocol):
    """A game of a match: `MATCH_GAME`."""

    # The setup of the game.
    number: Annotated[int, "i8"]
    key: Annotated[Ints, "u4", 8]
    seating: Annotated[Ints, "i8", SEATS]  # the bot in each seat
    dice: Annotated[Ints, "u8", SEATS]
    # The outcome; times are in processor ticks, or in nanoseconds if Python plays.
    decisions: Annotated[int, "i8"]
    turns: Annotated[int, "i8"]
    time: Annotated[int, "i8"]
    choices: Annotated[Ints, "i8", SEATS]
    thinking_time: Annotated[Ints, "i8", SEATS]
    scores: Annotated[Matrix[int], "i4", (SEATS, COLUMNS)]
    routes: Annotated[Matrix[int], "u8", (SEATS, 2)]
    tickets: Annotated[Ints, "u8", SEATS]
    completed_tickets: Annotated[Ints, "u8", SEATS]


MATCH_GAME = dtype_of(MatchGame)


@kernel
def write_result(board: BoardRecord, state: StateRecord, game: MatchGame) -> None:
    """Write the scores, routes and tickets of a finished game."""
    score_game(board, state, game.scores)
    game.turns = state.turns
    for seat in range(board.players):
        game.routes[seat, 0] = state.routes[seat, 0]
        game.routes[seat, 1] = state.routes[seat, 1]
        game.tickets[seat] = state.held[seat]
        game.completed_tickets[seat] = completed_tickets(board, state, seat)


@entry
def write_result_at(boards: Records, states: Records, index: int, games: Records, row: int) -> None:
    """Write the result of one of many finished games into a row."""
    write_result(boards[0], states[index], games[row])


def write_result_of(game: Game, games: Records, row: int) -> None:
    """Write the result of a finished game into a row."""
    write_result_at(packed(game.board), game.records, 0, games, row)


@kernel
def seat_bots(board: BoardRecord, workspaces: Rows[Workspace], bots: Rows[Workspace], game: MatchGame) -> None:
    """Prepare the workspace of each seat with the settings of its bot and its own dice."""
    for seat in range(board.players):
        workspaces[seat].ready = 0
        copy_numbers(bots[game.seating[seat]].settings, workspaces[seat].settings)
        workspaces[seat].dice[0] = game.dice[seat]


@entry
def play_rows(
    boards: Records,
    states: Records,
    workspaces: Records,
    bots: Records,
    kinds: Ints,
    games: Records,
    logs: Matrix[int],
    out: Ints,
    trace: Ints,
) -> None:
    """Play every game of `games`; `bots` holds the settings of the bots, `kinds` their policies.

    The first state is the game, the second is the view of the seat that decides.
    """
    board, state, view = boards[0], states[0], states[1]
    listed, notes = out.view(ACTION_LIST)[0], trace.view(NOTES)[0]
    for row in range(games.size):
        game = games[row]
        started = ticks()
        copy_numbers(game.key, state.key)
        notes.used = 0
        deal_game(board, state, notes)
        seat_bots(board, workspaces, bots, game)
        seating, choices, thinking = game.seating, game.choices, game.thinking_time
        decisions = 0
        while state.phase != OVER:
            seat = int64(state.turn)
            kind = kinds[seating[seat]]
            before = ticks()
            if needs_view(kind):
                states[1] = states[0]
                redact(board, view, seat)
                code = choose_with(kind, board, view, workspaces[seat], listed)
            else:
                code = choose_with(kind, board, state, workspaces[seat], listed)
            thinking[seat] += ticks() - before
            choices[seat] += 1
            if decisions < logs.shape[1]:
                logs[row, decisions] = code
            decisions += 1
            notes.used = 0
            act(board, state, code, notes)
        game.decisions = decisions
        game.time = ticks() - started
        write_result(board, state, game)


def play_games(board: Board, bots: Sequence[KernelBot], games: Records, logs: Records) -> None:
    """Play every game of `games` between bots that it seats, and write the result and the log into its row."""
    play_rows(
        packed(board),
        new_states(2),
        new_workspaces(SEATS),
        np.concatenate([player.workspace for player in bots]),
        np.array([player.policy.kind for player in bots], dtype=np.int64),
        games,
        logs,
        new_list(),
        new_trace(),
    )
