"""What a set of routes joins, and the longest path over it (P6, E3, E4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.engine.jit import count, inline, kernel, lowest
from branchline.engine.layout import NONE, Record
from branchline.engine.rules.claims import bit


@kernel
def part_of(board: Record, routes_0: Any, routes_1: Any, cities: Any) -> Any:
    """Return all places that routes join to these places, and the routes used, as masks."""
    used_0, used_1 = np.uint64(0), np.uint64(0)
    frontier = cities
    while frontier:
        city = lowest(frontier)
        frontier &= frontier - np.uint64(1)
        new_0 = board.city_routes[city, 0] & routes_0 & ~used_0
        new_1 = board.city_routes[city, 1] & routes_1 & ~used_1
        used_0 |= new_0
        used_1 |= new_1
        reached = ends_of(board, new_0, NONE) | ends_of(board, new_1, np.int64(64))
        frontier |= reached & ~cities
        cities |= reached
    return cities, used_0, used_1


@inline
def ends_of(board: Record, routes: Any, first: Any) -> Any:
    """Return the ends of up to 64 routes, the first of which has the number `first`, as a mask."""
    ends = np.uint64(0)
    while routes:
        route = first + lowest(routes)
        routes &= routes - np.uint64(1)
        ends |= bit(board.route_a[route]) | bit(board.route_b[route])
    return ends


@inline
def start_of(board: Record, routes_0: Any, routes_1: Any) -> Any:
    """Return one end of the first of these routes, as a mask."""
    route = lowest(routes_0) if routes_0 else 64 + lowest(routes_1)
    return bit(board.route_a[route])


@kernel
def joined(board: Record, routes_0: Any, routes_1: Any, tickets: Any) -> Any:
    """Return which of these tickets the routes complete, as a mask (P6)."""
    made = np.uint64(0)
    while routes_0 or routes_1:
        cities, used_0, used_1 = part_of(board, routes_0, routes_1, start_of(board, routes_0, routes_1))
        routes_0 &= ~used_0
        routes_1 &= ~used_1
        left = tickets & ~made
        while left:
            ticket = lowest(left)
            left &= left - np.uint64(1)
            if cities & board.ticket_a[ticket] and cities & board.ticket_b[ticket]:
                made |= bit(ticket)
    return made


@kernel
def completed_tickets(board: Record, state: Record, seat: Any) -> Any:
    """Return which of a seat's tickets are completed, as a mask (P6)."""
    return joined(board, state.routes[seat, 0], state.routes[seat, 1], state.held[seat])


@kernel
def joined_districts(board: Record, routes_0: Any, routes_1: Any) -> Any:
    """Return the districts whose places the routes all join, as a mask (E4)."""
    made = 0
    while routes_0 or routes_1:
        cities, used_0, used_1 = part_of(board, routes_0, routes_1, start_of(board, routes_0, routes_1))
        routes_0 &= ~used_0
        routes_1 &= ~used_1
        for district in range(board.districts):
            if board.district_cities[district] & ~cities == 0:
                made |= 1 << district
    return made


FEW = 7
"""With no more routes than this, all trails are tried."""

# -- the longest path --------------------------------------------------------------------------


@inline
def length_of(board: Record, routes_0: Any, routes_1: Any) -> Any:
    """Return the spaces of all these routes together."""
    total = 0
    while routes_0:
        total += board.route_length[lowest(routes_0)]
        routes_0 &= routes_0 - np.uint64(1)
    while routes_1:
        total += board.route_length[64 + lowest(routes_1)]
        routes_1 &= routes_1 - np.uint64(1)
    return total


@inline
def odd_places(board: Record, routes_0: Any, routes_1: Any) -> Any:
    """Return the places where an odd number of these routes end, as a mask."""
    odd = np.uint64(0)
    while routes_0:
        route = lowest(routes_0)
        routes_0 &= routes_0 - np.uint64(1)
        odd ^= bit(board.route_a[route]) ^ bit(board.route_b[route])
    while routes_1:
        route = 64 + lowest(routes_1)
        routes_1 &= routes_1 - np.uint64(1)
        odd ^= bit(board.route_a[route]) ^ bit(board.route_b[route])
    return odd


