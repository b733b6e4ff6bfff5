"""The functions of the kernel that Python calls with arrays of records, including random games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.engine.kernel.bits import copy_numbers, int64, uint64
from branchline.engine.kernel.compilation import entry, inline, kernel
from branchline.engine.kernel.layout import ACTION_LIST, NOTES, OVER, Records
from branchline.engine.kernel.types import ROUTES, TECHNOLOGIES
from branchline.engine.rules.legal import why_not
from branchline.engine.rules.listing import count_legal, list_legal, nth_legal
from branchline.engine.rules.network import joined, joined_districts, longest_trail
from branchline.engine.rules.payment import price
from branchline.engine.rules.scoring import paths_matter, score_game
from branchline.engine.rules.technologies import blind_cards, copies_left, set_sizes
from branchline.engine.rules.tickets import all_tickets, least_to_keep, most_offered
from branchline.engine.rules.turn import act, deal_game

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, Code, Cube, Ints, Matrix, Seat, StateRecord


def new_list() -> np.ndarray[Any, Any]:
    """Return an empty array for `legal_at`."""
    return np.zeros(ACTION_LIST.itemsize // 8, dtype=np.int64)


def new_dice(seed: int) -> np.ndarray[Any, Any]:
    """Return the state of a player's own random number generator, independent of the game's chance."""
    return np.array([(seed * 2 + 1) * 0x9E3779B97F4A7C15 % 2**64], dtype=np.uint64)


@inline
def roll(dice: Ints, number: int) -> int:
    """Return a random number below `number` by xorshift: fast, and good enough to choose a move."""
    x = dice[0]
    x ^= x << uint64(13)
    x ^= x >> uint64(7)
    x ^= x << uint64(17)
    dice[0] = x
    return int64(((x >> uint64(32)) * uint64(number)) >> uint64(32))


@entry
def legal_at(boards: Records, states: Records, index: int, out: Ints) -> int:
    """List the legal actions of one of many games."""
    return list_legal(boards[0], states[index], out.view(ACTION_LIST)[0])


@entry
def why_not_at(boards: Records, states: Records, index: int, code: Code) -> int:
    """Return why an action is not legal in one of many games, or 0 if it is."""
    return why_not(boards[0], states[index], code)


@entry
def play_at(boards: Records, states: Records, index: int, code: Code, trace: Ints) -> int:
    """Play an action in one of many games if it is legal; return why it is not, or 0."""
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
    """Write the result of one of many games, and return the rule that decided the win."""
    return score_game(boards[0], states[index], result)


# What the rules give a seat, as `seat_facts_at` writes it: these columns, the price of each route, then the copies on
# sale of each technology.
SET_SIZES, LEAST_TO_KEEP, BLIND_CARDS, MOST_OFFERED, PATHS_MATTER, COMPLETED_TICKETS, DISTRICTS, PRICES = range(8)
COPIES = PRICES + ROUTES


def new_facts() -> np.ndarray[Any, Any]:
    """Return an empty array for `seat_facts_at`."""
    return np.zeros(COPIES + TECHNOLOGIES, dtype=np.int64)


@entry
def seat_facts_at(boards: Records, states: Records, index: int, seat: Seat, facts: Ints) -> None:
    """Write what the rules give a seat of one of many games."""
    board, state = boards[0], states[index]
    facts[SET_SIZES] = set_sizes(board, state, seat)
    facts[LEAST_TO_KEEP] = least_to_keep(board, state, seat)
    facts[BLIND_CARDS] = blind_cards(board, state, seat)
    facts[MOST_OFFERED] = most_offered(board)
    facts[PATHS_MATTER] = paths_matter(board)
    routes_0, routes_1 = state.routes[seat, 0], state.routes[seat, 1]
    facts[COMPLETED_TICKETS] = joined(board, routes_0, routes_1, all_tickets(board))
    facts[DISTRICTS] = joined_districts(board, routes_0, routes_1)
    for route in range(board.routes):
        facts[PRICES + route] = price(board, state, seat, route)
    for technology in range(board.technologies):
        facts[COPIES + technology] = copies_left(board, state, technology)


@entry
def longest_path_at(boards: Records, states: Records, index: int, seat: Seat, routes: Ints) -> int:
    """Return the length of a seat's longest path in one of many games (E3), and write the routes that have it."""
    length, routes[0], routes[1], _ = longest_trail(
        boards[0], states[index].routes[seat, 0], states[index].routes[seat, 1]
    )
    return length


@kernel
def finish_randomly(board: BoardRecord, state: StateRecord, dice: Ints, out: Ints, trace: Ints) -> int:
    """Play random legal actions to the end and return the number of decisions."""
    listed, notes = out.view(ACTION_LIST)[0], trace.view(NOTES)[0]
    decisions = 0
    while state.phase != OVER:
        notes.used = 0
        act(board, state, nth_legal(board, listed, roll(dice, count_legal(board, state, listed))), notes)
        decisions += 1
    return decisions


@entry
def random_games(
    boards: Records, states: Records, keys: Matrix[int], dice: Ints, out: Ints, trace: Ints, results: Cube[int]
) -> int:
    """Play and score a random game with each key, and return the total number of decisions."""
    board, state, notes = boards[0], states[0], trace.view(NOTES)[0]
    decisions = 0
    for game in range(keys.shape[0]):
        copy_numbers(keys[game], state.key)
        notes.used = 0
        deal_game(board, state, notes)
        decisions += finish_randomly(board, state, dice, out, trace)
        score_game(board, state, results[game])
    return decisions
