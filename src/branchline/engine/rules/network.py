"""What a set of routes connects, and its longest path (P6, E3, E4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from branchline.engine.kernel.bits import bit, count, drop_lowest, int64, lowest, sum_over, uint64
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.layout import NONE, NOTHING

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, CityId, Mask, Seat, StateRecord

    FoundTrail: TypeAlias = tuple[int, Mask, Mask, int]
    """The length of a trail, routes among which it is the longest, and how many more networks may be examined.

    Its routes are just the trail, or a network with at most one cycle.
    """


@kernel
def component_of(board: BoardRecord, routes_0: Mask, routes_1: Mask, cities: Mask) -> tuple[int, int, int]:
    """Return all cities that routes connect to these cities, and the routes of that network, as masks."""
    component_0, component_1 = uint64(0), uint64(0)
    frontier = cities
    while frontier:
        city = lowest(frontier)
        frontier = drop_lowest(frontier)
        new_0 = board.city_routes[city, 0] & routes_0 & ~component_0
        new_1 = board.city_routes[city, 1] & routes_1 & ~component_1
        component_0 |= new_0
        component_1 |= new_1
        reached = ends_of(board, new_0, NONE) | ends_of(board, new_1, int64(64))
        frontier |= reached & ~cities
        cities |= reached
    return cities, component_0, component_1


@inline
def ends_of(board: BoardRecord, routes: Mask, first: int) -> Mask:
    """Return the ends of up to 64 routes, numbered from `first` on, as a mask."""
    ends = uint64(0)
    while routes:
        route = first + lowest(routes)
        routes = drop_lowest(routes)
        ends |= bit(board.route_a[route]) | bit(board.route_b[route])
    return ends


@inline
def first_end(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> Mask:
    """Return one end of the first of these routes, as a mask."""
    route = lowest(routes_0) if routes_0 else 64 + lowest(routes_1)
    return bit(board.route_a[route])


@kernel
def joined(board: BoardRecord, routes_0: Mask, routes_1: Mask, tickets: Mask) -> Mask:
    """Return which of these tickets the routes complete, as a mask (P6)."""
    made = uint64(0)
    while routes_0 or routes_1:
        cities, component_0, component_1 = component_of(board, routes_0, routes_1, first_end(board, routes_0, routes_1))
        routes_0 &= ~component_0
        routes_1 &= ~component_1
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
    """Return the districts whose cities are all connected by these routes, as a mask (E4)."""
    made = 0
    while routes_0 or routes_1:
        cities, component_0, component_1 = component_of(board, routes_0, routes_1, first_end(board, routes_0, routes_1))
        routes_0 &= ~component_0
        routes_1 &= ~component_1
        for district in range(board.districts):
            if board.district_cities[district] & ~cities == 0:
                made |= 1 << district
    return made


# -- the longest path --------------------------------------------------------------------------


@inline
def length_of(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> int:
    """Return the total length of these routes."""
    return sum_over(board.route_length, routes_0, routes_1)


@inline
def odd_cities(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> Mask:
    """Return the cities where an odd number of these routes end, as a mask."""
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


MOST_STEPS = int64(100_000)
"""How many networks are examined in the search for the longest path of one, or the longest trail found by then counts.

