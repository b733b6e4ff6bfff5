"""A hint of relief: small peaks along the ridges that a map file names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from shapely.geometry import box

from branchline.boards.drawing.artwork import Shape
from branchline.boards.drawing.colors import mixed

if TYPE_CHECKING:
    from shapely.geometry import LineString
    from shapely.geometry.base import BaseGeometry

    from branchline.boards.drawing.ground.names import Letterer
    from branchline.boards.drawing.theme import Theme

APART = 15.0
"""The distance between two peaks of a ridge, in board units."""
PEAK = (8.0, 10.0)
"""Half the width of a peak, and its height."""


def draw_peaks(
    ridges: list[tuple[LineString, float]], land: BaseGeometry, letterer: Letterer, theme: Theme
) -> list[Shape]:
    """Return peaks along ridges, each with its width, on free land."""
    feet = sorted(
        (foot for ridge, width in ridges for foot in _feet(ridge, width, land, letterer)),
        key=lambda foot: foot[1],
    )
    if not feet:
        return []
    light, dark = mixed(theme.land, theme.ink, 0.07), mixed(theme.land, theme.ink, 0.24)
    whole = "".join(_whole(*foot) for foot in feet)
    shade = "".join(_shade(*foot) for foot in feet)
    return [Shape(whole, light), Shape(shade, dark), Shape(whole.replace("z", ""), stroke=dark, width=0.9)]


def _feet(ridge: LineString, width: float, land: BaseGeometry, letterer: Letterer) -> list[tuple[float, float, float]]:
    """Return where the peaks of a ridge stand, and their sizes."""
    found = []
    for number, at in enumerate(np.arange(APART / 2, ridge.length, APART)):
        here, ahead = ridge.interpolate(at), ridge.interpolate(at + 1)
        # Peaks alternate between the two sides of the ridge.
        aside = width / 2 * np.sin(2.4 * number)
        x, y = here.x - (ahead.y - here.y) * aside, here.y + (ahead.x - here.x) * aside
        size = 0.8 + 0.35 * float(np.cos(1.7 * number)) ** 2
        room = box(x - PEAK[0] * size, y - PEAK[1] * size, x + PEAK[0] * size, y + 2)
        if land.contains(room) and letterer.is_free(room):
            found.append((round(float(x), 1), round(float(y), 1), round(size, 2)))
    return found


def _whole(x: float, y: float, size: float) -> str:
    w, h = PEAK[0] * size, PEAK[1] * size
    left = f"M{x - w:.1f} {y:.1f}q{0.55 * w:.1f} {-0.25 * h:.1f} {w:.1f} {-h:.1f}"
    return left + _slope(w, h) + "z"


def _shade(x: float, y: float, size: float) -> str:
    w, h = PEAK[0] * size, PEAK[1] * size
    return f"M{x:.1f} {y - h:.1f}{_slope(w, h)}l{-0.75 * w:.1f} {-0.12 * h:.1f}z"


def _slope(w: float, h: float) -> str:
    return f"q{0.4 * w:.1f} {0.7 * h:.1f} {w:.1f} {h:.1f}"
