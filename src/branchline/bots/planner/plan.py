"""The plan of a seat: which tickets to go for, and the routes and technologies that they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.bots.planner.shortest_paths import build_network, cost_of
from branchline.bots.planner.workspace import DISTRICT, FLAG, PIECE, RISK, TECHNOLOGY, TURN, UNIT
from branchline.engine.kernel.bits import bit, count, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.layout import NONE, NOTHING
from branchline.engine.kernel.types import LENGTHS
from branchline.engine.rules.flags import flag_lacks
from branchline.engine.rules.listing import on_sale
from branchline.engine.rules.network import joined, length_of
from branchline.engine.rules.payment import store_prices, wilds_required
from branchline.engine.rules.scoring import district_points, ticket_points
from branchline.engine.rules.technologies import owns, store_claim_points

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import BoardRecord, Mask, RouteId, Seat, StateRecord, TicketId

NO_LIMIT = 16
"""A turn budget of this size or more means no limit."""


@kernel
def board_pace(board: BoardRecord) -> float:
    """Return the average points per turn on this board: all routes' points over the turns they take to claim."""
    points, turns = 0.0, 0.0
    for route in range(board.routes):
        points += board.route_points[route]
        turns += 1.0 + board.route_length[route] / 2.0
    return points / turns


@kernel
def turns_left(board: BoardRecord, view: StateRecord) -> int:
    """Estimate the turns left in the game from how soon any seat runs out of pieces."""
    if view.last_turns != NOTHING:
        return int64(1)
    least = 1000.0
    for other in range(board.players):
        to_go = max(0.0, float(view.pieces[other] - board.last_round_at))
        used = float(board.pieces - view.pieces[other])
        claims = count(view.routes[other, 0]) + count(view.routes[other, 1])
        # The mean length of a claim: the seat's own claims, with a prior of three claims of three spaces.
        usual = (used + 9.0) / (claims + 3.0)
        draws = max(0.0, to_go - 0.8 * view.hand_count[other]) / 2.0
        least = min(least, draws + to_go / usual)
    return int64(least) + 1


@kernel
def wilds_to_pay(board: BoardRecord, view: StateRecord, seat: Seat, technologies: int) -> int:
    """Return the wilds that a seat still has to pay for a set of technologies, or -1 if one is sold out."""
    cost = int64(0)
    for technology in range(board.technologies):
        if (technologies >> technology) & 1 and not owns(view, seat, technology):
            if not on_sale(board, view, seat, technology):
                return int64(-1)
            cost += board.technology_cost[technology]
    return cost


@kernel
def route_value(board: BoardRecord, view: StateRecord, workspace: Workspace, route: RouteId) -> float:
    """Return the points that a claim scores at once, plus its share of a flag (C4, K9, F3)."""
    points = float(workspace.points[route])
    if flag_lacks(board, view, workspace.seat, board.route_color[route]):
        points += workspace.settings[FLAG] * board.flag_points / 3.0
    return points


@kernel
def route_cost(
    board: BoardRecord,
    view: StateRecord,
    workspace: Workspace,
    seat: Seat,
    route: RouteId,
    wanted: int,
) -> int:
    """Return the cost of a route in points (turns and pieces, less its own points), or -1 if it is out of reach."""
    missing = int64(board.route_needs[route]) & ~wanted
    wilds = np.float64(wilds_required(board, route))
    if missing:
        extra = wilds_to_pay(board, view, seat, missing)
        if extra < 0:
            return int64(-1)
        wilds += extra * workspace.settings[TECHNOLOGY]
    length = float(board.route_length[route])
    turns = 1.0 + (workspace.cards[route] + wilds) / 2.0
    cost = workspace.pace * (workspace.settings[TURN] * turns + workspace.settings[PIECE] * length)
    cost -= route_value(board, view, workspace, route)
    return int64(UNIT * max(cost, 0.2 * length + 0.3))


@inline
def prices_change(board: BoardRecord) -> bool:
    """Return whether the prices of routes change during a game: with technologies and flags (K9, K18, F3)."""
    return board.technologies != 0 or board.flag_colors != 0


@kernel
def store_price(board: BoardRecord, workspace: Workspace, route: RouteId, price: int) -> None:
    """Store the price of a route, and the highest price per turn."""
    workspace.price[route] = price
    workspace.dearest = max(workspace.dearest, price / (1.0 + 0.5 * board.route_length[route]))


