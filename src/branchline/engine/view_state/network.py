"""What follows from who holds which routes, cached until that changes: most actions change none of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from branchline.engine.view_state.ticket_help import ticket_help

if TYPE_CHECKING:
    from branchline.engine.view_state.types import TicketHelp
    from branchline.engine.views import View

MOST_CACHED = 64


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
    """Caches the last few networks and the help with tickets on them; all of it follows from a view alone."""

    def __init__(self) -> None:
        self._networks: dict[bytes, Network] = {}
        self._tickets: dict[tuple[bytes, int, tuple[int, ...], bool], dict[int, TicketHelp]] = {}

    def network(self, view: View) -> Network:
        """Return what follows from the routes of a view."""
        key = view.routes_key
        if key not in self._networks:
            if len(self._networks) >= MOST_CACHED:
                self._networks.clear()
            self._networks[key] = _network(view)
        return self._networks[key]

    def tickets(self, view: View, seat: int, tickets: list[int]) -> dict[int, TicketHelp]:
        """Return the status of tickets for a seat."""
        if not tickets:
            return {}
        key = (view.routes_key, seat, tuple(tickets), view.over)
        if key not in self._tickets:
            if len(self._tickets) >= MOST_CACHED:
                self._tickets.clear()
            self._tickets[key] = ticket_help(view, seat, tickets)
        return self._tickets[key]


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
