"""Two questions about a player's own routes: what is joined, and how long is the longest path."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .box import Route


def other_end(route: Route, city: str) -> str:
    """The far end of a route."""
    return route.b if city == route.a else route.a


def reached(start: str, routes: Sequence[Route]) -> set[str]:
    """Flood fill: every place joined to `start`, itself included."""
    found = {start}
    waiting = [start]
    while waiting:
        city = waiting.pop()
        for route in routes:
            if city in {route.a, route.b}:
                far = other_end(route, city)
                if far not in found:
                    found.add(far)
                    waiting.append(far)
    return found


def longest_path(routes: list[Route]) -> int:
    """The longest trail: places may repeat, routes may not (E3)."""
    best = 0
    seen: set[tuple[str, tuple[Route, ...]]] = set()
    for start in sorted({city for route in routes for city in (route.a, route.b)}):
        best = _extend(start, tuple(routes), best, sum(route.length for route in routes), seen)
    return best


def _extend(
    city: str, unused: tuple[Route, ...], best: int, total: int, seen: set[tuple[str, tuple[Route, ...]]]
) -> int:
    """The best of all trails that go on from here; the same routes in another order are not tried again."""
    length = total - sum(route.length for route in unused)
    best = max(best, length)
    if (city, unused) in seen or length + _at_most(city, unused) <= best:
        return best
    seen.add((city, unused))
    for route in unused:
        if city in {route.a, route.b}:
            rest = tuple(one for one in unused if one is not route)
            best = _extend(other_end(route, city), rest, best, total, seen)
    return best


def _at_most(city: str, unused: Sequence[Route]) -> int:
    """No trail from `city` over the unused routes is longer than this.

    It stays within reach. And where an odd number of routes meet, a trail that neither begins nor
    ends there leaves one of them out; a route left out serves two such places at most.
    """
    near = reached(city, unused)
    routes = [route for route in unused if route.a in near]
    meeting: dict[str, list[int]] = defaultdict(list)
    for route in routes:
        meeting[route.a].append(route.length)
        meeting[route.b].append(route.length)
    odd = [min(at) for place, at in meeting.items() if len(at) % 2 == 1 and place != city]
    left_out = sum(sorted(odd)[:-1])
    return sum(route.length for route in routes) - (left_out + 1) // 2