@kernel
def store_changing_prices(
    board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat, wanted: int
) -> tuple[Mask, Mask]:
    """Compute the prices of the usable routes for a seat that owns, or plans to buy, these technologies.

    Return the routes that are out of reach, as two masks.
    """
    beyond_0, beyond_1 = uint64(0), uint64(0)
    workspace.dearest = 0.0
    for route in range(board.routes):
        mark = bit(route & 63)
        if workspace.usable[route >> 6] & mark == 0:
            continue
        price = route_cost(board, view, workspace, seat, route, wanted)
        store_price(board, workspace, route, price)
        if price < 0:
            if route < 64:
                beyond_0 |= mark
            else:
                beyond_1 |= mark
    return beyond_0, beyond_1


@kernel
def store_route_costs(board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat, wanted: int) -> None:
    """Store the routes that a seat can use, and their prices if it owns, or plans to buy, these technologies."""
    most = min(int64(view.pieces[seat]), LENGTHS - 1)
    open_0, open_1 = view.open[0] & board.of_length_upto[most, 0], view.open[1] & board.of_length_upto[most, 1]
    own_0, own_1 = view.routes[seat, 0], view.routes[seat, 1]
    if prices_change(board):
        workspace.usable[0], workspace.usable[1] = open_0, open_1
        beyond_0, beyond_1 = store_changing_prices(board, view, workspace, seat, wanted)
        open_0 &= ~beyond_0
        open_1 &= ~beyond_1
        workspace.known_paths = 0
    elif (
        workspace.usable[0] != open_0 | own_0
        or workspace.usable[1] != open_1 | own_1
        or workspace.free[0] != own_0
        or workspace.free[1] != own_1
    ):
        workspace.known_paths = 0
    workspace.usable[0], workspace.usable[1] = open_0 | own_0, open_1 | own_1
    workspace.free[0], workspace.free[1] = own_0, own_1


