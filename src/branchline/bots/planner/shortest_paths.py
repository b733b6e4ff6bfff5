"""Shortest paths over open and own routes, and the network that connects a set of tickets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.planner.workspace import FAR, MOST_ORDERS
from branchline.engine.kernel.bits import bit, drop_lowest, int64, lowest, sum_over, uint64
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import NOTHING
from branchline.engine.kernel.types import CITIES

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import BoardRecord, CityId, Mask, TicketId


@kernel
def nearest(workspace: Workspace, waiting: int) -> int:
    """Return the city of the frontier with the smallest distance."""
    least = int64(FAR) * CITIES  # the distance and, so that the first city wins a tie, the city
    while waiting:
        city = lowest(waiting)
        waiting = drop_lowest(waiting)
        least = min(least, workspace.distance[city] * CITIES + city)
    return least & (CITIES - 1)


@kernel
def relax(board: BoardRecord, workspace: Workspace, city: CityId, routes: Mask, first: int) -> Mask:
    """Relax up to 64 routes of a city; return the cities whose distance changed, as a mask."""
    changed = uint64(0)
    so_far = workspace.distance[city]
    while routes:
        route = first + lowest(routes)
        routes = drop_lowest(routes)
        other = int64(board.route_a[route]) + board.route_b[route] - city
        distance = so_far + workspace.cost[route]
        if distance < workspace.distance[other]:
            workspace.distance[other] = distance
            workspace.via[other] = route
            changed |= bit(other)
    return changed


@kernel
def begin_search(board: BoardRecord, workspace: Workspace, sources: Mask, limit: int) -> None:
    """Begin a search at a set of cities; no path longer than the limit will be found."""
    for city in range(board.cities):
        workspace.distance[city] = limit + 1
    while sources:
        city = lowest(sources)
        sources = drop_lowest(sources)
        workspace.distance[city] = 0
        workspace.via[city] = NOTHING


@kernel
def relax_city(board: BoardRecord, workspace: Workspace, city: CityId) -> Mask:
    """Relax the usable routes of a city; return the cities whose distance changed, as a mask."""
    changed = relax(board, workspace, city, board.city_routes[city, 0] & workspace.usable[0], 0)
    return changed | relax(board, workspace, city, board.city_routes[city, 1] & workspace.usable[1], 64)


@kernel
def nearest_target(board: BoardRecord, workspace: Workspace, sources: Mask, targets: Mask, limit: int) -> int:
    """Run Dijkstra's algorithm from a set of cities; return the nearest target, or -1 if none is within the limit."""
    begin_search(board, workspace, sources, limit)
    waiting = sources
    while waiting:
        city = nearest(workspace, waiting)
        if targets & bit(city) != 0:
            return city
        waiting &= ~bit(city)
        waiting |= relax_city(board, workspace, city)
    return int64(NOTHING)


@kernel
def find_ends(board: BoardRecord, workspace: Workspace, tickets: Mask, limit: int) -> None:
    """Store the end that `nearest_target` finds for each of several tickets that start in the same cities."""
    sources, targets = board.ticket_a[lowest(tickets)], uint64(0)
    rest = tickets
    while rest:
        ticket = lowest(rest)
        rest = drop_lowest(rest)
        targets |= board.ticket_b[ticket]
        workspace.path_end[ticket] = NOTHING
    begin_search(board, workspace, sources, limit)
    waiting = sources
    while waiting and tickets:
        city = nearest(workspace, waiting)
        if targets & bit(city) != 0:
            tickets &= ~store_end(board, workspace, tickets, city)
        waiting &= ~bit(city)
        waiting |= relax_city(board, workspace, city)


@kernel
def store_end(board: BoardRecord, workspace: Workspace, tickets: Mask, city: CityId) -> Mask:
    """Store a city as the end of the tickets that lead to it; return these, as a mask."""
    found = uint64(0)
    while tickets:
        ticket = lowest(tickets)
        tickets = drop_lowest(tickets)
        if board.ticket_b[ticket] & bit(city) != 0:
            workspace.path_end[ticket] = city
            found |= bit(ticket)
    return found


