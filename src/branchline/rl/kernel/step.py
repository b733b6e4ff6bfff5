"""Steps of many games in one call: play, reward, deal anew, list what is legal, observe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from branchline.engine.bits import count, drop_lowest, int64, lowest
from branchline.engine.chance import next_block
from branchline.engine.compilation import entry, kernel
from branchline.engine.entry_points import roll
from branchline.engine.layout import ACTION_LIST, NOTES, OVER, SEATS, Records
from branchline.engine.rules.listing import list_legal
from branchline.engine.rules.scoring import COLUMNS, RANK, TOTAL, score_game
from branchline.engine.rules.turn import act, deal_game
from branchline.rl.kernel import offsets as p
from branchline.rl.kernel.actions import code_of, number_of
from branchline.rl.kernel.observe import observe
from branchline.rl.kernel.progress import WAYS

if TYPE_CHECKING:
    from branchline.engine.kernel_types import (
        ActionList,
        BoardRecord,
        Code,
        Cube,
        Floats,
        Ints,
        Matrix,
        Seat,
        StateRecord,
        Trace,
    )

# A worker's bench: all that it writes to while it steps, so that nothing is allocated.
SCRATCH = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("notes", NOTES),
                ("listed", ACTION_LIST),
                ("result", "i8", (SEATS, COLUMNS)),
                ("ways", "u8", WAYS),
            ],
            align=True,
        ),
    )
)

# The head of a game, one row each: who decides (-1 when the game is over), whether this step ended a game,
# how many games were dealt at this place, how many steps this game has had, and how many actions are legal.
TO_DECIDE, DONE, EPISODE, STEPS, LEGAL, HEADS = range(6)

# How it is done, and the three things to do.
TASK, AUTO_RESET, REWARD, HOW = range(4)
STEP, DEAL, ONLY_LOOK = range(3)
WAIT = int64(-1)
"""Instead of an action: leave this game as it is. Below it, an action is given by its code: `-code - 1`."""


class StepScratch(Protocol):
    """A worker's working memory: `SCRATCH` for mypy."""

    notes: Trace
    listed: ActionList
    result: Matrix[int]
    ways: Ints


def new_scratch() -> Records:
    """Return what one worker writes to while it steps."""
    return np.zeros(1, dtype=SCRATCH)


@kernel
def deal(board: BoardRecord, state: StateRecord, base: Ints, index: int, head: Ints, scratch: StepScratch) -> None:
    """Set up the next game of a place: its key follows from the seed, the place and the number of the game."""
    state.key[:] = base
    state.key[6] ^= np.uint32(index)
    state.key[7] ^= np.uint32(head[EPISODE])
    state.counter = 0
    next_block(state)
    state.key[:] = state.block[:8]
    scratch.notes.used = 0
    deal_game(board, state, scratch.notes)
    head[EPISODE] += 1
    head[STEPS] = 0


@kernel
def refresh(board: BoardRecord, state: StateRecord, plan: Ints, head: Ints, mask: Ints, scratch: StepScratch) -> int:
    """Fill the mask and the head of a game and return how many actions are legal."""
    mask[:] = 0
    number = list_legal(board, state, scratch.listed)
    for place in range(number):
        mask[number_of(board, state, plan, scratch.listed.codes[place])] = 1
    head[LEGAL] = number
    head[TO_DECIDE] = -1 if state.phase == OVER else int64(state.turn)
    return number


@kernel
def reward_end(board: BoardRecord, state: StateRecord, kind: int, scratch: StepScratch, rewards: Floats) -> None:
    """Write what each seat earns when the game ends."""
    players = int64(board.players)
    result = scratch.result
    score_game(board, state, result)
    winners = 0
    for seat in range(players):
        winners += result[seat, RANK] == 1
    for seat in range(players):
        if kind == p.WIN:
            # One to share among the winners, one to pay among all the others: the sum is nothing.
            won = result[seat, RANK] == 1
            rewards[seat] = ((players / winners if won else 0.0) - 1.0) / (players - 1)
        elif kind == p.MARGIN:
            best = int64(-(1 << 30))
            for other in range(players):
                if other != seat:
                    best = max(best, int64(result[other, TOTAL]))
            rewards[seat] = result[seat, TOTAL] - best
        else:
            rewards[seat] += result[seat, TOTAL] - int64(state.score[seat])


