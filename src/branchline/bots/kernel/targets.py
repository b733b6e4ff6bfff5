"""What a seat collects cards for: the plan's routes, then the best others for the pieces to spare."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.boards.board import GRAY, WILD
from branchline.bots.kernel.desk import CONTEST, FILLER, LATE_CARDS
from branchline.engine.jit import kernel, lowest
from branchline.engine.layout import KINDS, NOTHING, Record
from branchline.engine.rules.claims import bit, is_open

MOST_FILLERS = 4
SLOW_FROM = 8
"""With fewer turns left than this, cards in hand are worth less and less."""


@kernel
def best_kind(board: Record, desk: Record, route: Any) -> Any:
    """Return the colour that pays for a route with the fewest cards missing: for gray, the one held most."""
    if board.route_color[route] != GRAY:
        return np.int64(board.route_color[route])
    best = np.int64(0)
    for kind in range(1, board.colors):
        if desk.hand[kind] > desk.hand[best]:
            best = np.int64(kind)
    return best


@kernel
def missing_for(board: Record, desk: Record, route: Any, kind: Any) -> Any:
    """Return how many cards a route lacks, wilds not counted."""
    cost = desk.cards[route]
    return cost - min(desk.hand[kind], cost - board.route_ferry[route])


@kernel
def better_track(board: Record, view: Record, desk: Record, route: Any) -> Any:
    """Return the track of a double that lacks fewer cards; the route itself where it stands alone."""
    twin = np.int64(board.route_twin[route])
    if twin == NOTHING or not is_open(view, twin):
        return np.int64(route)
    here = missing_for(board, desk, route, best_kind(board, desk, route))
    there = missing_for(board, desk, twin, best_kind(board, desk, twin))
    return twin if there < here else np.int64(route)


@kernel
def contest(board: Record, view: Record, seat: Any, route: Any) -> Any:
    """Return how likely others are to want a route, from 0 on: their tracks at its ends, and its being short."""
    ends_0 = board.city_routes[board.route_a[route], 0] | board.city_routes[board.route_b[route], 0]
    ends_1 = board.city_routes[board.route_a[route], 1] | board.city_routes[board.route_b[route], 1]
    rivals = 0.0
    for other in range(board.players):
        if other != seat and (view.routes[other, 0] & ends_0 or view.routes[other, 1] & ends_1):
            rivals += 1.0
    twin = board.route_twin[route]
    if twin != NOTHING and board.doubles_open and is_open(view, twin):
        rivals *= 0.3
    return rivals


@kernel
def add_target(board: Record, desk: Record, route: Any, weight: Any) -> None:
    """Put a route on the list and set aside the cards it can use."""
    kind = best_kind(board, desk, route)
    missing = missing_for(board, desk, route, kind)
    place = desk.target_count
    desk.targets[place] = route
    desk.target_kind[place] = kind
    desk.target_missing[place] = missing
    desk.target_weight[place] = weight
    desk.target_count = place + 1
    desk.hand[kind] -= min(desk.hand[kind], desk.cards[route] - board.route_ferry[route])


@kernel
def next_planned(board: Record, view: Record, desk: Record, settings: Any, routes_0: Any, routes_1: Any) -> Any:
    """Return the planned route to see to next, on its better track, and its weight: near done, and contested."""
    best, chosen, most = np.int64(NOTHING), np.int64(NOTHING), -1.0
    first = np.int64(0)
    while routes_0 or routes_1:
        if not routes_0:
            routes_0, routes_1, first = routes_1, np.uint64(0), np.int64(64)
        route = first + lowest(routes_0)
        routes_0 &= routes_0 - np.uint64(1)
        track = better_track(board, view, desk, route)
        missing = missing_for(board, desk, track, best_kind(board, desk, track))
        weight = (1.0 + settings[CONTEST] * contest(board, view, desk.seat, track)) / (1.0 + 0.25 * missing)
        if weight > most:
            best, chosen, most = route, track, weight
    return best, chosen, most


@kernel
def list_planned(board: Record, view: Record, desk: Record, settings: Any) -> None:
    """List the plan's routes, the most pressing first."""
    routes_0, routes_1 = desk.routes[0], desk.routes[1]
    while routes_0 or routes_1:
        route, track, weight = next_planned(board, view, desk, settings, routes_0, routes_1)
        add_target(board, desk, track, 1.0 + weight)
        if route < 64:
            routes_0 &= ~bit(route)
        else:
            routes_1 &= ~bit(route - 64)
    desk.planned_count = desk.target_count


@kernel
def filler_rate(board: Record, desk: Record, settings: Any, place: Any) -> Any:
    """Return the points a turn that a route beside the plan brings."""
    route = desk.fillers[place]
    missing = missing_for(board, desk, route, best_kind(board, desk, route))
    needed = 1.0 + 0.5 * (missing + board.route_ferry[route])
    if needed > desk.turns_left + 0.5:
        return 0.0
    # Late in the game the cards in hand have no other use.
    late = min(1.0, desk.turns_left / SLOW_FROM)
    return desk.filler_points[place] / (needed + 0.5 * settings[LATE_CARDS] * late * (desk.cards[route] - missing))


@kernel
def best_filler(board: Record, desk: Record, settings: Any, spare: Any) -> Any:
    """Return the place of the best filler not yet a target, and its rate, or -1."""
    best, most = np.int64(NOTHING), 0.0
    for place in range(desk.filler_count):
        route = desk.fillers[place]
        if board.route_length[route] <= spare and not is_target(board, desk, route):
            rate = filler_rate(board, desk, settings, place)
            if rate > most:
                best, most = np.int64(place), rate
    return best, most


@kernel
def is_target(board: Record, desk: Record, route: Any) -> Any:
    """Tell whether a route, or the track beside it, is on the list already."""
    twin = board.route_twin[route]
    for place in range(desk.planned_count, desk.target_count):
        if desk.targets[place] == route or desk.targets[place] == twin:
            return True
    return False


@kernel
def list_fillers(board: Record, view: Record, desk: Record, settings: Any) -> None:
    """List the best routes for the pieces that the plan leaves."""
    spare = np.int64(view.pieces[desk.seat]) - desk.spaces
    for _ in range(MOST_FILLERS):
        if spare <= 0:
            return
        place, rate = best_filler(board, desk, settings, spare)
        if place == NOTHING:
            return
        route = desk.fillers[place]
        add_target(board, desk, route, settings[FILLER] * min(2.0, rate / desk.pace))
        spare -= board.route_length[route]


@kernel
def list_targets(board: Record, view: Record, desk: Record, settings: Any) -> None:
    """List what to collect for, setting the hand's cards aside for each in turn."""
    for kind in range(KINDS):
        desk.hand[kind] = view.hands[desk.seat, kind]
    desk.hand[WILD] = 0
    desk.target_count = 0
    list_planned(board, view, desk, settings)
    list_fillers(board, view, desk, settings)
