"""Help with tickets: made, open or lost, and a shortest way that is still open. Works from a view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.server.projection.wire import TicketHelp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.engine.views import View

DETOUR = 1000
"""A route that another holds counts as this long: taken over (K11) only where there is no open way."""


def ticket_help(view: View, seat: int, tickets: Iterable[int]) -> dict[int, TicketHelp]:
    """Return how each of these tickets stands for a seat."""
    prices = _prices(view, seat)
    pieces = view.pieces[seat]
    return {ticket: _help(view, prices, ticket, pieces) for ticket in tickets}


def _prices(view: View, seat: int) -> dict[int, int]:
    """Return the routes a way may use, with the pieces each still takes: none for one's own."""
    routes = view.board.routes
    prices = {route: routes[route].length for route in view.open_routes}
    if any(technology.claims_held_route for _, technology in view.board.technologies):
        for other in range(view.players):
            prices.update({route: routes[route].length + DETOUR for route in view.routes_of(other)})
    prices.update(dict.fromkeys(view.routes_of(seat), 0))
    return prices


def _help(view: View, prices: dict[int, int], ticket: int, pieces: int) -> TicketHelp:
    way = view.board.shortest_path(prices, ticket)
    if way is None:
        return TicketHelp(status="lost", way=[], short=0)
    short = sum(prices[route] % DETOUR for route in way)
    if short == 0:
        return TicketHelp(status="made", way=way, short=0)
    if view.over or short > pieces:
        return TicketHelp(status="lost", way=[], short=0)
    return TicketHelp(status="open", way=way, short=short)
