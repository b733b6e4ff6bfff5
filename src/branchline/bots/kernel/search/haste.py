"""Planning in haste: a playout keeps a seat's plan as long as nobody has built across it."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.bots.kernel.fillers import prepare
from branchline.bots.kernel.plan import NO_LIMIT, turn_budget, turns_left
from branchline.bots.kernel.planner import plan_move
from branchline.engine.jit import count, kernel, lowest
from branchline.engine.layout import FIRST_TICKETS, KEEP_TICKETS, NOTHING, Record
from branchline.engine.rules.claims import bit, is_open
from branchline.engine.rules.network import joined, length_of


@kernel
def still_fits(view: Record, desk: Record, seat: Any) -> Any:
    """Tell whether a plan was made for this seat's tickets and technologies and no route of it is lost to others."""
    if desk.ready == 0 or desk.seat != seat or desk.held != view.held[seat]:
        return False
    if desk.technologies != np.int64(view.technologies[seat]):
        return False
    lost_0 = desk.routes[0] & ~view.open[0] & ~view.routes[seat, 0]
    lost_1 = desk.routes[1] & ~view.open[1] & ~view.routes[seat, 1]
    return lost_0 == 0 and lost_1 == 0


@kernel
def cross_off(board: Record, view: Record, desk: Record, seat: Any) -> None:
    """Take the routes built since off the plan, and note what they joined."""
    for word in range(2):
        rest = view.routes[seat, word] & ~desk.own[word]
        desk.routes[word] &= ~rest
        while rest:
            twin = np.int64(board.route_twin[64 * word + lowest(rest)])
            rest &= rest - np.uint64(1)
            if twin != NOTHING:  # the plan may have named the other track of a double
                desk.routes[twin >> 6] &= ~bit(twin & 63)
        desk.own[word] = view.routes[seat, word]
    desk.made = joined(board, desk.own[0], desk.own[1], desk.held)
    desk.goals &= ~desk.made
    desk.spaces = length_of(board, desk.routes[0], desk.routes[1])
    desk.claims = count(desk.routes[0]) + count(desk.routes[1])
    desk.ticket_gain = np.nan


@kernel
def drop_closed_fillers(view: Record, desk: Record) -> None:
    """Forget the routes beside the plan that are no longer open."""
    kept = 0
    for place in range(desk.filler_count):
        route = desk.fillers[place]
        if is_open(view, route):
            desk.fillers[kept] = route
            desk.filler_points[kept] = desk.filler_points[place]
            kept += 1
    desk.filler_count = kept


@kernel
def refresh(board: Record, view: Record, desk: Record, seat: Any) -> None:
    """Bring a plan up to date: cheaply where it still fits, anew where it does not."""
    if not still_fits(view, desk, seat):
        prepare(board, view, desk, desk.settings, seat)
        return
    desk.turns_left = turns_left(board, view)
    if desk.own[0] != view.routes[seat, 0] or desk.own[1] != view.routes[seat, 1]:
        cross_off(board, view, desk, seat)
    budget = turn_budget(view, desk, seat)
    if budget < NO_LIMIT and budget < desk.budget and 2 * desk.claims + desk.spaces > 2 * budget:
        prepare(board, view, desk, desk.settings, seat)  # time is short for it: something has to go
        return
    desk.budget = budget
    if desk.open[0] != view.open[0] or desk.open[1] != view.open[1]:
        drop_closed_fillers(view, desk)
        desk.open[0] = view.open[0]
        desk.open[1] = view.open[1]


@kernel
def plan_in_haste(board: Record, view: Record, desk: Record, room: Record) -> Any:
    """Choose as the planner does, from a plan that is only made anew where it has to be."""
    if view.phase != FIRST_TICKETS and view.phase != KEEP_TICKETS:
        refresh(board, view, desk, np.int64(view.turn))
    return plan_move(board, view, desk, room)
