"""The initial layout: bend each bundle so that few of them cross and none runs through a third city."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from branchline.boards.drawing.layout.curves import INNER, bernstein

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.drawing.arrays import Flags, Floats, Points
    from branchline.boards.drawing.layout.bundles import Network

    IsLand: TypeAlias = Callable[[Points], Flags]
    """Returns which points of the board lie on land."""

BENDS = np.array([0.0, -0.12, 0.12, -0.25, 0.25, -0.4, 0.4, -0.6, 0.6])
"""The bends that are tried: heights of arcs as a fraction of the chord."""
FERRY_BENDS = np.linspace(-0.3, 0.3, 21)
"""The bends that are tried for ferries."""
MOST_TURN = np.radians(16.0)
"""How far a ferry may turn from one space to the next, or to a city, to avoid land."""
ARC = np.array([0.8, 1.0, 0.8]) * 4 / 3.1
"""The distances of the inner control points from the chord, for an arc of height one."""
CROSSING_COST, PROXIMITY_COST, BEND_COST, SHORTNESS_COST = 30.0, 4.0, 6.0, 3.0
"""Weights of a crossing, a third city too near, a bend, and a curve too short for its spaces."""
LAND_COST = 8.0
"""The weight of the part of a ferry that lies on land."""
SAMPLED = np.linspace(0.05, 0.95, 10)
"""The parameters at which curves are sampled to find out whether they cross."""
MOST_SWEEPS = 6
CHUNK = 20000
"""Pairs of candidates that are compared at once, to bound the memory."""


def arcs(a: Points, b: Points, bend: Floats) -> Points:
    """Return the inner control points of arcs from `a` to `b`."""
    chord = b - a
    across = np.stack([chord[..., 1], -chord[..., 0]], axis=-1)
    fraction = np.linspace(0, 1, INNER + 2)[1:-1]
    straight = a[..., None, :] + chord[..., None, :] * fraction[:, None]
    return straight + across[..., None, :] * (bend[..., None] * ARC)[..., None]


def bends_of(controls: Points) -> Floats:
    """Return the bends of the arcs that are nearest to curves with these control points."""
    chord = controls[:, -1] - controls[:, 0]
    across = np.stack([chord[:, 1], -chord[:, 0]], axis=1)
    off = controls[:, 2] - (controls[:, 0] + controls[:, -1]) / 2
    bends: Floats = (off * across).sum(axis=1) / np.maximum((chord**2).sum(axis=1), 1e-9) / ARC[1]
    return bends


def initial_positions(network: Network, unit: float, is_land: IsLand | None = None) -> Points:
    """Return the positions to start from: cities at their homes, bundles with the best bends found."""
    a, b = network.homes[network.ends[:, 0]], network.homes[network.ends[:, 1]]
    bends = np.tile(BENDS, (len(a), 1))
    for row, bundle in enumerate(network.bundles):
        if bundle.bend is not None:
            bends[row] = bundle.bend
    costs = _costs(network, arcs(a[:, None], b[:, None], bends), bends, unit)
    if is_land is not None and network.ferries.any():
        _bend_around_land(network, bends, costs, unit, is_land)
    chosen = _choose(costs, _crossings(network, arcs(a[:, None], b[:, None], bends)))
    return np.concatenate([network.homes, arcs(a, b, bends[np.arange(len(bends)), chosen]).reshape(-1, 2)])


def best_arc(network: Network, cities: Points, inner: Points, bundle: int, unit: float) -> Points:
    """Return the inner control points of the best arc for one bundle among others, some of which may be unknown."""
    a, b = cities[network.ends[bundle]]
    own = network.bundles[bundle]
    if own.bend is not None:
        return arcs(a, b, np.array(own.bend))
    candidates = arcs(np.broadcast_to(a, (len(BENDS), 2)), np.broadcast_to(b, (len(BENDS), 2)), BENDS)
    known = np.nonzero(~np.isnan(inner[:, 0, 0]) & (np.arange(len(inner)) != bundle))[0]
    ends = cities[network.ends[known]]
    controls = np.concatenate([ends[:, :1], inner[known], ends[:, 1:]], axis=1)
    tracks = bernstein(SAMPLED) @ controls
    mine = np.broadcast_to(np.stack([a, b]), (len(BENDS), 2, 2))
    lines = bernstein(np.linspace(0.0, 1.0, 21)) @ np.concatenate([mine[:, :1], candidates, mine[:, 1:]], axis=1)
    i, j = (side.ravel() for side in np.indices((len(BENDS), len(known))))
    crossed = _polylines_cross(lines[i, 1:-1:2], tracks[j]).reshape(len(BENDS), -1).sum(axis=1)
    distances = np.linalg.norm(lines[:, :, None] - cities, axis=3).min(axis=1)
    distances[:, [own.a, own.b]] = np.inf
    proximity = np.maximum(0.0, 1 - distances / (0.9 * unit)).sum(axis=1)
    cost = CROSSING_COST * crossed + PROXIMITY_COST * proximity + BEND_COST * np.abs(BENDS) ** 1.5
    best: Points = candidates[int(cost.argmin())]
    return best


def _sampled(network: Network, candidates: Points, t: Floats) -> Points:
    """Return points along every candidate, with the axes bundle, candidate, point, xy."""
    ends = network.homes[network.ends]
    count = candidates.shape[1]
    first = np.broadcast_to(ends[:, None, :1], (len(ends), count, 1, 2))
    last = np.broadcast_to(ends[:, None, 1:], (len(ends), count, 1, 2))
    lines: Points = bernstein(t) @ np.concatenate([first, candidates, last], axis=2)
    return lines


def _costs(network: Network, candidates: Points, bends: Floats, unit: float) -> Floats:
    """Return the cost of each candidate by itself: its bend, the cities it comes near, and missing length."""
    lines = _sampled(network, candidates, np.linspace(0.0, 1.0, 21))
    distances = np.linalg.norm(lines[:, :, :, None] - network.homes, axis=4)
    nearest = distances.min(axis=2)
    rows = np.arange(len(nearest))
    for end in network.ends.T:
        nearest[rows, :, end] = np.inf
    proximity = np.maximum(0.0, 1 - nearest / (0.9 * unit)).sum(axis=2)
    length = np.linalg.norm(np.diff(lines, axis=2), axis=3).sum(axis=2)
    needed = np.array([bundle.length * 1.12 + 0.5 for bundle in network.bundles]) * unit
    shortness = np.maximum(0.0, 1 - length / needed[:, None])
    costs: Floats = PROXIMITY_COST * proximity + BEND_COST * np.abs(bends) ** 1.5 + SHORTNESS_COST * shortness
    return costs


def _bend_around_land(network: Network, bends: Floats, costs: Floats, unit: float, is_land: IsLand) -> None:
    """Give ferries the bends, and the costs of these, with which they cross the least land."""
    a, b = network.homes[network.ends[:, 0]], network.homes[network.ends[:, 1]]
    fine = np.tile(FERRY_BENDS, (len(a), 1))
    candidates = arcs(a[:, None], b[:, None], fine)
    lines = _sampled(network, candidates, np.linspace(0.0, 1.0, 41))[network.ferries]
    ashore = is_land(lines.reshape(-1, 2)).reshape(lines.shape[:3]).mean(axis=2)
    found = _costs(network, candidates, fine, unit)[network.ferries] + LAND_COST * ashore
    # The bend of an arc that turns by this angle; the fewer spaces there are, the less it may turn.
    sharpest = np.tan(MOST_TURN * (network.lengths[network.ferries] + 1) / 2) / 4
    found[np.abs(FERRY_BENDS) > sharpest[:, None] + 1e-9] = np.inf
    best = found.argsort(axis=1, kind="stable")[:, : len(BENDS)]
    bends[network.ferries] = FERRY_BENDS[best]
    costs[network.ferries] = np.take_along_axis(found, best, axis=1)


def _crossings(network: Network, candidates: Points) -> Flags:
    """Return which candidates cross, with the axes bundle, candidate, other bundle, its candidate."""
    lines = _sampled(network, candidates, SAMPLED)
    bundles, count = lines.shape[:2]
    flat = lines.reshape(bundles * count, -1, 2)
    low, high = flat.min(axis=1), flat.max(axis=1)
    boxes_meet = (low[:, None] <= high[None]).all(axis=2) & (low[None] <= high[:, None]).all(axis=2)
    bundle = np.arange(bundles * count) // count
    i, j = np.nonzero(boxes_meet & (bundle[:, None] < bundle[None]))
    table = np.zeros((bundles * count, bundles * count), dtype=bool)
    for start in range(0, len(i), CHUNK):
        chunk = slice(start, start + CHUNK)
        table[i[chunk], j[chunk]] = _polylines_cross(flat[i[chunk]], flat[j[chunk]])
    table |= table.T
    return table.reshape(bundles, count, bundles, count)


def _polylines_cross(first: Points, second: Points) -> Flags:
    """Return whether each pair of polylines crosses."""
    p, q = first[:, :-1, None], first[:, 1:, None]
    r, s = second[:, None, :-1], second[:, None, 1:]
    one = _orientation(p, q, r) * _orientation(p, q, s) < 0
    two = _orientation(r, s, p) * _orientation(r, s, q) < 0
    crossed: Flags = np.any(one & two, axis=(1, 2))
    return crossed


def _orientation(a: Points, b: Points, c: Points) -> Floats:
    """Return twice the signed area of each triangle."""
    u, v = b - a, c - a
    area: Floats = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    return area


def _choose(costs: Floats, crossing: Flags) -> list[int]:
    """Return a candidate for each bundle, by coordinate descent."""
    chosen = [int(row.argmin()) for row in costs]
    every = np.arange(len(costs))
    for _ in range(MOST_SWEEPS):
        before = list(chosen)
        for bundle in range(len(costs)):
            crossed = crossing[bundle][:, every, chosen].sum(axis=1)
            chosen[bundle] = int((costs[bundle] + CROSSING_COST * crossed).argmin())
        if chosen == before:
            break
    return chosen
