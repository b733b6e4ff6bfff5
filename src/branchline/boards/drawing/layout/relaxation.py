"""The relaxation: discs push each other apart while places pull home and curves stay smooth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from branchline.boards.drawing.layout import curves
from branchline.boards.drawing.layout.bends import arcs

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Flags, Indices, Points
    from branchline.boards.drawing.layout.bundles import Network
    from branchline.boards.drawing.layout.curves import Spaces
    from branchline.boards.drawing.layout.labels import Placed
    from branchline.boards.drawing.layout.sizes import Sizes

HOME, PINNED, SMOOTH, SHORT, HINTED = 0.006, 0.3, 0.02, 0.5, 0.3
"""How strongly places pull home (and where the designer put them), curves straighten, spaces ask for room."""
MARGIN = 1.5
"""Discs keep this many times the clearance, so that the exact test holds when they rest."""
RENEW = 8
"""Steps between two looks for neighbours."""
DISCS = 5
CORNER = 0.27
"""Discs for each space, and the radius of those in its corners in parts of its width."""
Frame = tuple[float, float, float, float]


class Discs(NamedTuple):
    """What pushes: each disc is a weighted sum of positions, plus an offset, with a radius."""

    source: Indices
    weight: Points
    offset: Points
    radius: Points

    def at(self, x: Points) -> Points:
        """Where the discs are for these positions."""
        where: Points = curves.blend(self.weight, x[self.source]) + self.offset
        return where


@dataclass
class Relaxation:
    """The state of a relaxation: positions, and Adam's two moments."""

    network: Network
    spaces: Spaces
    x: Points
    frame: Frame
    soft: float = 1.0
    labels: list[Discs] = field(default_factory=list)

    def __post_init__(self) -> None:
        cities = len(self.network.homes)
        self.counts = self.network.counts
        inner = cities + np.arange(len(self.counts) * curves.INNER).reshape(-1, curves.INNER)
        self.controls = np.concatenate([self.network.ends[:, :1], inner, self.network.ends[:, 1:]], axis=1)
        self.hinted = np.array(
            [index for index, bundle in enumerate(self.network.bundles) if bundle.bend is not None], dtype=np.intp
        )
        self.bends = np.array([bundle.bend or 0.0 for bundle in self.network.bundles])
        self.apart = _same(self.spaces)
        things = len(self.spaces.bundle) + 2 * cities
        self.wanted = np.zeros((things, things))

    def insist(self, i: Indices, j: Indices, depth: Points) -> None:
        """Ask pairs of things found too near for more distance than their round discs do."""
        np.add.at(self.wanted, (i, j), depth)
        np.add.at(self.wanted, (j, i), depth)

    def insist_labels(self, cities: Indices, depth: Points) -> None:
        """Ask everything to make more room for the labels of these places."""
        label = len(self.spaces.bundle) + len(self.network.homes) + cities
        self.wanted[label] += depth[:, None]
        self.wanted[:, label] += depth

    def forget(self) -> None:
        """Let most of what was insisted on go, for a new size."""
        self.wanted *= 0.6

    def run(self, sizes: Sizes, placed: Placed | None, steps: int, rate: float, soft: float = 1.0) -> None:
        """Take so many steps of descent at these sizes; a low `soft` lets clearance win over home and smoothness."""
        self.soft = soft
        self.labels = [] if placed is None else [_label_discs(placed)]
        first, second = np.zeros_like(self.x), np.zeros_like(self.x)
        near, reach = self._neighbours(sizes, placed)
        for step in range(1, steps + 1):
            discs = self._discs(sizes)
            if step % RENEW == 0:
                near, reach = self._neighbours(sizes, placed)
            slope = self._slope(sizes, discs, near, reach)
            first = 0.8 * first + 0.2 * slope
            second = 0.98 * second + 0.02 * slope**2
            pace = rate * (1 - 0.94 * step / steps)
            self.x = self.x - pace * (first / (1 - 0.8**step)) / (np.sqrt(second / (1 - 0.98**step)) + 0.02)

    # ---- discs ---------------------------------------------------------------------------------
    def _discs(self, sizes: Sizes) -> Discs:
        parts = [self._space_discs(sizes), self._city_discs(sizes), *self.labels]
        return Discs(*(np.concatenate([part[field] for part in parts]) for field in range(4)))

    def _space_discs(self, sizes: Sizes) -> Discs:
        """Five discs for each space: one in its middle, and a small one in each corner."""
        controls = self.x[self.controls]
        measured = curves.lengths(controls)
        middle = curves.rows(self.network, controls, measured, sizes).distance(self.spaces)
        corner = CORNER * sizes.width
        reach = np.array([0.0, -1.0, -1.0, 1.0, 1.0]) * (sizes.unit / 2 - corner)
        aside = np.array([0.0, -1.0, 1.0, -1.0, 1.0]) * (sizes.width / 2 - corner)
        distance = (middle[:, None] + reach).ravel()
        bundle = np.repeat(self.spaces.bundle, DISCS)
        t = curves.parameters(measured, bundle, distance)
        slope = curves.blend(curves.bernstein_slope(t), controls[bundle])
        slope /= np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-9)
        across = np.stack([-slope[:, 1], slope[:, 0]], axis=1)
        offset = across * (self.spaces.lane[:, None] * sizes.lane + aside).reshape(-1, 1)
        radius = np.tile([sizes.width / 2, *[1.1 * corner] * 4], len(middle))
        return Discs(self.controls[bundle], curves.bernstein(t), offset, radius)

    def _city_discs(self, sizes: Sizes) -> Discs:
        count = len(self.network.homes)
        return _around(np.arange(count), np.zeros((count, 2)), np.full(count, sizes.radius))

    def _neighbours(self, sizes: Sizes, placed: Placed | None) -> tuple[tuple[Indices, Indices], Points]:
        """The pairs of discs that may meet before the next look, and how far apart each pair should be."""
        discs = self._discs(sizes)
        where = discs.at(self.x)
        owner = self._owners(placed)
        i, j = _near_things(where, discs.radius, owner, 0.5 * sizes.unit)
        keep = ~self._together(i, j)
        i, j = _disc_pairs(i[keep], j[keep], owner)
        apart = where[i] - where[j]
        reach = discs.radius[i] + discs.radius[j] + MARGIN * sizes.clear + self.wanted[owner[i], owner[j]]
        near = (apart**2).sum(axis=1) < (reach + 0.4 * sizes.unit) ** 2
        return (i[near], j[near]), reach[near]

    def _owners(self, placed: Placed | None) -> Indices:
        """The thing that each disc is a part of: spaces, then places, then labels."""
        spaces, cities = len(self.spaces.bundle), len(self.network.homes)
        owner = np.concatenate([np.arange(spaces).repeat(DISCS), spaces + np.arange(cities)])
        return owner if placed is None else np.concatenate([owner, spaces + cities + _label_owners(placed)])

    def _together(self, i: Indices, j: Indices) -> Flags:
        """Whether two things belong together: side by side in a bundle, or a label and its place."""
        spaces, cities = len(self.spaces.bundle), len(self.network.homes)
        together: Flags = (i >= spaces) & (j == i + cities)
        both = (i < spaces) & (j < spaces)
        together[both] |= self.apart[i[both], j[both]]
        return together

    # ---- forces --------------------------------------------------------------------------------
    def _slope(self, sizes: Sizes, discs: Discs, near: tuple[Indices, Indices], reach: Points) -> Points:
        """The slope of the energy at the current positions."""
        slope = self._pushes(discs, near, reach)
        cities = len(self.network.homes)
        home = np.where(self.network.pinned[:, None] > 0, PINNED, HOME * self.soft)
        slope[:cities] += 2 * home * (self.x[:cities] - self.network.homes)
        controls = self.x[self.controls]
        smooth = _smoothing(controls - self._wanted(controls, sizes))
        forces = smooth * 2 * SMOOTH * self.soft + self._lengthening(controls, sizes)
        _scatter(slope, self.controls.ravel(), forces.reshape(-1, 2))
        self._hint(slope, controls)
        return slope

    def _pushes(self, discs: Discs, near: tuple[Indices, Indices], reach: Points) -> Points:
        where = discs.at(self.x)
        i, j = near
        apart = where[i] - where[j]
        distance = np.maximum(np.sqrt((apart**2).sum(axis=1)), 1e-6)
        short = np.maximum(0.0, reach - distance)
        push = (-2 * short / distance)[:, None] * apart
        force = np.zeros_like(where)
        _scatter(force, i, push)
        _scatter(force, j, -push)
        force += self._framing(where, discs.radius)
        slope = np.zeros_like(self.x)
        _scatter(slope, discs.source.ravel(), (discs.weight[:, :, None] * force[:, None]).reshape(-1, 2))
        return slope

    def _framing(self, where: Points, radius: Points) -> Points:
        left, top, right, bottom = self.frame
        low = np.maximum(0.0, np.array([left, top]) + radius[:, None] - where)
        high = np.maximum(0.0, where + radius[:, None] - np.array([right, bottom]))
        framing: Points = 2 * (high - low)
        return framing

    def _need(self, sizes: Sizes) -> Points:
        """The length that each bundle's spaces ask for."""
        need: Points = self.counts * (sizes.unit + sizes.gap) - sizes.gap + 2 * (sizes.radius + MARGIN * sizes.clear)
        return need

    def _wanted(self, controls: Points, sizes: Sizes) -> Points:
        """The arcs that curves straighten to: no more bent than their spaces need, and to the side they bend now."""
        a, b = controls[:, 0], controls[:, -1]
        chord = np.maximum(np.linalg.norm(b - a, axis=1), 1e-6)
        height = np.sqrt(3 / 8 * np.maximum(0.0, self._need(sizes) / chord - 1))
        off = controls[:, 2] - (a + b) / 2
        side = np.sign(off[:, 0] * (b - a)[:, 1] - off[:, 1] * (b - a)[:, 0])
        arc = arcs(a, b, np.minimum(height, 0.8) * side)
        return np.concatenate([a[:, None], arc, b[:, None]], axis=1)

    def _lengthening(self, controls: Points, sizes: Sizes) -> Points:
        """Curves too short for their spaces grow."""
        fine = curves.GRID_WEIGHTS @ controls
        pieces = np.diff(fine, axis=1)
        norms = np.maximum(np.linalg.norm(pieces, axis=2, keepdims=True), 1e-9)
        short = np.maximum(0.0, 1.01 * self._need(sizes) - norms.sum(axis=(1, 2)))
        pull = np.zeros_like(fine)
        pull[:, 1:] += pieces / norms
        pull[:, :-1] -= pieces / norms
        forces: Points = -2 * SHORT * short[:, None, None] * (curves.GRID_WEIGHTS.T @ pull)
        return forces

    def _hint(self, slope: Points, controls: Points) -> None:
        """Bundles with a bend from the file keep it."""
        if len(self.hinted) == 0:
            return
        own = controls[self.hinted]
        wanted = arcs(own[:, 0], own[:, -1], self.bends[self.hinted])
        inner = self.controls[self.hinted, 1:-1]
        _scatter(slope, inner.ravel(), (2 * HINTED * (own[:, 1:-1] - wanted)).reshape(-1, 2))


