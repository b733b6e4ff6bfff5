"""Place the labels: choose the best of many positions around each city, clear of everything else."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from branchline.boards.drawing.layout.overlap import Rectangles, both, depth, depth_in_boxes, depth_in_disc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.boards.drawing.arrays import Floats, Indices, Points
    from branchline.boards.drawing.layout.sizes import Sizes

MOST_SWEEPS = 5
OVERLAP_COST = 120.0
"""The cost of an overlap as deep as a space is long; the costs of the positions themselves are a few points."""
TOUCH_COST = 40.0
"""The cost of any overlap, so that a distant place with a leader line is better."""
ENOUGH = 0.5
"""The part of the clearance that a label may use up."""
AMBIGUITY_COST = 2.0
"""The cost of touching the mark of another city; a label one font size away from it costs nothing."""
STABILITY_BONUS = 1.5
"""What keeping its position is worth to a label, since spaces need time to make room for it."""
NEAR = (0.25, 0.5, 0.8, 1.15)
"""The distances in font sizes at which a label may lie: the first leaves room for a ring around the mark."""
FAR, FAR_COST = (2.0, 3.0, 4.2, 5.6, 7.2), 14.0
"""The distances in font sizes at which a label may lie with a leader line, as the last resort, and what that costs."""
DIRECTIONS = [(float(np.cos(angle)), float(np.sin(angle))) for angle in np.arange(24) * np.pi / 12]
CROSSING_COST = 8.0
"""The cost of each space that a leader line crosses, and of running along the line of a route."""
APART = 0.7
"""The distance from its city, in font sizes, from which on a leader line keeps clear of the lines of routes."""
LEADER_FROM = 1.4
"""The distance in font sizes from which a label cannot be read as that of its city without a leader line."""
INSET = 0.3
"""A leader line to the side of a label ends at least this part of its height away from the corners."""
Line: TypeAlias = tuple[float, float, float, float]
"""The two ends of a line."""
Frame: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""
LabelSizes: TypeAlias = list[list[tuple[float, float]]]
"""For each city, width and height in font sizes of each way to break its name into lines."""


class Tracks(NamedTuple):
    """What labels keep clear of: the spaces of routes, and the lines below them."""

    spaces: Rectangles
    lines: Rectangles

    @property
    def all(self) -> Rectangles:
        """Spaces and lines together."""
        return both(self.spaces, self.lines)


@dataclass(frozen=True)
class Candidates:
    """Every position considered for any label, city by city, as one array for each property."""

    city: Indices
    breaking: Indices
    """Which of the ways to break the name into lines."""
    offset: Points
    """From the city to the center of the label."""
    half: Points
    cost: Floats


class Placement(NamedTuple):
    """The chosen position of each city's label, and how deep its worst overlap is."""

    breaking: Indices
    offset: Points
    half: Points
    depth: Floats
    choice: Indices
    leaders: int
    """The number of labels with leader lines."""


def label_candidates(label_sizes: LabelSizes, sizes: Sizes) -> Candidates:
    """Return all positions for labels of these sizes."""
    rows = [
        (city, breaking, dx, dy, *half, cost + 0.5 * breaking)
        for city, breakings in enumerate(label_sizes)
        for breaking, (width, height) in enumerate(breakings)
        for half in [sizes.box(width, height)]
        for dx, dy, cost in [*near_offsets(half, sizes), *_far_offsets(half, sizes)]
    ]
    table = np.array(rows)
    numbers = table[:, :2].astype(np.intp)
    return Candidates(numbers[:, 0], numbers[:, 1], table[:, 2:4], table[:, 4:6], table[:, 6])


def nearest_candidates(candidates: Candidates, offset: Points, breaking: Indices) -> Indices:
    """Return, for each city, the position nearest to this offset of a label broken into lines in this way."""
    apart = np.linalg.norm(candidates.offset - offset[candidates.city], axis=1)
    apart += 1e6 * (candidates.breaking != breaking[candidates.city])
    starts = np.searchsorted(candidates.city, np.arange(len(offset) + 1))
    return np.array([first + apart[first:last].argmin() for first, last in pairwise(starts)])


