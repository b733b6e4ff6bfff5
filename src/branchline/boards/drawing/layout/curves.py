"""The curves of bundles: Bézier curves of degree four, whose points are linear in their control points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.drawing.layout.overlap import Rectangles

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Floats, Indices, Points
    from branchline.boards.drawing.layout.bundles import Network
    from branchline.boards.drawing.layout.sizes import Sizes

INNER = 3
"""The number of control points between the two cities of a bundle."""
SAMPLES = 41
"""The number of points at which the length of a curve is measured."""


def bernstein(t: Floats) -> Floats:
    """Return the weights of the five control points at these parameters."""
    u = 1 - t
    t2, u2 = t * t, u * u
    return np.stack([u2 * u2, 4 * t * u * u2, 6 * t2 * u2, 4 * t2 * t * u, t2 * t2], axis=-1)


def bernstein_slope(t: Floats) -> Floats:
    """Return the weights of the five control points in the derivative of the curve."""
    u = 1 - t
    a, b, c, d = u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t
    return 4 * np.stack([-a, a - b, b - c, c - d, d], axis=-1)


def blend(weights: Floats, points: Points) -> Points:
    """Return the weighted sum of the points in each row."""
    blended: Points = np.einsum("ij,ijk->ik", weights, points)
    return blended


def unit_vectors(vectors: Points) -> Points:
    """Return vectors of length one in the same directions."""
    scaled: Points = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return scaled


LINE_WIDTH = 1.5
"""The width of the line of a route."""
GRID_WEIGHTS = bernstein(np.linspace(0.0, 1.0, SAMPLES))


@dataclass(frozen=True)
class Spaces:
    """All spaces of the board, as one array for each property."""

    bundle: Indices
    step: Floats
    """The position in the row of the route, counted from its middle."""
    lane: Floats
    """The position across the bundle, counted from its middle."""
    route: Indices

    @classmethod
    def of(cls, network: Network) -> Spaces:
        """Return the spaces of a network, route by route in the order of its bundles."""
        rows = [
            (index, space - (bundle.length - 1) / 2, lane - (len(bundle.routes) - 1) / 2, route)
            for index, bundle in enumerate(network.bundles)
            for lane, route in enumerate(bundle.routes)
            for space in range(bundle.length)
        ]
        bundle, step, lane, route = (np.array(column) for column in zip(*rows, strict=True))
        return cls(bundle.astype(np.intp), step, lane, route.astype(np.intp))


def control_points(network: Network, positions: Points) -> Points:
    """Return the five control points of each bundle."""
    cities = len(network.homes)
    inner = positions[cities:].reshape(-1, INNER, 2)
    ends = positions[network.ends]
    return np.concatenate([ends[:, :1], inner, ends[:, 1:]], axis=1)


def arc_lengths(controls: Points) -> Floats:
    """Return the length of each curve up to each sample."""
    samples = GRID_WEIGHTS @ controls
    pieces = np.linalg.norm(np.diff(samples, axis=1), axis=2)
    return np.concatenate([np.zeros((len(controls), 1)), np.cumsum(pieces, axis=1)], axis=1)


def parameters(measured: Floats, bundle: Indices, distance: Floats) -> Floats:
    """Return the parameters at which curves have run these distances."""
    rows = measured[bundle]
    index = np.clip((rows <= distance[:, None]).sum(axis=1) - 1, 0, SAMPLES - 2)
    every = np.arange(len(bundle))
    low, high = rows[every, index], rows[every, index + 1]
    fraction = np.clip((distance - low) / np.maximum(high - low, 1e-9), 0.0, 1.0)
    t: Floats = (index + fraction) / (SAMPLES - 1)
    return t


@dataclass(frozen=True)
class Rows:
    """How the spaces of each bundle are spread along its curve."""

    middle: Floats
    """The distance along the curve to the middle of the row."""
    pitch: Floats
    """The distance from one space to the next."""
    length: Floats
    """The length of each space of the bundle."""

    def distance(self, spaces: Spaces) -> Floats:
        """Return the distance along its curve to the center of each space."""
        along: Floats = self.middle[spaces.bundle] + spaces.step * self.pitch[spaces.bundle]
        return along


def spread_spaces(network: Network, controls: Points, measured: Floats, sizes: Sizes) -> Rows:
    """Return rows that fill the curves with longer spaces, but for the room at ends that meet at a narrow angle."""
    counts = network.lengths
    least = sizes.radius + sizes.clearance
    row = counts * (sizes.unit + sizes.gap) - sizes.gap
    slack = np.maximum(0.0, measured[:, -1] - 2 * least - row)
    more = np.maximum(0.0, fork_clearance(network, controls, measured, sizes) - least)
    more *= np.minimum(1.0, slack / np.maximum(more.sum(axis=1), 1e-9))[:, None]
    free = measured[:, -1] - 2 * least - more.sum(axis=1)
    length = np.clip((free + sizes.gap) / counts - sizes.gap, sizes.unit, sizes.longest)
    pitch = np.maximum(length + sizes.gap, free / counts)
    middle = (measured[:, -1] + more[:, 0] - more[:, 1]) / 2
    return Rows(middle, pitch, length)


def fork_clearance(network: Network, controls: Points, measured: Floats, sizes: Sizes) -> Floats:
    """Return how far from each end of a bundle its spaces are clear of the other bundles at that city."""
    count = len(controls)
    every = np.tile(np.arange(count), 2)
    step = sizes.radius + 0.6 * sizes.unit
    distance = np.concatenate([np.full(count, step), measured[:, -1] - step])
    t = parameters(measured, every, np.clip(distance, 0.0, measured[every, -1]))
    leaving = blend(bernstein(t), controls[every]) - np.concatenate([controls[:, 0], controls[:, -1]])
    heading = np.arctan2(leaving[:, 1], leaving[:, 0])
    i, j = network.forks
    angle = np.abs((heading[i] - heading[j] + np.pi) % (2 * np.pi) - np.pi)
    half_width = np.tile(network.lanes - 1, 2) * sizes.lane / 2 + sizes.width / 2
    needed = (half_width[i] + half_width[j] + 1.5 * sizes.clearance) / (2 * np.tan(np.clip(angle, 0.12, 3.0) / 2))
    largest = np.zeros(2 * count)
    np.maximum.at(largest, i, np.minimum(needed, 2.0 * sizes.unit))
    return largest.reshape(2, count).T


def rectangles(network: Network, spaces: Spaces, positions: Points, sizes: Sizes) -> Rectangles:
    """Return the rectangles of all spaces for these positions of cities and control points."""
    controls = control_points(network, positions)
    measured = arc_lengths(controls)
    rows = spread_spaces(network, controls, measured, sizes)
    t = parameters(measured, spaces.bundle, rows.distance(spaces))
    own = controls[spaces.bundle]
    middle = blend(bernstein(t), own)
    along = unit_vectors(blend(bernstein_slope(t), own))
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    center = middle + across * (spaces.lane * sizes.lane)[:, None]
    half = np.stack([rows.length[spaces.bundle] / 2, np.full(len(center), sizes.width / 2)], axis=1)
    return Rectangles(center, along, half)


def line_parameters(length: int) -> Floats:
    """Return the parameters of the points of a route's line."""
    return np.linspace(0, 1, 13 + 3 * length)


