"""What a set of routes joins, and the longest path over it (P6, E3, E4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.bits import bit, count, drop_lowest, int64, lowest, uint64
from branchline.engine.compilation import inline, kernel
from branchline.engine.layout import NONE, NOTHING

if TYPE_CHECKING:
    from branchline.engine.kernel_types import BoardRecord, CityId, Mask, Seat, StateRecord


@kernel
def part_of(board: BoardRecord, routes_0: Mask, routes_1: Mask, cities: Mask) -> tuple[int, int, int]:
    """Return all places that routes join to these places, and the routes used, as masks."""
    used_0, used_1 = uint64(0), uint64(0)
    frontier = cities
    while frontier:
        city = lowest(frontier)
        frontier = drop_lowest(frontier)
        new_0 = board.city_routes[city, 0] & routes_0 & ~used_0
        new_1 = board.city_routes[city, 1] & routes_1 & ~used_1
        used_0 |= new_0
        used_1 |= new_1
        reached = ends_of(board, new_0, NONE) | ends_of(board, new_1, int64(64))
        frontier |= reached & ~cities
        cities |= reached
    return cities, used_0, used_1


@inline
def ends_of(board: BoardRecord, routes: Mask, first: int) -> Mask:
    """Return the ends of up to 64 routes, the first of which has the number `first`, as a mask."""
    ends = uint64(0)
    while routes:
        route = first + lowest(routes)
        routes = drop_lowest(routes)
        ends |= bit(board.route_a[route]) | bit(board.route_b[route])
    return ends


@inline
def start_of(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> Mask:
    """Return one end of the first of these routes, as a mask."""
    route = lowest(routes_0) if routes_0 else 64 + lowest(routes_1)
    return bit(board.route_a[route])


@kernel
def joined(board: BoardRecord, routes_0: Mask, routes_1: Mask, tickets: Mask) -> Mask:
    """Return which of these tickets the routes complete, as a mask (P6)."""
    made = uint64(0)
    while routes_0 or routes_1:
        cities, used_0, used_1 = part_of(board, routes_0, routes_1, start_of(board, routes_0, routes_1))
        routes_0 &= ~used_0
        routes_1 &= ~used_1
        left = tickets & ~made
        while left:
            ticket = lowest(left)
            left = drop_lowest(left)
            if cities & board.ticket_a[ticket] and cities & board.ticket_b[ticket]:
                made |= bit(ticket)
    return made


@kernel
def completed_tickets(board: BoardRecord, state: StateRecord, seat: Seat) -> Mask:
    """Return which of a seat's tickets are completed, as a mask (P6)."""
    return joined(board, state.routes[seat, 0], state.routes[seat, 1], state.held[seat])


