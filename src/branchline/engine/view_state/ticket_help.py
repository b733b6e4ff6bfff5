"""Help with tickets: completed, still possible or lost, and a shortest path that is still open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.view_state.types import TicketHelp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.engine.views import View

DETOUR = 1000
"""The extra cost of a route that another seat holds: it is used (K11) only where no open path exists."""


def ticket_help(view: View, seat: int, tickets: Iterable[int]) -> dict[int, TicketHelp]:
    """Return the status of each of these tickets for a seat."""
    costs = _costs(view, seat)
    return {ticket: _help(view, costs, ticket, view.pieces[seat]) for ticket in tickets}


def _costs(view: View, seat: int) -> dict[int, int]:
    """Return the routes that a path may use, with the pieces that each still takes: none for the seat's own."""
    routes = view.board.routes
    costs = {route: routes[route].length for route in view.open_routes}
    if any(technology.claims_held_route for _, technology in view.board.technologies):
        for other in range(view.players):
            costs.update({route: routes[route].length + DETOUR for route in view.routes_of(other)})
    costs.update(dict.fromkeys(view.routes_of(seat), 0))
    return costs


def _help(view: View, costs: dict[int, int], ticket: int, pieces: int) -> TicketHelp:
    path = view.board.shortest_path(costs, ticket)
    if path is None:
        return TicketHelp(status="lost", path=[], pieces=0)
    needed = sum(costs[route] % DETOUR for route in path)
    if needed == 0:
        return TicketHelp(status="made", path=path, pieces=0)
    if view.over or needed > pieces:
        return TicketHelp(status="lost", path=[], pieces=0)
    return TicketHelp(status="open", path=path, pieces=needed)
