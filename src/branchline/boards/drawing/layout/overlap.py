"""Exact overlap tests of oriented rectangles (spaces), discs (cities) and boxes (labels)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Floats, Indices, Points


FIELDS = ("center", "along", "half")


@dataclass(frozen=True)
class Rectangles:
    """Rectangles by center, unit direction of the long side, and half sizes."""

    center: Points
    along: Points
    half: Points

    def __getitem__(self, which: Indices) -> Rectangles:
        """Return the rectangles at these indices."""
        return Rectangles(self.center[which], self.along[which], self.half[which])

    @property
    def half_bounds(self) -> Points:
        """Half the sizes of the upright bounding boxes."""
        along = np.abs(self.along)
        return along * self.half[:, :1] + along[:, ::-1] * self.half[:, 1:]


def both(first: Rectangles, second: Rectangles) -> Rectangles:
    """Return two sets of rectangles as one."""
    return Rectangles(*(np.concatenate([getattr(part, name) for part in (first, second)]) for name in FIELDS))


def depth(first: Rectangles, second: Rectangles) -> Floats:
    """Return how deep each pair of rectangles overlaps, by the separating axis theorem; negative is a gap."""
    apart = second.center - first.center
    deepest = np.full(len(apart), np.inf)
    for axis in (first.along, _across(first.along), second.along, _across(second.along)):
        distance = np.abs((apart * axis).sum(axis=1))
        deepest = np.minimum(deepest, _half_projection(first, axis) + _half_projection(second, axis) - distance)
    return deepest


def depth_in_boxes(center: Points, half: Points, rectangles: Rectangles, half_bounds: Points) -> Floats:
    """Return how deep each upright box overlaps each rectangle, as a table; negative is a gap."""
    x, y = (center[:, None] - rectangles.center[None]).transpose(2, 0, 1)
    ux, uy = rectangles.along.T
    along = (half @ np.abs(rectangles.along).T) + rectangles.half[:, 0] - np.abs(x * ux + y * uy)
    across = (half @ np.abs(rectangles.along[:, ::-1]).T) + rectangles.half[:, 1] - np.abs(y * ux - x * uy)
    upright = [half[:, axis, None] + half_bounds[:, axis] - np.abs(apart) for axis, apart in enumerate((x, y))]
    deepest: Floats = np.minimum(np.minimum(along, across), np.minimum(*upright))
    return deepest


def depth_in_disc(rectangles: Rectangles, center: Points, radius: float) -> Floats:
    """Return how deep each pair of rectangle and disc overlaps; negative is a gap."""
    apart = center - rectangles.center
    local = np.stack([(apart * rectangles.along).sum(axis=1), (apart * _across(rectangles.along)).sum(axis=1)], axis=1)
    outside = np.maximum(np.abs(local) - rectangles.half, 0.0)
    deep: Floats = radius - np.hypot(outside[:, 0], outside[:, 1])
    return deep


def near_pairs(rectangles: Rectangles, reach: float) -> tuple[Indices, Indices]:
    """Return the pairs of rectangles that may come within `reach` of each other, each pair once."""
    radius = np.hypot(*rectangles.half.T)
    farthest = radius[:, None] + radius[None] + reach
    apart = rectangles.center[:, None] - rectangles.center[None]
    i, j = np.nonzero((apart**2).sum(axis=2) < farthest**2)
    return i[i < j], j[i < j]


def _across(along: Points) -> Points:
    return np.stack([-along[:, 1], along[:, 0]], axis=1)


def _half_projection(rectangles: Rectangles, axis: Points) -> Floats:
    """Return half the length of each rectangle's projection onto an axis."""
    along = np.abs((rectangles.along * axis).sum(axis=1))
    across = np.abs((_across(rectangles.along) * axis).sum(axis=1))
    half_length: Floats = rectangles.half[:, 0] * along + rectangles.half[:, 1] * across
    return half_length
