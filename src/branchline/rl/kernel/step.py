"""Steps of many games in one call: play, reward, deal, list the legal actions, observe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from branchline.engine.entry_points import roll
from branchline.engine.kernel.bits import copy_numbers, count, drop_lowest, int64, lowest, prefetch, uint64
from branchline.engine.kernel.chance import next_words
from branchline.engine.kernel.compilation import entry, inline, kernel
from branchline.engine.kernel.layout import ACTION_LIST, NOTES, OVER, Records
from branchline.engine.kernel.types import SEATS, ActionList, Matrix, Trace, dtype_of
from branchline.engine.rules.listing import count_legal
from branchline.engine.rules.scoring import COLUMNS, TOTAL, score_game, win_share
from branchline.engine.rules.ticket_distances import DISTANCE_SEARCH, DistanceSearch
from branchline.engine.rules.turn import act, deal_game
from branchline.rl.kernel import offsets
from branchline.rl.kernel.actions import code_of, mark_claims, number_of
from branchline.rl.kernel.observe import observe

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, Code, Floats, Ints, Seat, StateRecord


class StepScratch(Protocol):
    """The preallocated memory that a worker writes to while it steps: `SCRATCH`."""

    notes: Annotated[Trace, NOTES]
    listed: Annotated[ActionList, ACTION_LIST]
    result: Annotated[Matrix[int], "i8", (SEATS, COLUMNS)]
    search: Annotated[DistanceSearch, DISTANCE_SEARCH]


SCRATCH = dtype_of(StepScratch)

# The status of a game: the seat to decide (-1 when the game is over), whether this step ended a game, the number of
# games dealt in this row, the number of steps of this game, and the number of legal actions.
TO_DECIDE, DONE, EPISODE, STEPS, LEGAL, STATUS_SIZE = range(6)

# The settings of a call, and its tasks.
TASK, AUTO_RESET, REWARD, SETTINGS_SIZE = range(4)
STEP, DEAL, REFRESH = range(3)
WAIT = int64(-1)
"""Instead of an action: leave this game as it is. A number below it is the code of an action: `-code - 1`."""


BLOCK = 8
"""Words of a mask that are counted at once: as many as a byte has bits."""


def new_scratch() -> Records:
    """Return the working memory of one worker."""
    return np.zeros(1, dtype=SCRATCH)


@kernel
def deal(board: BoardRecord, state: StateRecord, base: Ints, index: int, status: Ints, scratch: StepScratch) -> None:
    """Set up the next game of a row: its key follows from the seed, the row and the number of the game."""
    copy_numbers(base, state.key)
    state.key[6] ^= np.uint32(index)
    state.key[7] ^= np.uint32(status[EPISODE])
    state.counter = 0
    next_words(state)
    copy_numbers(state.block, state.key)
    scratch.notes.used = 0
    deal_game(board, state, scratch.notes)
    status[EPISODE] += 1
    status[STEPS] = 0


@kernel
def update_mask(
    board: BoardRecord, state: StateRecord, lookup: Ints, status: Ints, mask: Ints, scratch: StepScratch
) -> int:
    """Write the mask and the status of a game and return the number of legal actions."""
    mask[:] = 0
    listed = scratch.listed
    number = count_legal(board, state, listed)
    for place in range(number - listed.claims):
        mask[number_of(board, state, lookup, listed.codes[place])] = 1
    if listed.claims:
        mark_claims(board, state, lookup, listed, mask)
    status[LEGAL] = number
    status[TO_DECIDE] = -1 if state.phase == OVER else int64(state.turn)
    return number


@kernel
def reward_end(board: BoardRecord, state: StateRecord, kind: int, scratch: StepScratch, rewards: Floats) -> None:
    """Write the final reward of each seat."""
    players = int64(board.players)
    result = scratch.result
    score_game(board, state, result)
    for seat in range(players):
        if kind == offsets.WIN:
            # The winners share what all the others pay, so that the rewards add up to 0.
            rewards[seat] = (players * win_share(board, result, seat) - 1.0) / (players - 1)
        elif kind == offsets.MARGIN:
            best = int64(-(1 << 30))
            for other in range(players):
                if other != seat:
                    best = max(best, int64(result[other, TOTAL]))
            rewards[seat] = result[seat, TOTAL] - best
        else:
            rewards[seat] += result[seat, TOTAL] - int64(state.score[seat])


@kernel
def play_one(
    board: BoardRecord, state: StateRecord, lookup: Ints, action: int, kind: int, scratch: StepScratch, rewards: Floats
) -> None:
    """Play one action, given by its number or as a code below 0, and write the reward of each seat."""
    code = code_of(board, state, lookup, action) if action >= 0 else -action - 1
    points = kind == offsets.POINTS
    for seat in range(board.players):
        rewards[seat] = -int64(state.score[seat]) if points else 0
    scratch.notes.used = 0
    act(board, state, code, scratch.notes)
    if points:
        for seat in range(board.players):
            rewards[seat] += int64(state.score[seat])
    if state.phase == OVER:
        reward_end(board, state, kind, scratch, rewards)


@entry
def run_games(
    boards: Records,
    states: Records,
    lookup: Ints,
    settings: Ints,
    base: Ints,
    actions: Ints,
    statuses: Matrix[int],
    masks: Matrix[int],
    distances: Records,
    observations: Matrix[int],
    rewards: Matrix[float],
    scratches: Records,
    first: int,
    last: int,
) -> None:
    """Step, deal or refresh the games from `first` to before `last`; with auto reset, a game that ends is dealt again.

    One entry point for all three tasks, so that the rules are compiled once. A game whose action is `WAIT` is skipped.
    """
    board, scratch = boards[0], scratches[0]
    for index in range(first, last):
        state, status = states[index], statuses[index]
        if index + 1 < last:  # the distances of only one seat are read, which the processor does not foresee
            for seat in range(board.players):
                prefetch(distances[index + 1, seat])
        if actions[index] == WAIT:
            continue
        dealing = settings[TASK] == DEAL
        status[DONE] = 0
        if settings[TASK] == STEP:
            play_one(board, state, lookup, actions[index], settings[REWARD], scratch, rewards[index])
            status[STEPS] += 1
            status[DONE] = state.phase == OVER
            dealing = status[DONE] != 0 and settings[AUTO_RESET] != 0
        if dealing:
            deal(board, state, base, index, status, scratch)
        if update_mask(board, state, lookup, status, masks[index], scratch):
            seat = int64(state.turn)
            observe(board, state, seat, lookup, distances[index, seat], scratch.search, observations[index])


@entry
def observe_at(
    boards: Records,
    states: Records,
    index: int,
    seat: Seat,
    lookup: Ints,
    distances: Records,
    scratches: Records,
    out: Ints,
) -> None:
    """Write the observation of any seat of one of many games."""
    observe(boards[0], states[index], seat, lookup, distances[index, seat], scratches[0].search, out)


@entry
def code_at(boards: Records, states: Records, index: int, lookup: Ints, number: int) -> int:
    """Return the code of an action number in one of many games, 0 if there is none at the current price."""
    return code_of(boards[0], states[index], lookup, number)


@entry
def number_at(boards: Records, states: Records, index: int, lookup: Ints, code: Code) -> int:
    """Return the number of a legal action in one of many games."""
    return number_of(boards[0], states[index], lookup, code)


@inline
def marked(row: Ints, first: int) -> int:
    """Return the number of ones in a block of a mask: each byte is 0 or 1, so that one word has room for the block."""
    together = uint64(0)
    for place in range(BLOCK):
        together |= row[first + place] << uint64(place)
    return count(together)


@entry
def sample_games(
    words: Matrix[int], statuses: Matrix[int], dice: Matrix[int], actions: Ints, first: int, last: int
) -> None:
    """Choose a random legal action for the games from `first` to before `last`, each equally likely.

    Each game has its own dice. `words` are the masks, eight actions in each word.
    """
    for index in range(first, last):
        wanted = roll(dice[index], max(1, statuses[index, LEGAL]))
        row = words[index]
        at = 0
        while at + BLOCK < row.size and wanted >= marked(row, at):
            wanted -= marked(row, at)
            at += BLOCK
        while at < row.size - 1 and wanted >= count(row[at]):  # each byte is 0 or 1
            wanted -= count(row[at])
            at += 1
        word = row[at]
        for _ in range(wanted):
            word = drop_lowest(word)
        actions[index] = 8 * at + (lowest(word) >> 3)


@entry
def first_illegal(masks: Matrix[int], number: int, actions: Ints) -> int:
    """Return the first game whose action is not legal, or -1."""
    for index in range(actions.size):
        action = actions[index]
        if action < 0 or action >= number or masks[index, action] == 0:
            return int64(index)
    return int64(-1)


# -- chance as samples -------------------------------------------------------------------------


@entry
def chance_used(states: Records, index: int) -> tuple[int, int]:
    """Return how much of its chance one of many games has used: it changes with every card or ticket dealt."""
    return int64(states[index].counter), int64(states[index].block_left)


@entry
def renew_chance(states: Records, index: int, key: Ints) -> None:
    """Let all further chance of one of many games come from another key."""
    state = states[index]
    copy_numbers(key, state.key)
    state.counter = 0
    state.block_left = 0
