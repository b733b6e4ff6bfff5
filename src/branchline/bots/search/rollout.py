"""Planning in haste, as playouts do: a plan is kept as long as nobody has built across it, and little is looked at."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.bots.greedy.policy import points_of_claim
from branchline.bots.planner.card_choice import choose_draw
from branchline.bots.planner.plan import NO_LIMIT, turn_budget, turns_left
from branchline.bots.planner.policy import follow_plan, plan_move
from branchline.bots.planner.spare_routes import prepare
from branchline.bots.planner.spending import pay_somehow
from branchline.bots.planner.targets import rate_at_best, set_aside, take_up_hand
from branchline.bots.planner.ticket_choice import gain_of_ticket, kept_tickets, use_plan
from branchline.engine.codes import target_of
from branchline.engine.compilation import count, kernel, lowest
from branchline.engine.layout import FIRST_TICKETS, KEEP_TICKETS, NOTHING, SECOND_CARD, TURN, Record
from branchline.engine.rules.claims import bit, is_open
from branchline.engine.rules.listing import list_keeps
from branchline.engine.rules.network import joined, length_of

EVERY_TICKET = 3
"""Of the tickets that might be drawn one in so many is looked at."""


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
    """Take the routes built since off the plan, and note what they joined; what tickets might bring stays as it was."""
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


@kernel
def drop_closed_fillers(view: Record, desk: Record) -> None:
    """Forget the routes beside the plan that are no longer open."""
    kept = 0
    for place in range(desk.filler_count):
        route = desk.fillers[place]
        if is_open(view, route):
            desk.fillers[kept] = route
            desk.filler_points[kept] = desk.filler_points[place]
            desk.filler_best[kept] = desk.filler_best[place]
            kept += 1
    desk.filler_count = kept


@kernel
def put_in_order(board: Record, desk: Record) -> None:
    """Sort the routes beside the plan by what they bring at best, so that a glance at the first of them does."""
    for number in range(desk.filler_count):
        route, points = desk.fillers[number], desk.filler_points[number]
        rate = rate_at_best(board, desk, desk.settings, number)
        spot = number
        while spot > 0 and desk.filler_best[spot - 1] < rate:
            desk.fillers[spot] = desk.fillers[spot - 1]
            desk.filler_points[spot] = desk.filler_points[spot - 1]
            desk.filler_best[spot] = desk.filler_best[spot - 1]
            spot -= 1
        desk.fillers[spot] = route
        desk.filler_points[spot] = points
        desk.filler_best[spot] = rate
    desk.in_order = 1


@kernel
def plan_anew(board: Record, view: Record, desk: Record, seat: Any) -> None:
    """Make a plan, with the routes beside it in order."""
    prepare(board, view, desk, desk.settings, seat)
    if not desk.in_order:
        put_in_order(board, desk)


@kernel
def refresh(board: Record, view: Record, desk: Record, seat: Any) -> None:
    """Bring a plan up to date: cheaply where it still fits, anew where it does not."""
    if not still_fits(view, desk, seat):
        plan_anew(board, view, desk, seat)
        return
    desk.turns_left = turns_left(board, view)
    if desk.own[0] != view.routes[seat, 0] or desk.own[1] != view.routes[seat, 1]:
        cross_off(board, view, desk, seat)
    budget = turn_budget(view, desk, seat)
    if budget < NO_LIMIT and budget < desk.budget and 2 * desk.claims + desk.spaces > 2 * budget:
        plan_anew(board, view, desk, seat)  # time is short for it: something has to go
        return
    desk.budget = budget
    if desk.open[0] != view.open[0] or desk.open[1] != view.open[1]:
        desk.open[0] = view.open[0]
        desk.open[1] = view.open[1]
        drop_closed_fillers(view, desk)


@kernel
def second_card(board: Record, view: Record, desk: Record) -> Any:
    """Choose the second of two cards: the targets of the turn are the same, only what they lack is reckoned again."""
    take_up_hand(board, view, desk)
    for place in range(desk.target_count):
        set_aside(board, desk, place)
    return choose_draw(board, view, desk, desk.settings, desk.dice)


@kernel
def keep_in_haste(board: Record, view: Record, desk: Record, room: Record, seat: Any) -> Any:
    """Choose of the tickets drawn those that the plan all but makes already, each looked at alone."""
    refresh(board, view, desk, seat)
    use_plan(board, desk)
    gains = desk.gains
    for position in range(view.offer_count[seat]):
        ticket = np.int64(view.offer[seat, position])
        gains[ticket] = gain_of_ticket(board, view, desk, desk.settings, ticket)
    best, most = np.int64(0), -1e18
    for index in range(list_keeps(board, view, room, 0)):
        rest = kept_tickets(view, seat, target_of(room.codes[index]))
        worth = 0.0
        while rest:
            worth += gains[lowest(rest)]
            rest &= rest - np.uint64(1)
        if worth > most:
            best, most = room.codes[index], worth
    return best


@kernel
def last_claim(board: Record, view: Record, desk: Record) -> Any:
    """Return a claim with most points for the last turn; what it joins is only looked at where it was planned."""
    best, most = np.int64(0), np.int64(0)
    for route in range(board.routes):
        planned = desk.routes[route >> 6] & bit(route & 63) != 0
        if not is_open(view, route) or (board.route_points[route] <= most and not planned and board.districts == 0):
            continue
        code = pay_somehow(board, view, desk, np.int64(route))
        if code:
            points = np.int64(board.route_points[route])
            if planned or board.districts:
                points = points_of_claim(board, view, desk.seat, code)
            if points > most:
                best, most = code, points
    return best


@kernel
def plan_in_haste(board: Record, view: Record, desk: Record, room: Record) -> Any:
    """Choose as the planner does, but for what it takes longest over."""
    seat = np.int64(view.turn)
    if view.phase == KEEP_TICKETS:
        return keep_in_haste(board, view, desk, room, seat)
    if view.phase == SECOND_CARD and desk.listed == view.turns and desk.seat == seat:
        code = second_card(board, view, desk)
        if code:
            return code
    if view.phase == FIRST_TICKETS:
        return plan_move(board, view, desk, room)
    refresh(board, view, desk, seat)
    if view.phase == TURN and view.last_turns != NOTHING and board.technologies == 0:
        code = last_claim(board, view, desk)
        if code:
            return code
    return follow_plan(board, view, desk, room, EVERY_TICKET)
