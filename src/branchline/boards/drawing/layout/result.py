"""The result of a layout, which is kept with the drawing: the next version of a map starts from it."""

from __future__ import annotations

from msgspec import Struct


class Layout(Struct, frozen=True):
    """The finished layout in board units."""

    unit: float
    homes: list[tuple[float, float]]
    cities: list[tuple[float, float]]
    bundles: list[tuple[int, int, int]]
    """The two cities and the length of each bundle."""
    controls: list[list[tuple[float, float]]]
    """The five control points of each bundle."""
    labels: list[tuple[float, float]]
    line_breaks: list[int]
    """Which of the ways to break its name each label uses."""
    overlaps: int
