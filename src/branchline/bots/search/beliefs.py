"""Beliefs about the tickets of the other seats, from how well each ticket fits the routes of a seat.

The weights of the features are fitted on games between planners: see tools/fit_beliefs.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.bots.planner.shortest_paths import nearest_target
from branchline.bots.planner.workspace import FAR
from branchline.bots.search.records import BELIEF_STRENGTH, TICKET_FEATURES, VIEW
from branchline.engine.kernel.bits import drop_lowest, int64, lowest
from branchline.engine.kernel.compilation import entry, kernel
from branchline.engine.kernel.layout import NOTHING, Records
from branchline.engine.rules.claims import holds

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.bots.search.records import SearchScratch
    from branchline.engine.kernel.types import BoardRecord, Floats, Mask, Seat, StateRecord, TicketId

# The features of a ticket for a seat, all but the last from the shortest path between its cities: whether it is
# completed, the share of the seat's pieces on it, the routes still missing, whether there is none left; and the
# ticket's points, relative to the mean of all tickets.
COMPLETED, SHARE_USED, MISSING, CUT_OFF, POINTS = range(TICKET_FEATURES)

OPEN_SPACE, OWN_SPACE = 1000, 1
"""The cost of a space: the shortest path has the fewest open spaces, then the fewest of the seat's own."""
MOST_LOG_WEIGHT = 40.0


@kernel
def store_path_costs(board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat) -> None:
    """Store the costs for paths over a seat's own routes and open ones."""
    for word in range(2):
        workspace.usable[word] = view.open[word] | view.routes[seat, word]
    for route in range(board.routes):
        space = OWN_SPACE if holds(view, seat, route) else OPEN_SPACE
        workspace.cost[route] = space * int64(board.route_length[route])


@kernel
def store_path_features(
    board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat, ticket: TicketId, features: Floats
) -> None:
    """Store the features of a ticket that come from the shortest path."""
    features[:] = 0.0
    city = nearest_target(board, workspace, board.ticket_a[ticket], board.ticket_b[ticket], int64(FAR))
    if city == NOTHING:
        features[CUT_OFF] = 1.0
        return
    spaces = 0.0
    while workspace.via[city] != NOTHING:
        route = workspace.via[city]
        if holds(view, seat, route):
            spaces += board.route_length[route]
        else:
            features[MISSING] += 1.0
        city = int64(board.route_a[route]) + board.route_b[route] - city
    features[COMPLETED] = 1.0 if features[MISSING] == 0.0 else 0.0
    features[SHARE_USED] = spaces / max(1.0, float(board.pieces - view.pieces[seat]))


@kernel
def store_ticket_features(
    board: BoardRecord, view: StateRecord, workspace: Workspace, scratch: SearchScratch, seat: Seat
) -> None:
    """Store the features of every ticket for a seat."""
    store_path_costs(board, view, workspace, seat)
    points = 0.0
    for ticket in range(board.tickets):
        points += board.ticket_points[ticket]
    for ticket in range(board.tickets):
        store_path_features(board, view, workspace, seat, ticket, scratch.ticket_features[ticket])
        scratch.ticket_features[ticket, POINTS] = board.ticket_points[ticket] * board.tickets / points
    workspace.ready = 0


@kernel
def store_beliefs(board: BoardRecord, scratch: SearchScratch, workspace: Workspace, seat: Seat) -> None:
    """Store how likely another seat holds each ticket.

    The model is log-linear; its weights are interpolated by the share of the seat's pieces that are on the board.
    """
    view = scratch.states[VIEW]
    store_ticket_features(board, view, workspace, scratch, seat)
    part = (board.pieces - view.pieces[seat]) / board.pieces
    for ticket in range(board.tickets):
        score = 0.0
        for feature in range(TICKET_FEATURES):
            weight = (1.0 - part) * scratch.belief_weights[0, feature] + part * scratch.belief_weights[1, feature]
            score += weight * scratch.ticket_features[ticket, feature]
        score = max(-MOST_LOG_WEIGHT, min(MOST_LOG_WEIGHT, scratch.settings[BELIEF_STRENGTH] * score))
        scratch.beliefs[seat, ticket] = np.exp(score)


@kernel
def sample_ticket(scratch: SearchScratch, seat: Seat, tickets: Mask, point: float) -> TicketId:
    """Return a ticket of a mask, sampled by the belief about a seat; `point` is uniform from 0 to below 1."""
    total = 0.0
    rest = tickets
    while rest:
        total += scratch.beliefs[seat, lowest(rest)]
        rest = drop_lowest(rest)
    point *= total
    last = int64(NOTHING)
    while tickets:
        last = lowest(tickets)
        tickets = drop_lowest(tickets)
        point -= scratch.beliefs[seat, last]
        if point < 0:
            break
    return last


@entry
def ticket_features_at(boards: Records, views: Records, scratches: Records, seat: Seat) -> None:
    """Store the features of every ticket for a seat: the input of the fit."""
    scratch = scratches[0]
    store_ticket_features(boards[0], views[0], scratch.workspaces[seat], scratch, seat)
