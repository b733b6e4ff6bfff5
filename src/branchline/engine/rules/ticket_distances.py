"""How far each ticket is from completion: the fewest spaces still to claim, updated from move to move.

A cache keeps, for one seat, the distance of every ticket and the cities where its shortest path uses open routes. A
route that was lost affects only the paths that use it. A route that the seat claimed costs nothing from then on, so one
search from it finds every path that has become shorter. All other distances stay valid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol

from branchline.engine.kernel.bits import bit, count, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.types import CITIES, LENGTHS, TICKETS, Ints, Matrix, dtype_of

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, Mask, RouteId, Seat, StateRecord, TicketId

UNREACHABLE = 99
"""The distance of a ticket whose ends can no longer be joined; distances above 98 are stored as 98."""
FURTHEST = CITIES * LENGTHS
NO_CITIES = uint64(0)
ONE = uint64(1)


class TicketDistances(Protocol):
    """The cached distances of one seat: `TICKET_DISTANCES`."""

    open: Annotated[Ints, "u8", 2]  # the routes that the distances were computed from
    own: Annotated[Ints, "u8", 2]
    tickets: Annotated[int, "u8"]  # the tickets whose distances are known
    final: Annotated[int, "u8"]  # those whose distance cannot change any more: completed or unreachable
    distance: Annotated[Ints, "u1", TICKETS]
    path: Annotated[Ints, "u8", TICKETS]  # the ends of the open routes on each ticket's shortest path


TICKET_DISTANCES = dtype_of(TicketDistances)


class DistanceSearch(Protocol):
    """The working memory of a search: `DISTANCE_SEARCH`."""

    neighbors: Annotated[Matrix[int], "u8", (CITIES, LENGTHS)]  # of each city, by the spaces to claim in between
    reached: Annotated[Ints, "u8", FURTHEST + LENGTHS]  # the cities at each distance from the sources
    last: Annotated[int, "i8"]  # the last distance that was written to
    next: Annotated[int, "i8"]  # the distance to continue from
    done: Annotated[int, "u8"]  # the cities whose distance is known
    distance: Annotated[Ints, "i8", CITIES]


DISTANCE_SEARCH = dtype_of(DistanceSearch)


# -- searching ---------------------------------------------------------------------------------


@kernel
def add_neighbors(board: BoardRecord, routes: Mask, first: int, own: Mask, search: DistanceSearch) -> None:
    """Add up to 64 routes, the first of which has the number `first`, to the table of neighbors; own ones are free."""
    while routes:
        place = lowest(routes)
        routes = drop_lowest(routes)
        route = first + place
        length = int64(0) if own & bit(place) else int64(board.route_length[route])
        a, b = int64(board.route_a[route]), int64(board.route_b[route])
        search.neighbors[a, length] |= bit(b)
        search.neighbors[b, length] |= bit(a)


@kernel
def find_neighbors(board: BoardRecord, state: StateRecord, seat: Seat, search: DistanceSearch) -> None:
    """Fill the table of neighbors from the own and the open routes."""
    for city in range(board.cities):
        for length in range(LENGTHS):
            search.neighbors[city, length] = 0
    own_0, own_1 = state.routes[seat, 0], state.routes[seat, 1]
    add_neighbors(board, own_0 | state.open[0], int64(0), own_0, search)
    add_neighbors(board, own_1 | state.open[1], int64(64), own_1, search)


@kernel
def search_from(sources: Mask, targets: Mask, most: int, longest: int, search: DistanceSearch) -> int:
    """Return the distance from the sources to the nearest target: Dijkstra's algorithm with one mask per distance."""
    for distance in range(search.last + 1):
        search.reached[distance] = 0
    search.reached[0] = sources
    search.done = NO_CITIES
    search.last = search.next = 0
    return continue_search(targets, most, longest, search)


