"""Planning in haste, as playouts do: a plan is kept as long as nobody has built across it, and little is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.greedy.policy import points_of_claim
from branchline.bots.planner.card_choice import choose_draw
from branchline.bots.planner.plan import NO_LIMIT, turn_budget, turns_left
from branchline.bots.planner.policy import follow_plan, plan_move
from branchline.bots.planner.spare_routes import prepare_plan
from branchline.bots.planner.spending import pay_any_color
from branchline.bots.planner.targets import reserve_cards, reset_reserves, spare_rate_bound
from branchline.bots.planner.ticket_choice import assume_plan_built, gain_of_ticket, kept_tickets
from branchline.engine.bits import bit, count, drop_lowest, int64, lowest
from branchline.engine.codes import target_of
from branchline.engine.compilation import kernel
from branchline.engine.layout import FIRST_TICKETS, KEEP_TICKETS, NOTHING, SECOND_CARD, TURN
from branchline.engine.rules.claims import is_open
from branchline.engine.rules.listing import list_keeps
from branchline.engine.rules.network import joined, length_of

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel_types import ActionList, BoardRecord, Seat, StateRecord

EVERY_TICKET = 3
"""Of the tickets that might be drawn one in so many is looked at."""


@kernel
def still_fits(view: StateRecord, workspace: Workspace, seat: Seat) -> bool:
    """Tell whether a plan was made for this seat's tickets and technologies and no route of it is lost to others."""
    if workspace.ready == 0 or workspace.seat != seat or workspace.held != view.held[seat]:
        return False
    if workspace.technologies != int64(view.technologies[seat]):
        return False
    lost_0 = workspace.routes[0] & ~view.open[0] & ~view.routes[seat, 0]
    lost_1 = workspace.routes[1] & ~view.open[1] & ~view.routes[seat, 1]
    return lost_0 == 0 and lost_1 == 0


@kernel
def cross_off(board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat) -> None:
    """Take the routes built since off the plan, and note what they joined; what tickets might bring stays as it was."""
    for word in range(2):
        rest = view.routes[seat, word] & ~workspace.own[word]
        workspace.routes[word] &= ~rest
        while rest:
            twin = int64(board.route_twin[64 * word + lowest(rest)])
            rest = drop_lowest(rest)
            if twin != NOTHING:  # the plan may have named the other track of a double
                workspace.routes[twin >> 6] &= ~bit(twin & 63)
        workspace.own[word] = view.routes[seat, word]
    workspace.made = joined(board, workspace.own[0], workspace.own[1], workspace.held)
    workspace.goals &= ~workspace.made
    workspace.spaces = length_of(board, workspace.routes[0], workspace.routes[1])
    workspace.claims = count(workspace.routes[0]) + count(workspace.routes[1])


@kernel
def drop_closed_spares(view: StateRecord, workspace: Workspace) -> None:
    """Forget the routes beside the plan that are no longer open."""
    kept = 0
    for place in range(workspace.spare_count):
        route = workspace.spares[place]
        if is_open(view, route):
            workspace.spares[kept] = route
            workspace.spare_points[kept] = workspace.spare_points[place]
            workspace.spare_bounds[kept] = workspace.spare_bounds[place]
            kept += 1
    workspace.spare_count = kept


@kernel
def put_in_order(board: BoardRecord, workspace: Workspace) -> None:
    """Sort the routes beside the plan by what they bring at best, so that a glance at the first of them does."""
    for number in range(workspace.spare_count):
        route, points = workspace.spares[number], workspace.spare_points[number]
        rate = spare_rate_bound(board, workspace, workspace.settings, number)
        spot = number
        while spot > 0 and workspace.spare_bounds[spot - 1] < rate:
            workspace.spares[spot] = workspace.spares[spot - 1]
            workspace.spare_points[spot] = workspace.spare_points[spot - 1]
            workspace.spare_bounds[spot] = workspace.spare_bounds[spot - 1]
            spot -= 1
        workspace.spares[spot] = route
        workspace.spare_points[spot] = points
        workspace.spare_bounds[spot] = rate
    workspace.spares_sorted = 1


