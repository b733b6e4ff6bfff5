"""Letter seas, rivers, lakes, parks and regions along their shapes, where neither tracks nor labels are."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import shapely
from msgspec.structs import replace
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box

from branchline.boards.drawing.paths import smooth
from branchline.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from shapely.geometry.base import BaseGeometry

    from branchline.boards.drawing.arrays import Flags, Floats, Points, Shapes
    from branchline.boards.drawing.artwork import Label, TextLine
    from branchline.boards.drawing.geometry import Geometry
    from branchline.boards.drawing.lettering.shaping import Lettering

LEAST_SIZE, SHRINKING = 9.5, 0.86
"""The smallest size of a name, and the factor from one size to the next."""
HALF_HEIGHT = 0.36
"""Half the height of capital letters, in font sizes."""
AROUND = 0.62
"""Room kept free above and below the middle of a name, in font sizes."""
EDGE = 24.0
"""The distance of names from the edge of the board."""
STEP = 9.0
"""The distance between the places that are tried for a name."""
MOST_BEND, SHARPEST = 1.9, 0.55
"""The most that a curved name turns in all and between two points of its line, in radians."""
AT_ONCE = 64
"""The number of places that are tried at once."""
LEVEL = 0.55
"""The part of its largest size down to which a name in an area stays level before it is turned."""
MOST_FOREIGN = 1 / 3
"""The part of the cities whose names may have letters that English lacks on a board in English."""
FARTHEST = 260.0
"""How far a name may move from the place that its author gave it."""


@dataclass
class Letterer:
    """Finds room for names on a board."""

    lettering: Lettering
    board: BaseGeometry
    obstacles: shapely.STRtree
    """The tracks, cities and labels of the board."""
    taken: list[BaseGeometry] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """The names of the cities."""

    @cached_property
    def cities(self) -> set[str]:
        """The folded names of the cities; what has the same name needs no second one."""
        return {fold(name) for name in self.names}

    @classmethod
    def of(cls, geometry: Geometry, labels: list[Label], lettering: Lettering, names: list[str]) -> Letterer:
        """Return a letterer that avoids the tracks, cities and labels of a board."""
        board = box(EDGE, EDGE, geometry.width - EDGE, geometry.height - EDGE)
        obstacles = shapely.STRtree([*_obstacles(geometry), *map(_label_box, labels)])
        return cls(lettering, board, obstacles, names=names)

    def keep_free(self, shapes: Iterable[BaseGeometry]) -> None:
        """Take the room of shapes that names must not touch."""
        self.taken.extend(shapes)

    def is_free(self, room: BaseGeometry) -> bool:
        """Return whether there is nothing in a place, and it is inside the frame."""
        return bool(self._are_free(np.array([room]))[0])

    def _are_free(self, rooms: Shapes) -> Flags:
        free: Flags = shapely.contains(self.board, rooms)
        free[self.obstacles.query(rooms, "intersects")[0]] = False
        for shape in self.taken:
            free[free] = ~shapely.intersects(shape, rooms[free])
        return free

    @property
    def is_english(self) -> bool:
        """Whether the board seems to be in English: in Latin letters, and few names have some that English lacks."""
        foreign = sum(not name.isascii() for name in self.names)
        return self.lettering.scripts <= {"Latn"} and foreign <= MOST_FOREIGN * len(self.names)

    def width(self, line: TextLine) -> float:
        """Return the width of a line of text in board units."""
        made = self.lettering.set(line.face, line.text)
        return (made.width + line.spacing * max(0, made.letters - 1)) * line.size

    # ---- places that authors chose -------------------------------------------------------------
    def near(self, line: TextLine, within: BaseGeometry) -> TextLine | None:
        """Return a name at its place or as near to it as there is room in an area, smaller if need be, or `None`."""
        shapely.prepare(within)
        for size in _sizes(line.size):
            sized = replace(line, size=size)
            place = self._first_free(_spiral(line.x, line.y), (self.width(sized), size), line.turn, within)
            if place is not None:
                return _placed(sized, *place, line.turn)
        return None

    # ---- areas ---------------------------------------------------------------------------------
    def inside(self, line: TextLine, area: BaseGeometry, size: float) -> list[TextLine]:
        """Return a name inside an area: as large as there is room, near its middle, on one or two lines."""
        parts = [part for part in shapely.get_parts(area) if isinstance(part, Polygon)]
        if not parts or fold(line.text) in self.cities:
            return []
        shape = max(parts, key=lambda part: part.area)
        largest = min(size, 0.5 * shape.area**0.5)
        if largest < LEAST_SIZE:
            return []
        shapely.prepare(shape)
        level, along = [0.0], _angles(shape)
        # A smaller level name is easier to read than a larger one that is turned, up to a point.
        for least, turns in ((LEVEL * largest, level), (0.0, along)):
            for each in (every for every in _sizes(largest) if every >= least):
                for texts in _broken(line.text):
                    lines = [replace(line, text=text, size=each) for text in texts]
                    place = self._place(lines, shape, turns)
                    if place is not None:
                        return _stacked(lines, *place)
        return []

    def inside_alike(self, wanted: list[tuple[TextLine, BaseGeometry]]) -> list[TextLine]:
        """Return names inside areas of one kind, in one size if there is room: that of the name with the least room."""
        before = len(self.taken)
        placed = [part for line, area in wanted for part in self.inside(line, area, line.size)]
        del self.taken[before:]
        size = min((part.size for part in placed), default=0.0)
        return [part for line, area in wanted for part in self.inside(line, area, size)]

    def _place(self, lines: list[TextLine], shape: Polygon, turns: list[float]) -> tuple[float, float, float] | None:
        """Return the middle and the angle, one of these, of lines of text inside an area, or `None`."""
        size, width = lines[0].size, max(self.width(line) for line in lines)
        height = len(lines) * 1.1 * size
        points = _grid(shape, width, height)
        for turn in turns:
            place = self._first_free(points, (width, height / (2 * AROUND)), turn, shape)
            if place is not None:
                return *place, turn
        return None

    def _first_free(
        self, points: Points, size: tuple[float, float], turn: float, within: BaseGeometry
    ) -> tuple[float, float] | None:
        """Take the room around the first point where a name of this width and font size is free in an area."""
        for start in range(0, len(points), AT_ONCE):
            part = points[start : start + AT_ONCE]
            rooms = _straight_rooms(part, *size, turn)
            inside = np.nonzero(shapely.contains(within, rooms))[0]
            free = inside[self._are_free(rooms[inside])]
            if len(free):
                self.taken.append(rooms[free[0]])
                x, y = part[free[0]].tolist()
                return x, y
        return None

    # ---- lines ---------------------------------------------------------------------------------
    def along(self, line: TextLine, rivers: list[tuple[LineString, float]]) -> TextLine | None:
        """Return a name along one of several lines of water, inside if it is wide enough, else beside it."""
        for size in _sizes(line.size):
            sized = replace(line, size=size)
            # The cheapest curve comes first; the order of equal ones does not change.
            for _, points in sorted(self._curves(sized, rivers), key=lambda curve: curve[0]):
                curve = smooth(points)
                room = LineString(curve).buffer(AROUND * size, cap_style="flat")
                if self.is_free(room):
                    self.taken.append(room)
                    return replace(sized, path=[(round(float(x), 1), round(float(y), 1)) for x, y in curve])
        return None

    def _curves(self, line: TextLine, rivers: list[tuple[LineString, float]]) -> Iterator[tuple[float, Points]]:
        """Yield points for a name, each with its cost: bends and the distance from the middle of the river."""
        length = self.width(line) + 0.6 * line.size
        for river, width in rivers:
            offsets = [0.0] if width > 1.35 * line.size else [side * (width / 2 + 0.72 * line.size) for side in (-1, 1)]
            starts = np.arange(0.0, river.length - length, STEP)
            parts = _even_parts(river, starts, length)
            turns = np.abs(_turns(parts))
            bends = turns.sum(axis=1)
            middles = np.abs(starts + length / 2 - river.length / 2) / river.length
            for index in np.nonzero((turns.max(axis=1, initial=0.0) <= SHARPEST) & (bends <= MOST_BEND))[0]:
                for offset in offsets:
                    cost = float(bends[index] + middles[index]) + (0.1 if offset > 0 else 0.0)
                    yield cost, _beside(parts[index], offset)


# ---- obstacles ---------------------------------------------------------------------------------
def _obstacles(board: Geometry) -> Iterator[BaseGeometry]:
    length, width = board.space
    for route in board.routes:
        half = route.stretch * length / 2 + 2
        blank = box(-half, -width / 2 - 2, half, width / 2 + 2)
        for x, y, turn in route.spaces:
            yield affinity.translate(affinity.rotate(blank, turn, origin=(0, 0)), x, y)
        ends = [(x, y) for x, y, _ in route.spaces]
        if len(ends) > 1:
            yield LineString(ends).buffer(2)
    for city in board.cities:
        yield Point(city.x, city.y).buffer(city.radius + 3)
    for route in board.routes:
        yield from _connections(board, [(x, y) for x, y, _ in route.spaces])


def _connections(board: Geometry, spaces: list[tuple[float, float]]) -> Iterator[BaseGeometry]:
    """Yield the lines from the ends of a row of spaces to the nearest cities."""
    for x, y in (spaces[0], spaces[-1]):
        city = min(board.cities, key=lambda city: (city.x - x) ** 2 + (city.y - y) ** 2)
        yield LineString([(x, y), (city.x, city.y)]).buffer(2)


def _label_box(label: Label) -> BaseGeometry:
    left, top, width, height = label.box
    return box(left - 3, top - 2, left + width + 3, top + height + 2)


# ---- text --------------------------------------------------------------------------------------
def _placed(line: TextLine, x: float, y: float, turn: float) -> TextLine:
    """Return a line of text whose middle, not its baseline, is at a point."""
    angle, down = math.radians(turn), HALF_HEIGHT * line.size
    x, y = x - down * math.sin(angle), y + down * math.cos(angle)
    return replace(line, x=round(x, 1), y=round(y, 1), turn=round(turn, 1))


def _stacked(lines: list[TextLine], x: float, y: float, turn: float) -> list[TextLine]:
    angle, size = math.radians(turn), lines[0].size
    found = []
    for row, line in enumerate(lines):
        down = (row - (len(lines) - 1) / 2) * 1.1 * size
        found.append(_placed(line, x - down * math.sin(angle), y + down * math.cos(angle), turn))
    return found


def _straight_rooms(points: Points, width: float, size: float, turn: float) -> Shapes:
    """Return the room of a straight name around each of several points."""
    angle, across, up = math.radians(turn), width / 2 + 2, AROUND * size
    corners = np.array([[across, -up], [across, up], [-across, up], [-across, -up]])
    turned = corners @ np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    rooms: Shapes = shapely.polygons(points[:, None] + turned)
    return rooms


def _sizes(most: float) -> Iterator[float]:
    size = most
    while size >= LEAST_SIZE:
        yield round(size, 1)
        size *= SHRINKING


def _broken(text: str) -> Iterator[list[str]]:
    """Yield a text on one line, then on two if it has a space."""
    yield [text]
    cuts = [index for index, letter in enumerate(text) if letter == " "]
    if cuts:
        cut = min(cuts, key=lambda index: abs(index - len(text) / 2))
        yield [text[:cut], text[cut + 1 :]]


# ---- places ------------------------------------------------------------------------------------
def _spiral(x: float, y: float) -> Points:
    """Return a point, and then points ever farther around it."""
    around = [np.zeros((1, 2))]
    for radius in np.arange(STEP, FARTHEST, STEP):
        turn = np.linspace(0, 2 * np.pi, max(8, int(radius / 2)), endpoint=False)
        around.append(radius * np.stack([np.cos(turn), np.sin(turn)], axis=1))
    return np.array([x, y]) + np.concatenate(around)


def _grid(shape: Polygon, width: float, height: float) -> Points:
    """Return points of an area, the nearest to its middle first."""
    left, top, right, bottom = shape.bounds
    if right - left < min(width, height) or bottom - top < min(width, height):
        return np.empty((0, 2))
    step = max(STEP / 2, min(right - left, bottom - top) / 12)
    x, y = np.meshgrid(np.arange(left + step / 2, right, step), np.arange(top + step / 2, bottom, step))
    inside = shapely.contains_xy(shape, x, y)
    middle = shape.representative_point() if not shape.contains(shape.centroid) else shape.centroid
    points = np.stack([x[inside], y[inside]], axis=1)
    apart = (points[:, 0] - middle.x) ** 2 + 2 * (points[:, 1] - middle.y) ** 2
    return points[apart.argsort(kind="stable")]


def _angles(shape: Polygon) -> list[float]:
    """Return the directions for a name in an area: level, then along it."""
    corners = shapely.get_coordinates(shape.minimum_rotated_rectangle)[:3]
    sides = np.diff(corners, axis=0)
    long = sides[np.linalg.norm(sides, axis=1).argmax()]
    turn = float((np.degrees(np.arctan2(long[1], long[0])) + 90) % 180 - 90)
    ratio = np.linalg.norm(sides, axis=1)
    is_long = ratio.max() > 1.6 * ratio.min()
    if not is_long or abs(turn) < 8:  # noqa: PLR2004 (nearly level)
        return [0.0]
    # A steep name reads upwards.
    return [0.0, turn]


def _even_parts(line: LineString, starts: Floats, length: float) -> Points:
    """Return parts of a line as a few points each at equal distances, smoothed, from left to right."""
    corners = np.array(line.coords)
    at = np.concatenate([[0.0], np.linalg.norm(np.diff(corners, axis=0), axis=1).cumsum()])
    along = starts[:, None] + np.linspace(0, length, max(6, int(length / 12)))
    even = np.stack([np.interp(along, at, corners[:, axis]) for axis in (0, 1)], axis=-1)
    leftwards = even[:, -1, 0] < even[:, 0, 0]
    even[leftwards] = even[leftwards, ::-1]
    for _ in range(3):
        even[:, 1:-1] = (even[:, :-2] + 2 * even[:, 1:-1] + even[:, 2:]) / 4
    return even


def _turns(lines: Points) -> Points:
    """Return the angles by which lines turn at their points, in radians."""
    steps = np.diff(lines, axis=1)
    angle = np.arctan2(steps[..., 1], steps[..., 0])
    turns: Points = (np.diff(angle, axis=1) + np.pi) % (2 * np.pi) - np.pi
    return turns


def _beside(points: Points, offset: float) -> Points:
    """Return a line moved sideways, downwards if the offset is positive."""
    if not offset:
        return points
    slope = np.gradient(points, axis=0)
    slope /= np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-9)
    moved: Points = points + offset * np.stack([-slope[:, 1], slope[:, 0]], axis=1)
    return moved