@kernel
def shortest_at(board: Record, city: Any, routes_0: Any, routes_1: Any) -> Any:
    """Return the length of the shortest of these routes at a place."""
    at_0 = board.city_routes[city, 0] & routes_0
    at_1 = board.city_routes[city, 1] & routes_1
    shortest = np.int64(1 << 20)
    while at_0:
        shortest = min(shortest, np.int64(board.route_length[lowest(at_0)]))
        at_0 &= at_0 - np.uint64(1)
    while at_1:
        shortest = min(shortest, np.int64(board.route_length[64 + lowest(at_1)]))
        at_1 &= at_1 - np.uint64(1)
    return shortest


@kernel
def must_be_left(board: Record, places: Any, spared: Any, routes_0: Any, routes_1: Any) -> Any:
    """Return the spaces that parity leaves unused: a route at each of these places, all but the `spared` longest.

    A route left out serves two places at most, hence the half.
    """
    total, longest, second = np.int64(0), np.int64(0), np.int64(0)
    while places:
        city = lowest(places)
        places &= places - np.uint64(1)
        shortest = shortest_at(board, city, routes_0, routes_1)
        total += shortest
        if shortest > longest:
            longest, second = shortest, longest
        elif shortest > second:
            second = shortest
    total -= longest if spared == 1 else longest + second
    return (total + 1) >> 1


@kernel
def best_ahead(board: Record, place: Any, routes_0: Any, routes_1: Any) -> Any:
    """Return an upper bound for what a trail standing at a place can still add."""
    _, reach_0, reach_1 = part_of(board, routes_0, routes_1, bit(place))
    total = length_of(board, reach_0, reach_1)
    # The trail leaves its place once more than it comes back to it, so an even place here is odd for it.
    odd = odd_places(board, reach_0, reach_1) ^ bit(place)
    return total - must_be_left(board, odd, np.int64(1), reach_0, reach_1)


@kernel
def prolong(board: Record, place: Any, length: Any, routes_0: Any, routes_1: Any, best: Any, enough: Any) -> Any:
    """Prolong a trail by every unused route in turn and return the longest found; stop at `enough`."""
    best = max(best, length)
    at_0 = board.city_routes[place, 0] & routes_0
    at_1 = board.city_routes[place, 1] & routes_1
    if best >= enough or not (at_0 or at_1):
        return best
    # The bound costs more than trying out the last few routes.
    if count(routes_0) + count(routes_1) > FEW and length + best_ahead(board, place, routes_0, routes_1) <= best:
        return best
    while at_0:
        route = lowest(at_0)
        at_0 &= at_0 - np.uint64(1)
        other = np.int64(board.route_a[route]) + board.route_b[route] - place
        more = length + board.route_length[route]
        best = prolong(board, other, more, routes_0 & ~bit(route), routes_1, best, enough)
    while at_1:
        spot = lowest(at_1)
        at_1 &= at_1 - np.uint64(1)
        route = 64 + spot
        other = np.int64(board.route_a[route]) + board.route_b[route] - place
        more = length + board.route_length[route]
        best = prolong(board, other, more, routes_0, routes_1 & ~bit(spot), best, enough)
    return best


@kernel
def longest_in_part(board: Record, routes_0: Any, routes_1: Any, best: Any) -> Any:
    """Return the longest path over connected routes, if longer than `best` (E3)."""
    total = length_of(board, routes_0, routes_1)
    if total <= best:
        return best
    # Euler: with at most two odd places one trail uses every route. Otherwise a longest trail is open,
    # and an end with an unused route could be prolonged: it starts at an odd place.
    odd = odd_places(board, routes_0, routes_1)
    if count(odd) <= 2:
        return total
    enough = total - must_be_left(board, odd, np.int64(2), routes_0, routes_1)
    while odd and best < enough:
        city = lowest(odd)
        odd &= odd - np.uint64(1)
        best = prolong(board, city, np.int64(0), routes_0, routes_1, best, enough)
    return best


@kernel
def longest_path(board: Record, routes_0: Any, routes_1: Any) -> Any:
    """Return the spaces of the longest continuous path over a set of routes (E3)."""
    best = np.int64(0)
    while routes_0 or routes_1:
        _, used_0, used_1 = part_of(board, routes_0, routes_1, start_of(board, routes_0, routes_1))
        best = longest_in_part(board, used_0, used_1, best)
        routes_0 &= ~used_0
        routes_1 &= ~used_1
    return best