@kernel
def plan_anew(board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat) -> None:
    """Make a plan, with the routes beside it in order."""
    prepare_plan(board, view, workspace, workspace.settings, seat)
    if not workspace.spares_sorted:
        put_in_order(board, workspace)


@kernel
def refresh(board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat) -> None:
    """Bring a plan up to date: cheaply where it still fits, anew where it does not."""
    if not still_fits(view, workspace, seat):
        plan_anew(board, view, workspace, seat)
        return
    workspace.turns_left = turns_left(board, view)
    if workspace.own[0] != view.routes[seat, 0] or workspace.own[1] != view.routes[seat, 1]:
        cross_off(board, view, workspace, seat)
    budget = turn_budget(view, workspace, seat)
    if budget < NO_LIMIT and budget < workspace.budget and 2 * workspace.claims + workspace.spaces > 2 * budget:
        plan_anew(board, view, workspace, seat)  # time is short for it: something has to go
        return
    workspace.budget = budget
    if workspace.open[0] != view.open[0] or workspace.open[1] != view.open[1]:
        workspace.open[0] = view.open[0]
        workspace.open[1] = view.open[1]
        drop_closed_spares(view, workspace)


@kernel
def second_card(board: BoardRecord, view: StateRecord, workspace: Workspace) -> int:
    """Choose the second of two cards: the targets of the turn are the same, only what they lack is reckoned again."""
    reset_reserves(board, view, workspace)
    for place in range(workspace.target_count):
        reserve_cards(board, workspace, place)
    return choose_draw(board, view, workspace, workspace.settings, workspace.dice)


@kernel
def keep_in_haste(board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList, seat: Seat) -> int:
    """Choose of the tickets drawn those that the plan all but makes already, each looked at alone."""
    refresh(board, view, workspace, seat)
    assume_plan_built(board, workspace)
    gains = workspace.gains
    for position in range(view.offer_count[seat]):
        ticket = int64(view.offer[seat, position])
        gains[ticket] = gain_of_ticket(board, view, workspace, workspace.settings, ticket)
    best, most = int64(0), -1e18
    for index in range(list_keeps(board, view, listed, 0)):
        rest = kept_tickets(view, seat, target_of(listed.codes[index]))
        worth = 0.0
        while rest:
            worth += gains[lowest(rest)]
            rest = drop_lowest(rest)
        if worth > most:
            best, most = listed.codes[index], worth
    return best


@kernel
def last_claim(board: BoardRecord, view: StateRecord, workspace: Workspace) -> int:
    """Return a claim with most points for the last turn; what it joins is only looked at where it was planned."""
    best, most = int64(0), int64(0)
    for route in range(board.routes):
        planned = workspace.routes[route >> 6] & bit(route & 63) != 0
        if not is_open(view, route) or (board.route_points[route] <= most and not planned and board.districts == 0):
            continue
        code = pay_any_color(board, view, workspace, int64(route))
        if code:
            points = int64(board.route_points[route])
            if planned or board.districts:
                points = points_of_claim(board, view, workspace.seat, code)
            if points > most:
                best, most = code, points
    return best


@kernel
def plan_in_haste(board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList) -> int:
    """Choose as the planner does, but for what it takes longest over."""
    seat = int64(view.turn)
    if view.phase == KEEP_TICKETS:
        return keep_in_haste(board, view, workspace, listed, seat)
    if view.phase == SECOND_CARD and workspace.listed == view.turns and workspace.seat == seat:
        code = second_card(board, view, workspace)
        if code:
            return code
    if view.phase == FIRST_TICKETS:
        return plan_move(board, view, workspace, listed)
    refresh(board, view, workspace, seat)
    if view.phase == TURN and view.last_turns != NOTHING and board.technologies == 0:
        code = last_claim(board, view, workspace)
        if code:
            return code
    return follow_plan(board, view, workspace, listed, EVERY_TICKET)
