"""Help with tickets: made, open or lost, and a shortest way that is still open. Works from a view alone."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from branchline.server.projection.wire import TicketHelp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.boards.board import Board, Ticket
    from branchline.engine.views import View

DETOUR = 1000
"""A route that another holds counts as this long: taken over (K11) only where there is no open way."""


def ticket_help(view: View, seat: int, tickets: Iterable[int]) -> dict[int, TicketHelp]:
    """Return how each of these tickets stands for a seat."""
    prices = _prices(view, seat)
    ways = _neighbours(view.board, prices)
    pieces = view.pieces[seat]
    return {ticket: _help(view, ways, prices, view.board.tickets[ticket], pieces) for ticket in tickets}


def _prices(view: View, seat: int) -> dict[int, int]:
    """Return the routes a way may use, with the pieces each still takes: none for one's own."""
    routes = view.board.routes
    prices = {route: routes[route].length for route in view.open_routes}
    if any(technology.claims_held_route for _, technology in view.board.technologies):
        for other in range(view.players):
            prices.update({route: routes[route].length + DETOUR for route in view.routes_of(other)})
    prices.update(dict.fromkeys(view.routes_of(seat), 0))
    return prices


def _neighbours(board: Board, prices: dict[int, int]) -> list[list[tuple[int, int]]]:
    """Return, for each place, the routes that leave it and where they lead."""
    ways: list[list[tuple[int, int]]] = [[] for _ in board.cities]
    for route in prices:
        track = board.routes[route]
        ways[track.a].append((route, track.b))
        ways[track.b].append((route, track.a))
    return ways


def _help(
    view: View, ways: list[list[tuple[int, int]]], prices: dict[int, int], ticket: Ticket, pieces: int
) -> TicketHelp:
    way = _shortest(ways, prices, ticket)
    if way is None:
        return TicketHelp(status="lost", way=[], short=0)
    short = sum(prices[route] % DETOUR for route in way)
    if short == 0:
        return TicketHelp(status="made", way=way, short=0)
    if view.over or short > pieces:
        return TicketHelp(status="lost", way=[], short=0)
    return TicketHelp(status="open", way=way, short=short)


def _shortest(ways: list[list[tuple[int, int]]], prices: dict[int, int], ticket: Ticket) -> list[int] | None:
    """Return the routes of a way that takes the fewest pieces, or nothing where there is no way."""
    queue: list[tuple[int, int]] = [(0, city) for city in sorted(ticket.a)]
    best = dict.fromkeys(ticket.a, 0)
    came: dict[int, tuple[int, int]] = {}
    while queue:
        price, city = heappop(queue)
        if city in ticket.b:
            return _walk_back(came, city)
        if price > best[city]:
            continue
        for route, other in ways[city]:
            longer = price + prices[route]
            if longer < best.get(other, longer + 1):
                best[other] = longer
                came[other] = (route, city)
                heappush(queue, (longer, other))
    return None


def _walk_back(came: dict[int, tuple[int, int]], city: int) -> list[int]:
    way = []
    while city in came:
        route, city = came[city]
        way.append(route)
    return way[::-1]
