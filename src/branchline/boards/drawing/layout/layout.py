"""The layout of a board: sizes grow as long as everything stays clear of everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from branchline.boards.drawing.layout import bends, curves, labels, overlap
from branchline.boards.drawing.layout.relaxation import Relaxation
from branchline.boards.drawing.layout.sizes import Sizes

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.drawing.arrays import Indices, Points
    from branchline.boards.drawing.layout.bundles import Network
    from branchline.boards.drawing.layout.labels import Placed
    from branchline.boards.drawing.layout.relaxation import Frame

    Progress = Callable[[float], None]
    Widths = list[list[tuple[float, int]]]

GROWTH = 1.07
LARGEST = 50.0
"""A space longer than this is a plank, not a space."""
FARTHEST = 52.0
"""Spaces stop growing where a place would have to leave its home by more than this."""
EDGE = 30.0
"""Between the frame's edge and anything of the network."""
TRIES = (1.0, 1.0, 0.5, 0.25, 0.1, 0.05)
"""How soft home and smoothness are in the rounds of relaxation given to a size before it counts as too large."""
STEPS, ROUNDS = 32, 18
HOPELESS = 0.6
"""More overlaps than this for each place after a round will not go away."""


class Layout(Struct, frozen=True):
    """The result: everything in board units, ready to be drawn or kept on disk."""

    unit: float
    cities: list[tuple[float, float]]
    controls: list[list[tuple[float, float]]]
    labels: list[tuple[float, float]]
    settings: list[int]
    overlaps: int


@dataclass
class Attempt:
    """A state worth keeping: positions and labels at a size, and what still overlaps."""

    sizes: Sizes
    x: Points
    placed: Placed
    overlaps: int


def lay_out(network: Network, widths: Widths, progress: Progress | None = None) -> Layout:
    """The largest clean layout found; with overlaps left over only where no size is clean."""
    frame = (EDGE, EDGE, network.width - EDGE, network.height - EDGE)
    unit = first_unit(network)
    relaxation = Relaxation(network, curves.Spaces.of(network), bends.first_guess(network, unit), frame)
    best = grown(relaxation, widths, Sizes(unit), progress or (lambda _: None))
    return _result(network, best)


def first_unit(network: Network) -> float:
    """A size at which the board is about half as full as a board can be."""
    spaces = sum(bundle.length * len(bundle.tracks) for bundle in network.bundles)
    area = network.width * network.height
    return float(np.clip(np.sqrt(0.2 * area / (spaces + 3 * len(network.homes))), 6.0, 0.7 * LARGEST))


def grown(relaxation: Relaxation, widths: Widths, sizes: Sizes, progress: Progress) -> Attempt:
    """Grow while clean; shrink first if even the first size is not."""
    best: Attempt | None = None
    attempt: Attempt | None = None
    relaxation.run(Sizes(0.7 * sizes.unit), None, 50, 1.0)
    for round_ in range(ROUNDS):
        attempt = settle(relaxation, widths, sizes, attempt)
        progress((round_ + 1) / ROUNDS)
        if attempt.overlaps == 0 and (best is None or _strayed(relaxation) < FARTHEST):
            best = attempt
        elif best is not None:
            break
        if sizes.unit >= LARGEST:
            break
        sizes = Sizes(min(LARGEST, sizes.unit * (GROWTH if best is not None else GROWTH**-2)))
    best = polished(relaxation, best or attempt, widths)
    progress(1.0)
    return best


def polished(relaxation: Relaxation, best: Attempt | None, widths: Widths) -> Attempt:
    """The best attempt relaxed once more in full, if that leaves it clean."""
    assert best is not None  # noqa: S101 (there is at least one round)
    relaxation.x = best.x.copy()
    relaxation.run(best.sizes, best.placed, 2 * STEPS, 0.6)
    again = look(relaxation, labels.candidates(widths, best.sizes), best.sizes, best.placed)
    return again if again.overlaps <= best.overlaps else best


def _strayed(relaxation: Relaxation) -> float:
    """How far the place that moved most is from home."""
    homes = relaxation.network.homes
    return float(np.linalg.norm(relaxation.x[: len(homes)] - homes, axis=1).max())


def settle(relaxation: Relaxation, widths: Widths, sizes: Sizes, before: Attempt | None) -> Attempt:
    """Relax at a size until clean, giving up more and more of home and smoothness, or until it is hopeless."""
    known = labels.candidates(widths, sizes)
    relaxation.forget()
    attempt = look(relaxation, known, sizes, before.placed if before else None)
    if attempt.overlaps == 0:
        return attempt
    for soft in TRIES:
        relaxation.run(sizes, attempt.placed, STEPS, 1.0, soft)
        attempt = look(relaxation, known, sizes, attempt.placed)
        if attempt.overlaps == 0 or attempt.overlaps > HOPELESS * len(relaxation.network.homes):
            break
    return attempt


def look(relaxation: Relaxation, known: labels.Candidates, sizes: Sizes, before: Placed | None) -> Attempt:
    """Place the labels and count what overlaps, exactly; what does is pushed harder from now on."""
    network = relaxation.network
    spaces = curves.rectangles(network, relaxation.spaces, relaxation.x, sizes)
    cities = relaxation.x[: len(network.homes)]
    placed = labels.place(known, cities, spaces, sizes, relaxation.frame, None if before is None else before.choice)
    bad = placed.depth > 0.5 * sizes.clear
    relaxation.insist_labels(np.nonzero(bad)[0], 0.5 * placed.depth[bad])
    i, j, deep = crowded(spaces, cities, sizes)
    relaxation.insist(i, j, deep + sizes.clear)
    return Attempt(sizes, relaxation.x.copy(), placed, int(bad.sum()) + len(i) + _outside(spaces, relaxation.frame))


def crowded(spaces: overlap.Rectangles, cities: Points, sizes: Sizes) -> tuple[Indices, Indices, Points]:
    """The pairs of spaces and places that are not clear of each other, places counted after spaces, and how deep."""
    i, j = overlap.own_pairs(spaces, sizes.clear)
    deep = overlap.depth(spaces[i], spaces[j])
    k, city = np.nonzero(np.linalg.norm(spaces.center[:, None] - cities[None], axis=2) < sizes.unit + sizes.radius)
    meets = overlap.depth_disc(spaces[k], cities[city], sizes.radius)
    c, d = np.triu_indices(len(cities), 1)
    close = 2 * sizes.radius - np.linalg.norm(cities[c] - cities[d], axis=1)
    count = len(spaces.center)
    first, second = np.concatenate([i, k, c + count]), np.concatenate([j, city + count, d + count])
    depths = np.concatenate([deep, meets, close])
    bad = depths > -0.5 * sizes.clear
    return first[bad], second[bad], depths[bad]


def _outside(spaces: overlap.Rectangles, frame: Frame) -> int:
    left, top, right, bottom = frame
    out = (spaces.center < (left, top)) | (spaces.center > (right, bottom))
    return int(out.any(axis=1).sum())


def _result(network: Network, best: Attempt) -> Layout:
    cities = best.x[: len(network.homes)]
    return Layout(
        unit=best.sizes.unit,
        cities=_pairs(cities),
        controls=[_pairs(points) for points in curves.control(network, best.x)],
        labels=_pairs(cities + best.placed.offset),
        settings=[int(setting) for setting in best.placed.setting],
        overlaps=best.overlaps,
    )


def _pairs(points: Points) -> list[tuple[float, float]]:
    return [(round(float(x), 2), round(float(y), 2)) for x, y in points]
