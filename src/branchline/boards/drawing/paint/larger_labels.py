"""Larger labels for small screens, each as large as there is room for beside the tracks and everything else."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace

from branchline.boards.drawing.artwork import Label
from branchline.boards.drawing.layout.labels import AMBIGUITY_COST, FAR_COST, leader, near_offsets
from branchline.boards.drawing.layout.overlap import FIELDS, Rectangles, depth_in_boxes
from branchline.boards.drawing.layout.sizes import Sizes
from branchline.boards.drawing.lettering.labels import MEDIUM, Name
from branchline.boards.drawing.paths import points_of

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Flags, Floats, Indices, Points
    from branchline.boards.drawing.artwork import Drawing, SetText, TextLine

PARTS = (1.0, 0.94, 0.88, 0.83, 0.78, 0.73, 0.68, 0.63, 0.58)
"""The sizes to try, relative to the wanted one; none is smaller than on the plain sheet."""
LEGIBLE = PARTS[:6]
"""The sizes that can still be read where letters may cover a track."""
SMALLNESS = 60.0
"""The cost of a label without size; the costs of the places around a city are a few points."""
COVERING = 16.0
"""The cost of each space that a label covers, where it may."""
LINE_COVERING = 3.0
"""The cost of each piece of a line that a label covers, where it may."""
NAME_COVERING = 6.0
"""The cost of each letter of a sea or river that a label covers, where it may."""
BLOCKED = 1e6
"""The cost of a place that a label cannot have."""
ENOUGH, MOST_OPTIONS = 24, 200
"""The number of free places for a label after which no smaller sizes are tried, and of the cheapest that count."""
MARGIN = 17.0
"""The distance that labels keep from the edge of the board."""
CLEARANCE, BETWEEN_LABELS = 1.0, 3.0
"""The distance between a label and anything else, and between two labels."""
ROUNDING = 0.01
LINE_WIDTH = 1.5
POINTS_PER_PIECE = 4
CAPITAL = 0.72
"""The height of capital letters in names on the ground, in font sizes."""
MOST_SWEEPS = 6
LEAST_GAIN, MOST_TRIED = 0.5, 12
"""The least gain for which a label takes the place of another, and the number of places that are tried."""


class Options(NamedTuple):
    """Places and sizes for one label, the first of them that of the plain sheet."""

    center: Points
    half: Points
    cost: Floats
    scale: Floats
    breaking: Indices
    """Which of the ways to break the name into lines; -1 is the label of the plain sheet itself."""


def larger_labels(drawing: Drawing, size: float) -> list[Label]:
    """Return the labels of a drawing in the order of its cities, in a font size or as near to it as there is room.

    Labels cover neither each other, nor tracks, nor the marks of other cities, nor the legend. Only those for the
    smallest screens, where names would else be too small, may cover some spaces.
    """
    board = _Board(drawing, size)
    options = [board.options(city) for city in range(len(drawing.labels))]
    chosen = _Choice(options).improve()
    return [board.label(city, options[city], which) for city, which in enumerate(chosen)]


class _Board:
    """Finds the places of each label on a board."""

    def __init__(self, drawing: Drawing, size: float) -> None:
        geometry = drawing.geometry
        self.drawing, self.sizes = drawing, Sizes(drawing.layout.unit)
        self.wanted = size / geometry.label_sizes[0]
        self.size = (geometry.width, geometry.height)
        self.marks = np.array([(city.x, city.y) for city in geometry.cities])
        made = drawing.texts["label"]
        self.names = [
            [Name(lines, [made[line] for line in lines], drawing.capital) for lines in label.breaks]
            for label in drawing.labels
        ]
        firm = [*_boxes(drawing.furniture), *_leaders(drawing)]
        spaces, lines, letters = _spaces(drawing), _lines(drawing), _letters(drawing)
        parts = [*firm, spaces, lines, letters]
        self.may_cover = self.wanted > MEDIUM + ROUNDING
        below = [COVERING, LINE_COVERING, NAME_COVERING] if self.may_cover else [BLOCKED] * 3
        owners = [-1] * len(drawing.furniture) + [city for city, label in enumerate(drawing.labels) if label.leader]
        counts = [len(part.center) for part in parts]
        self.obstacles = _joined(parts)
        self.bounds = self.obstacles.half_bounds
        self.weight = np.repeat([BLOCKED] * len(firm) + below, counts)
        self.owner = np.repeat([*owners, -1, -1, -1], counts)

    def options(self, city: int) -> Options:
        """Return the places and sizes that are free for a label."""
        plain = _box(self.drawing.labels[city].box)
        last = BLOCKED if self.may_cover else SMALLNESS * (1 - 1 / self.wanted)
        found = [_rows(plain[0], plain[1], last, 1.0, -1)]
        for part in LEGIBLE if self.may_cover else PARTS:
            loss = SMALLNESS * (1 - part)
            if self.wanted * part <= 1 or sum((rows[:, 4] < loss).sum() for rows in found) >= ENOUGH:
                break
            found += [self._near(city, breaking, part, loss) for breaking in range(len(self.names[city]))]
        table = np.concatenate(found)
        table = np.concatenate([table[:1], table[1:][table[1:, 4].argsort(kind="stable")[:MOST_OPTIONS]]])
        return Options(table[:, :2], table[:, 2:4], table[:, 4], table[:, 5], table[:, 6].astype(np.intp))

    def _near(self, city: int, breaking: int, part: float, loss: float) -> Floats:
        """Return the free places near a city for a label in one size and broken into lines in one way."""
        half = self._half(city, breaking, part)
        offsets = np.array(near_offsets((float(half[0]), float(half[1])), self.sizes))
        center = self.marks[city] + offsets[:, :2]
        cost = offsets[:, 2] + loss + 0.5 * breaking
        label = self.drawing.labels[city]
        if [line.text for line in label.lines] == list(self.names[city][breaking].lines):
            center = np.concatenate([center, [self._grown(city, half)]])
            cost = np.append(cost, loss + (FAR_COST if label.leader else 0.0))
        return self._free(city, breaking, part, center, cost)

    def _half(self, city: int, breaking: int, part: float) -> Points:
        return np.array(self.sizes.box(*self.names[city][breaking].size)) * self.wanted * part

    def _free(self, city: int, breaking: int, part: float, center: Points, cost: Floats) -> Floats:
        half = self._half(city, breaking, part)
        cost = cost + self._obstruction(city, center, half)
        free = cost < BLOCKED
        return _rows(center[free], half, cost[free], self.wanted * part, breaking)

    def _grown(self, city: int, half: Points) -> Points:
        """Return the middle of a label that has grown from its place on the plain sheet away from its city."""
        center, before = _box(self.drawing.labels[city].box)
        offset = center - self.marks[city]
        away = np.where(np.abs(offset) > 1, np.sign(offset), 0.0)
        grown: Points = center + away * (half - before)
        return grown

    def _obstruction(self, city: int, center: Points, half: Points) -> Floats:
        """Return what it costs to be at these places, because of the frame, other marks, and what would be covered."""
        low, high = center.min(axis=0) - half - CLEARANCE, center.max(axis=0) + half + CLEARANCE
        middle = self.obstacles.center
        near = ((middle + self.bounds > low) & (middle - self.bounds < high)).all(axis=1) & (self.owner != city)
        covered = depth_in_boxes(center, np.tile(half, (len(center), 1)), self.obstacles[near], self.bounds[near])
        cost: Floats = (covered > -CLEARANCE) @ self.weight[near]
        outside = (center - half < MARGIN) | (center + half > np.array(self.size) - MARGIN)
        cost[outside.any(axis=1)] += BLOCKED
        reach = self.sizes.radius + self.sizes.font
        beside = ((self.marks > low - reach) & (self.marks < high + reach)).all(axis=1)
        beside[city] = False
        others = self.marks[beside]
        apart = np.hypot(*np.maximum(np.abs(center[:, None] - others) - half, 0.0).transpose(2, 0, 1))
        gap = apart.min(axis=1, initial=np.inf) - self.sizes.radius
        cost[gap < CLEARANCE] += BLOCKED
        cost += AMBIGUITY_COST * np.clip(1 - gap / self.sizes.font, 0.0, 1.0)
        return cost

    def label(self, city: int, options: Options, which: int) -> Label:
        """Return a label at the chosen place."""
        plain, breaking = self.drawing.labels[city], options.breaking[which]
        if breaking < 0:
            return plain
        (x, y), (w, h) = options.center[which].tolist(), options.half[which].tolist()
        box = round(x - w, 1), round(y - h, 1), round(2 * w, 1), round(2 * h, 1)
        mark = self.drawing.geometry.cities[city]
        style = _scaled(plain.lines[0], float(options.scale[which]))
        lines = self.names[city][breaking].set_in(box, mark.x, style, is_centered=plain.plate)
        return Label(box, lines, plain.breaks, plain.plate, leader((mark.x, mark.y), box, self.sizes))


# ---- obstacles -----------------------------------------------------------------------------------
def _box(box: tuple[float, float, float, float]) -> tuple[Points, Points]:
    """Return the middle of a box and half its size."""
    left, top, width, height = box
    return np.array([left + width / 2, top + height / 2]), np.array([width / 2, height / 2])


def _boxes(boxes: list[tuple[float, float, float, float]]) -> list[Rectangles]:
    found = map(_box, boxes)
    return [Rectangles(middle[None], np.array([[1.0, 0.0]]), half[None]) for middle, half in found]


def _leaders(drawing: Drawing) -> list[Rectangles]:
    """Return the leader lines of the plain sheet."""
    return [_along(np.array(label.leader).reshape(2, 2), 2 * LINE_WIDTH) for label in drawing.labels if label.leader]


def _along(points: Points, width: float) -> Rectangles:
    """Return the pieces of a line."""
    steps = np.diff(points, axis=0)
    length = np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), 1e-9)
    half = np.concatenate([length / 2, np.full_like(length, width / 2)], axis=1)
    return Rectangles((points[1:] + points[:-1]) / 2, steps / length, half)


def _spaces(drawing: Drawing) -> Rectangles:
    length, width = drawing.geometry.space
    routes = drawing.geometry.routes
    rows = np.array([(*space, route.stretch * length / 2) for route in routes for space in route.spaces])
    angle = np.radians(rows[:, 2])
    half = np.stack([rows[:, 3], np.full(len(rows), width / 2)], axis=1)
    return Rectangles(rows[:, :2], np.stack([np.cos(angle), np.sin(angle)], axis=1), half)


def _lines(drawing: Drawing) -> Rectangles:
    """Return the lines of the routes in few pieces: they hardly bend."""
    paths = (points_of(route.path) for route in drawing.geometry.routes)
    pieces = (np.concatenate([points[:-1:POINTS_PER_PIECE], points[-1:]]) for points in paths)
    return _joined([_along(points, LINE_WIDTH) for points in pieces])


def _letters(drawing: Drawing) -> Rectangles:
    """Return the names on the ground as squares, each about as large as a letter."""
    lines = [line for layer in drawing.below if layer.name == "names" for line in layer.lines]
    found = [_row(line, drawing.texts[line.face][line.text]) for line in lines]
    rows = np.array([row for part in found for row in part]).reshape(-1, 3)
    return Rectangles(rows[:, :2], np.tile([1.0, 0.0], (len(rows), 1)), np.repeat(rows[:, 2:], 2, axis=1))


def _row(line: TextLine, made: SetText) -> list[tuple[float, float, float]]:
    """Return middle and half the size of squares along a line of text whose anchor is its middle."""
    half = line.size / 2
    if line.path:
        return [(x, y, half) for x, y in line.path]
    width = (made.width + line.spacing * max(0, made.letters - 1)) * line.size
    count = max(1, round(width / line.size))
    cosine, sine = cos(radians(line.turn)), sin(radians(line.turn))
    x, y = line.x + CAPITAL * half * sine, line.y - CAPITAL * half * cosine
    steps = [((number + 0.5) / count - 0.5) * width for number in range(count)]
    return [(x + step * cosine, y + step * sine, half) for step in steps]


def _joined(parts: list[Rectangles]) -> Rectangles:
    return Rectangles(*(np.concatenate([getattr(part, field) for part in parts]) for field in FIELDS))


# ---- choice --------------------------------------------------------------------------------------
def _rows(center: Points, half: Points, cost: Floats | float, scale: float, breaking: int) -> Floats:
    """Return a table of options: middle, half the size, cost, scale and the number of the line break."""
    count = len(np.atleast_2d(center))
    columns = (center, np.tile(half, (count, 1)), cost, np.full(count, scale), np.full(count, breaking))
    widths = (2, 2, 1, 1, 1)
    table: Floats = np.column_stack(
        [np.reshape(column, (count, width)) for column, width in zip(columns, widths, strict=True)]
    )
    return table


def _scaled(line: TextLine, scale: float) -> TextLine:
    return replace(line, size=round(line.size * scale, 2))


class _Choice:
    """Chooses options that do not overlap: begins with the plain sheet, and only makes labels better."""

    def __init__(self, options: list[Options]) -> None:
        self.options = options
        self.center = np.array([each.center[0] for each in options])
        self.half = np.array([each.half[0] for each in options])
        self.chosen = [0] * len(options)
        low = np.array([(each.center - each.half).min(axis=0) for each in options]) - BETWEEN_LABELS
        high = np.array([(each.center + each.half).max(axis=0) for each in options])
        may_meet = ((low[:, None] < high) & (low < high[:, None])).all(axis=2) & ~np.eye(len(options), dtype=bool)
        self.neighbors = [np.nonzero(row)[0] for row in may_meet]

    def improve(self) -> list[int]:
        """Return the number of the option chosen for each label."""
        area = np.array([2.5, 4.0]) * self.half
        crowd = (np.abs(self.center[:, None] - self.center) < area[:, None] + self.half).all(axis=2).sum(axis=1)
        order = (-crowd).argsort(kind="stable").tolist()
        for _ in range(MOST_SWEEPS):
            before = list(self.chosen)
            for city in order:
                self._take(city, self._best(city))
            for city in order:
                self._displace(city)
            if self.chosen == before:
                break
        return self.chosen

    def _take(self, city: int, which: int) -> None:
        self.chosen[city] = which
        self.center[city], self.half[city] = self.options[city].center[which], self.options[city].half[which]

    def _overlaps(self, city: int) -> Flags:
        """Return which options of a label overlap which of its neighbors."""
        own, others = self.options[city], self.neighbors[city]
        apart = np.abs(own.center[:, None] - self.center[others]) - own.half[:, None] - self.half[others]
        overlap: Flags = (apart[..., 0] < BETWEEN_LABELS) & (apart[..., 1] < BETWEEN_LABELS)
        return overlap

    def _best(self, city: int) -> int:
        """Return the cheapest option that overlaps no other label, or the present one."""
        cost = np.where(self._overlaps(city).any(axis=1), np.inf, self.options[city].cost)
        best = int(cost.argmin())
        return best if cost[best] < self._cost(city) else self.chosen[city]

    def _cost(self, city: int) -> float:
        return float(self.options[city].cost[self.chosen[city]])

    def _displace(self, city: int) -> None:
        """Let a label take a better place from a neighbor that loses less by moving away."""
        overlaps = self._overlaps(city)
        cost = self.options[city].cost
        alone = np.nonzero((overlaps.sum(axis=1) == 1) & (cost < self._cost(city) - LEAST_GAIN))[0]
        for which in alone[cost[alone].argsort(kind="stable")][:MOST_TRIED].tolist():
            (other,) = self.neighbors[city][overlaps[which]].tolist()
            before, total = (self.chosen[city], self.chosen[other]), self._cost(city) + self._cost(other)
            self._take(city, which)
            free = np.where(self._overlaps(other).any(axis=1), np.inf, self.options[other].cost)
            self._take(other, int(free.argmin()))
            if free.min() + cost[which] < total - LEAST_GAIN:
                return
            self._take(city, before[0])
            self._take(other, before[1])