def near_offsets(half: tuple[float, float], sizes: Sizes) -> list[tuple[float, float, float]]:
    """Return offsets around a mark with their costs: beside it is best, then above and below."""
    return offsets_at(NEAR, half, sizes)


def offsets_at(reaches: Sequence[float], half: tuple[float, float], sizes: Sizes) -> list[tuple[float, float, float]]:
    """Return offsets at these distances from a mark, in font sizes, with their costs; the first are the best."""
    w, h = half
    found = []
    for ring, reach in enumerate(reaches):
        far = sizes.radius + reach * sizes.font
        extra = 0.9 * ring
        for slide in (0.0, -0.45, 0.45, -1.0, 1.0):
            cost = extra + 0.5 * abs(slide)
            found += [(far + w, slide * (h + sizes.radius), cost), (-far - w, slide * (h + sizes.radius), cost + 0.1)]
        for slide in (0.0, -0.3, 0.3, -0.6, 0.6, -0.9, 0.9):
            cost = extra + 0.3 + 0.6 * abs(slide)
            found += [(slide * w, far + h, cost), (slide * w, -far - h, cost)]
        near = 0.75 * far
        found += [(x * (near + w), y * (near + h), extra + 0.7) for x in (-1, 1) for y in (-1, 1)]
    return found


def _far_offsets(half: tuple[float, float], sizes: Sizes) -> list[tuple[float, float, float]]:
    """Return offsets at which a label has a leader line."""
    w, h = half
    reaches = [(ring, sizes.radius + reach * sizes.font) for ring, reach in enumerate(FAR)]
    return [(x * (far + w), y * (far + h), FAR_COST * (1 + 0.2 * ring)) for ring, far in reaches for x, y in DIRECTIONS]


def leader(
    city: tuple[float, float], box: tuple[float, float, float, float], sizes: Sizes, least: float = LEADER_FROM
) -> Line | None:
    """Return the line from a city to a label that lies at least this number of font sizes away, or `None`."""
    left, top, width, height = box
    x, y = min(max(city[0], left), left + width), min(max(city[1], top), top + height)
    if np.hypot(x - city[0], y - city[1]) < sizes.radius + least * sizes.font:
        return None
    if x != city[0]:
        y = min(max(y, top + INSET * height), top + (1 - INSET) * height)
    start = sizes.radius / float(np.hypot(x - city[0], y - city[1]))
    rounded = [city[0] + (x - city[0]) * start, city[1] + (y - city[1]) * start, x, y]
    first, second, third, fourth = (round(number, 1) for number in rounded)
    return first, second, third, fourth


def place_labels(  # noqa: PLR0913 (everything that labels keep clear of)
    candidates: Candidates,
    cities: Points,
    tracks: Tracks,
    sizes: Sizes,
    frame: Frame,
    previous: Indices | None = None,
    *,
    final: bool = False,
    keep: bool = False,
) -> Placement:
    """Choose a position for every label; one that has a position changes it only for a much better one.

    Only the final placement, when nothing moves any more, resorts to distant positions with leader lines. If positions
    are to be kept, a label that is clear of everything stays where it is.
    """
    placing = _Placing(candidates, cities, tracks, sizes, frame, previous, keep=keep)
    if final:
        placing.resort_to_leaders()
    return placing.placement()