def _near_things(where: Points, radius: Points, owner: Indices, reach: float) -> tuple[Indices, Indices]:
    """The pairs of things whose bounding boxes come within reach."""
    starts = np.nonzero(np.diff(owner, prepend=-1))[0]
    low = np.minimum.reduceat(where - radius[:, None], starts) - reach / 2
    high = np.maximum.reduceat(where + radius[:, None], starts) + reach / 2
    meet = (low[:, None, 0] < high[None, :, 0]) & (low[None, :, 0] < high[:, None, 0])
    meet &= (low[:, None, 1] < high[None, :, 1]) & (low[None, :, 1] < high[:, None, 1])
    i, j = np.nonzero(np.triu(meet, 1))
    return i, j


def _disc_pairs(i: Indices, j: Indices, owner: Indices) -> tuple[Indices, Indices]:
    """Every disc of one thing with every disc of the other, for these pairs of things."""
    starts = np.searchsorted(owner, np.arange(owner[-1] + 2))
    many = np.diff(starts)
    each = many[i] * many[j]
    pair = np.repeat(np.arange(len(i)), each)
    count = np.arange(len(pair)) - np.repeat(np.cumsum(each) - each, each)
    first, second = np.divmod(count, many[j][pair])
    return starts[i][pair] + first, starts[j][pair] + second