@kernel
def continue_search(targets: Mask, most: int, longest: int, search: DistanceSearch) -> int:
    """Continue a search up to a larger distance; return the distance of the nearest target."""
    done, settled = search.done, NO_CITIES
    distance, last = search.next, search.last
    while distance <= min(last, most):
        frontier = settled = search.reached[distance] & ~done
        while frontier and not settled & targets:
            done |= frontier
            city = lowest(frontier)
            search.distance[city] = distance
            frontier = drop_lowest(frontier) | (search.neighbors[city, 0] & ~done)
            settled |= frontier
            for length in range(1, LENGTHS):  # a constant number, so that a few instructions do it
                search.reached[uint64(distance) + uint64(length)] |= search.neighbors[city, length]
            last = distance + longest
        search.reached[distance] = settled
        if settled & targets:
            break
        distance += 1
    search.last, search.next, search.done = last, distance, done
    return distance if settled & targets else int64(UNREACHABLE)


@inline
def distance_to(cities: Mask, search: DistanceSearch) -> int:
    """Return the distance at which the last search, which had no targets, reached one of these cities."""
    cities &= search.done
    least = int64(UNREACHABLE)
    while cities:
        least = min(least, search.distance[lowest(cities)])
        cities = drop_lowest(cities)
    return least


@kernel
def path_to(cities: Mask, distance: int, longest: int, search: DistanceSearch) -> Mask:
    """Return the ends of the open routes on the path that the last search found to one of these cities."""
    path = NO_CITIES
    here = search.reached[distance] & cities
    while distance > 0:
        ahead = seen = here & ~(here - ONE)  # any one of them
        while ahead:  # own routes join cities of one distance; one of these was reached over an open route
            city = lowest(ahead)
            joined = search.neighbors[city, 0] & search.reached[distance] & ~seen
            seen |= joined
            ahead = drop_lowest(ahead) | joined
            for length in range(1, min(longest, distance) + 1):
                here = search.neighbors[city, length] & search.reached[distance - length]
                if here:
                    here &= ~(here - ONE)
                    path |= here | bit(city)
                    distance -= length
                    ahead = NO_CITIES
                    break
    return path


# -- the cache ---------------------------------------------------------------------------------


@inline
def store(cache: TicketDistances, ticket: TicketId, distance: int, path: Mask) -> None:
    """Store the distance and the path of a ticket."""
    cache.distance[ticket] = distance if distance == UNREACHABLE else min(distance, int64(UNREACHABLE - 1))
    cache.path[ticket] = path
    cache.final &= ~bit(ticket)
    if distance == 0 or distance == UNREACHABLE:
        cache.final |= bit(ticket)


@kernel
def using_routes(board: BoardRecord, routes: Mask, first: int, tickets: Mask, cache: TicketDistances) -> Mask:
    """Return the tickets whose path may use one of up to 64 routes, the first of which has the number `first`."""
    using = uint64(0)
    while routes:
        route = first + lowest(routes)
        routes = drop_lowest(routes)
        ends = bit(int64(board.route_a[route])) | bit(int64(board.route_b[route]))
        rest = tickets & ~using
        while rest:
            ticket = lowest(rest)
            rest = drop_lowest(rest)
            if cache.path[ticket] & ends == ends:
                using |= bit(ticket)
    return using


@kernel
def near_route(
    board: BoardRecord, route: RouteId, tickets: Mask, longest: int, cache: TicketDistances, search: DistanceSearch
) -> Mask:
    """Return the tickets whose shortest path may lead over a route, which is searched from as far as they need.

    One of a ticket's ends must be nearer than half of its distance, and the other one nearer than what is left then.
    """
    most, rest = int64(0), tickets
    while rest:
        most = max(most, int64(cache.distance[lowest(rest)]) - 1)
        rest = drop_lowest(rest)
    search_from(bit(int64(board.route_a[route])), NO_CITIES, most >> 1, longest, search)
    near, most = uint64(0), int64(0)
    while tickets:
        ticket = lowest(tickets)
        tickets = drop_lowest(tickets)
        nearer = min(distance_to(board.ticket_a[ticket], search), distance_to(board.ticket_b[ticket], search))
        left = int64(cache.distance[ticket]) - 1 - nearer
        if left >= 0:
            near |= bit(ticket)
            most = max(most, left)
    if near:
        continue_search(NO_CITIES, most, longest, search)
    return near


