"""An independent check for overlaps: everything on a board as shapely polygons."""

from __future__ import annotations

import re
from itertools import accumulate, combinations
from typing import TYPE_CHECKING

from shapely import STRtree, affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

if TYPE_CHECKING:
    from branchline.boards.draw import Drawing

GRAZE = 1e-6
"""The largest area that rounding errors can produce."""


def things(drawing: Drawing) -> list[tuple[str, Polygon]]:
    """Return every space, city and label with its name."""
    board = drawing.geometry
    length, width = board.space
    found = []
    for index, route in enumerate(board.routes):
        half = route.stretch * length / 2
        blank = box(-half, -width / 2, half, width / 2)
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


def line(path: str) -> LineString:
    """Return the line of a route from its path, a first point and relative steps."""
    numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", path)]
    points = list(accumulate(zip(numbers[::2], numbers[1::2], strict=True), lambda a, b: (a[0] + b[0], a[1] + b[1])))
    return LineString(points)


def labels_on_tracks(drawing: Drawing) -> list[str]:
    """Return the labels that touch a track: a space, or the line of a route between its cities."""
    cities = unary_union([Point(city.x, city.y).buffer(city.radius) for city in drawing.geometry.cities])
    tracks = unary_union([line(route.path) for route in drawing.geometry.routes]).difference(cities)
    found = []
    for city, label in zip(drawing.geometry.cities, drawing.labels, strict=True):
        left, top, wide, high = label.box
        if box(left + 1, top + 1, left + wide - 1, top + high - 1).intersects(tracks):
            found.append(city.name)
    return found


def lengths_per_space(drawing: Drawing) -> list[float]:
    """Return the drawn length that each route has for each of its spaces."""
    radius = drawing.geometry.cities[0].radius
    return [(line(route.path).length - 2 * radius) / len(route.spaces) for route in drawing.geometry.routes]


def filled_parts(drawing: Drawing) -> list[float]:
    """Return how much of each route its spaces cover."""
    length = drawing.geometry.space[0]
    lengths = zip(drawing.geometry.routes, lengths_per_space(drawing), strict=True)
    return [route.stretch * length / available for route, available in lengths]


def outside(drawing: Drawing) -> list[str]:
    """Return what lies beyond the board's edge."""
    edge = box(0, 0, drawing.geometry.width, drawing.geometry.height)
    return [name for name, shape in things(drawing) if not edge.contains(shape)]


def slow_overlaps(drawing: Drawing) -> int:
    """Return the number of overlaps counted without the tree, to test the test."""
    return sum(a[1].intersection(b[1]).area > GRAZE for a, b in combinations(things(drawing), 2))
