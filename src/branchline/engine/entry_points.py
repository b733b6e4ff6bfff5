"""Whole games inside the kernel, and the entry points that Python calls with arrays of records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.engine.bits import int64, uint64
from branchline.engine.compilation import entry, inline, kernel
from branchline.engine.layout import ACTION_LIST, MOST_LEGAL, NOTES, OVER, Records
from branchline.engine.rules.legal import legal, why_not
from branchline.engine.rules.listing import list_legal
from branchline.engine.rules.scoring import score_game
from branchline.engine.rules.turn import act, deal_game

if TYPE_CHECKING:
    from branchline.engine.kernel_types import BoardRecord, Code, Cube, Ints, Matrix, StateRecord


def new_list() -> np.ndarray[Any, Any]:
    """Return room for a list of legal actions."""
    return np.zeros(MOST_LEGAL, dtype=np.int64)


def new_dice(seed: int) -> np.ndarray[Any, Any]:
    """Return the state of the random player's own dice; the game's chance is never touched by them."""
    return np.array([(seed * 2 + 1) * 0x9E3779B97F4A7C15 % 2**64], dtype=np.uint64)


@inline
def roll(dice: Ints, number: int) -> int:
    """Return a number below `number` by xorshift: fast, and good enough to choose a random move."""
    x = dice[0]
    x ^= x << uint64(13)
    x ^= x >> uint64(7)
    x ^= x << uint64(17)
    dice[0] = x
    return int64(((x >> uint64(32)) * uint64(number)) >> uint64(32))


@inline
def random_action(board: BoardRecord, state: StateRecord, dice: Ints, out: Ints) -> int:
    """Choose uniformly among the legal actions."""
    return out[roll(dice, legal(board, state, out))]


@entry
def legal_at(boards: Records, states: Records, index: int, out: Ints) -> int:
    """List the legal actions of one of many games."""
    return legal(boards[0], states[index], out)


@entry
def why_not_at(boards: Records, states: Records, index: int, code: Code) -> int:
    """Return why an action is not legal in one of many games, or 0."""
    return why_not(boards[0], states[index], code)


@entry
def play_at(boards: Records, states: Records, index: int, code: Code, trace: Ints) -> int:
    """Play an action in one of many games if it is legal; return the reason where it is not."""
    reason = why_not(boards[0], states[index], code)
    if reason == 0:
        notes = trace.view(NOTES)[0]
        notes.used = 0
        act(boards[0], states[index], code, notes)
    return reason


@entry
def apply_at(boards: Records, states: Records, index: int, code: Code, trace: Ints) -> None:
    """Apply an action that was found legal in one of many games; an illegal one would break the record."""
    notes = trace.view(NOTES)[0]
    notes.used = 0
    act(boards[0], states[index], code, notes)


@entry
def set_up_at(boards: Records, states: Records, index: int, trace: Ints) -> None:
    """Set up one of many games from the key in its record."""
    notes = trace.view(NOTES)[0]
    notes.used = 0
    deal_game(boards[0], states[index], notes)


@entry
def score_at(boards: Records, states: Records, index: int, result: Matrix[int]) -> int:
    """Fill the result of one of many games."""
    return score_game(boards[0], states[index], result)


@kernel
def finish_randomly(board: BoardRecord, state: StateRecord, dice: Ints, out: Ints, trace: Ints) -> int:
    """Play random legal actions to the end and return how many decisions that took."""
    listed, notes = out.view(ACTION_LIST)[0], trace.view(NOTES)[0]
    decisions = 0
    while state.phase != OVER:
        notes.used = 0
        act(board, state, listed.codes[roll(dice, list_legal(board, state, listed))], notes)
        decisions += 1
    return decisions


@entry
def random_games(
    boards: Records, states: Records, keys: Matrix[int], dice: Ints, out: Ints, trace: Ints, results: Cube[int]
) -> int:
    """Play a random game with each key, score it, and return the number of decisions in all."""
    board, state, notes = boards[0], states[0], trace.view(NOTES)[0]
    decisions = 0
    for game in range(keys.shape[0]):
        state.key[:] = keys[game]
        notes.used = 0
        deal_game(board, state, notes)
        decisions += finish_randomly(board, state, dice, out, trace)
        score_game(board, state, results[game])
    return decisions
