"""The curves of tracks: Bézier curves whose points are linear in their control points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.drawing.layout.overlap import Rectangles

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Indices, Points
    from branchline.boards.drawing.layout.bundles import Network
    from branchline.boards.drawing.layout.sizes import Sizes

INNER = 3
"""Control points between the two places of a bundle."""
FINE = 41
"""Points at which a curve's length is measured."""


def bernstein(t: Points) -> Points:
    """The weights of the five control points at these parameters."""
    u = 1 - t
    t2, u2 = t * t, u * u
    return np.stack([u2 * u2, 4 * t * u * u2, 6 * t2 * u2, 4 * t2 * t * u, t2 * t2], axis=-1)


def bernstein_slope(t: Points) -> Points:
    """The weights of the five control points in the curve's derivative."""
    u = 1 - t
    a, b, c, d = u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t
    return 4 * np.stack([-a, a - b, b - c, c - d, d], axis=-1)


def blend(weights: Points, points: Points) -> Points:
    """The weighted sum of each row's points."""
    found: Points = np.einsum("ij,ijk->ik", weights, points)
    return found


GRID = np.linspace(0.0, 1.0, FINE)
GRID_WEIGHTS = bernstein(GRID)


@dataclass(frozen=True)
class Spaces:
    """Which bundle, place in the row and lane each space of the board has; lanes are counted from the middle."""

    bundle: Indices
    step: Points
    lane: Points
    track: Indices
    place: Indices

    @classmethod
    def of(cls, network: Network) -> Spaces:
        """The spaces of a network, track by track in the order of its bundles."""
        rows = [
            (index, place - (bundle.length - 1) / 2, lane - (len(bundle.tracks) - 1) / 2, track, place)
            for index, bundle in enumerate(network.bundles)
            for lane, track in enumerate(bundle.tracks)
            for place in range(bundle.length)
        ]
        columns = [np.array(column) for column in zip(*rows, strict=True)]
        bundle, step, lane, track, place = columns
        return cls(bundle.astype(np.intp), step, lane, track.astype(np.intp), place.astype(np.intp))


def control(network: Network, x: Points) -> Points:
    """The five control points of each bundle, from the vector of all positions."""
    cities = len(network.homes)
    inner = x[cities:].reshape(-1, INNER, 2)
    ends = x[network.ends]
    return np.concatenate([ends[:, :1], inner, ends[:, 1:]], axis=1)


def lengths(controls: Points) -> Points:
    """The length of each curve up to each point of the grid."""
    fine = GRID_WEIGHTS @ controls
    pieces = np.linalg.norm(np.diff(fine, axis=1), axis=2)
    return np.concatenate([np.zeros((len(controls), 1)), np.cumsum(pieces, axis=1)], axis=1)


def parameters(measured: Points, bundle: Indices, distance: Points) -> Points:
    """The parameters at which curves have run these distances."""
    rows = measured[bundle]
    index = np.clip((rows <= distance[:, None]).sum(axis=1) - 1, 0, FINE - 2)
    every = np.arange(len(bundle))
    low, high = rows[every, index], rows[every, index + 1]
    part = np.clip((distance - low) / np.maximum(high - low, 1e-9), 0.0, 1.0)
    found: Points = (index + part) / (FINE - 1)
    return found


@dataclass(frozen=True)
class Rows:
    """How the spaces of each bundle lie along its curve: the middle of the row, and from one to the next."""

    middle: Points
    pitch: Points

    def distance(self, spaces: Spaces) -> Points:
        """How far along its curve each space's middle lies."""
        where: Points = self.middle[spaces.bundle] + spaces.step * self.pitch[spaces.bundle]
        return where


def rows(network: Network, controls: Points, measured: Points, sizes: Sizes) -> Rows:
    """Rows as even as their curves allow, keeping off their ends where neighbours leave at a narrow angle."""
    counts = network.counts
    least = sizes.radius + sizes.clear
    row = counts * (sizes.unit + sizes.gap) - sizes.gap
    slack = np.maximum(0.0, measured[:, -1] - 2 * least - row)
    more = np.maximum(0.0, forks(network, controls, measured, sizes) - least)
    more *= np.minimum(1.0, slack / np.maximum(more.sum(axis=1), 1e-9))[:, None]
    free = measured[:, -1] - 2 * least - more.sum(axis=1)
    pitch = np.clip((free + sizes.gap) / counts, sizes.unit + sizes.gap, sizes.unit + sizes.widest_gap)
    middle = (measured[:, -1] + more[:, 0] - more[:, 1]) / 2
    return Rows(middle, pitch)


def forks(network: Network, controls: Points, measured: Points, sizes: Sizes) -> Points:
    """How far from each end of a bundle its first space is clear of the spaces of its neighbours there."""
    count = len(controls)
    every = np.tile(np.arange(count), 2)
    step = sizes.radius + 0.6 * sizes.unit
    far = np.concatenate([np.full(count, step), measured[:, -1] - step])
    t = parameters(measured, every, np.clip(far, 0.0, measured[every, -1]))
    there = blend(bernstein(t), controls[every])
    leave = there - np.concatenate([controls[:, 0], controls[:, -1]])
    heading = np.arctan2(leave[:, 1], leave[:, 0])
    i, j = network.forks
    between = np.abs((heading[i] - heading[j] + np.pi) % (2 * np.pi) - np.pi)
    half = np.tile(network.lanes - 1, 2) * sizes.lane / 2 + sizes.width / 2
    need = (half[i] + half[j] + 1.5 * sizes.clear) / (2 * np.tan(np.clip(between, 0.12, 3.0) / 2))
    most = np.zeros(2 * count)
    np.maximum.at(most, i, np.minimum(need, 2.0 * sizes.unit))
    return most.reshape(2, count).T


def rectangles(network: Network, spaces: Spaces, x: Points, sizes: Sizes) -> Rectangles:
    """Where the spaces lie for these positions of cities and control points."""
    controls = control(network, x)
    measured = lengths(controls)
    distance = rows(network, controls, measured, sizes).distance(spaces)
    t = parameters(measured, spaces.bundle, distance)
    own = controls[spaces.bundle]
    middle = blend(bernstein(t), own)
    slope = blend(bernstein_slope(t), own)
    along = slope / np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-9)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    center = middle + across * (spaces.lane * sizes.lane)[:, None]
    half = np.tile([sizes.unit / 2, sizes.width / 2], (len(center), 1))
    return Rectangles(center, along, half)
