"""What follows from who holds which routes, cached until that changes: most actions change none of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from branchline.engine.view_state.ticket_help import TicketPaths

if TYPE_CHECKING:
    from branchline.engine.view_state.types import TicketHelp
    from branchline.engine.views import View


@dataclass(frozen=True)
class Network:
    """What everyone sees of the routes: holders by route, closed routes, and for each seat districts and path."""

    holders: dict[int, list[int]]
    closed: list[int]
    districts: list[list[str]]
    district_progress: list[dict[str, int]]
    paths: list[tuple[int, bool]] | None
    """The length of each seat's path, and whether it is the longest."""


class NetworkCache:
    """Caches the last network, and for each seat the paths of its tickets on it; all of it follows from views alone."""

    def __init__(self) -> None:
        self._key = b""
        self._network: Network | None = None
        self._paths: dict[int, TicketPaths] = {}

    def network(self, view: View) -> Network:
        """Return what follows from the routes of a view."""
        if self._network is None or view.routes_key != self._key:
            self._key, self._network = view.routes_key, _network(view)
        return self._network

    def tickets(self, view: View, seat: int, tickets: list[int]) -> dict[int, TicketHelp]:
        """Return the status of tickets for a seat."""
        if not tickets:
            return {}
        if seat not in self._paths:
            self._paths[seat] = TicketPaths(view.board, seat)
        return self._paths[seat].help(view, tickets)


def _network(view: View) -> Network:
    held = [view.routes_of(seat) for seat in range(view.players)]
    holders: dict[int, list[int]] = {}
    for seat, routes in enumerate(held):
        for route in routes:
            holders.setdefault(route, []).append(seat)
    unclaimable = set(range(len(view.board.routes))) - set(view.open_routes)
    return Network(
        holders=dict(sorted(holders.items())),
        closed=sorted(unclaimable - set(holders)),
        districts=[[district.name for district in view.districts_of(seat)] for seat in range(view.players)],
        district_progress=[view.board.district_progress(routes) for routes in held],
        paths=view.path_standings if view.paths_matter else None,
    )
