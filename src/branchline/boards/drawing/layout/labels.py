"""Place the labels: choose the best of many positions around each city, clear of everything else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from branchline.boards.drawing.layout.overlap import Rectangles, both, depth, depth_in_disc, upright

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Floats, Indices, Points
    from branchline.boards.drawing.layout.sizes import Sizes

MOST_SWEEPS = 5
OVERLAP_COST = 120.0
"""The cost of an overlap as deep as a space is long; the costs of the positions themselves are a few points."""
AMBIGUITY_COST = 2.0
"""The cost of touching the mark of another city; a label one font size away from it costs nothing."""
STABILITY_BONUS = 1.5
"""What keeping its position is worth to a label, since spaces need time to make room for it."""
FAR, FAR_COST = (2.0, 3.2, 4.8), 14.0
"""The distances in font sizes at which a label may lie with a leader line, as the last resort, and what that costs."""
DIRECTIONS = [(float(np.cos(angle)), float(np.sin(angle))) for angle in np.arange(24) * np.pi / 12]
CROSSING_COST = 8.0
"""The cost of each space that a leader line crosses."""
LEADER_FROM = 1.4
"""The distance in font sizes from which a label has a leader line."""
Line: TypeAlias = tuple[float, float, float, float]
"""The two ends of a line."""
Frame: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""
LabelSizes: TypeAlias = list[list[tuple[float, float]]]
"""For each city, width and height in font sizes of each way to break its name into lines."""


class Tracks(NamedTuple):
    """What labels keep clear of: the spaces of routes, and the lines between spaces and cities."""

    spaces: Rectangles
    wires: Rectangles

    @property
    def all(self) -> Rectangles:
        """Spaces and lines together."""
        return both(self.spaces, self.wires)


@dataclass(frozen=True)
class Candidates:
    """Every position considered for any label, as one array for each property."""

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


def label_candidates(label_sizes: LabelSizes, sizes: Sizes) -> Candidates:
    """Return all positions for labels of these sizes."""
    rows = [
        (city, breaking, dx, dy, *half, cost + 0.5 * breaking)
        for city, breakings in enumerate(label_sizes)
        for breaking, (width, height) in enumerate(breakings)
        for half in [sizes.box(width, height)]
        for dx, dy, cost in _offsets(half, sizes)
    ]
    table = np.array(rows)
    numbers = table[:, :2].astype(np.intp)
    return Candidates(numbers[:, 0], numbers[:, 1], table[:, 2:4], table[:, 4:6], table[:, 6])


def _offsets(half: tuple[float, float], sizes: Sizes) -> list[tuple[float, float, float]]:
    """Return offsets around a mark with their costs: beside it is best, then above and below."""
    w, h = half
    found = []
    for ring, reach in enumerate((0.12, 0.4, 0.75, 1.15)):
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
    for ring, reach in enumerate(FAR):
        far = sizes.radius + reach * sizes.font
        found += [(x * (far + w), y * (far + h), FAR_COST * (1 + 0.4 * ring)) for x, y in DIRECTIONS]
    return found


def leader(city: tuple[float, float], box: tuple[float, float, float, float], sizes: Sizes) -> Line | None:
    """Return the line from a city to a label that lies too far away to be read as its own, or `None`."""
    left, top, width, height = box
    x, y = min(max(city[0], left), left + width), min(max(city[1], top), top + height)
    distance = float(np.hypot(x - city[0], y - city[1]))
    if distance < sizes.radius + LEADER_FROM * sizes.font:
        return None
    start = sizes.radius / distance
    rounded = [city[0] + (x - city[0]) * start, city[1] + (y - city[1]) * start, x, y]
    first, second, third, fourth = (round(number, 1) for number in rounded)
    return first, second, third, fourth


def place_labels(
    candidates: Candidates,
    cities: Points,
    tracks: Tracks,
    sizes: Sizes,
    frame: Frame,
    previous: Indices | None = None,
) -> Placement:
    """Choose a position for every label; one that has a position changes it only for a much better one."""
    deep, ambiguity = _obstacles(candidates, cities, tracks.all, sizes, frame)
    penalty = OVERLAP_COST / sizes.unit
    fixed = candidates.cost + AMBIGUITY_COST * ambiguity + penalty * np.maximum(deep, 0.0)
    fixed += CROSSING_COST * _leader_crossings(candidates, cities, tracks.spaces)
    if previous is not None:
        fixed[previous] -= STABILITY_BONUS
    rows = [np.nonzero(candidates.city == city)[0] for city in range(len(cities))]
    choice = np.array([row[fixed[row].argmin()] for row in rows])
    center = cities[candidates.city] + candidates.offset

    def depth_in_labels(which: Indices, city: int) -> Floats:
        """Return how deep candidates overlap the chosen labels of all other cities."""
        others = np.delete(choice, city)
        return _box_depth(center[which], candidates.half[which], center[others], candidates.half[others], sizes)

    for _ in range(MOST_SWEEPS):
        before = choice.copy()
        for city, row in enumerate(rows):
            choice[city] = row[(fixed[row] + penalty * np.maximum(depth_in_labels(row, city), 0.0)).argmin()]
        if (choice == before).all():
            break
    worst = deep[choice].copy()
    for city in range(len(cities)):
        worst[city] = max(worst[city], depth_in_labels(choice[[city]], city)[0])
    return Placement(candidates.breaking[choice], candidates.offset[choice], candidates.half[choice], worst, choice)


def _leader_crossings(candidates: Candidates, cities: Points, spaces: Rectangles) -> Floats:
    """Return the number of spaces that the leader line of each far candidate would cross."""
    crossings = np.zeros(len(candidates.city))
    far = np.nonzero(candidates.cost >= FAR_COST)[0]
    start = cities[candidates.city[far]]
    center = start + candidates.offset[far]
    end = np.clip(start, center - candidates.half[far], center + candidates.half[far])
    reach = np.linalg.norm(end - start, axis=1)
    along = (end - start) / np.maximum(reach, 1e-9)[:, None]
    lines = Rectangles((start + end) / 2, along, np.stack([reach / 2, np.ones(len(far))], axis=1))
    i, j = np.nonzero(
        np.linalg.norm(lines.center[:, None] - spaces.center[None], axis=2) < (reach / 2)[:, None] + spaces.half[:, 0]
    )
    np.add.at(crossings, far[i], depth(lines[i], spaces[j]) > 0)
    return crossings


def _box_depth(center: Points, half: Points, other_center: Points, other_half: Points, sizes: Sizes) -> Floats:
    """Return how deep each box overlaps the worst of the other boxes."""
    if len(other_center) == 0:
        return np.full(len(center), -1.0)
    inside = half[:, None] + other_half[None] - np.abs(center[:, None] - other_center[None])
    worst: Floats = inside.min(axis=2).max(axis=1) + sizes.clear
    return worst


def _near(candidates: Candidates, cities: Points, things: Points, reach: float) -> tuple[Indices, Indices]:
    """Return the pairs of candidates and things that may meet, judged by the city of the candidate."""
    farthest = np.zeros(len(cities))
    np.maximum.at(farthest, candidates.city, np.hypot(*(np.abs(candidates.offset) + candidates.half).T))
    apart = cities[:, None] - things[None]
    near = (apart**2).sum(axis=2) < (farthest + reach)[:, None] ** 2
    i, j = np.nonzero(near[candidates.city])
    return i, j


def _obstacles(
    candidates: Candidates, cities: Points, tracks: Rectangles, sizes: Sizes, frame: Frame
) -> tuple[Floats, Floats]:
    """Return how deep each candidate overlaps tracks, marks and the frame, and how near it is to another city."""
    center = cities[candidates.city] + candidates.offset
    worst = np.full(len(center), -1.0)
    box = upright(center, candidates.half)
    reach = 1.2 * float(tracks.half[:, 0].max())
    i, j = _near(candidates, cities, tracks.center, reach)
    close = (np.abs(center[i] - tracks.center[j]) < candidates.half[i] + reach).all(axis=1)
    i, j = i[close], j[close]
    np.maximum.at(worst, i, depth(box[i], tracks[j]) + sizes.clear)
    i, j = _near(candidates, cities, cities, sizes.radius)
    other = candidates.city[i] != j
    i, j = i[other], j[other]
    in_mark = depth_in_disc(box[i], cities[j], sizes.radius)
    np.maximum.at(worst, i, in_mark + sizes.clear)
    ambiguity = np.zeros(len(center))
    np.maximum.at(ambiguity, i, np.clip(1 + in_mark / sizes.font, 0.0, 1.0))
    left, top, right, bottom = frame
    low, high = center - candidates.half, center + candidates.half
    outside = np.stack([left - low[:, 0], top - low[:, 1], high[:, 0] - right, high[:, 1] - bottom], axis=1)
    deepest: Floats = np.maximum(worst, outside.max(axis=1))
    return deepest, ambiguity