def approaches(network: Network, controls: Points, sizes: Sizes) -> Floats:
    """Return the distance between each end of a bundle and its nearest space."""
    measured = arc_lengths(controls)
    rows = spread_spaces(network, controls, measured, sizes)
    reach = ((network.lengths - 1) * rows.pitch + rows.length) / 2
    return np.stack([rows.middle - reach, measured[:, -1] - rows.middle - reach], axis=1)


def line_points(t: Floats, controls: Points, aside: Floats, approach: Floats) -> Points:
    """Return points of routes' lines, which leave the centers of the cities and spread on the way to the spaces."""
    points, slope = blend(bernstein(t), controls), unit_vectors(blend(bernstein_slope(t), controls))
    off = aside.copy()
    for end in (0, -1):
        part = np.clip(np.linalg.norm(points - controls[:, end], axis=1) / (0.95 * approach[:, end]), 0, 1)
        off *= part * part * (3 - 2 * part)
    return points + np.stack([-slope[:, 1], slope[:, 0]], axis=1) * off[:, None]


def lines(network: Network, positions: Points, sizes: Sizes) -> Rectangles:
    """Return the lines of all routes as narrow rectangles, but for what lies below the marks of their cities."""
    controls = control_points(network, positions)
    rows = [
        (np.full(13 + 3 * bundle.length, value), line_parameters(bundle.length))
        for index, bundle in enumerate(network.bundles)
        for lane in range(len(bundle.routes))
        for value in [index + 1j * (lane - (len(bundle.routes) - 1) / 2)]
    ]
    value, t = (np.concatenate(column) for column in zip(*rows, strict=True))
    bundle = value.real.astype(np.intp)
    own = controls[bundle]
    points = line_points(t, own, value.imag * sizes.lane, approaches(network, controls, sizes)[bundle])
    outside = np.minimum(*(np.linalg.norm(points - own[:, end], axis=1) for end in (0, -1))) > sizes.radius
    first = np.nonzero((np.diff(t) > 0) & (outside[:-1] | outside[1:]))[0]
    start, end = points[first], points[first + 1]
    half = np.stack([np.linalg.norm(end - start, axis=1) / 2, np.full(len(first), LINE_WIDTH / 2)], axis=1)
    return Rectangles((start + end) / 2, unit_vectors(end - start), half)
