"""Lay out a board: let the sizes grow as long as everything stays clear of everything else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from branchline.boards.drawing.layout import bends, curves, overlap
from branchline.boards.drawing.layout.labels import ENOUGH, Tracks, label_candidates, nearest_candidates, place_labels
from branchline.boards.drawing.layout.relations import count_blemishes
from branchline.boards.drawing.layout.relaxation import Relaxation
from branchline.boards.drawing.layout.result import Layout
from branchline.boards.drawing.layout.sizes import Sizes

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.drawing.arrays import Floats, Indices, Points
    from branchline.boards.drawing.layout.bends import IsLand
    from branchline.boards.drawing.layout.bundles import Network
    from branchline.boards.drawing.layout.labels import Candidates, Frame, LabelSizes, Placement

    Progress = Callable[[float], None]

GROWTH = 1.07
"""The factor from one size to the next."""
LARGEST = 100.0
"""The largest length of the shortest space."""
FARTHEST = 60.0
"""Sizes stop growing when a city would have to move farther than this from its home, and than it did before."""
EDGE = 30.0
"""The distance between the edge of the board and the frame that holds everything."""
STIFFNESS = (1.0, 1.0, 0.5, 0.25, 0.1, 0.05)
"""The factor on the forces that pull cities home and smooth curves, in each run of relaxation at one size."""
RUNS_FOR_LABELS = 3
"""The number of runs after which a label that is still blocked may resort to a leader line."""
ROUNDS_FOR_BLEMISHES = 3
"""The number of sizes that are tried to avoid every blemish."""
EVEN, TOLERANCE = 0.155, 0.012
"""The unevenness of the lengths of spaces, and its increase, up to which a larger board is the better one."""
STEPS, ROUNDS = 32, 24
RESUMED_SIZES = 3
"""The number of sizes tried with an earlier layout before the board is laid out from scratch."""
LEAST_PART = 0.4
"""Sizes stop shrinking at this part of the first one; a few overlaps are better than spaces that cannot be seen."""
CITIES_PER_LEADER = 16
"""Sizes grow as long as at most one label for this number of cities needs a leader line."""
OVERLAPS_PER_CITY = 0.6
"""A size is abandoned when a run of relaxation leaves more overlaps than this for each city."""


class Start(NamedTuple):
    """Where to start from: positions, size and labels of an earlier layout."""

    positions: Points
    unit: float
    offset: Points
    """From each city to its label."""
    breaking: Indices


@dataclass
class Attempt:
    """Positions and labels at one size, and the number of overlaps that remain."""

    sizes: Sizes
    positions: Points
    placement: Placement
    overlaps: int
    only_labels: bool
    """Whether all overlaps are of labels."""
    blemishes: int
    """How often tracks are hard to tell apart, and the number of leader lines beyond a few."""

    @property
    def flaws(self) -> tuple[int, int]:
        """Overlaps first, then blemishes; fewer are better."""
        return self.overlaps, self.blemishes


def lay_out(
    network: Network,
    label_sizes: LabelSizes,
    progress: Progress | None = None,
    start: Start | None = None,
    is_land: IsLand | None = None,
) -> Layout:
    """Return the largest layout without overlaps, or one near the start; some remain if no size is free of them."""
    report = progress or (lambda _: None)
    frame = (EDGE, EDGE, network.width - EDGE, network.height - EDGE)
    best: Attempt | None = None
    if start is not None:
        best = resume(Relaxation(network, start.positions, frame), label_sizes, start, report)
    if best is None:
        unit = first_unit(network)
        relaxation = Relaxation(network, bends.initial_positions(network, unit, is_land), frame)
        best = grow(relaxation, label_sizes, Sizes(unit), report)
    report(1.0)
    return _result(network, best)


def resume(relaxation: Relaxation, label_sizes: LabelSizes, start: Start, progress: Progress) -> Attempt | None:
    """Return a layout without overlaps near the start, a little smaller if need be, or `None`."""
    candidates = label_candidates(label_sizes, Sizes(start.unit))
    choice = nearest_candidates(candidates, start.offset, start.breaking)
    for shrunk in range(RESUMED_SIZES):
        sizes = Sizes(start.unit * GROWTH**-shrunk)
        attempt = settle(relaxation, label_sizes, sizes, choice, blemishes=len(choice), keep=True)
        choice = attempt.placement.choice
        progress((shrunk + 1) / (RESUMED_SIZES + 1))
        if attempt.overlaps == 0:
            return attempt
    return None


def first_unit(network: Network) -> float:
    """Return a size at which the board is about half as full as it can be."""
    spaces = sum(bundle.length * len(bundle.routes) for bundle in network.bundles)
    area = network.width * network.height
    return float(np.clip(np.sqrt(0.2 * area / (spaces + 3 * len(network.homes))), 6.0, 0.4 * LARGEST))


def grow(relaxation: Relaxation, label_sizes: LabelSizes, sizes: Sizes, progress: Progress) -> Attempt:
    """Grow while there are no overlaps and no more blemishes; shrink first if there are overlaps at the first size."""
    best: Attempt | None = None
    attempt: Attempt | None = None
    fallback: Attempt | None = None
    smallest, uneven = LEAST_PART * sizes.unit, EVEN
    relaxation.run(Sizes(0.7 * sizes.unit), None, 50, 1.0)
    for round_ in range(ROUNDS):
        choice = None if attempt is None else attempt.placement.choice
        attempt = settle(relaxation, label_sizes, sizes, choice, best.blemishes if best else 0)
        # Nobody knows how far a board will grow; most stop within a dozen rounds.
        progress(1 - 0.85 ** (round_ + 1))
        if is_acceptable(attempt, round_) and (best is None or is_as_good(attempt, best, relaxation.network, uneven)):
            uneven = uneven if best else unevenness(relaxation.network, attempt)
            best = attempt
        elif best is not None:
            break
        if fallback is None or attempt.flaws < fallback.flaws:
            fallback = attempt
        if sizes.unit >= LARGEST or (best is None and sizes.unit < smallest):
            break
        sizes = Sizes(min(LARGEST, sizes.unit * (GROWTH if best is not None else GROWTH**-2)))
    return polish(relaxation, best or fallback, label_sizes)


def polish(relaxation: Relaxation, best: Attempt | None, label_sizes: LabelSizes) -> Attempt:
    """Relax the best attempt once more, and return the result unless it has more flaws."""
    assert best is not None  # noqa: S101 (there is at least one round)
    relaxation.positions = best.positions.copy()
    relaxation.run(best.sizes, best.placement, 2 * STEPS, 0.6)
    candidates = label_candidates(label_sizes, best.sizes)
    again = assess(relaxation, candidates, best.sizes, best.placement.choice)
    # Nothing moves any more, so every label may take its best place.
    free = assess(relaxation, candidates, best.sizes, None, final=True)
    return min((free, again, best), key=lambda attempt: attempt.flaws)


def is_acceptable(attempt: Attempt, round_: int) -> bool:
    """Return whether an attempt has no overlaps, and no blemishes either unless a few smaller sizes did not help."""
    return attempt.overlaps == 0 and (attempt.blemishes == 0 or round_ >= ROUNDS_FOR_BLEMISHES)


def is_as_good(larger: Attempt, best: Attempt, network: Network, uneven: float) -> bool:
    """Return whether a larger attempt has no other disadvantage over the best so far or a less even first one."""
    even = unevenness(network, larger) <= max(EVEN, uneven + TOLERANCE)
    moved, before = (
        np.linalg.norm(attempt.positions[: len(network.homes)] - network.homes, axis=1).max()
        for attempt in (larger, best)
    )
    return larger.blemishes <= best.blemishes and even and bool(moved < max(FARTHEST, before))


def unevenness(network: Network, attempt: Attempt) -> float:
    """Return the standard deviation of the length that spaces have, as a part of its mean."""
    measured = curves.arc_lengths(curves.control_points(network, attempt.positions))[:, -1]
    lengths = ((measured - 2 * attempt.sizes.radius) / network.lengths).repeat(network.lanes.astype(int))
    return float(lengths.std() / lengths.mean())


def settle(
    relaxation: Relaxation,
    label_sizes: LabelSizes,
    sizes: Sizes,
    choice: Indices | None,
    blemishes: int,
    *,
    keep: bool = False,
) -> Attempt:
    """Relax at one size, with less stiffness in each run, until no flaws but this many blemishes remain.

    To keep an earlier layout, labels that are clear stay where they are, and others may have leader lines at once.
    """
    candidates = label_candidates(label_sizes, sizes)
    relaxation.decay_spacing()
    attempt = best = assess(relaxation, candidates, sizes, choice, keep=keep)
    for run, stiffness in enumerate(STIFFNESS):
        if best.flaws <= (0, blemishes):
            return best
        if (keep or run >= RUNS_FOR_LABELS) and attempt.only_labels:
            final = assess(relaxation, candidates, sizes, attempt.placement.choice, final=True)
            if final.flaws <= (0, blemishes):
                return final
        if attempt.blemishes > blemishes:
            relaxation.untangle(sizes)
        relaxation.run(sizes, attempt.placement, STEPS, 1.0, stiffness)
        attempt = assess(relaxation, candidates, sizes, attempt.placement.choice, keep=keep)
        best = min((attempt, best), key=lambda attempt: attempt.flaws)
        if attempt.overlaps > OVERLAPS_PER_CITY * len(relaxation.network.homes):
            return best
    final = assess(relaxation, candidates, sizes, attempt.placement.choice, final=True)
    return min((best, final), key=lambda attempt: attempt.flaws)


def assess(
    relaxation: Relaxation,
    candidates: Candidates,
    sizes: Sizes,
    previous: Indices | None,
    *,
    final: bool = False,
    keep: bool = False,
) -> Attempt:
    """Place the labels and count the overlaps exactly; what overlaps is pushed harder from now on."""
    network = relaxation.network
    spaces = curves.rectangles(network, relaxation.spaces, relaxation.positions, sizes)
    cities = relaxation.positions[: len(network.homes)]
    tracks = Tracks(spaces, curves.lines(network, relaxation.positions, sizes))
    placement = place_labels(candidates, cities, tracks, sizes, relaxation.frame, previous, final=final, keep=keep)
    blocked = placement.depth > ENOUGH * sizes.clearance
    relaxation.add_label_spacing(np.nonzero(blocked)[0], 0.5 * placement.depth[blocked])
    i, j, deep = find_overlaps(spaces, cities, sizes)
    relaxation.add_spacing(i, j, deep + sizes.clearance)
    overlaps = int(blocked.sum()) + len(i) + _count_outside(spaces, relaxation.frame)
    # A larger board is worth a leader line or two.
    blemishes = max(0, placement.leaders - len(cities) // CITIES_PER_LEADER)
    blemishes += count_blemishes(network, relaxation.meetings, relaxation.positions, sizes)
    only_labels = overlaps == blocked.sum()
    return Attempt(sizes, relaxation.positions.copy(), placement, overlaps, bool(only_labels), blemishes)


def find_overlaps(spaces: overlap.Rectangles, cities: Points, sizes: Sizes) -> tuple[Indices, Indices, Floats]:
    """Return the pairs of spaces and cities without clearance, and their depths; cities are numbered after spaces."""
    i, j = overlap.near_pairs(spaces, sizes.clearance)
    between_spaces = overlap.depth(spaces[i], spaces[j])
    k, city = np.nonzero(np.linalg.norm(spaces.center[:, None] - cities[None], axis=2) < sizes.longest + sizes.radius)
    with_cities = overlap.depth_in_disc(spaces[k], cities[city], sizes.radius)
    c, d = np.triu_indices(len(cities), 1)
    between_cities = 2 * sizes.radius - np.linalg.norm(cities[c] - cities[d], axis=1)
    count = len(spaces.center)
    first, second = np.concatenate([i, k, c + count]), np.concatenate([j, city + count, d + count])
    depths = np.concatenate([between_spaces, with_cities, between_cities])
    too_near = depths > -0.5 * sizes.clearance
    return first[too_near], second[too_near], depths[too_near]


def _count_outside(spaces: overlap.Rectangles, frame: Frame) -> int:
    left, top, right, bottom = frame
    outside = (spaces.center < (left, top)) | (spaces.center > (right, bottom))
    return int(outside.any(axis=1).sum())


def _result(network: Network, best: Attempt) -> Layout:
    cities = best.positions[: len(network.homes)]
    return Layout(
        unit=best.sizes.unit,
        homes=_pairs(network.homes),
        cities=_pairs(cities),
        bundles=[(bundle.a, bundle.b, bundle.length) for bundle in network.bundles],
        controls=[_pairs(points) for points in curves.control_points(network, best.positions)],
        labels=_pairs(cities + best.placement.offset),
        line_breaks=[int(breaking) for breaking in best.placement.breaking],
        overlaps=best.overlaps,
    )


def _pairs(points: Points) -> list[tuple[float, float]]:
    return [(round(float(x), 2), round(float(y), 2)) for x, y in points]
