"""Start from the layout of an earlier version of a map, so that a small change takes a moment and moves little."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.drawing.layout.bends import best_arc
from branchline.boards.drawing.layout.curves import INNER
from branchline.boards.drawing.layout.layout import Start

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Points
    from branchline.boards.drawing.layout.bundles import Network
    from branchline.boards.drawing.layout.result import Layout

LEAST_IN_COMMON = 0.75
"""The part of the cities and of the bundles that two versions of a map have in common."""
NEIGHBORS = 3
"""A new city is moved like this number of cities around it."""


def resumed(network: Network, names: list[str], names_before: list[str], before: Layout) -> Start | None:
    """Return a start from an earlier layout for a changed network, or `None` if they have little in common."""
    number = {name: index for index, name in enumerate(names)}
    old_cities = {number[name]: index for index, name in enumerate(names_before) if name in number}
    new_of_old = {old: new for new, old in old_cities.items()}
    curves = {
        (new_of_old[a], new_of_old[b], length): index
        for index, (a, b, length) in enumerate(before.bundles)
        if a in new_of_old and b in new_of_old
    }
    kept = [_kept(curves, bundle.a, bundle.b, bundle.length) for bundle in network.bundles]
    common_bundles = sum(found is not None for found in kept)
    if len(old_cities) < LEAST_IN_COMMON * len(names) or common_bundles < LEAST_IN_COMMON * len(kept):
        return None
    cities = network.homes + _moves(network, before, old_cities)
    inner = np.full((len(kept), INNER, 2), np.nan)
    for index, (bundle, found) in enumerate(zip(network.bundles, kept, strict=True)):
        if found is not None:
            inner[index] = _between(np.array(before.controls[found[0]]), cities[bundle.a], cities[bundle.b], found[1])
    for index, found in enumerate(kept):
        if found is None:
            inner[index] = best_arc(network, cities, inner, index, before.unit)
    offset, breaking = np.zeros_like(cities), np.zeros(len(cities), dtype=np.intp)
    for city, old in old_cities.items():
        offset[city] = np.array(before.labels[old]) - np.array(before.cities[old])
        breaking[city] = min(before.line_breaks[old], len(network.names[city]) - 1)
    return Start(np.concatenate([cities, inner.reshape(-1, 2)]), before.unit, offset, breaking)


def _kept(curves: dict[tuple[int, int, int], int], a: int, b: int, length: int) -> tuple[int, bool] | None:
    """Return the earlier curve between two cities, and whether it runs the other way; its length may have changed."""
    for first, second, turned in ((a, b, False), (b, a, True)):
        if (first, second, length) in curves:
            return curves[first, second, length], turned
    others = [(index, (one, other) == (b, a)) for (one, other, _), index in curves.items() if {one, other} == {a, b}]
    return others[0] if others else None


def _moves(network: Network, before: Layout, old_cities: dict[int, int]) -> Points:
    """Return how far each city lies from its home; new cities move like their neighbors."""
    known = np.array(sorted(old_cities))
    old = np.array([old_cities[city] for city in known])
    moves = np.zeros_like(network.homes)
    moves[known] = (np.array(before.cities) - np.array(before.homes))[old]
    for city in set(range(len(moves))) - set(old_cities):
        near = known[np.linalg.norm(network.homes[known] - network.homes[city], axis=1).argsort()[:NEIGHBORS]]
        moves[city] = moves[near].mean(axis=0)
    return moves


def _between(controls: Points, a: Points, b: Points, turned: bool) -> Points:  # noqa: FBT001 (a fact about the curve)
    """Return the inner control points of an earlier curve, turned and scaled so that it joins two cities."""
    points = (controls[::-1] if turned else controls) @ np.array([1, 1j])
    start, end = np.array([a, b]) @ np.array([1, 1j])
    chord = points[-1] - points[0]
    moved = start + (points[1:-1] - points[0]) * ((end - start) / chord if abs(chord) > 0 else 1.0)
    return np.stack([moved.real, moved.imag], axis=1)
