"""Whole games between bots of the kernel, without a step back into Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.bots.kernel.greedy import greedy
from branchline.bots.kernel.planner import plan_move
from branchline.bots.kernel.stopwatch import ticks
from branchline.engine.jit import entry
from branchline.engine.layout import OVER, SEATS, Records
from branchline.engine.playout import random_action
from branchline.engine.rules.network import completed_tickets
from branchline.engine.rules.scoring import score_game
from branchline.engine.rules.sight import blot_out
from branchline.engine.rules.turn import apply, set_up

# The bots of the kernel.
RANDOM, GREEDY, PLANNER = range(3)

# The columns of a tally: of the game, then what each seat decided and how long it thought.
DECISIONS, TURNS, TICKS, CHOICES = 0, 1, 2, 3
THINKING = CHOICES + SEATS
TALLY = THINKING + SEATS

# One entry a bot: who plays against `random` alone does not wait for the planner to be compiled.


@entry
def random_at(boards: Records, views: Records, desks: Records, settings: Any, dice: Any, out: Any) -> Any:  # noqa: ARG001
    """Let the random bot choose from the first of many views."""
    return random_action(boards[0], views[0], dice, out)


@entry
def greedy_at(boards: Records, views: Records, desks: Records, settings: Any, dice: Any, out: Any) -> Any:  # noqa: ARG001
    """Let the greedy bot choose from the first of many views."""
    return greedy(boards[0], views[0], dice, out)


@entry
def plan_at(boards: Records, views: Records, desks: Records, settings: Any, dice: Any, out: Any) -> Any:
    """Let a planner choose from the first of many views."""
    return plan_move(boards[0], views[0], desks[0], settings[0], dice, out)


@entry
def note_result_at(boards: Records, states: Records, index: Any, table: Any, tracks: Any, tickets: Any) -> None:
    """Write a finished game's scores, tracks and tickets into its row."""
    board, state = boards[0], states[index]
    score_game(board, state, table)
    for seat in range(board.players):
        tracks[seat, 0] = state.routes[seat, 0]
        tracks[seat, 1] = state.routes[seat, 1]
        tickets[seat, 0] = state.held[seat]
        tickets[seat, 1] = completed_tickets(board, state, seat)


@entry
def play_matches(
    boards: Records,
    states: Records,
    desks: Records,
    keys: Any,
    kinds: Any,
    settings: Any,
    dice: Any,
    out: Any,
    trace: Any,
    logs: Any,
    tables: Any,
    tracks: Any,
    tickets: Any,
    tallies: Any,
) -> None:
    """Play a game with each key; `kinds` and `settings` say for each game which bot sits where.

    The first state is the game, the second is where the view of the seat on turn is laid out.
    """
    board, state = boards[0], states[0]
    for game in range(keys.shape[0]):
        tally = tallies[game]
        state.key[:] = keys[game]
        trace[0] = 0
        begun = ticks()
        set_up(board, state, trace)
        for place in range(board.players):
            desks[place].ready = 0
        while state.phase != OVER:
            seat = np.int64(state.turn)
            kind = kinds[game, seat]
            before = ticks()
            if kind == RANDOM:  # what is legal is the same on state and view, so none need be made for it
                code = random_action(board, state, dice[game, seat], out)
            else:
                states[1] = states[0]
                blot_out(board, states[1], seat)
                if kind == GREEDY:
                    code = greedy(board, states[1], dice[game, seat], out)
                else:
                    code = plan_move(board, states[1], desks[seat], settings[game, seat], dice[game, seat], out)
            tally[THINKING + seat] += ticks() - before
            tally[CHOICES + seat] += 1
            if tally[DECISIONS] < logs.shape[1]:
                logs[game, tally[DECISIONS]] = code
            tally[DECISIONS] += 1
            trace[0] = 0
            apply(board, state, code, trace)
        tally[TURNS] = state.turns
        tally[TICKS] = ticks() - begun
        note_result_at(boards, states, np.int64(0), tables[game], tracks[game], tickets[game])
