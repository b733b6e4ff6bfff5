"""Larger labels for small screens, each as large as there is room for beside the tracks and everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace

from branchline.boards.drawing.artwork import Label
from branchline.boards.drawing.layout.labels import (
    AMBIGUITY_COST,
    FAR_COST,
    LEADER_FROM,
    leader,
    near_offsets,
    offsets_at,
)
from branchline.boards.drawing.layout.overlap import depth_in_boxes
from branchline.boards.drawing.layout.sizes import Sizes
from branchline.boards.drawing.lettering.labels import Name
from branchline.boards.drawing.paint import obstacles

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Flags, Floats, Indices, Points
    from branchline.boards.drawing.artwork import Drawing, TextLine

PARTS = (1.0, 0.94, 0.88, 0.83, 0.78, 0.73, 0.68, 0.63, 0.58)
"""The sizes to try, relative to the wanted one; none is smaller than on the plain sheet."""
SMALLNESS = 60.0
"""The cost of a label without size; the costs of the places around a city are a few points."""
AWAY, AWAY_COST = (1.6, 2.1, 2.6), 5.0
"""The distances from its mark, in plain font sizes, at which a large label may lie too, and what that costs."""
BETWEEN_PARTS = (0.3, 0.55, 0.8)
"""Where tracks are looked for on the way from a mark to its label."""
NEARER = 1.6
"""How much farther away than its own mark every other mark is from such a label."""
BLOCKED = 1e6
"""The cost of a place that a label cannot have."""
ENOUGH, MOST_OPTIONS = 24, 200
"""The number of free places for a label after which no smaller sizes are tried, and of the cheapest that count."""
MARGIN = 17.0
"""The distance that labels keep from the edge of the board."""
CLEARANCE, BETWEEN_LABELS = 1.0, 3.0
"""The distance between a label and anything else, and between two labels."""
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

    Labels cover neither each other, nor tracks, nor the marks of other cities, nor names of the ground, nor the legend.
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
        firm = [*obstacles.boxes(drawing.furniture), *obstacles.leaders(drawing)]
        self.spaces = obstacles.spaces(drawing)
        parts = [*firm, self.spaces, obstacles.lines(drawing), obstacles.letters(drawing)]
        owners = [-1] * len(drawing.furniture) + [city for city, label in enumerate(drawing.labels) if label.leader]
        self.obstacles = obstacles.joined(parts)
        self.bounds = self.obstacles.half_bounds
        self.owner = np.repeat([*owners, -1, -1, -1], [len(part.center) for part in parts])

    def options(self, city: int) -> Options:
        """Return the places and sizes that are free for a label."""
        plain = obstacles.box(self.drawing.labels[city].box)
        found = [_rows(plain[0], plain[1], SMALLNESS * (1 - 1 / self.wanted), 1.0, -1)]
        for part in PARTS:
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
        size = (float(half[0]), float(half[1]))
        # Up to these distances a label of this size needs no leader line.
        away = offsets_at([reach for reach in AWAY if reach < LEADER_FROM * self.wanted * part], size, self.sizes)
        offsets = np.array([*near_offsets(size, self.sizes), *away])
        center = self.marks[city] + offsets[:, :2]
        cost = offsets[:, 2] + loss + 0.5 * breaking
        if away:
            cost[-len(away) :] += AWAY_COST + self._separation(city, center[-len(away) :], half)
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
        center, before = obstacles.box(self.drawing.labels[city].box)
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
        cost: Floats = np.where((covered > -CLEARANCE).any(axis=1), BLOCKED, 0.0)
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

    def _separation(self, city: int, center: Points, half: Points) -> Floats:
        """Return what it costs at these places that another mark is about as near, or a track lies in between."""
        mark = self.marks[city]
        near = np.clip(mark, center - half, center + half)
        own = np.hypot(*(near - mark).T)
        apart = np.hypot(*np.maximum(np.abs(center[:, None] - self.marks) - half, 0.0).transpose(2, 0, 1))
        apart[:, city] = np.inf
        points = np.concatenate([mark + part * (near - mark) for part in BETWEEN_PARTS])
        reach = np.abs(self.spaces.center - mark).max(axis=1) < own.max() + self.spaces.half.max()
        depth = depth_in_boxes(points, np.zeros_like(points), self.spaces[reach], self.spaces.half_bounds[reach])
        crossed = (depth > 0).any(axis=1).reshape(len(BETWEEN_PARTS), -1).any(axis=0)
        return np.where(crossed | (apart.min(axis=1) < NEARER * own), BLOCKED, 0.0)

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
        line = leader((mark.x, mark.y), box, self.sizes, LEADER_FROM * float(options.scale[which]))
        return Label(box, lines, plain.breaks, plain.plate, line)


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