@kernel
def joined_districts(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> Mask:
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


# -- the longest path --------------------------------------------------------------------------


@inline
def length_of(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> int:
    """Return the spaces of all these routes together."""
    total = 0
    while routes_0:
        total += board.route_length[lowest(routes_0)]
        routes_0 = drop_lowest(routes_0)
    while routes_1:
        total += board.route_length[64 + lowest(routes_1)]
        routes_1 = drop_lowest(routes_1)
    return total


@inline
def odd_places(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> Mask:
    """Return the places where an odd number of these routes end, as a mask."""
    odd = uint64(0)
    while routes_0:
        route = lowest(routes_0)
        routes_0 = drop_lowest(routes_0)
        odd ^= bit(board.route_a[route]) ^ bit(board.route_b[route])
    while routes_1:
        route = 64 + lowest(routes_1)
        routes_1 = drop_lowest(routes_1)
        odd ^= bit(board.route_a[route]) ^ bit(board.route_b[route])
    return odd


DEAR = int64(1 << 20)
"""The price of a place with no route to leave out: it must be an end of the trail."""


@inline
def shortest_at(board: BoardRecord, city: CityId, loose_0: Mask, loose_1: Mask) -> int:
    """Return the length of the shortest loose route at a place."""
    at_0 = board.city_routes[city, 0] & loose_0
    at_1 = board.city_routes[city, 1] & loose_1
    shortest = DEAR
    while at_0:
        shortest = min(shortest, board.route_length[lowest(at_0)])
        at_0 = drop_lowest(at_0)
    while at_1:
        shortest = min(shortest, board.route_length[64 + lowest(at_1)])
        at_1 = drop_lowest(at_1)
    return shortest


@kernel
def cost_to_mend(board: BoardRecord, city: CityId, odd: Mask, loose_0: Mask, loose_1: Mask) -> int:
    """Return the spaces left out at least to mend an odd place: a way to another odd place, or its first two steps."""
    at_0 = board.city_routes[city, 0] & loose_0
    at_1 = board.city_routes[city, 1] & loose_1
    least = DEAR
    while at_0 or at_1:
        if at_0:
            route = lowest(at_0)
            at_0 = drop_lowest(at_0)
        else:
            route = 64 + lowest(at_1)
            at_1 = drop_lowest(at_1)
        other = board.route_a[route] + board.route_b[route] - city
        way = board.route_length[route]
        if way < least and not odd & bit(other):
            next_0 = loose_0 & ~bit(route) if route < 64 else loose_0
            next_1 = loose_1 & ~bit(route - 64) if route >= 64 else loose_1
            way += shortest_at(board, other, next_0, next_1)
        least = min(least, way)
    return least


@kernel
def follow(board: BoardRecord, place: CityId, length: int, routes_0: Mask, routes_1: Mask, best: int) -> int:
    """Follow every trail from a place and return the longest length: quick where there is hardly a loop."""
    best = max(best, length)
    at_0 = board.city_routes[place, 0] & routes_0
    at_1 = board.city_routes[place, 1] & routes_1
    while at_0:
        route = lowest(at_0)
        at_0 = drop_lowest(at_0)
        other = board.route_a[route] + board.route_b[route] - place
        best = follow(board, other, length + board.route_length[route], routes_0 & ~bit(route), routes_1, best)
    while at_1:
        spot = lowest(at_1)
        at_1 = drop_lowest(at_1)
        route = 64 + spot
        other = board.route_a[route] + board.route_b[route] - place
        best = follow(board, other, length + board.route_length[route], routes_0, routes_1 & ~bit(spot), best)
    return best


@kernel
def costliest(board: BoardRecord, odd: Mask, ends: Mask, loose_0: Mask, loose_1: Mask) -> tuple[int, int]:
    """Return the odd place that is dearest to mend, and the spaces that mending must leave out at least.

    A trail leaves out a way from each of these places to another, but for its two ends: the dearest, as long as they
    are not known. A way serves two places, hence the half.
    """
    total, first, second = NONE, NOTHING, NOTHING
    place = NOTHING
    places = odd & ~ends
    spared = 2 - count(ends)
    while places:
        city = lowest(places)
        places = drop_lowest(places)
        cost = cost_to_mend(board, city, odd, loose_0, loose_1)
        total += cost
        if cost > first:
            first, second, place = cost, first, city
        elif cost > second:
            second = cost
    if spared > 0:
        total -= max(NONE, first)
    if spared > 1:
        total -= max(NONE, second)
    return place, (total + 1) >> 1


@kernel
def mend(
    board: BoardRecord, routes_0: Mask, routes_1: Mask, ends: Mask, best: int, loose_0: Mask, loose_1: Mask
) -> int:
    """Leave out the cheapest routes until one trail uses all that remain; return its length if more than `best`.

    Euler: connected routes are one trail when at most two places are odd. At an odd place, the trail ends or one of
    its loose routes is left out; what was tried at this place is no longer loose, so that nothing is tried twice.
    """
    total = length_of(board, routes_0, routes_1)
    if total <= best:
        return best
    odd = odd_places(board, routes_0, routes_1)
    if count(odd) <= 2:
        return total
    loose_0 &= routes_0
    loose_1 &= routes_1
    place, left_out = costliest(board, odd, ends, loose_0, loose_1)
    if total - left_out <= best:
        return best
    at_0 = board.city_routes[place, 0] & loose_0
    at_1 = board.city_routes[place, 1] & loose_1
    if count(ends) < 2:
        best = mend(board, routes_0, routes_1, ends | bit(place), best, loose_0 & ~at_0, loose_1 & ~at_1)
    while at_0 or at_1:
        if at_0:
            route = lowest(at_0)
            at_0 = drop_lowest(at_0)
            loose_0 &= ~bit(route)
        else:
            route = 64 + lowest(at_1)
            at_1 = drop_lowest(at_1)
            loose_1 &= ~bit(route - 64)
        rest_0 = routes_0 & ~bit(route) if route < 64 else routes_0
        rest_1 = routes_1 & ~bit(route - 64) if route >= 64 else routes_1
        a, b = bit(board.route_a[route]), bit(board.route_b[route])
        cities, part_0, part_1 = part_of(board, rest_0, rest_1, a)
        best = mend(board, part_0, part_1, ends & cities, best, loose_0, loose_1)
        if not cities & b:  # it has come apart
            cities, part_0, part_1 = part_of(board, rest_0, rest_1, b)
            best = mend(board, part_0, part_1, ends & cities, best, loose_0, loose_1)
    return best


@kernel
def longest_in_part(board: BoardRecord, cities: Mask, routes_0: Mask, routes_1: Mask, best: int) -> int:
    """Return the longest path over connected routes, if longer than `best` (E3)."""
    loops = count(routes_0) + count(routes_1) - count(cities) + 1
    if loops > 1:
        return mend(board, routes_0, routes_1, uint64(0), best, routes_0, routes_1)
    if length_of(board, routes_0, routes_1) <= best:
        return best
    # A longest trail that is not closed starts at an odd place: an end with an unused route could be prolonged.
    odd = odd_places(board, routes_0, routes_1)
    if count(odd) <= 2:
        return length_of(board, routes_0, routes_1)
    while odd:
        best = follow(board, lowest(odd), NONE, routes_0, routes_1, best)
        odd = drop_lowest(odd)
    return best


@kernel
def longest_path(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> int:
    """Return the spaces of the longest continuous path over a set of routes (E3)."""
    best = int64(0)
    while routes_0 or routes_1:
        cities, used_0, used_1 = part_of(board, routes_0, routes_1, start_of(board, routes_0, routes_1))
        best = longest_in_part(board, cities, used_0, used_1, best)
        routes_0 &= ~used_0
        routes_1 &= ~used_1
    return best