def _smoothing(controls: Points) -> Points:
    """The slope of the squared second differences of the control points."""
    second = controls[:, :-2] - 2 * controls[:, 1:-1] + controls[:, 2:]
    slope = np.zeros_like(controls)
    slope[:, :-2] += 2 * second
    slope[:, 1:-1] -= 4 * second
    slope[:, 2:] += 2 * second
    return slope


def _same(spaces: Spaces) -> Flags:
    """Which spaces are too close kin to push each other: side by side in one bundle."""
    one = spaces.bundle[:, None] == spaces.bundle[None]
    beside = np.abs(spaces.step[:, None] - spaces.step[None]) < 0.5  # noqa: PLR2004 (of a space)
    kin: Flags = one & beside
    return kin


def _around(cities: Indices, offset: Points, radius: Points) -> Discs:
    """Discs that move with a place."""
    index = np.repeat(cities[:, None], curves.INNER + 2, axis=1)
    weight = np.zeros(index.shape)
    weight[:, 0] = 1.0
    return Discs(index, weight, offset, radius)


def _label_parts(placed: Placed) -> list[tuple[int, float, float, float]]:
    """The discs of each label: city, offset and radius; enough of them to leave no gap."""
    parts = []
    for city, ((dx, dy), (w, h)) in enumerate(zip(placed.offset, placed.half, strict=True)):
        reach = max(0.0, w - h)
        count = int(np.ceil(reach / (0.55 * h))) + 1
        parts += [(city, float(dx + along), float(dy), float(h)) for along in np.linspace(-reach, reach, count)]
    return parts


def _label_discs(placed: Placed) -> Discs:
    table = np.array(_label_parts(placed))
    return _around(table[:, 0].astype(np.intp), table[:, 1:3], 1.04 * table[:, 3])


def _label_owners(placed: Placed) -> Indices:
    return np.array([part[0] for part in _label_parts(placed)], dtype=np.intp)


def _scatter(into: Points, index: Indices, values: Points) -> None:
    """Add values to rows, rows that repeat included."""
    for axis in range(2):
        into[:, axis] += np.bincount(index, weights=values[:, axis], minlength=len(into))
