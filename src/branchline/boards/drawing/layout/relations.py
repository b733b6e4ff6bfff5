"""How bundles lie to each other: which meet at a city, which cross and where, and how near the others come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from branchline.boards.drawing.layout import curves

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Flags, Floats, Indices, Points
    from branchline.boards.drawing.layout.bundles import Network
    from branchline.boards.drawing.layout.sizes import Sizes

SAMPLES = 25
"""The number of points at which bundles are compared."""
PARAMETERS = np.linspace(0.0, 1.0, SAMPLES)
WEIGHTS = curves.bernstein(PARAMETERS)
LEAST_ANGLE = np.radians(35.0)
"""The angle below which two tracks that cross cannot be told apart."""
SHARPEST_TURN = np.radians(25.0)
"""The turn from one space to the next, or to a city, above which a track looks broken."""
NEARLY = 0.97
"""The part of a distance that is enough: the relaxation stops a little short of what it aims at."""


@dataclass(frozen=True)
class Meetings:
    """Which bundles have a city in common."""

    shared: Indices
    """For two bundles, a city that they have in common, or -1."""

    @classmethod
    def of(cls, network: Network) -> Meetings:
        """Return the meetings of a network's bundles."""
        ends = network.ends
        shared = np.full((len(ends), len(ends)), -1, dtype=np.intp)
        for first in range(2):
            for second in range(2):
                i, j = np.nonzero(ends[:, None, first] == ends[None, :, second])
                shared[i, j] = ends[i, first]
        return cls(shared)


class Crossings(NamedTuple):
    """The points at which bundles cross: the numbers of both bundles, each once, and the parameters there."""

    first: Indices
    second: Indices
    at_first: Floats
    at_second: Floats

    def table(self, bundles: int) -> Flags:
        """Return which bundles cross."""
        crossed = np.zeros((bundles, bundles), dtype=bool)
        crossed[self.first, self.second] = crossed[self.second, self.first] = True
        return crossed

    def angles(self, controls: Points) -> Floats:
        """Return the angle at each crossing, at most a right angle."""
        u = curves.unit_vectors(curves.blend(curves.bernstein_slope(self.at_first), controls[self.first]))
        v = curves.unit_vectors(curves.blend(curves.bernstein_slope(self.at_second), controls[self.second]))
        angle: Floats = np.arccos(np.clip(np.abs((u * v).sum(axis=1)), 0.0, 1.0))
        return angle


def find_crossings(network: Network, controls: Points, radius: float) -> Crossings:
    """Return where bundles cross, but for the cities at which they meet."""
    points = WEIGHTS @ controls
    low, high = points.min(axis=1), points.max(axis=1)
    meet = ((low[:, None] < high[None]) & (low[None] < high[:, None])).all(axis=2)
    i, j = np.nonzero(np.triu(meet, 1))
    p, r = points[i, :-1, None], points[j, None, :-1]
    u, v = (np.diff(points, axis=1)[k] for k in (i, j))
    u, v = u[:, :, None], v[:, None]
    cross = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    cross = np.where(cross == 0, np.inf, cross)
    w = r - p
    s = (w[..., 0] * v[..., 1] - w[..., 1] * v[..., 0]) / cross
    t = (w[..., 0] * u[..., 1] - w[..., 1] * u[..., 0]) / cross
    pair, a, b = np.nonzero((s >= 0) & (s < 1) & (t >= 0) & (t < 1))
    first, second = i[pair], j[pair]
    at_first, at_second = (a + s[pair, a, b]) / (SAMPLES - 1), (b + t[pair, a, b]) / (SAMPLES - 1)
    where = curves.blend(curves.bernstein(at_first), controls[first])
    near_end = np.minimum(*(np.linalg.norm(where - controls[first, end], axis=1) for end in (0, -1))) < 1.5 * radius
    same = (network.ends[first] == network.ends[second]).all(axis=1)
    keep = ~near_end & ~same
    return Crossings(first[keep], second[keep], at_first[keep], at_second[keep])


def count_blemishes(network: Network, meetings: Meetings, positions: Points, sizes: Sizes) -> int:
    """Return how often tracks are hard to tell apart: nearly parallel where they cross, or too near a track or city."""
    controls = curves.control_points(network, positions)
    crossings = find_crossings(network, controls, sizes.radius)
    meet = meetings.shared[crossings.first, crossings.second] >= 0
    narrow = meet | (crossings.angles(controls) < LEAST_ANGLE)
    points = WEIGHTS @ controls
    half = (network.lanes - 1) * sizes.lane / 2 + sizes.width / 2
    near_cities = len(passing_tracks(network, positions, sizes))
    separate = ~crossings.table(len(controls)) & (meetings.shared < 0)
    return int(narrow.sum()) + near_cities + _near_tracks(points, half, separate, sizes) + _kinks(network, controls)


def _kinks(network: Network, controls: Points) -> int:
    """Return the number of tracks that turn sharply from one space to the next."""
    leaving, arriving = controls[:, 1] - controls[:, 0], controls[:, -1] - controls[:, -2]
    cross = leaving[:, 0] * arriving[:, 1] - leaving[:, 1] * arriving[:, 0]
    turn = np.abs(np.arctan2(cross, (leaving * arriving).sum(axis=1)))
    # The turns of a single space are on the lines to its cities.
    return int((turn > SHARPEST_TURN * np.maximum(network.lengths + 1, 3)).sum())


def passing_tracks(network: Network, positions: Points, sizes: Sizes) -> list[int]:
    """Return the bundles that pass a city so near that they seem to stop there, once for each city."""
    points = WEIGHTS @ curves.control_points(network, positions)
    reach = (network.lanes - 1) * sizes.lane / 2 + sizes.width / 2 + sizes.radius + sizes.city_clearance
    cities = positions[: len(network.homes)]
    low, high = points.min(axis=1) - reach[:, None], points.max(axis=1) + reach[:, None]
    near = ((cities[None] > low[:, None]) & (cities[None] < high[:, None])).all(axis=2)
    near[np.arange(len(points))[:, None], network.ends] = False
    i, j = np.nonzero(near)
    found: list[int] = i[distance_to_line(points[i], cities[j]) < NEARLY * reach[i]].tolist()
    return found


def _near_tracks(points: Points, half: Floats, separate: Flags, sizes: Sizes) -> int:
    reach = half + sizes.track_clearance / 2
    low, high = points.min(axis=1) - reach[:, None], points.max(axis=1) + reach[:, None]
    near = ((low[:, None] < high[None]) & (low[None] < high[:, None])).all(axis=2) & separate
    i, j = np.nonzero(np.triu(near, 1))
    distance = np.full(len(i), np.inf)
    for one, other in ((i, j), (j, i)):
        for sample in range(SAMPLES):
            distance = np.minimum(distance, distance_to_line(points[one], points[other, sample]))
    return int((distance < NEARLY * (reach[i] + reach[j])).sum())


def distance_to_line(lines: Points, point: Points) -> Floats:
    """Return the distance of each point from its polyline."""
    start, step = lines[:, :-1], np.diff(lines, axis=1)
    ahead = ((point[:, None] - start) * step).sum(axis=2) / np.maximum((step**2).sum(axis=2), 1e-12)
    foot = start + step * np.clip(ahead, 0.0, 1.0)[..., None]
    distance: Floats = np.sqrt(((point[:, None] - foot) ** 2).sum(axis=2).min(axis=1))
    return distance
