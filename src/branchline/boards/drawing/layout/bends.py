"""The first guess: which way each bundle bends, so that few cross and none runs through a third place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.drawing.layout.curves import INNER, bernstein

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Flags, Points
    from branchline.boards.drawing.layout.bundles import Network

BENDS = np.array([0.0, -0.12, 0.12, -0.25, 0.25, -0.4, 0.4, -0.6, 0.6])
"""Heights of the arcs that are tried, in parts of the straight way."""
ARC = np.array([0.8, 1.0, 0.8]) * 4 / 3.1
"""How far each inner control point stands off the straight way for an arc of height one."""
CROSSING, NEAR, BENT, FACED = 30.0, 4.0, 6.0, 3.0
"""What a crossing, a third place too near, a bend, and a way too short for its spaces cost."""
SWEEPS = 6


def arcs(a: Points, b: Points, bend: Points) -> Points:
    """The inner control points of arcs from a to b."""
    chord = b - a
    across = np.stack([chord[..., 1], -chord[..., 0]], axis=-1)
    part = np.linspace(0, 1, INNER + 2)[1:-1]
    straight = a[..., None, :] + chord[..., None, :] * part[:, None]
    return straight + across[..., None, :] * (bend[..., None] * ARC)[..., None]


def first_guess(network: Network, unit: float) -> Points:
    """The vector of positions to start from: places at home, bundles bent the best way found."""
    a, b = network.homes[network.ends[:, 0]], network.homes[network.ends[:, 1]]
    inner = arcs(a[:, None], b[:, None], np.broadcast_to(BENDS, (len(a), len(BENDS))))
    own = _own_costs(network, inner, unit)
    crossing = _crossings(network, inner)
    choice = _descend(own, crossing)
    bends = np.array(
        [
            BENDS[chosen] if bundle.bend is None else bundle.bend
            for bundle, chosen in zip(network.bundles, choice, strict=True)
        ]
    )
    return np.concatenate([network.homes, arcs(a, b, bends).reshape(-1, 2)])


def _polylines(network: Network, inner: Points, t: Points) -> Points:
    """Points along every candidate: bundle, candidate, point, xy."""
    ends = network.homes[network.ends]
    count = inner.shape[1]
    first = np.broadcast_to(ends[:, None, :1], (len(ends), count, 1, 2))
    last = np.broadcast_to(ends[:, None, 1:], (len(ends), count, 1, 2))
    lines: Points = bernstein(t) @ np.concatenate([first, inner, last], axis=2)
    return lines


def _own_costs(network: Network, inner: Points, unit: float) -> Points:
    """What each candidate costs by itself: its bend, the places it comes near, and too little length."""
    lines = _polylines(network, inner, np.linspace(0.0, 1.0, 21))
    apart = np.linalg.norm(lines[:, :, :, None] - network.homes, axis=4)
    nearest = apart.min(axis=2)
    rows = np.arange(len(nearest))
    for end in network.ends.T:
        nearest[rows, :, end] = np.inf
    near = np.maximum(0.0, 1 - nearest / (0.9 * unit)).sum(axis=2)
    far = np.linalg.norm(np.diff(lines, axis=2), axis=3).sum(axis=2)
    need = np.array([bundle.length * 1.12 + 0.5 for bundle in network.bundles]) * unit
    short = np.maximum(0.0, 1 - far / need[:, None])
    costs: Points = NEAR * near + BENT * np.abs(BENDS) ** 1.5 + FACED * short
    for row, bundle in enumerate(network.bundles):
        if bundle.bend is not None:
            # The search may not know a better bend than the designer: all candidates are the given one.
            costs[row] = 0.0
    return costs


def _crossings(network: Network, inner: Points) -> Flags:
    """Which candidates cross: bundle, candidate, bundle, candidate."""
    lines = _polylines(network, inner, np.linspace(0.05, 0.95, 10))
    bundles, count = lines.shape[:2]
    flat = lines.reshape(bundles * count, -1, 2)
    low, high = flat.min(axis=1), flat.max(axis=1)
    meet = (low[:, None] <= high[None]).all(axis=2) & (low[None] <= high[:, None]).all(axis=2)
    own = np.arange(bundles * count) // count
    i, j = np.nonzero(meet & (own[:, None] < own[None]))
    table = np.zeros((bundles * count, bundles * count), dtype=bool)
    for start in range(0, len(i), 20000):
        chunk = slice(start, start + 20000)
        table[i[chunk], j[chunk]] = _cross(flat[i[chunk]], flat[j[chunk]])
    table |= table.T
    return table.reshape(bundles, count, bundles, count)


def _cross(first: Points, second: Points) -> Flags:
    """Whether each pair of polylines crosses."""
    p, q = first[:, :-1, None], first[:, 1:, None]
    r, s = second[:, None, :-1], second[:, None, 1:]
    one = _turn(p, q, r) * _turn(p, q, s) < 0
    two = _turn(r, s, p) * _turn(r, s, q) < 0
    crossed: Flags = np.any(one & two, axis=(1, 2))
    return crossed


def _turn(a: Points, b: Points, c: Points) -> Points:
    u, v = b - a, c - a
    turn: Points = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    return turn


def _descend(own: Points, crossing: Flags) -> list[int]:
    """Choose a candidate for each bundle, again and again, until none does better."""
    choice = [int(row.argmin()) for row in own]
    every = np.arange(len(own))
    for _ in range(SWEEPS):
        before = list(choice)
        for bundle in range(len(own)):
            crossed = crossing[bundle][:, every, choice].sum(axis=1)
            choice[bundle] = int((own[bundle] + CROSSING * crossed).argmin())
        if choice == before:
            break
    return choice
