"""An independent test of overlaps: everything on a board as shapely polygons."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from shapely import STRtree, affinity
from shapely.geometry import Point, Polygon, box

if TYPE_CHECKING:
    from branchline.boards.draw import Geometry

GRAZE = 1e-6
"""An area that rounding can make."""


def things(board: Geometry) -> list[tuple[str, Polygon]]:
    """Every space, place and label with its name."""
    length, width = board.space
    blank = box(-length / 2, -width / 2, length / 2, width / 2)
    found = []
    for index, track in enumerate(board.tracks):
        for place, (x, y, turn) in enumerate(track.spaces):
            turned = affinity.rotate(blank, turn, origin=(0, 0))
            found.append((f"space {place + 1} of track {index}", affinity.translate(turned, x, y)))
    for city in board.cities:
        found.append((f"mark of {city.name}", Point(city.x, city.y).buffer(city.radius, quad_segs=16)))
        left, top, wide, high = city.box
        found.append((f"label of {city.name}", box(left, top, left + wide, top + high)))
    return found


def overlaps(board: Geometry) -> list[str]:
    """The pairs that overlap, by name."""
    named = things(board)
    tree = STRtree([shape for _, shape in named])
    first, second = tree.query([shape for _, shape in named], predicate="intersects")
    return [
        f"{named[i][0]} and {named[j][0]}"
        for i, j in zip(first.tolist(), second.tolist(), strict=True)
        if i < j and named[i][1].intersection(named[j][1]).area > GRAZE
    ]


def outside(board: Geometry) -> list[str]:
    """What lies beyond the board's edge."""
    edge = box(0, 0, board.width, board.height)
    return [name for name, shape in things(board) if not edge.contains(shape)]


def slow_overlaps(board: Geometry) -> int:
    """The same count without the tree, to test the test."""
    return sum(a[1].intersection(b[1]).area > GRAZE for a, b in combinations(things(board), 2))
