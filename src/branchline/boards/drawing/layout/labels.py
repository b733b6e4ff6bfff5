"""Where names go: the best of many places around each mark, clear of everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from branchline.boards.drawing.layout.overlap import Rectangles, boxes, depth, depth_disc

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Indices, Points
    from branchline.boards.drawing.layout.sizes import Sizes

SWEEPS = 5
HARD = 120.0
"""What an overlap as deep as a space is long costs, against the few points that a less natural place does."""
DOUBT = 2.0
"""What a label that touches another place's mark costs; one a type size away costs nothing."""
LOYALTY = 1.5
"""What staying in its place is worth to a label: spaces need time to make room for it."""
Frame = tuple[float, float, float, float]


@dataclass(frozen=True)
class Candidates:
    """Every place considered: its city, setting, offset from the city, half size and how unnatural it is."""

    city: Indices
    setting: Indices
    offset: Points
    half: Points
    cost: Points


class Placed(NamedTuple):
    """The chosen place of each city's label, and how deep the worst overlap is."""

    setting: Indices
    offset: Points
    half: Points
    depth: Points
    choice: Indices


def candidates(widths: list[list[tuple[float, int]]], sizes: Sizes) -> Candidates:
    """All candidates for labels whose settings are (width in type sizes, lines)."""
    rows = [
        (city, setting, dx, dy, *half, cost + 0.5 * setting)
        for city, settings in enumerate(widths)
        for setting, (width, lines) in enumerate(settings)
        for half in [sizes.box(width, lines)]
        for dx, dy, cost in _around(half, sizes)
    ]
    table = np.array(rows)
    whole = table[:, :2].astype(np.intp)
    return Candidates(whole[:, 0], whole[:, 1], table[:, 2:4], table[:, 4:6], table[:, 6])


def _around(half: tuple[float, float], sizes: Sizes) -> list[tuple[float, float, float]]:
    """Offsets around a mark, with what each costs: beside it is best, then above and below."""
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
    return found


def place(
    known: Candidates, cities: Points, spaces: Rectangles, sizes: Sizes, frame: Frame, kept: Indices | None = None
) -> Placed:
    """Choose a place for every label; one kept from before is left only for a much better one."""
    hard, doubt = _fixed_depth(known, cities, spaces, sizes, frame)
    fixed = known.cost + DOUBT * doubt + HARD / sizes.unit * np.maximum(hard, 0.0)
    if kept is not None:
        fixed[kept] -= LOYALTY
    rows = [np.nonzero(known.city == city)[0] for city in range(len(cities))]
    choice = np.array([row[fixed[row].argmin()] for row in rows])
    at = cities[known.city] + known.offset
    for _ in range(SWEEPS):
        before = choice.copy()
        for city, row in enumerate(rows):
            others = np.delete(choice, city)
            meet = _label_depth(at[row], known.half[row], at[others], known.half[others], sizes)
            choice[city] = row[(fixed[row] + HARD / sizes.unit * np.maximum(meet, 0.0)).argmin()]
        if (choice == before).all():
            break
    worst = hard[choice].copy()
    for city in range(len(cities)):
        others = np.delete(choice, city)
        meet = _label_depth(at[choice[[city]]], known.half[choice[[city]]], at[others], known.half[others], sizes)
        worst[city] = max(worst[city], meet[0])
    return Placed(known.setting[choice], known.offset[choice], known.half[choice], worst, choice)


def _label_depth(center: Points, half: Points, others: Points, their: Points, sizes: Sizes) -> Points:
    """How deep each box meets the deepest of the other labels."""
    if len(others) == 0:
        return np.full(len(center), -1.0)
    inside = half[:, None] + their[None] - np.abs(center[:, None] - others[None])
    worst: Points = inside.min(axis=2).max(axis=1) + sizes.clear
    return worst


def _near(known: Candidates, cities: Points, things: Points, reach: float) -> tuple[Indices, Indices]:
    """Which candidates may meet which things: a first look, from city to thing."""
    farthest = np.zeros(len(cities))
    np.maximum.at(farthest, known.city, np.hypot(*(np.abs(known.offset) + known.half).T))
    apart = cities[:, None] - things[None]
    near = (apart**2).sum(axis=2) < (farthest + reach)[:, None] ** 2
    i, j = np.nonzero(near[known.city])
    return i, j


def _fixed_depth(
    known: Candidates, cities: Points, spaces: Rectangles, sizes: Sizes, frame: Frame
) -> tuple[Points, Points]:
    """How deep each candidate meets spaces, marks and the frame; and how much it seems another place's label."""
    center = cities[known.city] + known.offset
    worst = np.full(len(center), -1.0)
    box = boxes(center, known.half)
    i, j = _near(known, cities, spaces.center, sizes.unit)
    close = (np.abs(center[i] - spaces.center[j]) < known.half[i] + 0.6 * sizes.unit).all(axis=1)
    i, j = i[close], j[close]
    np.maximum.at(worst, i, depth(box[i], spaces[j]) + sizes.clear)
    i, j = _near(known, cities, cities, sizes.radius)
    other = known.city[i] != j
    i, j = i[other], j[other]
    meets = depth_disc(box[i], cities[j], sizes.radius)
    np.maximum.at(worst, i, meets + sizes.clear)
    doubt = np.zeros(len(center))
    np.maximum.at(doubt, i, np.clip(1 + meets / sizes.font, 0.0, 1.0))
    left, top, right, bottom = frame
    low, high = center - known.half, center + known.half
    outside = np.stack([left - low[:, 0], top - low[:, 1], high[:, 0] - right, high[:, 1] - bottom], axis=1)
    deepest: Points = np.maximum(worst, outside.max(axis=1))
    return deepest, doubt