class _Placing:
    """Chooses positions by coordinate descent; distant ones are only considered for labels without a clear place."""

    def __init__(  # noqa: PLR0913 (everything that labels keep clear of)
        self,
        candidates: Candidates,
        cities: Points,
        tracks: Tracks,
        sizes: Sizes,
        frame: Frame,
        previous: Indices | None,
        *,
        keep: bool,
    ) -> None:
        self.candidates, self.cities, self.tracks, self.sizes, self.frame = candidates, cities, tracks, sizes, frame
        self.obstacles = tracks.all
        self.half_bounds = self.obstacles.half_bounds
        self.center = cities[candidates.city] + candidates.offset
        self.previous = previous
        self.cost = np.full(len(candidates.city), np.inf)
        self.depth = np.full(len(candidates.city), -1.0)
        self.penalty = OVERLAP_COST / sizes.unit
        self.rows: list[Indices] = []
        starts = np.searchsorted(candidates.city, np.arange(len(cities) + 1))
        self.every = [np.arange(a, b) for a, b in pairwise(starts)]
        self.far = candidates.cost >= FAR_COST
        kept = self._kept(previous) if keep and previous is not None else set()
        for city, every in enumerate(self.every):
            row = every[~self.far[every]]
            if previous is not None and city in kept:
                row = previous[[city]]
            elif previous is not None and self.far[previous[city]]:
                row = every
            self.rows.append(row)
            self._evaluate(city, row)
        self.choice = np.array([row[self.cost[row].argmin()] for row in self.rows])
        self._sweep()

    def _kept(self, previous: Indices) -> set[int]:
        """Return the cities whose labels are clear of everything at their previous positions."""
        self.choice = previous
        for city in range(len(previous)):
            self._evaluate(city, previous[[city]])
        limit = ENOUGH * self.sizes.clearance
        return {
            city
            for city, row in enumerate(previous)
            if self.depth[row] <= limit and self._depth_in_labels(city, row[None])[0] <= limit
        }

    def resort_to_leaders(self) -> None:
        """Consider distant places for labels that have no clear place near their city."""
        crowded = [
            city
            for city, row in enumerate(self.rows)
            if len(row) < len(self.every[city]) and self._total(city, self.choice[[city]])[0] > FAR_COST
        ]
        for city in crowded:
            self._evaluate(city, np.setdiff1d(self.every[city], self.rows[city]))
            self.rows[city] = self.every[city]
        if crowded:
            self._sweep()

    def placement(self) -> Placement:
        """Return the best placement found."""
        chosen, candidates = self.choice, self.candidates
        worst = [max(self.depth[row], self._depth_in_labels(city, row[None])[0]) for city, row in enumerate(chosen)]
        far = int(self.far[chosen].sum())
        return Placement(
            candidates.breaking[chosen],
            candidates.offset[chosen],
            candidates.half[chosen],
            np.array(worst),
            chosen,
            far,
        )

    def _sweep(self) -> None:
        """Let every label take its best place, until none moves."""
        for _ in range(MOST_SWEEPS):
            before = self.choice.copy()
            for city, row in enumerate(self.rows):
                self.choice[city] = row[self._total(city, row).argmin()]
            if (self.choice == before).all():
                break

    def _total(self, city: int, which: Indices) -> Floats:
        """Return the cost of positions of a label while all other labels stay."""
        overlaps = self._overlap_cost(self._depth_in_labels(city, which))
        return self.cost[which] + overlaps + TOUCH_COST * self._labels_crossed(city, which)

    def _overlap_cost(self, depth: Floats) -> Floats:
        cost: Floats = self.penalty * np.maximum(depth, 0.0) + TOUCH_COST * (depth > ENOUGH * self.sizes.clearance)
        return cost

    def _depth_in_labels(self, city: int, which: Indices) -> Floats:
        """Return how deep positions of a label overlap the chosen labels of all other cities."""
        center, half = self.center[which], self.candidates.half[which]
        clear = self.sizes.clearance
        low, high = (center - half).min(axis=0) - clear, (center + half).max(axis=0) + clear
        other_center, other_half = self.center[self.choice], self.candidates.half[self.choice]
        near = ((other_center + other_half > low) & (other_center - other_half < high)).all(axis=1)
        near[city] = False
        if not near.any():
            return np.full(len(which), -1.0)
        inside = half[:, None] + other_half[near] - np.abs(center[:, None] - other_center[near])
        worst: Floats = np.minimum(inside[..., 0], inside[..., 1]).max(axis=1) + clear
        return worst

    def _evaluate(self, city: int, which: Indices) -> None:
        """Compute what positions of a label cost and how deep they overlap tracks, marks and the frame."""
        center, half = self.center[which], self.candidates.half[which]
        clear = self.sizes.clearance
        low, high = (center - half).min(axis=0) - clear, (center + half).max(axis=0) + clear
        left, top, right, bottom = self.frame
        outside = np.maximum((left, top) - (center - half), (center + half) - (right, bottom)).max(axis=1)
        deep = np.maximum(outside, -1.0)
        tracks = self.obstacles
        near = ((tracks.center + self.half_bounds > low) & (tracks.center - self.half_bounds < high)).all(axis=1)
        if near.any():
            in_tracks = depth_in_boxes(center, half, tracks[near], self.half_bounds[near])
            deep = np.maximum(deep, in_tracks.max(axis=1) + clear)
        reach = self.sizes.radius + self.sizes.font
        marks = ((self.cities > low - reach) & (self.cities < high + reach)).all(axis=1)
        marks[city] = False
        cost = self.candidates.cost[which].copy()
        if marks.any():
            outer = np.maximum(np.abs(center[:, None] - self.cities[marks]) - half[:, None], 0.0)
            in_mark = (self.sizes.radius - np.hypot(outer[..., 0], outer[..., 1])).max(axis=1)
            deep = np.maximum(deep, in_mark + clear)
            cost += AMBIGUITY_COST * np.clip(1 + in_mark / self.sizes.font, 0.0, 1.0)
        cost += self._overlap_cost(deep)
        far = self.far[which]
        if far.any():
            cost[far] += CROSSING_COST * self._leader_crossings(city, which[far])
        if self.previous is not None:
            cost[which == self.previous[city]] -= STABILITY_BONUS
        self.cost[which], self.depth[which] = cost, deep

    def _leader_crossings(self, city: int, which: Indices) -> Floats:
        """Return the number of tracks and other marks that leader lines would cross."""
        lines, crossed = self._leaders(which), np.zeros(len(which))
        away = self._leaders(which, self.sizes.radius + APART * self.sizes.font)
        for leaders, tracks in ((lines, self.tracks.spaces), (away, self.tracks.lines)):
            apart = np.linalg.norm(leaders.center[:, None] - tracks.center[None], axis=2)
            i, j = np.nonzero(apart < leaders.half[:, :1] + tracks.half[:, 0])
            np.add.at(crossed, i, depth(leaders[i], tracks[j]) > 0)
        i, j = np.nonzero(np.arange(len(self.cities))[None] != np.full((len(which), 1), city))
        np.add.at(crossed, i, depth_in_disc(lines[i], self.cities[j], self.sizes.radius) > 0)
        return crossed

    def _leaders(self, which: Indices, after: float = 0.0) -> Rectangles:
        """Return the leader lines that labels at these positions would have, after a distance from the city."""
        start, center, half = self.cities[self.candidates.city[which]], self.center[which], self.candidates.half[which]
        end = np.clip(start, center - half, center + half)
        inset = np.clip(
            end[:, 1], center[:, 1] - (1 - 2 * INSET) * half[:, 1], center[:, 1] + (1 - 2 * INSET) * half[:, 1]
        )
        end[:, 1] = np.where(end[:, 0] == start[:, 0], end[:, 1], inset)
        reach = np.linalg.norm(end - start, axis=1)
        along = (end - start) / np.maximum(reach, 1e-9)[:, None]
        left_out = np.minimum(after, reach)
        start, reach = start + left_out[:, None] * along, reach - left_out
        return Rectangles((start + end) / 2, along, np.stack([reach / 2, np.ones(len(which))], axis=1))

    def _labels_crossed(self, city: int, which: Indices) -> Floats:
        """Return how many labels the leader line of each position crosses, or would cross the label there."""
        crossed = np.zeros(len(which))
        others = np.delete(self.choice, city)
        far, far_others = self.far[which], others[self.far[others]]
        if far.any():
            lines = self._leaders(which[far])
            deep = depth_in_boxes(self.center[others], self.candidates.half[others], lines, lines.half_bounds)
            crossed[far] += (deep > 0).sum(axis=0)
        if len(far_others):
            lines = self._leaders(far_others)
            deep = depth_in_boxes(self.center[which], self.candidates.half[which], lines, lines.half_bounds)
            crossed += (deep > 0).sum(axis=1)
        return crossed
