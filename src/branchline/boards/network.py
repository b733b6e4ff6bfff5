"""Places and the tracks between them, seen as a graph."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

Edge = tuple[str, str, int]
"""Two places and the spaces between them."""


class Network:
    """A graph of places, for what a check asks of it."""

    def __init__(self, places: Iterable[str], edges: Iterable[Edge]) -> None:
        self.neighbours: dict[str, list[tuple[str, int]]] = {place: [] for place in places}
        for a, b, length in edges:
            self.neighbours[a].append((b, length))
            self.neighbours[b].append((a, length))

    def lonely(self) -> list[str]:
        """The places that no track touches."""
        return [place for place, ways in self.neighbours.items() if not ways]

    def parts(self) -> list[list[str]]:
        """The parts that hang together, largest first; lonely places are no part."""
        seen: set[str] = set(self.lonely())
        parts = []
        for place in self.neighbours:
            if place not in seen:
                part = self._reached(place)
                seen.update(part)
                parts.append(part)
        return sorted(parts, key=len, reverse=True)

    def _reached(self, start: str) -> list[str]:
        reached, queue = {start: None}, [start]
        while queue:
            for place, _ in self.neighbours[queue.pop()]:
                if place not in reached:
                    reached[place] = None
                    queue.append(place)
        return list(reached)

    def distance(self, starts: Collection[str], goals: Collection[str]) -> int | None:
        """The spaces of the shortest way from any start to any goal."""
        queue: list[tuple[int, str]] = []
        for start in starts:
            heappush(queue, (0, start))
        done: set[str] = set()
        while queue:
            spaces, place = heappop(queue)
            if place in goals:
                return spaces
            if place in done:
                continue
            done.add(place)
            for other, length in self.neighbours[place]:
                heappush(queue, (spaces + length, other))
        return None
