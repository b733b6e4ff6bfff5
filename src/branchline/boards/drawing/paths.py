"""Points and polygons as SVG path data, kept short by relative steps with one decimal."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from branchline.boards.drawing.arrays import Points


def path(points: Points, *, closed: bool = False) -> str:
    """Return a polyline as path data."""
    tenths = np.rint(np.asarray(points) * 10).astype(int)
    keep = np.ones(len(tenths), dtype=bool)
    keep[1:] = (np.diff(tenths, axis=0) != 0).any(axis=1)
    tenths = tenths[keep]
    steps: list[tuple[int, int]] = np.diff(tenths, axis=0).tolist()
    first = f"M{_decimal(int(tenths[0, 0]))} {_decimal(int(tenths[0, 1]))}"
    rest = "l".join([f"{_decimal(x)}{'' if y < 0 else ' '}{_decimal(y)}" for x, y in steps])
    return first + ("l" + rest if rest else "") + ("z" if closed else "")


@cache
def _decimal(tenths: int) -> str:
    """Return a number of tenths as the shortest decimal: 12 is 1.2, -5 is -.5."""
    sign, tenths = ("-", -tenths) if tenths < 0 else ("", tenths)
    whole, part = divmod(tenths, 10)
    return f"{sign}{whole or ('' if part else 0)}{f'.{part}' if part else ''}"


def points_of(polyline: str) -> Points:
    """Return the points of path data that `path` wrote for an open line.

    >>> points_of("M10 2.5l-.5 1 0-1").tolist()
    [[10.0, 2.5], [9.5, 3.5], [9.5, 2.5]]
    """
    steps = np.array([float(number) for number in re.findall(r"-?\d*\.?\d+", polyline)]).reshape(-1, 2)
    points: Points = steps.cumsum(axis=0)
    return points


def outline(shape: BaseGeometry) -> str:
    """Return shapely's polygons or lines as path data, holes included."""
    kind = shape.geom_type
    if kind == "Polygon":
        rings = [shape.exterior, *shape.interiors]  # type: ignore[attr-defined]
        return "".join(path(np.array(ring.coords)[:-1], closed=True) for ring in rings if len(ring.coords) > 3)  # noqa: PLR2004
    if kind in ("LineString", "LinearRing"):
        return path(np.array(shape.coords)) if len(shape.coords) > 1 else ""
    return "".join(outline(part) for part in getattr(shape, "geoms", []))


def smooth(points: Points, *, closed: bool = False, pieces: int = 6) -> Points:
    """Return a Catmull-Rom curve through the points, as a finer polyline."""
    if len(points) < 3:  # noqa: PLR2004 (nothing to round)
        return points
    around = np.concatenate([points[-1:], points, points[:2]] if closed else [points[:1], points, points[-1:]])
    p0, p1, p2, p3 = (around[k : len(around) - 3 + k][:, None] for k in range(4))
    t = np.linspace(0, 1, pieces, endpoint=False)[None, :, None]
    fine = 0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3)
    flat = fine.reshape(-1, 2)
    return flat if closed else np.concatenate([flat, points[-1:]])
