"""Check that the routes connect the cities, and measure the distances between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards import graph
from branchline.boards.format.checks.wording import some
from branchline.boards.format.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from branchline.boards.format.draft import Draft


def check_connected(draft: Draft) -> Iterator[Finding]:
    """Every city has a route, and the routes connect all cities."""
    networks = graph.components(_edges(draft))
    for city in draft.cities:
        if not any(city in network for network in networks):
            yield Finding("lonely", ("cities", city), f"No route leads to {city}.", "Add a route or remove the city.")
    in_file_order = [[city for city in draft.cities if city in network] for network in networks]
    largest, *others = sorted(in_file_order, key=len, reverse=True) or [[]]
    for part in others:
        message = f"No route connects {some(part)} with {some(largest)}."
        yield Finding("disconnected", ("cities", part[0]), message, "Add a route between the two parts.")


class Distances:
    """The distances between cities over all routes of a draft."""

    def __init__(self, draft: Draft) -> None:
        edges = _edges(draft)
        self._neighbors = graph.neighbors(edges)
        self._lengths = {index: length for index, (_, _, length) in enumerate(edges)}

    def between(self, starts: Iterable[str], goals: Collection[str]) -> int | None:
        """Return the spaces of a shortest path from any start to any goal, or `None` if there is none."""
        path = graph.shortest_path(self._neighbors, self._lengths, starts, goals)
        return None if path is None else sum(self._lengths[edge] for edge in path)


def _edges(draft: Draft) -> list[graph.Edge[str]]:
    return [(route.a, route.b, route.length) for _, route in draft.valid_routes]
