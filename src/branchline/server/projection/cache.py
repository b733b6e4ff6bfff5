"""What follows from who holds which routes, remembered until that changes: most moves change none of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from branchline.server.projection.legality import longest_paths
from branchline.server.projection.ticket_help import ticket_help

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.engine.views import View
    from branchline.server.projection.wire import TicketHelp

MOST = 64


@dataclass(frozen=True)
class Network:
    """What everyone sees of the routes."""

    holders: dict[int, list[int]]
    closed: list[int]
    districts: list[list[str]]
    paths: list[int] | None


class Memory:
    """Remembers the last few answers; every one of them follows from a view alone."""

    def __init__(self) -> None:
        self._networks: dict[bytes, Network] = {}
        self._tickets: dict[tuple[bytes, int, tuple[int, ...], bool], dict[int, TicketHelp]] = {}

    def network(self, view: View) -> Network:
        """Return what the routes of a view come to."""
        key = _routes_key(view)
        if key not in self._networks:
            if len(self._networks) >= MOST:
                self._networks.clear()
            self._networks[key] = _network(view)
        return self._networks[key]

    def tickets(self, view: View, seat: int, tickets: list[int]) -> dict[int, TicketHelp]:
        """Return how tickets stand for a seat."""
        if not tickets:
            return {}
        key = (_routes_key(view), seat, tuple(tickets), view.over)
        if key not in self._tickets:
            if len(self._tickets) >= MOST:
                self._tickets.clear()
            self._tickets[key] = ticket_help(view, seat, tickets)
        return self._tickets[key]


def _routes_key(view: View) -> bytes:
    """Return the bytes that change with the routes: pieces left follow from them too."""
    record = view.record
    routes: bytes = record["routes"].tobytes() + record["open"].tobytes() + record["pieces"].tobytes()
    return routes


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
        districts=[[district.name for district in view.board.districts(routes)] for routes in held],
        paths=longest_paths(view) if paths_matter(view.board) else None,
    )


def paths_matter(board: Board) -> bool:
    """Tell whether anything can be won with the longest path."""
    on_sale = (tech for _, tech in board.technologies if "advanced" in board.options or not tech.advanced)
    return bool(board.spec.scoring.longest_path or any(tech.longest_path for tech in on_sale))