@kernel
def add_path(board: BoardRecord, workspace: Workspace, city: CityId) -> None:
    """Add the shortest path to a city to the network; from then on its routes cost nothing."""
    while workspace.via[city] != NOTHING:
        route = workspace.via[city]
        if workspace.cost[route] > 0:
            workspace.network[route >> 6] |= bit(route & 63)
            workspace.cost[route] = 0
        city = int64(board.route_a[route]) + board.route_b[route] - city


@kernel
def build(workspace: Workspace, routes: Mask, first: int) -> None:
    """Let up to 64 routes, numbered from `first` on, cost nothing from then on."""
    while routes:
        workspace.cost[first + lowest(routes)] = 0
        routes = drop_lowest(routes)


@kernel
def reset_network(board: BoardRecord, workspace: Workspace) -> None:
    """Reset the network: the free routes cost nothing, the others their price."""
    for route in range(board.routes):
        workspace.cost[route] = workspace.price[route]
    build(workspace, workspace.free[0], 0)
    build(workspace, workspace.free[1], 64)
    workspace.network[:] = 0


@kernel
def store_path(board: BoardRecord, workspace: Workspace, ticket: TicketId) -> None:
    """Store the shortest path of a ticket when nothing of the network is built."""
    reset_network(board, workspace)
    end = nearest_target(board, workspace, board.ticket_a[ticket], board.ticket_b[ticket], int64(FAR))
    workspace.reach[ticket] = FAR
    if end != NOTHING:
        workspace.reach[ticket] = workspace.distance[end]
        add_path(board, workspace, end)
    workspace.path[ticket, 0] = workspace.network[0]
    workspace.path[ticket, 1] = workspace.network[1]


@kernel
def connect_in_order(board: BoardRecord, workspace: Workspace, number: int, start: int) -> None:
    """Connect the listed tickets one after another, starting at a position of the list."""
    reset_network(board, workspace)
    first = workspace.order[start]
    for word in range(2):
        workspace.network[word] = workspace.path[first, word]
        build(workspace, workspace.network[word], 64 * word)
    for step in range(1, number):
        ticket = workspace.order[(start + step) % number]
        # What is built already can only have made the path shorter.
        limit = workspace.reach[ticket]
        end = nearest_target(board, workspace, board.ticket_a[ticket], board.ticket_b[ticket], limit)
        add_path(board, workspace, end)


@kernel
def cost_of(workspace: Workspace, routes_0: Mask, routes_1: Mask) -> int:
    """Return the cost of a set of routes."""
    return sum_over(workspace.price, routes_0, routes_1)


@kernel
def list_by_distance(board: BoardRecord, workspace: Workspace, tickets: Mask) -> int:
    """List the tickets that can be connected, longest first, and return their number."""
    unknown = tickets & ~workspace.known_paths
    while unknown:
        store_path(board, workspace, lowest(unknown))
        unknown = drop_lowest(unknown)
    workspace.known_paths |= tickets
    number = 0
    while tickets:
        ticket = lowest(tickets)
        tickets = drop_lowest(tickets)
        if workspace.reach[ticket] == FAR:
            continue
        place = number
        while place > 0 and workspace.reach[workspace.order[place - 1]] < workspace.reach[ticket]:
            workspace.order[place] = workspace.order[place - 1]
            place -= 1
        workspace.order[place] = ticket
        number += 1
    return number


@kernel
def build_network(board: BoardRecord, workspace: Workspace, tickets: Mask) -> Mask:
    """Build the cheapest network found that connects the tickets; return those that can be connected, as a mask."""
    number = list_by_distance(board, workspace, tickets)
    joined = uint64(0)
    for place in range(number):
        joined |= bit(workspace.order[place])
    best_0, best_1, least = uint64(0), uint64(0), int64(FAR)
    for start in range(min(number, MOST_ORDERS)):
        connect_in_order(board, workspace, number, start)
        total = cost_of(workspace, workspace.network[0], workspace.network[1])
        if total < least:
            best_0, best_1, least = workspace.network[0], workspace.network[1], total
    workspace.network[0] = best_0
    workspace.network[1] = best_1
    return joined
