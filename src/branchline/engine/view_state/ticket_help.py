"""Help with tickets: completed, still possible or lost, and a shortest path that is still open."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from branchline.engine.kernel.types import ROUTES
from branchline.engine.view_state.types import TicketHelp

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.engine.views import View

DETOUR = 1000
"""The extra cost of a route that another seat holds: it is used (K11) only where no open path exists."""
UNUSABLE = 0
"""The cost of a route that no path may use."""


class TicketPaths:
    """The shortest paths of one seat's tickets, cached while they are certain to be the shortest.

    Costs have a bit for each route below the pieces, so that no two paths cost the same and the shortest one does not
    depend on what was known before. It remains the shortest while other routes become more expensive or close.
    """

    def __init__(self, board: Board, seat: int) -> None:
        self._seat = seat
        self._base = _base_costs(tuple(route.length for route in board.routes))
        self._costs = [UNUSABLE] * len(self._base)
        self._paths: dict[int, list[int] | None] = {}
        self._helps: dict[int, TicketHelp] = {}
        self._followed: tuple[bytes, bool] | None = None

    def help(self, view: View, tickets: list[int]) -> dict[int, TicketHelp]:
        """Return the status of tickets in a view of the seat."""
        moment = (view.routes_key, view.over)
        if moment != self._followed:
            self._followed, self._helps = moment, {}
            self._follow(view)
        for ticket in tickets:
            if ticket not in self._helps:
                self._helps[ticket] = self._help(view, ticket)
        return {ticket: self._helps[ticket] for ticket in tickets}

    def _follow(self, view: View) -> None:
        """Drop the paths that may no longer be the shortest, or no longer exist."""
        before, self._costs = self._costs, _costs(view, self._seat, self._base)
        changes = enumerate(zip(before, self._costs, strict=True))
        cheaper = {route for route, (old, new) in changes if new and (old == UNUSABLE or new < old)}
        self._paths = {ticket: path for ticket, path in self._paths.items() if self._is_shortest(path, before, cheaper)}

    def _is_shortest(self, path: list[int] | None, before: list[int], cheaper: set[int]) -> bool:
        """Return whether a shortest path still is one: it costs no more than before, and no other path costs less.

        If one route became cheaper, a path that uses it remains ahead of the others.
        """
        if path is None:
            return not cheaper
        if any(self._costs[route] == UNUSABLE or self._costs[route] > before[route] for route in path):
            return False
        return not cheaper or (len(cheaper) == 1 and cheaper <= set(path))

    def _help(self, view: View, ticket: int) -> TicketHelp:
        if ticket not in self._paths:
            usable = {route: cost for route, cost in enumerate(self._costs) if cost != UNUSABLE}
            self._paths[ticket] = view.board.shortest_path(usable, ticket)
        path = self._paths[ticket]
        if path is None:
            return TicketHelp(status="lost", path=[], pieces=0)
        needed = sum((self._costs[route] >> ROUTES) % DETOUR for route in path)
        if needed == 0:
            return TicketHelp(status="made", path=path, pieces=0)
        if view.over or needed > view.pieces[self._seat]:
            return TicketHelp(status="lost", path=[], pieces=0)
        return TicketHelp(status="open", path=path, pieces=needed)


@lru_cache(maxsize=64)
def _base_costs(lengths: tuple[int, ...]) -> list[int]:
    """Return the costs of open routes, which all games on a board share."""
    return [length << ROUTES | 1 << route for route, length in enumerate(lengths)]


def _costs(view: View, seat: int, base: list[int]) -> list[int]:
    """Return what each route costs that a path may use: the seat's own cost no pieces."""
    costs = [UNUSABLE] * len(base)
    for route in view.open_routes:
        costs[route] = base[route]
    if any(technology.claims_held_route for _, technology in view.board.technologies):
        for other in range(view.players):
            for route in view.routes_of(other):
                costs[route] = base[route] + (DETOUR << ROUTES)
    for route in view.routes_of(seat):
        costs[route] = 1 << route
    return costs
