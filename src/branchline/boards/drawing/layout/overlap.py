"""Exact tests of what overlaps: oriented rectangles (spaces), discs (places) and boxes (labels)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Indices, Points


@dataclass(frozen=True)
class Rectangles:
    """Rectangles by centre, unit direction of the long side, and half sizes."""

    center: Points
    along: Points
    half: Points

    def __getitem__(self, which: Indices) -> Rectangles:
        """The rectangles at these indices."""
        return Rectangles(self.center[which], self.along[which], self.half[which])


def boxes(center: Points, half: Points) -> Rectangles:
    """Rectangles that stand upright."""
    along = np.zeros_like(center)
    along[..., 0] = 1.0
    return Rectangles(center, along, half)


def depth(first: Rectangles, second: Rectangles) -> Points:
    """How deep each pair of rectangles overlaps; negative is the gap seen along the best axis (SAT)."""
    apart = second.center - first.center
    deepest = np.full(len(apart), np.inf)
    for axis in (first.along, _across(first.along), second.along, _across(second.along)):
        between = np.abs((apart * axis).sum(axis=1))
        deepest = np.minimum(deepest, _reach(first, axis) + _reach(second, axis) - between)
    return deepest


def depth_disc(rectangles: Rectangles, center: Points, radius: float) -> Points:
    """How deep each pair of rectangle and disc overlaps; negative is their distance."""
    apart = center - rectangles.center
    local = np.stack([(apart * rectangles.along).sum(axis=1), (apart * _across(rectangles.along)).sum(axis=1)], axis=1)
    outside = np.maximum(np.abs(local) - rectangles.half, 0.0)
    deep: Points = radius - np.hypot(outside[:, 0], outside[:, 1])
    return deep


def pairs(first: Rectangles, second: Rectangles, reach: float) -> tuple[Indices, Indices]:
    """The pairs of two sets near enough to touch within `reach`."""
    radii = np.hypot(*first.half.T)[:, None] + np.hypot(*second.half.T)[None] + reach
    apart = first.center[:, None] - second.center[None]
    i, j = np.nonzero((apart**2).sum(axis=2) < radii**2)
    return i, j


def own_pairs(rectangles: Rectangles, reach: float) -> tuple[Indices, Indices]:
    """The pairs within one set near enough to touch within `reach`, each once."""
    i, j = pairs(rectangles, rectangles, reach)
    return i[i < j], j[i < j]


def _across(along: Points) -> Points:
    return np.stack([-along[:, 1], along[:, 0]], axis=1)


def _reach(rectangles: Rectangles, axis: Points) -> Points:
    """Half the rectangle's shadow on an axis."""
    along = np.abs((rectangles.along * axis).sum(axis=1))
    across = np.abs((_across(rectangles.along) * axis).sum(axis=1))
    shadow: Points = rectangles.half[:, 0] * along + rectangles.half[:, 1] * across
    return shadow
