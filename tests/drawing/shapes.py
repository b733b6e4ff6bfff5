"""An independent check for overlaps: everything on a board as shapely polygons."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from shapely import STRtree, affinity
from shapely.geometry import Point, Polygon, box

if TYPE_CHECKING:
    from branchline.boards.draw import Drawing

GRAZE = 1e-6
"""The largest area that rounding errors can produce."""


def things(drawing: Drawing) -> list[tuple[str, Polygon]]:
    """Return every space, city and label with its name."""
    board = drawing.geometry
    length, width = board.space
    blank = box(-length / 2, -width / 2, length / 2, width / 2)
    found = []
    for index, route in enumerate(board.routes):
        for place, (x, y, turn) in enumerate(route.spaces):
            turned = affinity.rotate(blank, turn, origin=(0, 0))
            found.append((f"space {place + 1} of route {index}", affinity.translate(turned, x, y)))
    for city, label in zip(board.cities, drawing.labels, strict=True):
        found.append((f"mark of {city.name}", Point(city.x, city.y).buffer(city.radius, quad_segs=16)))
        left, top, wide, high = label.box
        found.append((f"label of {city.name}", box(left, top, left + wide, top + high)))
    return found


def overlaps(drawing: Drawing) -> list[str]:
    """Return the pairs that overlap, by name."""
    named = things(drawing)
    tree = STRtree([shape for _, shape in named])
    first, second = tree.query([shape for _, shape in named], predicate="intersects")
    return [
        f"{named[i][0]} and {named[j][0]}"
        for i, j in zip(first.tolist(), second.tolist(), strict=True)
        if i < j and named[i][1].intersection(named[j][1]).area > GRAZE
    ]


def outside(drawing: Drawing) -> list[str]:
    """Return what lies beyond the board's edge."""
    edge = box(0, 0, drawing.geometry.width, drawing.geometry.height)
    return [name for name, shape in things(drawing) if not edge.contains(shape)]


def slow_overlaps(drawing: Drawing) -> int:
    """Return the number of overlaps counted without the tree, to test the test."""
    return sum(a[1].intersection(b[1]).area > GRAZE for a, b in combinations(things(drawing), 2))