@kernel
def play_one(
    board: BoardRecord, state: StateRecord, plan: Ints, action: int, kind: int, scratch: StepScratch, rewards: Floats
) -> None:
    """Play one action, given by its number or as a code below 0, and write what each seat earns by it."""
    code = code_of(board, state, plan, action) if action >= 0 else -action - 1
    points = kind == p.POINTS
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
    plan: Ints,
    how: Ints,
    base: Ints,
    actions: Ints,
    heads: Matrix[int],
    masks: Matrix[int],
    memos: Cube[int],
    observations: Matrix[int],
    rewards: Matrix[float],
    scratches: Records,
    first: int,
    last: int,
) -> None:
    """Step, deal or only look at each of some games; those that end are dealt anew where that is wanted.

    One entry for all three, so that the rules are compiled once for them. A game whose action is `WAIT` rests.
    """
    board, scratch = boards[0], scratches[0]
    for index in range(first, last):
        state, head = states[index], heads[index]
        if actions[index] == WAIT:
            continue
        dealing = how[TASK] == DEAL
        head[DONE] = 0
        if how[TASK] == STEP:
            play_one(board, state, plan, actions[index], how[REWARD], scratch, rewards[index])
            head[STEPS] += 1
            head[DONE] = state.phase == OVER
            dealing = head[DONE] != 0 and how[AUTO_RESET] != 0
        if dealing:
            deal(board, state, base, index, head, scratch)
        if refresh(board, state, plan, head, masks[index], scratch):
            seat = int64(state.turn)
            observe(board, state, seat, plan, memos[index, seat], scratch.ways, observations[index])


@entry
def observe_at(
    boards: Records, states: Records, index: int, seat: Seat, plan: Ints, memos: Cube[int], out: Ints
) -> None:
    """Write what any seat of one of many games observes."""
    ways = np.zeros(WAYS, dtype=np.uint64)
    observe(boards[0], states[index], seat, plan, memos[index, seat], ways, out)


@entry
def code_at(boards: Records, states: Records, index: int, plan: Ints, number: int) -> int:
    """Return the code of an action's number in one of many games, 0 where it cannot be."""
    return code_of(boards[0], states[index], plan, number)


@entry
def number_at(boards: Records, states: Records, index: int, plan: Ints, code: Code) -> int:
    """Return the number of a legal action in one of many games."""
    return number_of(boards[0], states[index], plan, code)


@entry
def sample_games(
    words: Matrix[int], heads: Matrix[int], dice: Matrix[int], actions: Ints, first: int, last: int
) -> None:
    """Choose a random legal action for each of some games, each equally likely and by the game's own dice.

    `words` are the masks, eight actions at a time.
    """
    for index in range(first, last):
        wanted = roll(dice[index], max(1, heads[index, LEGAL]))
        row = words[index]
        at = 0
        while at < row.size - 1 and wanted >= count(row[at]):  # each byte is 0 or 1
            wanted -= count(row[at])
            at += 1
        word = row[at]
        for _ in range(wanted):
            word = drop_lowest(word)
        actions[index] = 8 * at + (lowest(word) >> 3)


@entry
def first_wrong(masks: Matrix[int], number: int, actions: Ints) -> int:
    """Return the first game whose action is not legal, -1 if there is none."""
    for index in range(actions.size):
        action = actions[index]
        if action < 0 or action >= number or masks[index, action] == 0:
            return int64(index)
    return int64(-1)