@kernel
def needs_of(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> Mask:
    """Return the technologies that a set of routes needs, as a mask."""
    needs = int64(0)
    while routes_0:
        needs |= board.route_needs[lowest(routes_0)]
        routes_0 = drop_lowest(routes_0)
    while routes_1:
        needs |= board.route_needs[64 + lowest(routes_1)]
        routes_1 = drop_lowest(routes_1)
    return needs


@kernel
def value_of_tickets(board: BoardRecord, workspace: Workspace, goals: Mask, claims: int) -> float:
    """Return the expected gain of completing tickets (won instead of lost), less the risk of being blocked."""
    return 2.0 * ticket_points(board, goals) * max(0.2, 1.0 - workspace.settings[RISK] * claims)


@kernel
def value_of_districts(board: BoardRecord, workspace: Workspace) -> float:
    """Return the points of the districts that the network would newly connect (E4)."""
    after = district_points(board, workspace.own[0] | workspace.network[0], workspace.own[1] | workspace.network[1])
    return workspace.settings[DISTRICT] * (after - district_points(board, workspace.own[0], workspace.own[1]))


@kernel
def value_of_goals(board: BoardRecord, view: StateRecord, workspace: Workspace, goals: Mask) -> float:
    """Build a network for tickets and return its value, hugely negative if pieces or turns do not suffice."""
    reached = build_network(board, workspace, goals)
    if reached != goals:
        return -1e9
    spaces = length_of(board, workspace.network[0], workspace.network[1])
    claims = count(workspace.network[0]) + count(workspace.network[1])
    if spaces > view.pieces[workspace.seat]:
        return -1e8 - spaces
    if workspace.budget < NO_LIMIT and 2 * claims + spaces > 2 * workspace.budget:
        return -1e7 - claims
    worth = value_of_tickets(board, workspace, goals, claims) + value_of_districts(board, workspace)
    return worth - cost_of(workspace, workspace.network[0], workspace.network[1]) / UNIT


@kernel
def is_doubtful(board: BoardRecord, workspace: Workspace, ticket: TicketId, worth: float) -> bool:
    """Return whether to consider dropping a ticket: the plan is infeasible, or its path costs more than its points."""
    return worth < -1e6 or 2.0 * board.ticket_points[ticket] * UNIT < workspace.reach[ticket]


@kernel
def store_best_network(workspace: Workspace) -> None:
    """Store the network as the best one so far."""
    workspace.best_network[0] = workspace.network[0]
    workspace.best_network[1] = workspace.network[1]


@kernel
def worst_goal(
    board: BoardRecord, view: StateRecord, workspace: Workspace, goals: Mask, worth: float
) -> tuple[int, float]:
    """Return the ticket to drop for the best plan (or -1) and its value; store its network as the best one."""
    best, dropped = worth, int64(NOTHING)
    rest = goals
    while rest:
        ticket = lowest(rest)
        rest = drop_lowest(rest)
        if is_doubtful(board, workspace, ticket, worth):
            other = value_of_goals(board, view, workspace, goals & ~bit(ticket))
            if other > best:
                best, dropped = other, ticket
                store_best_network(workspace)
    return dropped, best


@kernel
def best_goals(board: BoardRecord, view: StateRecord, workspace: Workspace, goals: Mask) -> float:
    """Drop tickets one by one while that improves the plan; leave the network of the rest and return its value."""
    worth = value_of_goals(board, view, workspace, goals)
    if worth <= -1e9:
        goals = build_network(board, workspace, goals)
        worth = value_of_goals(board, view, workspace, goals)
    store_best_network(workspace)
    while goals:
        dropped, best = worst_goal(board, view, workspace, goals, worth)
        if dropped == NOTHING:
            break
        goals &= ~bit(dropped)
        worth = best
    workspace.goals = goals
    workspace.network[0] = workspace.best_network[0]
    workspace.network[1] = workspace.best_network[1]
    return worth


@kernel
def plan_for(board: BoardRecord, view: StateRecord, workspace: Workspace, tickets: Mask) -> float:
    """Plan for a set of tickets, held or offered, and return the value of the plan."""
    seat = workspace.seat
    made = joined(board, view.routes[seat, 0], view.routes[seat, 1], tickets)
    workspace.made = made
    owned = int64(view.technologies[seat])
    store_route_costs(board, view, workspace, seat, owned)
    worth = best_goals(board, view, workspace, tickets & ~made)
    wanted = needs_of(board, workspace.network[0], workspace.network[1]) & ~owned
    if wanted:  # a technology bought for one route opens others too
        store_route_costs(board, view, workspace, seat, owned | wanted)
        worth = best_goals(board, view, workspace, tickets & ~made)
        wanted = needs_of(board, workspace.network[0], workspace.network[1]) & ~owned
        worth -= workspace.pace * 0.5 * workspace.settings[TECHNOLOGY] * wilds_to_pay(board, view, seat, wanted)
    workspace.wanted = wanted
    return worth


@kernel
def is_current(view: StateRecord, workspace: Workspace, seat: Seat, budget: int) -> bool:
    """Return whether the stored plan was made for exactly this position."""
    return (
        workspace.ready != 0
        and workspace.seat == seat
        and workspace.own[0] == view.routes[seat, 0]
        and workspace.own[1] == view.routes[seat, 1]
        and workspace.open[0] == view.open[0]
        and workspace.open[1] == view.open[1]
        and workspace.held == view.held[seat]
        and workspace.technologies == int64(view.technologies[seat])
        and workspace.budget == budget
    )


@kernel
def turn_budget(view: StateRecord, workspace: Workspace, seat: Seat) -> int:
    """Return the turns available for claims, counting the cards in hand as turns saved."""
    return min(workspace.turns_left + int64(view.hand_count[seat]) * 2 // 5, int64(NO_LIMIT))


@kernel
def store_position(board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat) -> None:
    """Store the position that the plan is made for."""
    if workspace.ready == 0:
        workspace.pace = board_pace(board)
    workspace.turns_left = turns_left(board, view)
    workspace.budget = turn_budget(view, workspace, seat)
    workspace.seat = seat
    for word in range(2):
        workspace.own[word] = view.routes[seat, word]
        workspace.open[word] = view.open[word]
    workspace.held = view.held[seat]
    if workspace.ready == 0 or workspace.technologies != int64(view.technologies[seat]):
        store_claim_points(board, view, seat, workspace.points)
        store_prices(board, view, seat, workspace.cards)
        workspace.known_paths = 0
        if not prices_change(board):
            workspace.dearest = 0.0
            for route in range(board.routes):
                price = route_cost(board, view, workspace, seat, route, NONE)
                store_price(board, workspace, route, price)
    workspace.technologies = int64(view.technologies[seat])
    workspace.ready = 1
    workspace.ticket_gain = np.nan


@kernel
def make_plan(board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat) -> bool:
    """Plan for the held tickets unless the stored plan is current; return whether a new plan was made."""
    workspace.turns_left = turns_left(board, view)
    if is_current(view, workspace, seat, turn_budget(view, workspace, seat)):
        return False
    store_position(board, view, workspace, seat)
    workspace.worth = plan_for(board, view, workspace, view.held[seat])
    workspace.routes[0] = workspace.network[0]
    workspace.routes[1] = workspace.network[1]
    workspace.spaces = length_of(board, workspace.network[0], workspace.network[1])
    workspace.claims = count(workspace.network[0]) + count(workspace.network[1])
    return True
