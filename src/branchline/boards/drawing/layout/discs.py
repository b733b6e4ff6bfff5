"""Discs that represent spaces, cities and labels while they push each other apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from branchline.boards.drawing.layout import curves

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Flags, Floats, Indices, Points
    from branchline.boards.drawing.layout.bundles import Network
    from branchline.boards.drawing.layout.curves import Rows, Spaces
    from branchline.boards.drawing.layout.labels import Placement
    from branchline.boards.drawing.layout.sizes import Sizes

DISCS_PER_SPACE = 5
CORNER_RADIUS = 0.27
"""The radius of the discs in the corners of a space, as a fraction of its width."""


class Discs(NamedTuple):
    """Discs whose centers are weighted sums of positions plus an offset."""

    source: Indices
    weight: Floats
    offset: Points
    radius: Floats

    def centers(self, positions: Points) -> Points:
        """Return the centers for these positions."""
        centers: Points = curves.blend(self.weight, positions[self.source]) + self.offset
        return centers


def joined(parts: list[Discs]) -> Discs:
    """Return several sets of discs as one."""
    return Discs(*(np.concatenate([part[field] for part in parts]) for field in range(4)))


def space_discs(
    spaces: Spaces, sources: Indices, controls: Points, measured: Floats, rows: Rows, sizes: Sizes
) -> Discs:
    """Return five discs for each space: one at its center and a small one in each corner."""
    corner = CORNER_RADIUS * sizes.width
    middle = rows.distance(spaces)
    forward = np.array([0.0, -1.0, -1.0, 1.0, 1.0]) * (rows.length[spaces.bundle, None] / 2 - corner)
    aside = np.array([0.0, -1.0, 1.0, -1.0, 1.0]) * (sizes.width / 2 - corner)
    distance = (middle[:, None] + forward).ravel()
    bundle = np.repeat(spaces.bundle, DISCS_PER_SPACE)
    t = curves.parameters(measured, bundle, distance)
    along = curves.unit_vectors(curves.blend(curves.bernstein_slope(t), controls[bundle]))
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    offset = across * (spaces.lane[:, None] * sizes.lane + aside).reshape(-1, 1)
    radius = np.tile([sizes.width / 2, *[1.1 * corner] * 4], len(middle))
    return Discs(sources[bundle], curves.bernstein(t), offset, radius)


def line_discs(lines: Lines, sources: Indices, measured: Floats, rows: Rows, sizes: Sizes) -> Discs:
    """Return a disc for each visible piece of a line: between two spaces, and two between a space and a city."""
    bundle = lines.bundle
    reach = lines.spaces[bundle] / 2 * rows.pitch[bundle] - (rows.pitch - rows.length)[bundle] / 2
    inside = rows.middle[bundle] + lines.step * rows.pitch[bundle]
    total = measured[bundle, -1]
    first, last = rows.middle[bundle] - reach, rows.middle[bundle] + reach
    before = sizes.radius + (first - sizes.radius) * lines.part
    after = last + (total - sizes.radius - last) * lines.part
    distance = np.select([lines.side < 0, lines.side > 0], [before, after], inside)
    t = curves.parameters(measured, bundle, distance)
    radius = curves.LINE_WIDTH / 2 + (lines.lanes[bundle] - 1) * sizes.lane / 2
    return Discs(sources[bundle], curves.bernstein(t), np.zeros((len(t), 2)), radius)


class Lines(NamedTuple):
    """The visible pieces of the lines of all bundles, as one array for each property."""

    bundle: Indices
    side: Indices
    """Whether the piece is before the spaces (-1), between them (0) or after them (1)."""
    step: Floats
    """The position of a piece between spaces, counted in spaces from the middle of the row."""
    part: Floats
    """The position of another piece, as the part of the way between city and space."""
    spaces: Floats
    """The number of spaces of each bundle."""
    lanes: Floats
    """The number of routes of each bundle."""

    @classmethod
    def of(cls, network: Network) -> Lines:
        """Return the pieces of all bundles."""
        rows: list[tuple[int, int, float, float]] = []
        for bundle, count in enumerate(network.lengths):
            rows += [(bundle, side, 0.0, part) for side in (-1, 1) for part in (0.35, 0.8)]
            rows += [(bundle, 0, gap - (count - 2) / 2, 0.0) for gap in range(int(count) - 1)]
        numbers, side, step, part = (np.array(column) for column in zip(*rows, strict=True))
        return cls(numbers.astype(np.intp), side.astype(np.intp), step, part, network.lengths, network.lanes)


def city_discs(count: int, sizes: Sizes) -> Discs:
    """Return a disc for the mark of each city."""
    return _around(np.arange(count), np.zeros((count, 2)), np.full(count, sizes.radius))


def label_discs(placement: Placement) -> tuple[Discs, Indices]:
    """Return enough discs in a row to cover each label, and the city of each disc."""
    rows = []
    for city, ((dx, dy), (w, h)) in enumerate(zip(placement.offset, placement.half, strict=True)):
        reach = max(0.0, w - h)
        count = int(np.ceil(reach / (0.55 * h))) + 1
        rows += [(city, float(dx + along), float(dy), float(h)) for along in np.linspace(-reach, reach, count)]
    table = np.array(rows)
    cities = table[:, 0].astype(np.intp)
    return _around(cities, table[:, 1:3], 1.04 * table[:, 3]), cities


def _around(cities: Indices, offset: Points, radius: Floats) -> Discs:
    """Return discs that move with a city."""
    source = np.repeat(cities[:, None], curves.INNER + 2, axis=1)
    weight = np.zeros(source.shape)
    weight[:, 0] = 1.0
    return Discs(source, weight, offset, radius)


class Boxes(NamedTuple):
    """The bounding boxes of the discs of each owner."""

    owner: Indices
    low: Points
    high: Points

    @classmethod
    def of(cls, centers: Points, radius: Floats, owner: Indices) -> Boxes:
        """Return the boxes around discs that are sorted by owner."""
        starts = np.nonzero(np.diff(owner, prepend=-1))[0]
        low = np.minimum.reduceat(centers - radius[:, None], starts)
        return cls(owner[starts], low, np.maximum.reduceat(centers + radius[:, None], starts))

    def near_pairs(self, reach: float) -> tuple[Indices, Indices]:
        """Return the pairs of boxes that come within reach of each other, each pair once."""
        low, high = self.low - reach / 2, self.high + reach / 2
        meet = (low[:, None, 0] < high[None, :, 0]) & (low[None, :, 0] < high[:, None, 0])
        meet &= (low[:, None, 1] < high[None, :, 1]) & (low[None, :, 1] < high[:, None, 1])
        i, j = np.nonzero(meet)
        return i[i < j], j[i < j]

    def are_near(self, i: Indices, j: Indices, reach: float) -> Flags:
        """Return which of these pairs of boxes come within reach of each other."""
        x, y = np.maximum(self.low[i] - self.high[j], self.low[j] - self.high[i]).T
        near: Flags = np.maximum(x, y) < reach
        return near


def disc_pairs(i: Indices, j: Indices, owner: Indices) -> tuple[Indices, Indices, Indices]:
    """Return, for each pair of owners, its number with every disc of the one and every disc of the other."""
    starts = np.searchsorted(owner, np.arange(owner[-1] + 2))
    counts = np.diff(starts)
    pairs = counts[i] * counts[j]
    pair = np.repeat(np.arange(len(i)), pairs)
    number = np.arange(len(pair)) - np.repeat(np.cumsum(pairs) - pairs, pairs)
    first, second = np.divmod(number, counts[j][pair])
    return pair, starts[i][pair] + first, starts[j][pair] + second
