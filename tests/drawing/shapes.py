"""An independent check for overlaps: everything on a board as shapely polygons."""

from __future__ import annotations

import re
from itertools import accumulate, combinations
from math import atan2, degrees
from typing import TYPE_CHECKING, NamedTuple

from shapely import STRtree, affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

from branchline.boards.drawing.paint.larger_labels import larger_labels

if TYPE_CHECKING:
    from branchline.boards.draw import Drawing
    from branchline.boards.drawing.artwork import Label

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


def sheet_labels(drawing: Drawing, sheet: int) -> list[Label]:
    """Return the labels of one of the sheets of a board."""
    return larger_labels(drawing, drawing.geometry.label_sizes[sheet]) if sheet else drawing.labels


def covered_spaces(drawing: Drawing, labels: list[Label]) -> list[str]:
    """Return the spaces that labels of one sheet touch."""
    spaces = [(name, shape) for name, shape in things(drawing) if name.startswith("space")]
    tree = STRtree([shape for _, shape in spaces])
    boxes = [box(left, top, left + wide, top + high) for left, top, wide, high in (label.box for label in labels)]
    covered = set(tree.query(boxes, predicate="intersects")[1].tolist())
    return [spaces[number][0] for number in sorted(covered)]


def leaders_on_labels(drawing: Drawing) -> list[str]:
    """Return the leader lines that touch another label or the mark of another city."""
    named = list(zip(drawing.geometry.cities, drawing.labels, strict=True))
    found = []
    for city, label in named:
        if label.leader is None:
            continue
        leader = LineString([label.leader[:2], label.leader[2:]])
        for other, its_label in named:
            left, top, wide, high = its_label.box
            text, mark = box(left, top, left + wide, top + high), Point(other.x, other.y).buffer(other.radius)
            if other is not city and (leader.intersects(text) or leader.intersects(mark)):
                found.append(f"{city.name} and {other.name}")
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


class Separation(NamedTuple):
    """How well two tracks, or a track and a city, can be told apart."""

    size: float
    names: str


def center_lines(drawing: Drawing) -> list[tuple[int, int, LineString]]:
    """Return the line of every route with the numbers of its two cities."""
    marks = [Point(city.x, city.y) for city in drawing.geometry.cities]
    found = []
    for route in drawing.geometry.routes:
        path = line(route.path)
        first, last = (
            min(range(len(marks)), key=lambda city, end=end: marks[city].distance(Point(end)))  # type: ignore[misc]
            for end in (path.coords[0], path.coords[-1])
        )
        found.append((first, last, path))
    return found


def track_distances(drawing: Drawing) -> list[Separation]:
    """Return the distances between tracks that neither meet at a city nor cross, in widths of a space."""
    width = drawing.geometry.space[1]
    tracks = center_lines(drawing)
    tree = STRtree([path for _, _, path in tracks])
    found = []
    for i, j in zip(*tree.query([path for _, _, path in tracks], "dwithin", 4 * width).tolist(), strict=True):
        (a, b, one), (c, d, other) = tracks[i], tracks[j]
        if i < j and not {a, b} & {c, d} and not one.crosses(other):
            found.append(Separation(one.distance(other) / width, _named(drawing, (a, b), (c, d))))
    return sorted(found)


def crossing_angles(drawing: Drawing) -> list[Separation]:
    """Return the angles in degrees at which tracks cross; 0 if they meet at a city and cross away from it too."""
    tracks = center_lines(drawing)
    # Next to the city where they meet, the lines of tracks touch before they part.
    radius = drawing.geometry.cities[0].radius + drawing.geometry.space[1]
    tree = STRtree([path for _, _, path in tracks])
    found = []
    for i, j in zip(*tree.query([path for _, _, path in tracks], "intersects").tolist(), strict=True):
        (a, b, one), (c, d, other) = tracks[i], tracks[j]
        if i >= j or {a, b} == {c, d}:
            continue
        shared = [Point(drawing.geometry.cities[city].x, drawing.geometry.cities[city].y) for city in {a, b} & {c, d}]
        for point in getattr(one.intersection(other), "geoms", [one.intersection(other)]):
            if all(point.distance(city) > radius for city in shared):
                angle = 0.0 if shared else _angle(one, other, point.representative_point())
                found.append(Separation(angle, _named(drawing, (a, b), (c, d))))
    return sorted(found)


def city_distances(drawing: Drawing) -> list[Separation]:
    """Return the distances from the marks of cities to the tracks that do not stop there, in widths of a space."""
    width = drawing.geometry.space[1]
    cities = drawing.geometry.cities
    marks = [Point(city.x, city.y) for city in cities]
    tree = STRtree(marks)
    found = []
    for first, last, path in center_lines(drawing):
        for city in tree.query(path, "dwithin", 4 * width).tolist():
            if city not in (first, last):
                distance = path.distance(marks[city]) - cities[city].radius
                found.append(Separation(distance / width, _named(drawing, (first, last), (city,))))
    return sorted(found)


def _angle(one: LineString, other: LineString, point: Point) -> float:
    first, second = (_direction(path, point) for path in (one, other))
    turn = abs(first - second) % 180
    return min(turn, 180 - turn)


def _direction(path: LineString, point: Point) -> float:
    """Return the direction of a path at a point on it, in degrees."""
    at = path.project(point)
    (x, y), (u, v) = (path.interpolate(min(max(at + step, 0.0), path.length)).coords[0] for step in (-2.0, 2.0))
    return degrees(atan2(v - y, u - x))


def _named(drawing: Drawing, *groups: tuple[int, ...]) -> str:
    return " / ".join("–".join(drawing.geometry.cities[city].name for city in group) for group in groups)
