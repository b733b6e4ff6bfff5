"""Whole games between bots of the kernel, without a step back into Python."""

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

# The columns of a tally: of the game, then what each seat decided and how long it thought.
DECISIONS, TURNS, TICKS, CHOICES = 0, 1, 2, 3
THINKING = CHOICES + SEATS
TALLY = THINKING + SEATS


@entry
def note_result_at(
    boards: Records, states: Records, index: int, table: Matrix[int], tracks: Matrix[int], tickets: Matrix[int]
) -> None:
    """Write a finished game's scores, tracks and tickets into its row."""
    board, state = boards[0], states[index]
    score_game(board, state, table)
    for seat in range(board.players):
        tracks[seat, 0] = state.routes[seat, 0]
        tracks[seat, 1] = state.routes[seat, 1]
        tickets[seat, 0] = state.held[seat]
        tickets[seat, 1] = completed_tickets(board, state, seat)


def note_result(game: Game, table: Array, tracks: Array, tickets: Array) -> None:
    """Write a finished game's scores, tracks and tickets into its row."""
    note_result_at(packed(game.board), game.records, 0, table, tracks, tickets)


@kernel
def take_seats(board: BoardRecord, workspaces: Rows[Workspace], bots: Rows[Workspace], who: Ints, dice: Ints) -> None:
    """Clear the desks for a game and give each the settings and the dice of the bot that sits there."""
    for seat in range(board.players):
        workspaces[seat].ready = 0
        workspaces[seat].settings[:] = bots[who[seat]].settings
        workspaces[seat].dice[0] = dice[seat]


@entry
def play_matches(
    boards: Records,
    states: Records,
    workspaces: Records,
    bots: Records,
    kinds: Ints,
    who: Matrix[int],
    keys: Matrix[int],
    dice: Matrix[int],
    out: Ints,
    trace: Ints,
    logs: Matrix[int],
    tables: Cube[int],
    tracks: Cube[int],
    tickets: Cube[int],
    tallies: Matrix[int],
) -> None:
    """Play a game with each key between bots that `who` seats; `bots` holds their settings, `kinds` what they are.

    The first state is the game, the second is where the view of the seat on turn is laid out.
    """
    board, state, view = boards[0], states[0], states[1]
    listed, notes = out.view(ACTION_LIST)[0], trace.view(NOTES)[0]
    for game in range(keys.shape[0]):
        begun = ticks()
        state.key[:] = keys[game]
        notes.used = 0
        deal_game(board, state, notes)
        take_seats(board, workspaces, bots, who[game], dice[game])
        decisions = 0
        while state.phase != OVER:
            seat = int64(state.turn)
            kind = kinds[who[game, seat]]
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
        tallies[game, TICKS] = ticks() - begun
        note_result_at(boards, states, int64(0), tables[game], tracks[game], tickets[game])


def play_games(
    board: Board,
    bots: Sequence[KernelBot],
    who: Array,
    keys: Array,
    dice: Array,
    logs: Array,
    tables: Array,
    tracks: Array,
    tickets: Array,
    tallies: Array,
) -> None:
    """Play a game with each key between bots that `who` seats, and write each into its row."""
    play_matches(
        packed(board),
        new_states(2),
        new_workspaces(SEATS),
        np.concatenate([player.workspace for player in bots]),
        np.array([player.policy.kind for player in bots], dtype=np.int64),
        who,
        keys,
        dice,
        new_list(),
        new_trace(),
        logs,
        tables,
        tracks,
        tickets,
        tallies,
    )
