"""Cheapest ways over open and own routes, and the network that joins a set of tickets."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.bots.planner.workspace import FAR, MOST_ORDERS
from branchline.engine.compilation import kernel, lowest
from branchline.engine.layout import NOTHING, Record
from branchline.engine.rules.claims import bit


@kernel
def nearest(desk: Record, waiting: Any) -> Any:
    """Return the waiting place with the smallest distance."""
    best, least = np.int64(0), np.int64(FAR)
    while waiting:
        city = lowest(waiting)
        waiting &= waiting - np.uint64(1)
        if desk.distance[city] < least:
            best, least = city, desk.distance[city]
    return best


@kernel
def relax(board: Record, desk: Record, city: Any, routes: Any, first: Any) -> Any:
    """Shorten the distances over up to 64 routes at a place; return the places that changed, as a mask."""
    changed = np.uint64(0)
    so_far = desk.distance[city]
    while routes:
        route = first + lowest(routes)
        routes &= routes - np.uint64(1)
        other = np.int64(board.route_a[route]) + board.route_b[route] - city
        distance = so_far + desk.cost[route]
        if distance < desk.distance[other]:
            desk.distance[other] = distance
            desk.via[other] = route
            changed |= bit(other)
    return changed


@kernel
def spread(board: Record, desk: Record, sources: Any, targets: Any, limit: Any) -> Any:
    """Fill the distances from a set of places; return the first target reached, or -1 if none within the limit."""
    for city in range(board.cities):
        desk.distance[city] = FAR
    waiting = sources
    rest = sources
    while rest:
        city = lowest(rest)
        rest &= rest - np.uint64(1)
        desk.distance[city] = 0
        desk.via[city] = NOTHING
    while waiting:
        city = nearest(desk, waiting)
        waiting &= ~bit(city)
        if targets & bit(city) != 0:
            return city
        if desk.distance[city] > limit:
            return np.int64(NOTHING)
        changed = relax(board, desk, city, board.city_routes[city, 0] & desk.usable[0], 0)
        changed |= relax(board, desk, city, board.city_routes[city, 1] & desk.usable[1], 64)
        waiting |= changed
    return np.int64(NOTHING)


@kernel
def lay_way(board: Record, desk: Record, city: Any) -> None:
    """Add the way that leads to a place to the network being laid; its routes are free from then on."""
    while desk.via[city] != NOTHING:
        route = desk.via[city]
        if desk.cost[route] > 0:
            desk.laid[route >> 6] |= bit(route & 63)
            desk.cost[route] = 0
        city = np.int64(board.route_a[route]) + board.route_b[route] - city


@kernel
def begin_network(board: Record, desk: Record) -> None:
    """Start again from what the seat holds: its own routes cost nothing."""
    for route in range(board.routes):
        desk.cost[route] = desk.price[route]
    desk.laid[:] = 0


@kernel
def join_in_order(board: Record, desk: Record, number: Any, start: Any) -> None:
    """Join the listed tickets one after another, beginning at a place of the list."""
    begin_network(board, desk)
    for step in range(number):
        ticket = desk.order[(start + step) % number]
        end = spread(board, desk, board.ticket_a[ticket], board.ticket_b[ticket], FAR)
        if end != NOTHING:
            lay_way(board, desk, end)


@kernel
def price_of(desk: Record, routes_0: Any, routes_1: Any) -> Any:
    """Return what a set of routes costs."""
    total = np.int64(0)
    while routes_0:
        total += desk.price[lowest(routes_0)]
        routes_0 &= routes_0 - np.uint64(1)
    while routes_1:
        total += desk.price[64 + lowest(routes_1)]
        routes_1 &= routes_1 - np.uint64(1)
    return total


@kernel
def list_by_distance(board: Record, desk: Record, tickets: Any) -> Any:
    """List the tickets that can be joined at all, the furthest first; return how many."""
    begin_network(board, desk)
    number = 0
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - np.uint64(1)
        end = spread(board, desk, board.ticket_a[ticket], board.ticket_b[ticket], FAR)
        if end == NOTHING:
            continue
        desk.reach[ticket] = desk.distance[end]
        place = number
        while place > 0 and desk.reach[desk.order[place - 1]] < desk.reach[ticket]:
            desk.order[place] = desk.order[place - 1]
            place -= 1
        desk.order[place] = ticket
        number += 1
    return number


@kernel
def lay_network(board: Record, desk: Record, tickets: Any) -> Any:
    """Lay the cheapest network found that joins the tickets; return those that can be joined, as a mask."""
    number = list_by_distance(board, desk, tickets)
    joined = np.uint64(0)
    for place in range(number):
        joined |= bit(desk.order[place])
    if number == 0:
        begin_network(board, desk)
        return joined
    best_0, best_1, least = np.uint64(0), np.uint64(0), np.int64(FAR)
    for start in range(min(number, MOST_ORDERS)):
        join_in_order(board, desk, number, start)
        total = price_of(desk, desk.laid[0], desk.laid[1])
        if total < least:
            best_0, best_1, least = desk.laid[0], desk.laid[1], total
    desk.laid[0] = best_0
    desk.laid[1] = best_1
    return joined