The longest trail of a graph is hard to find (NP-hard), so without a limit a map could be made on which one move takes
hours. Networks on the boards of this package take a hundred steps, and rarely some thousands.
"""
FEW_STEPS = int64(2_000)
"""How many networks are examined before a good trail is looked for, which often shows that most need not be."""
UNREMOVABLE = int64(1 << 20)
"""The removal cost of a city without a removable route: the trail must end there."""


@inline
def shortest_removable(board: BoardRecord, city: CityId, removable_0: Mask, removable_1: Mask) -> int:
    """Return the length of the shortest removable route at a city."""
    at_0 = board.city_routes[city, 0] & removable_0
    at_1 = board.city_routes[city, 1] & removable_1
    shortest = UNREMOVABLE
    while at_0:
        shortest = min(shortest, board.route_length[lowest(at_0)])
        at_0 = drop_lowest(at_0)
    while at_1:
        shortest = min(shortest, board.route_length[64 + lowest(at_1)])
        at_1 = drop_lowest(at_1)
    return shortest


@kernel
def removal_cost(board: BoardRecord, city: CityId, odd: Mask, removable_0: Mask, removable_1: Mask) -> int:
    """Return a lower bound on the spaces to remove at an odd city: a path to another one, or its first two routes."""
    at_0 = board.city_routes[city, 0] & removable_0
    at_1 = board.city_routes[city, 1] & removable_1
    least = UNREMOVABLE
    while at_0 or at_1:
        if at_0:
            route = lowest(at_0)
            at_0 = drop_lowest(at_0)
        else:
            route = 64 + lowest(at_1)
            at_1 = drop_lowest(at_1)
        other = board.route_a[route] + board.route_b[route] - city
        removed = board.route_length[route]
        if removed < least and not odd & bit(other):
            next_0 = removable_0 & ~bit(route) if route < 64 else removable_0
            next_1 = removable_1 & ~bit(route - 64) if route >= 64 else removable_1
            removed += shortest_removable(board, other, next_0, next_1)
        least = min(least, removed)
    return least


@kernel
def longest_from(board: BoardRecord, city: CityId, length: int, routes_0: Mask, routes_1: Mask, best: int) -> int:
    """Return the length of the longest trail from a city by trying all of them: fast if there are few cycles."""
    best = max(best, length)
    at_0 = board.city_routes[city, 0] & routes_0
    at_1 = board.city_routes[city, 1] & routes_1
    while at_0:
        route = lowest(at_0)
        at_0 = drop_lowest(at_0)
        other = board.route_a[route] + board.route_b[route] - city
        best = longest_from(board, other, length + board.route_length[route], routes_0 & ~bit(route), routes_1, best)
    while at_1:
        spot = lowest(at_1)
        at_1 = drop_lowest(at_1)
        route = 64 + spot
        other = board.route_a[route] + board.route_b[route] - city
        best = longest_from(board, other, length + board.route_length[route], routes_0, routes_1 & ~bit(spot), best)
    return best


@kernel
def hardest_odd_city(
    board: BoardRecord, odd: Mask, ends: Mask, removable_0: Mask, removable_1: Mask
) -> tuple[int, int]:
    """Return the odd city with the highest removal cost, and a lower bound on the spaces that must be removed.

    Removed paths pair up the odd cities, except the two ends of the trail; as long as those are not decided, the two
    most expensive cities are left out of the bound. A path serves two cities, hence the half.
    """
    total, first, second = NONE, NOTHING, NOTHING
    hardest = NOTHING
    cities = odd & ~ends
    spared = 2 - count(ends)
    while cities:
        city = lowest(cities)
        cities = drop_lowest(cities)
        cost = removal_cost(board, city, odd, removable_0, removable_1)
        total += cost
        if cost > first:
            first, second, hardest = cost, first, city
        elif cost > second:
            second = cost
    if spared > 0:
        total -= max(NONE, first)
    if spared > 1:
        total -= max(NONE, second)
    return hardest, (total + 1) >> 1


@kernel
def longest_after_removals(
    board: BoardRecord,
    routes_0: Mask,
    routes_1: Mask,
    ends: Mask,
    found: FoundTrail,
    removable_0: Mask,
    removable_1: Mask,
) -> FoundTrail:
    """Return the longest trail, if longer than the one found so far, by removing routes until the rest is one trail.

    Connected routes are one trail if at most two cities are odd (Euler). At an odd city either the trail ends, or one
    of the removable routes is removed; a route that was tried is no longer removable, so that nothing is tried twice.
    """
    total = length_of(board, routes_0, routes_1)
    best, steps = found[0], found[3]
    if total <= best or steps <= 0:
        return found
    odd = odd_cities(board, routes_0, routes_1)
    if count(odd) <= 2:
        return total, routes_0, routes_1, steps
    removable_0 &= routes_0
    removable_1 &= routes_1
    city, removed = hardest_odd_city(board, odd, ends, removable_0, removable_1)
    found = (best, found[1], found[2], steps - 1)
    if total - removed <= best:
        return found
    at_0 = board.city_routes[city, 0] & removable_0
    at_1 = board.city_routes[city, 1] & removable_1
    if count(ends) < 2:
        found = longest_after_removals(
            board, routes_0, routes_1, ends | bit(city), found, removable_0 & ~at_0, removable_1 & ~at_1
        )
    while at_0 or at_1:
        if at_0:
            route = lowest(at_0)
            at_0 = drop_lowest(at_0)
            removable_0 &= ~bit(route)
        else:
            route = 64 + lowest(at_1)
            at_1 = drop_lowest(at_1)
            removable_1 &= ~bit(route - 64)
        rest_0 = routes_0 & ~bit(route) if route < 64 else routes_0
        rest_1 = routes_1 & ~bit(route - 64) if route >= 64 else routes_1
        a, b = bit(board.route_a[route]), bit(board.route_b[route])
        cities, component_0, component_1 = component_of(board, rest_0, rest_1, a)
        found = longest_after_removals(board, component_0, component_1, ends & cities, found, removable_0, removable_1)
        if not cities & b:  # the component is split in two
            cities, component_0, component_1 = component_of(board, rest_0, rest_1, b)
            found = longest_after_removals(
                board, component_0, component_1, ends & cities, found, removable_0, removable_1
            )
    return found


@kernel
def trail_after_best_removals(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> tuple[int, Mask, Mask]:
    """Return a long trail in a network that is hard to search: remove the route that costs least, again and again.

    What a removal costs is its length, that of what it cuts off, and a space for each odd city that is left.
    """
    total = length_of(board, routes_0, routes_1)
    while count(odd_cities(board, routes_0, routes_1)) > 2:
        least = UNREMOVABLE
        kept, kept_0, kept_1 = int64(0), uint64(0), uint64(0)
        left_0, left_1 = routes_0, routes_1
        while left_0 or left_1:
            route = lowest(left_0) if left_0 else 64 + lowest(left_1)
            rest_0 = routes_0 & ~bit(route) if route < 64 else routes_0
            rest_1 = routes_1 & ~bit(route - 64) if route >= 64 else routes_1
            if left_0:
                left_0 = drop_lowest(left_0)
            else:
                left_1 = drop_lowest(left_1)
            for end in range(2):
                city = board.route_b[route] if end else board.route_a[route]
                _, component_0, component_1 = component_of(board, rest_0, rest_1, bit(city))
                length = length_of(board, component_0, component_1)
                cost = total - length + count(odd_cities(board, component_0, component_1))
                if cost < least:
                    least, kept, kept_0, kept_1 = cost, length, component_0, component_1
        total, routes_0, routes_1 = kept, kept_0, kept_1
    return total, routes_0, routes_1


@kernel
def longest_in_component(
    board: BoardRecord, cities: Mask, routes_0: Mask, routes_1: Mask, found: FoundTrail
) -> FoundTrail:
    """Return the longest path over one component, if longer than the one found so far (E3)."""
    best, steps = found[0], MOST_STEPS
    cycles = count(routes_0) + count(routes_1) - count(cities) + 1
    if cycles > 1:
        found = (best, found[1], found[2], FEW_STEPS)
        found = longest_after_removals(board, routes_0, routes_1, uint64(0), found, routes_0, routes_1)
        if found[3] > 0:
            return found
        length, trail_0, trail_1 = trail_after_best_removals(board, routes_0, routes_1)
        found = (length, trail_0, trail_1, steps) if length > found[0] else (found[0], found[1], found[2], steps)
        return longest_after_removals(board, routes_0, routes_1, uint64(0), found, routes_0, routes_1)
    if length_of(board, routes_0, routes_1) <= best:
        return found
    # A longest trail that is not closed starts at an odd city: elsewhere an unused route could prolong it.
    odd = odd_cities(board, routes_0, routes_1)
    if count(odd) <= 2:
        return length_of(board, routes_0, routes_1), routes_0, routes_1, steps
    while odd:
        best = longest_from(board, lowest(odd), NONE, routes_0, routes_1, best)
        odd = drop_lowest(odd)
    return (best, routes_0, routes_1, steps) if best > found[0] else found


@kernel
def longest_trail(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> FoundTrail:
    """Return the longest continuous path over a set of routes (E3)."""
    found = (int64(0), uint64(0), uint64(0), MOST_STEPS)
    while routes_0 or routes_1:
        cities, component_0, component_1 = component_of(board, routes_0, routes_1, first_end(board, routes_0, routes_1))
        found = longest_in_component(board, cities, component_0, component_1, found)
        routes_0 &= ~component_0
        routes_1 &= ~component_1
    return found


@kernel
def longest_path(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> int:
    """Return the length of the longest continuous path over a set of routes (E3)."""
    return longest_trail(board, routes_0, routes_1)[0]
