"""The choices of the kernel's bots in many games at once; one entry a bot, so that only who plays is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.greedy.policy import greedy
from branchline.bots.planner.policy import plan_move
from branchline.engine.compilation import entry, kernel
from branchline.engine.layout import FIRST_TICKETS, Records
from branchline.engine.rules.visibility import blot_out
from branchline.rl.kernel.step import TO_DECIDE

if TYPE_CHECKING:
    from branchline.engine.kernel_types import Ints, Matrix, Seat


@kernel
def look(boards: Records, states: Records, index: int, seat: Seat, views: Records) -> None:
    """Lay out what a seat of a game may know."""
    views[0] = states[index]
    blot_out(boards[0], views[0], seat)


@entry
def greedy_games(
    boards: Records,
    states: Records,
    views: Records,
    heads: Matrix[int],
    seat: Seat,
    workspaces: Records,
    scratches: Records,
    actions: Ints,
    first: int,
    last: int,
) -> None:
    """Write, as a code, what the greedy bot does in each game where its seat decides."""
    for index in range(first, last):
        if heads[index, TO_DECIDE] == seat:
            look(boards, states, index, seat, views)
            actions[index] = -greedy(boards[0], views[0], workspaces[index].dice, scratches[0].listed) - 1


@entry
def planner_games(
    boards: Records,
    states: Records,
    views: Records,
    heads: Matrix[int],
    seat: Seat,
    workspaces: Records,
    scratches: Records,
    actions: Ints,
    first: int,
    last: int,
) -> None:
    """Write, as a code, what a planner does in each game where its seat decides."""
    for index in range(first, last):
        if heads[index, TO_DECIDE] == seat:
            look(boards, states, index, seat, views)
            if states[index].phase == FIRST_TICKETS:
                workspaces[index].ready = 0
            actions[index] = -plan_move(boards[0], views[0], workspaces[index], scratches[0].listed) - 1
