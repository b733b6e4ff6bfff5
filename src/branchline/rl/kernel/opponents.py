"""The choices of the kernel's bots in many games at once; one entry a bot, so that only who plays is compiled."""

from __future__ import annotations

from typing import Any

from branchline.bots.greedy.policy import greedy
from branchline.bots.planner.policy import plan_move
from branchline.engine.compilation import entry, kernel
from branchline.engine.layout import FIRST_TICKETS, Records
from branchline.engine.rules.visibility import blot_out
from branchline.rl.kernel.step import TO_DECIDE


@kernel
def look(boards: Records, states: Records, index: Any, seat: Any, views: Records) -> None:
    """Lay out what a seat of a game may know."""
    views[0] = states[index]
    blot_out(boards[0], views[0], seat)


@entry
def greedy_games(
    boards: Records,
    states: Records,
    views: Records,
    heads: Any,
    seat: Any,
    desks: Records,
    benches: Records,
    actions: Any,
    first: Any,
    last: Any,
) -> None:
    """Write, as a code, what the greedy bot does in each game where its seat decides."""
    for index in range(first, last):
        if heads[index, TO_DECIDE] == seat:
            look(boards, states, index, seat, views)
            actions[index] = -greedy(boards[0], views[0], desks[index].dice, benches[0].room) - 1


@entry
def planner_games(
    boards: Records,
    states: Records,
    views: Records,
    heads: Any,
    seat: Any,
    desks: Records,
    benches: Records,
    actions: Any,
    first: Any,
    last: Any,
) -> None:
    """Write, as a code, what a planner does in each game where its seat decides."""
    for index in range(first, last):
        if heads[index, TO_DECIDE] == seat:
            look(boards, states, index, seat, views)
            if states[index].phase == FIRST_TICKETS:
                desks[index].ready = 0
            actions[index] = -plan_move(boards[0], views[0], desks[index], benches[0].room) - 1
