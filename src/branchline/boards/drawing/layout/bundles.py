"""What the layout arranges: cities, and bundles of routes that run side by side between two of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Flags, Floats, Indices, Points
    from branchline.boards.format.schema import Map

LETTERS_FOR_TWO_LINES = 9
"""Names shorter than this stay on one line."""


class Bundle(NamedTuple):
    """The routes of one length between the same two cities: one, or the two of a double (C5)."""

    a: int
    b: int
    length: int
    routes: tuple[int, ...]
    bend: float | None
    """The bend that the map file asks for, seen from `a`."""
    ferry: bool = False


@dataclass(frozen=True)
class Network:
    """The cities and bundles to lay out, in board units."""

    homes: Points
    """Where the cities would lie if there were room for everything."""
    pinned: Flags
    """Which cities the map file moved by hand; they hardly leave their homes."""
    bundles: list[Bundle]
    names: list[list[list[str]]]
    """For each city, the ways to break its name into lines."""
    width: float
    height: float

    @cached_property
    def lengths(self) -> Floats:
        """The number of spaces along each bundle."""
        return np.array([bundle.length for bundle in self.bundles], dtype=float)

    @cached_property
    def lanes(self) -> Floats:
        """The number of routes in each bundle."""
        return np.array([len(bundle.routes) for bundle in self.bundles], dtype=float)

    @cached_property
    def ferries(self) -> Flags:
        """Which bundles are ferries that may bend as the coast demands."""
        return np.array([bundle.ferry and bundle.bend is None for bundle in self.bundles], dtype=bool)

    @cached_property
    def ends(self) -> Indices:
        """The two cities of each bundle."""
        return np.array([(bundle.a, bundle.b) for bundle in self.bundles], dtype=np.intp).reshape(-1, 2)

    @cached_property
    def forks(self) -> tuple[Indices, Indices]:
        """The pairs of bundle ends at one city; the first ends of all bundles are numbered before the second ends."""
        city = self.ends.T.ravel()
        i, j = np.nonzero(city[:, None] == city[None])
        return i[i != j], j[i != j]


def bundle_routes(map_: Map) -> list[Bundle]:
    """Return the routes of a map gathered into bundles, in the order of the file."""
    number = {name: index for index, name in enumerate(map_.cities)}
    parallel: dict[tuple[int, int, int], list[int]] = {}
    for index, route in enumerate(map_.routes.tracks):
        a, b = sorted((number[route.a], number[route.b]))
        parallel.setdefault((a, b, route.length), []).append(index)
    return [_bundle(map_, number, key, routes) for key, routes in parallel.items()]


def _bundle(map_: Map, number: dict[str, int], key: tuple[int, int, int], routes: list[int]) -> Bundle:
    a, b, length = key
    bends = [
        # The file gives a bend as seen from the first city of the route.
        route.extras.bend * (1 if number[route.a] == a else -1)
        for route in (map_.routes.tracks[index] for index in routes)
        if route.extras.bend is not None
    ]
    ferry = all(map_.routes.tracks[index].extras.ferry for index in routes)
    return Bundle(a, b, length, tuple(routes), bends[0] if bends else None, ferry)


def line_breaks(name: str) -> list[list[str]]:
    """Return the ways to break a name into lines: one line, or two at a space or hyphen.

    >>> line_breaks("Salt Lake City")
    [['Salt Lake City'], ['Salt Lake', 'City']]
    """
    one = [[name]]
    cuts = [index for index, letter in enumerate(name) if letter in " -"]
    if len(name) < LETTERS_FOR_TWO_LINES or not cuts:
        return one
    cut = min(cuts, key=lambda index: abs(index - len(name) / 2))
    first = name[: cut + (name[cut] == "-")]
    return [*one, [first, name[cut + 1 :]]]
