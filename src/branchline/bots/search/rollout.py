"""The rollout policy: a faster planner, which keeps a plan until a route of it is lost and estimates more coarsely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.greedy import points_of_claim
from branchline.bots.planner.card_choice import choose_draw
from branchline.bots.planner.plan import NO_LIMIT, turn_budget, turns_left
from branchline.bots.planner.policy import follow_plan, plan_move
from branchline.bots.planner.spare_routes import prepare_plan
from branchline.bots.planner.spending import pay_any_color
from branchline.bots.planner.targets import reserve_cards, reset_reserves
from branchline.bots.planner.ticket_choice import assume_plan_built, gain_of_ticket, kept_tickets
from branchline.engine.kernel.bits import bit, count, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.codes import target_of
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import FIRST_TICKETS, KEEP_TICKETS, NOTHING, SECOND_CARD, TURN
from branchline.engine.rules.claims import is_open
from branchline.engine.rules.listing import list_keeps
from branchline.engine.rules.network import joined, length_of

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import ActionList, BoardRecord, Code, Seat, StateRecord

TICKET_STRIDE = 3
"""The gain of drawing tickets is estimated from one in this many."""


@kernel
def is_still_valid(view: StateRecord, workspace: Workspace, seat: Seat) -> bool:
    """Return whether a plan was made for this seat's tickets and technologies and lost no route to another seat."""
    if workspace.ready == 0 or workspace.seat != seat or workspace.held != view.held[seat]:
        return False
    if workspace.technologies != int64(view.technologies[seat]):
        return False
    lost_0 = workspace.routes[0] & ~view.open[0] & ~view.routes[seat, 0]
    lost_1 = workspace.routes[1] & ~view.open[1] & ~view.routes[seat, 1]
    return lost_0 == 0 and lost_1 == 0


@kernel
def remove_claimed_routes(board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat) -> None:
    """Remove newly claimed routes from the plan, and the tickets they complete from its goals.

    The stored gain of drawing tickets is kept, although it may have changed.
    """
    for word in range(2):
        rest = view.routes[seat, word] & ~workspace.own[word]
        workspace.routes[word] &= ~rest
        while rest:
            twin = int64(board.route_twin[64 * word + lowest(rest)])
            rest = drop_lowest(rest)
            if twin != NOTHING:  # the plan may contain the other track of the double
                workspace.routes[twin >> 6] &= ~bit(twin & 63)
        workspace.own[word] = view.routes[seat, word]
    rest = workspace.held & ~workspace.made  # a completed ticket stays so
    if rest:
        workspace.made |= joined(board, workspace.own[0], workspace.own[1], rest)
    workspace.goals &= ~workspace.made
    workspace.spaces = length_of(board, workspace.routes[0], workspace.routes[1])
    workspace.claims = count(workspace.routes[0]) + count(workspace.routes[1])


@kernel
def drop_closed_spares(view: StateRecord, workspace: Workspace) -> None:
    """Drop the spare routes that are no longer open."""
    kept = 0
    for place in range(workspace.spare_count):
        route = workspace.spares[place]
        workspace.spares[kept] = route
        kept += is_open(view, route)
    workspace.spare_count = kept


@kernel
def sort_spares(workspace: Workspace) -> None:
    """Sort the spare routes by the upper bound on their points per turn, so that only the first few are evaluated."""
    for number in range(workspace.spare_count):
        route = workspace.spares[number]
        rate = workspace.spare_bounds[route]
        spot = number
        while spot > 0 and workspace.spare_bounds[workspace.spares[spot - 1]] < rate:
            workspace.spares[spot] = workspace.spares[spot - 1]
            spot -= 1
        workspace.spares[spot] = route
    workspace.spares_sorted = 1


@kernel
def replan(board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat) -> None:
    """Make a plan and list its spare routes, sorted."""
    prepare_plan(board, view, workspace, seat)
    if not workspace.spares_sorted:
        sort_spares(workspace)


@kernel
def update_plan(board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat) -> None:
    """Update a plan to the position: incrementally while it is valid, from scratch otherwise."""
    if not is_still_valid(view, workspace, seat):
        replan(board, view, workspace, seat)
        return
    workspace.turns_left = turns_left(board, view)
    if workspace.own[0] != view.routes[seat, 0] or workspace.own[1] != view.routes[seat, 1]:
        remove_claimed_routes(board, view, workspace, seat)
    budget = turn_budget(view, workspace, seat)
    if budget < NO_LIMIT and budget < workspace.budget and 2 * workspace.claims + workspace.spaces > 2 * budget:
        replan(board, view, workspace, seat)  # too few turns are left for all of it
        return
    workspace.budget = budget
    if workspace.open[0] != view.open[0] or workspace.open[1] != view.open[1]:
        workspace.open[0] = view.open[0]
        workspace.open[1] = view.open[1]
        drop_closed_spares(view, workspace)


@kernel
def choose_second_card(board: BoardRecord, view: StateRecord, workspace: Workspace) -> Code:
    """Return the second card to draw, or 0: the targets are those of the turn, only their missing cards are updated."""
    reset_reserves(board, view, workspace)
    for place in range(workspace.target_count):
        reserve_cards(board, workspace, place)
    return choose_draw(board, view, workspace)


@kernel
def choose_keep_separately(
    board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList, seat: Seat
) -> Code:
    """Return the choice of drawn tickets with the largest gain, each ticket evaluated on its own."""
    update_plan(board, view, workspace, seat)
    assume_plan_built(board, workspace)
    gains = workspace.gains
    for position in range(view.offer_count[seat]):
        ticket = int64(view.offer[seat, position])
        gains[ticket] = gain_of_ticket(board, view, workspace, ticket)
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
def last_claim(board: BoardRecord, view: StateRecord, workspace: Workspace) -> Code:
    """Return the claim with the most points for the last turn, or 0; only planned routes are checked for tickets."""
    best, most = int64(0), int64(0)
    mask, rest, first = view.open[0], view.open[1], int64(0)
    while mask or rest:
        if not mask:
            mask, rest, first = rest, uint64(0), int64(64)
        route = first + lowest(mask)
        mask = drop_lowest(mask)
        planned = workspace.routes[route >> 6] & bit(route & 63) != 0
        if workspace.points[route] <= most and not planned and board.districts == 0:
            continue
        code = pay_any_color(board, view, workspace, route)
        if code:
            points = int64(workspace.points[route])
            if planned or board.districts:
                points = points_of_claim(board, view, workspace.seat, code)
            if points > most:
                best, most = code, points
    return best


@kernel
def rollout_move(board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList) -> Code:
    """Choose an action for the seat to move, as the planner does but faster."""
    seat = int64(view.turn)
    if view.phase == KEEP_TICKETS:
        return choose_keep_separately(board, view, workspace, listed, seat)
    if view.phase == SECOND_CARD and workspace.listed == view.turns and workspace.seat == seat:
        code = choose_second_card(board, view, workspace)
        if code:
            return code
    if view.phase == FIRST_TICKETS:
        return plan_move(board, view, workspace, listed)
    update_plan(board, view, workspace, seat)
    if view.phase == TURN and view.last_turns != NOTHING and board.technologies == 0:
        code = last_claim(board, view, workspace)
        if code:
            return code
    return follow_plan(board, view, workspace, listed, TICKET_STRIDE)