@kernel
def shorten_paths(
    board: BoardRecord, route: RouteId, tickets: Mask, longest: int, cache: TicketDistances, search: DistanceSearch
) -> None:
    """Update the tickets whose shortest path now leads over a route that the seat has claimed."""
    tickets = near_route(board, route, tickets, longest, cache, search)
    while tickets:
        ticket = lowest(tickets)
        tickets = drop_lowest(tickets)
        a, b = board.ticket_a[ticket], board.ticket_b[ticket]
        to_a, to_b = distance_to(a, search), distance_to(b, search)
        if to_a + to_b < cache.distance[ticket]:
            path = path_to(a, to_a, longest, search) | path_to(b, to_b, longest, search)
            store(cache, ticket, to_a + to_b, path)


@kernel
def compute_paths(
    board: BoardRecord, tickets: Mask, longest: int, cache: TicketDistances, search: DistanceSearch
) -> None:
    """Compute the distances of these tickets from scratch."""
    while tickets:
        ticket = lowest(tickets)
        tickets = drop_lowest(tickets)
        target = board.ticket_b[ticket]
        distance = search_from(board.ticket_a[ticket], target, int64(FURTHEST - 1), longest, search)
        path = path_to(target, distance, longest, search) if distance != UNREACHABLE else NO_CITIES
        store(cache, ticket, distance, path)


@inline
def is_later(cache: TicketDistances, own_0: Mask, own_1: Mask, usable_0: Mask, usable_1: Mask) -> bool:
    """Return whether the cache is of an earlier moment of the same game: no route was freed or given back since."""
    freed_0 = usable_0 & ~(cache.own[0] | cache.open[0])
    freed_1 = usable_1 & ~(cache.own[1] | cache.open[1])
    return not (freed_0 or freed_1 or cache.own[0] & ~own_0 or cache.own[1] & ~own_1)


@kernel
def update_distances(
    board: BoardRecord,
    state: StateRecord,
    seat: Seat,
    tickets: Mask,
    longest: int,
    cache: TicketDistances,
    search: DistanceSearch,
) -> None:
    """Bring the cached distances of these tickets up to date; `longest` is the length of the board's longest route."""
    own_0, own_1 = state.routes[seat, 0], state.routes[seat, 1]
    usable_0, usable_1 = own_0 | state.open[0], own_1 | state.open[1]
    to_compute, to_shorten = tickets, uint64(0)
    if is_later(cache, own_0, own_1, usable_0, usable_1):
        lost_0 = (cache.own[0] | cache.open[0]) & ~usable_0
        lost_1 = (cache.own[1] | cache.open[1]) & ~usable_1
        claimed = count(own_0 & ~cache.own[0]) + count(own_1 & ~cache.own[1])
        to_compute = tickets & ~cache.tickets
        changing = tickets & cache.tickets & ~cache.final
        if changing and (claimed or lost_0 or lost_1):
            to_compute |= using_routes(board, lost_0, int64(0), changing, cache)
            to_compute |= using_routes(board, lost_1, int64(64), changing, cache)
            if claimed > 1:
                to_compute |= changing
            elif claimed:
                to_shorten = changing & ~to_compute
    if to_compute | to_shorten:
        find_neighbors(board, state, seat, search)
        if to_shorten:
            new_0, new_1 = own_0 & ~cache.own[0], own_1 & ~cache.own[1]
            route = lowest(new_0) if new_0 else 64 + lowest(new_1)
            shorten_paths(board, route, to_shorten, longest, cache, search)
        compute_paths(board, to_compute, longest, cache, search)
    cache.open[0], cache.open[1] = state.open[0], state.open[1]
    cache.own[0], cache.own[1] = own_0, own_1
    cache.tickets = tickets
