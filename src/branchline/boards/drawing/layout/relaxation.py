"""Force-directed relaxation: discs push each other apart, cities pull home, and curves stay smooth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.drawing.layout import curves
from branchline.boards.drawing.layout.bends import arcs, bends_of, best_arc
from branchline.boards.drawing.layout.discs import (
    DISCS_PER_SPACE,
    Boxes,
    Lines,
    city_discs,
    disc_pairs,
    joined,
    label_discs,
    line_discs,
    space_discs,
)
from branchline.boards.drawing.layout.relations import Meetings, find_crossings, passing_tracks

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Flags, Floats, Indices, Points
    from branchline.boards.drawing.layout.bundles import Network
    from branchline.boards.drawing.layout.curves import Spaces
    from branchline.boards.drawing.layout.discs import Discs
    from branchline.boards.drawing.layout.labels import Frame, Placement
    from branchline.boards.drawing.layout.sizes import Sizes

HOME_FORCE, PINNED_FORCE, SMOOTHING_FORCE, LENGTH_FORCE, BEND_FORCE = 0.006, 0.3, 0.02, 0.5, 0.3
"""How strongly cities pull home (and pinned ones), curves straighten, lengthen, and keep a bend of the map file."""
EVENNESS_FORCE, MOST_UNEVEN = 0.003, 160.0
"""How strongly the drawn lengths of spaces are evened out, and the largest difference that counts."""
ANGLE_FORCE, FORK_FORCE = 0.5, 0.4
"""How strongly tracks that cross or leave a city at a narrow angle are turned."""
AIM_ANGLE, FORK_ANGLE, LANE_ANGLE = np.radians(45.0), np.radians(22.0), np.radians(10.0)
"""The angles below which they are turned, and how much more a second lane needs."""
HALF_A_SPACE = 0.5
WALL, WALL_FORCE = 48.0, 0.15
"""The distance from its home from which a city is pulled back harder, and how hard."""
MOST_BULGING, CHORD_FORCE = 1.15, 0.02
"""The ratio of a curve's length to the distance of its cities from which these are pushed apart, and how hard."""
MARGIN = 1.5
"""Discs keep this many times the clearance, so that the exact overlap test succeeds once they rest."""
NEIGHBORHOOD = 1.5
"""How much nearer two things may come during a run, in lengths of a space."""
STEPS_PER_SEARCH = 8
"""The number of steps between two searches for discs that are near each other."""
DECAY = 0.6
"""The fraction of the extra spacing that is kept for the next size."""


class Relaxation:
    """Minimizes the energy of a layout by gradient descent with the step sizes of Adam.

    Spaces, cities, labels and the visible pieces of lines, here called things, are numbered in that order.
    """

    def __init__(self, network: Network, positions: Points, frame: Frame) -> None:
        self.network = network
        self.spaces: Spaces = curves.Spaces.of(network)
        self.positions = positions
        """The cities, then the inner control points of each bundle."""
        self.frame = frame
        self.stiffness = 1.0
        cities, bundles = len(network.homes), network.bundles
        inner = cities + np.arange(len(bundles) * curves.INNER).reshape(-1, curves.INNER)
        self.controls = np.concatenate([network.ends[:, :1], inner, network.ends[:, 1:]], axis=1)
        """The rows of the positions that are the five control points of each bundle."""
        self.hinted = np.array(
            [index for index, bundle in enumerate(bundles) if bundle.bend is not None], dtype=np.intp
        )
        self.bends = np.array([bundle.bend or 0.0 for bundle in bundles])
        """The bends that curves should have: those of the map file, and ferries those that keep them at sea."""
        self._keep_bent(np.nonzero(network.ferries)[0])
        self.lines = Lines.of(network)
        self.meetings = Meetings.of(network)
        self.fork_angles = _fork_angles(network)
        self.crossings = find_crossings(network, positions[self.controls], 0.0)
        spaces, nowhere = len(self.spaces.bundle), np.full(cities, -1)
        self.bundle = np.concatenate([self.spaces.bundle, nowhere, nowhere, self.lines.bundle])
        """The bundle of each thing, or -1."""
        self.city = np.concatenate(
            [np.full(spaces, -1), np.arange(cities), nowhere, np.full(len(self.lines.bundle), -1)]
        )
        """The city that a thing is the mark of, or -1."""
        self.is_line = np.arange(len(self.bundle)) >= spaces + 2 * cities
        self.extra_spacing = np.zeros((len(self.bundle), len(self.bundle)))

    def add_spacing(self, i: Indices, j: Indices, distance: Floats) -> None:
        """Keep pairs of spaces or cities farther apart from now on."""
        np.add.at(self.extra_spacing, (i, j), distance)
        np.add.at(self.extra_spacing, (j, i), distance)

    def add_label_spacing(self, cities: Indices, distance: Floats) -> None:
        """Keep everything farther away from the labels of these cities from now on."""
        label = len(self.spaces.bundle) + len(self.network.homes) + cities
        self.extra_spacing[label] += distance[:, None]
        self.extra_spacing[:, label] += distance

    def untangle(self, sizes: Sizes) -> None:
        """Give a new arc to bundles that pass too near a city, or cross another although they meet at a city."""
        network, cities = self.network, len(self.network.homes)
        crossings = find_crossings(network, self.positions[self.controls], sizes.radius)
        meet = self.meetings.shared[crossings.first, crossings.second] >= 0
        longer = network.lengths[crossings.first] > network.lengths[crossings.second]
        tangled = set(np.where(longer, crossings.first, crossings.second)[meet].tolist())
        inner = self.positions[cities:].reshape(-1, curves.INNER, 2)
        changed = sorted(tangled | set(passing_tracks(network, self.positions, sizes)))
        for bundle in changed:
            inner[bundle] = best_arc(network, self.positions[:cities], inner, bundle, 1.5 * sizes.unit)
        self._keep_bent(np.array([bundle for bundle in changed if network.ferries[bundle]], dtype=np.intp))

    def _keep_bent(self, ferries: Indices) -> None:
        """Let ferries keep the bends that they have now."""
        self.bends[ferries] = bends_of(self.positions[self.controls[ferries]])

    def decay_spacing(self) -> None:
        """Reduce the extra spacing, for a new size."""
        self.extra_spacing *= DECAY

    def run(self, sizes: Sizes, placement: Placement | None, steps: int, rate: float, stiffness: float = 1.0) -> None:
        """Take steps of descent; a low stiffness lets clearance win over home and smoothness."""
        self.stiffness = stiffness
        labels: list[Discs] = []
        label_owners: Indices = np.empty(0, dtype=np.intp)
        if placement is not None:
            of_labels, label_owners = label_discs(placement)
            labels = [of_labels]
        first, second = np.zeros_like(self.positions), np.zeros_like(self.positions)
        self._find_crossings(sizes)
        discs = self._discs(sizes, labels)
        owner = self._owners(label_owners)
        candidates = self._candidates(discs, owner, (0.8 + NEIGHBORHOOD) * sizes.unit)
        pairs, reach = self._near_pairs(discs, sizes, owner, candidates)
        for step in range(1, steps + 1):
            if step % STEPS_PER_SEARCH == 0:
                discs = self._discs(sizes, labels)
                pairs, reach = self._near_pairs(discs, sizes, owner, candidates)
            slope = self._slope(sizes, discs, pairs, reach)
            first = 0.8 * first + 0.2 * slope
            second = 0.98 * second + 0.02 * slope**2
            pace = rate * (1 - 0.94 * step / steps)
            change = pace * (first / (1 - 0.8**step)) / (np.sqrt(second / (1 - 0.98**step)) + 0.02)
            self.positions = self.positions - change

    # ---- discs ---------------------------------------------------------------------------------
    def _discs(self, sizes: Sizes, labels: list[Discs]) -> Discs:
        controls = self.positions[self.controls]
        measured = curves.arc_lengths(controls)
        rows = curves.spread_spaces(self.network, controls, measured, sizes)
        spaces = space_discs(self.spaces, self.controls, controls, measured, rows, sizes)
        lines = line_discs(self.lines, self.controls, measured, rows, sizes)
        return joined([spaces, city_discs(len(self.network.homes), sizes), *labels, lines])

    def _find_crossings(self, sizes: Sizes) -> None:
        self.crossings = find_crossings(self.network, self.positions[self.controls], sizes.radius)
        self.crossing = self.crossings.table(len(self.network.bundles))

    def _candidates(self, discs: Discs, owner: Indices, reach: float) -> tuple[Indices, Indices]:
        """Return the positions of pairs of things that may meet during a run."""
        boxes = Boxes.of(discs.centers(self.positions), discs.radius, owner)
        i, j = boxes.near_pairs(reach)
        keep = ~self._belong_together(boxes.owner[i], boxes.owner[j])
        return i[keep], j[keep]

    def _near_pairs(
        self, discs: Discs, sizes: Sizes, owner: Indices, candidates: tuple[Indices, Indices]
    ) -> tuple[tuple[Indices, Indices], Floats]:
        """Return the pairs of discs that may meet before the next search, and the distance that each should keep."""
        centers = discs.centers(self.positions)
        boxes = Boxes.of(centers, discs.radius, owner)
        near = boxes.are_near(*candidates, 0.8 * sizes.unit)
        i, j = (boxes.owner[side[near]] for side in candidates)
        spacing = MARGIN * sizes.clearance + self.extra_spacing[i, j] + self._room(i, j, centers, owner, sizes)
        pair, i, j = disc_pairs(i, j, owner)
        apart = centers[i] - centers[j]
        reach = discs.radius[i] + discs.radius[j] + spacing[pair]
        near = (apart**2).sum(axis=1) < (reach + 0.4 * sizes.unit) ** 2
        return (i[near], j[near]), reach[near]

    def _owners(self, label_owners: Indices) -> Indices:
        """Return the thing that each disc is a part of."""
        spaces, cities = len(self.spaces.bundle), len(self.network.homes)
        space_owners = np.arange(spaces).repeat(DISCS_PER_SPACE)
        lines = spaces + 2 * cities + np.arange(len(self.lines.bundle))
        return np.concatenate([space_owners, spaces + np.arange(cities), spaces + cities + label_owners, lines])

    def _belong_together(self, i: Indices, j: Indices) -> Flags:
        """Return whether things may touch: neighbors in a bundle, a label and its city, a line and what it joins."""
        spaces, cities = len(self.spaces.bundle), len(self.network.homes)
        together: Flags = (i >= spaces) & (i < spaces + cities) & (j == i + cities)
        a, b = self.bundle[i], self.bundle[j]
        line = self.is_line[j]
        tracks = (a >= 0) & (b >= 0)
        together |= line & tracks & ((self.meetings.shared[a, b] >= 0) | self.crossing[a, b])
        together |= line & (self.city[i] >= 0) & (self.network.ends[b] == self.city[i][:, None]).any(axis=1)
        own = np.nonzero((a == b) & tracks & ~line)[0]
        together[own] |= np.abs(self.spaces.step[i[own]] - self.spaces.step[j[own]]) < HALF_A_SPACE
        return together

    def _room(self, i: Indices, j: Indices, centers: Points, owner: Indices, sizes: Sizes) -> Floats:
        """Return how much farther apart than others two things are that must not seem to belong together."""
        room = np.zeros(len(i))
        a, b = self.bundle[i], self.bundle[j]
        half_space = (self.is_line[i].astype(float) + self.is_line[j]) * sizes.width / 2
        tracks = (a >= 0) & (b >= 0) & ~self.crossing[a, b] & (a != b)
        shared = self.meetings.shared[a, b]
        separate = tracks & (shared < 0)
        room[separate] = sizes.track_clearance + half_space[separate]
        meeting = np.nonzero(tracks & (shared >= 0))[0]
        first = np.searchsorted(owner, i[meeting])
        away = np.linalg.norm(centers[first] - self.positions[shared[meeting]], axis=1)
        room[meeting] = sizes.track_clearance * np.clip((away - 2 * sizes.unit) / (2 * sizes.unit), 0.0, 1.0)
        for city, bundle in ((self.city[j], a), (self.city[i], b)):
            passing = (city >= 0) & (bundle >= 0) & (self.network.ends[bundle] != city[:, None]).all(axis=1)
            room[passing] = sizes.city_clearance + half_space[passing]
        return room

    # ---- forces --------------------------------------------------------------------------------
    def _slope(self, sizes: Sizes, discs: Discs, pairs: tuple[Indices, Indices], reach: Floats) -> Points:
        """Return the gradient of the energy at the current positions."""
        slope = self._separation(discs, pairs, reach)
        cities = len(self.network.homes)
        home = np.where(self.network.pinned[:, None], PINNED_FORCE, HOME_FORCE * self.stiffness)
        moved = self.positions[:cities] - self.network.homes
        distance = np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), 1e-9)
        beyond = WALL_FORCE * np.maximum(0.0, 1 - WALL / distance)
        slope[:cities] += 2 * (home + beyond) * moved
        controls = self.positions[self.controls]
        smoothing = _smoothing(controls - self._target_arcs(controls, sizes))
        forces = smoothing * 2 * SMOOTHING_FORCE * self.stiffness + self._stretching(controls, sizes)
        _add_rows(slope, self.controls.ravel(), forces.reshape(-1, 2))
        self._add_hints(slope, controls)
        self._open_crossings(slope, controls, sizes)
        self._open_forks(slope, controls, sizes)
        return slope

    def _separation(self, discs: Discs, pairs: tuple[Indices, Indices], reach: Floats) -> Points:
        """Push apart discs that are too close to each other or to the frame."""
        centers = discs.centers(self.positions)
        i, j = pairs
        apart = centers[i] - centers[j]
        distance = np.maximum(np.sqrt((apart**2).sum(axis=1)), 1e-6)
        missing = np.maximum(0.0, reach - distance)
        push = (-2 * missing / distance)[:, None] * apart
        force = np.zeros_like(centers)
        _add_rows(force, i, push)
        _add_rows(force, j, -push)
        force += self._framing(centers, discs.radius)
        slope = np.zeros_like(self.positions)
        _add_rows(slope, discs.source.ravel(), (discs.weight[:, :, None] * force[:, None]).reshape(-1, 2))
        return slope

    def _framing(self, centers: Points, radius: Floats) -> Points:
        """Push discs back inside the frame."""
        left, top, right, bottom = self.frame
        low = np.maximum(0.0, np.array([left, top]) + radius[:, None] - centers)
        high = np.maximum(0.0, centers + radius[:, None] - np.array([right, bottom]))
        framing: Points = 2 * (high - low)
        return framing

    def _needed_lengths(self, sizes: Sizes) -> Floats:
        """Return the length that the spaces of each bundle need."""
        row = self.network.lengths * (sizes.unit + sizes.gap) - sizes.gap
        needed: Floats = row + 2 * (sizes.radius + MARGIN * sizes.clearance)
        return needed

    def _target_arcs(self, controls: Points, sizes: Sizes) -> Points:
        """Return the arcs that curves straighten to: bent no more than needed, to the side they bend to now."""
        a, b = controls[:, 0], controls[:, -1]
        chord = np.maximum(np.linalg.norm(b - a, axis=1), 1e-6)
        height = np.sqrt(3 / 8 * np.maximum(0.0, self._needed_lengths(sizes) / chord - 1))
        off = controls[:, 2] - (a + b) / 2
        side = np.sign(off[:, 0] * (b - a)[:, 1] - off[:, 1] * (b - a)[:, 0])
        least = np.maximum(0.0, self.bends * side)
        arc = arcs(a, b, np.clip(height, least, np.maximum(least, 0.8)) * side)
        return np.concatenate([a[:, None], arc, b[:, None]], axis=1)

    def _stretching(self, controls: Points, sizes: Sizes) -> Points:
        """Lengthen curves that are too short for their spaces, without much bulging, and even out what a space has."""
        samples = curves.GRID_WEIGHTS @ controls
        pieces = np.diff(samples, axis=1)
        norms = np.maximum(np.linalg.norm(pieces, axis=2, keepdims=True), 1e-9)
        length, ends = norms.sum(axis=(1, 2)), 2 * (sizes.radius + sizes.clearance)
        pull_out = LENGTH_FORCE * np.maximum(0.0, 1.01 * self._needed_lengths(sizes) - length)
        # The median is what a space has on this board; a bundle far from it moves its cities.
        per_space = float(np.median((length - ends) / self.network.lengths))
        uneven = np.clip(per_space * self.network.lengths + ends - length, -MOST_UNEVEN, MOST_UNEVEN)
        strength = pull_out + EVENNESS_FORCE * self.stiffness * uneven
        pull = np.zeros_like(samples)
        pull[:, 1:] += pieces / norms
        pull[:, :-1] -= pieces / norms
        forces: Points = -2 * strength[:, None, None] * (curves.GRID_WEIGHTS.T @ pull)
        chord = controls[:, -1] - controls[:, 0]
        distance = np.maximum(np.linalg.norm(chord, axis=1), 1e-9)
        bulging = np.maximum(0.0, self._needed_lengths(sizes) / MOST_BULGING - distance)
        apart = (2 * CHORD_FORCE * bulging / distance)[:, None] * chord
        forces[:, 0] += apart
        forces[:, -1] -= apart
        return forces

    def _open_crossings(self, slope: Points, controls: Points, sizes: Sizes) -> None:
        """Turn tracks that cross at a narrow angle."""
        first, second, at_first, at_second = self.crossings
        if len(first) == 0:
            return
        weights = [curves.bernstein_slope(at) for at in (at_first, at_second)]
        u, v = (curves.blend(own, controls[which]) for own, which in zip(weights, (first, second), strict=True))
        cross, dot = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0], (u * v).sum(axis=1)
        # The angle between the lines, whatever their directions.
        turn = np.arctan2(cross * np.sign(dot), np.abs(dot))
        missing = np.sign(turn) * np.maximum(0.0, AIM_ANGLE - np.abs(turn))
        for own, which, tangent, sign in ((weights[0], first, u, 1.0), (weights[1], second, v, -1.0)):
            _turn(slope, self.controls[which], own, tangent, sign * ANGLE_FORCE * sizes.unit**2 * missing)

    def _open_forks(self, slope: Points, controls: Points, sizes: Sizes) -> None:
        """Turn tracks that leave a city in nearly the same direction."""
        i, j = self.network.forks
        leaving = np.concatenate([controls[:, 1] - controls[:, 0], controls[:, -2] - controls[:, -1]])
        u, v = leaving[i], leaving[j]
        turn = np.arctan2(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0], (u * v).sum(axis=1))
        missing = np.sign(turn) * np.maximum(0.0, self.fork_angles - np.abs(turn))
        rows = np.concatenate([self.controls[:, [1, 0]], self.controls[:, [-2, -1]]])
        weight = np.broadcast_to(np.array([1.0, -1.0]), (len(i), 2))
        _turn(slope, rows[i], weight, u, FORK_FORCE * sizes.unit**2 * missing)

    def _add_hints(self, slope: Points, controls: Points) -> None:
        """Keep the bends that the map file asks for."""
        if len(self.hinted) == 0:
            return
        own = controls[self.hinted]
        wanted = arcs(own[:, 0], own[:, -1], self.bends[self.hinted])
        inner = self.controls[self.hinted, 1:-1]
        _add_rows(slope, inner.ravel(), (2 * BEND_FORCE * (own[:, 1:-1] - wanted)).reshape(-1, 2))


def _smoothing(controls: Points) -> Points:
    """Return the gradient of the squared second differences of the control points."""
    second = controls[:, :-2] - 2 * controls[:, 1:-1] + controls[:, 2:]
    slope = np.zeros_like(controls)
    slope[:, :-2] += 2 * second
    slope[:, 1:-1] -= 4 * second
    slope[:, 2:] += 2 * second
    return slope


def _fork_angles(network: Network) -> Floats:
    """Return the angle that each fork should have; a city with many bundles has less for each."""
    i, j = network.forks
    lanes = np.tile(network.lanes - 1, 2)
    wanted = FORK_ANGLE + LANE_ANGLE * (lanes[i] + lanes[j]) / 2
    at = network.ends.T.ravel()
    angles: Floats = np.minimum(wanted, 0.6 * 2 * np.pi / np.bincount(at)[at[i]])
    return angles


def _turn(slope: Points, rows: Indices, weights: Floats, vectors: Points, strength: Floats) -> None:
    """Turn vectors, which are weighted sums of positions, clockwise with these strengths."""
    across = np.stack([-vectors[:, 1], vectors[:, 0]], axis=1) / np.maximum((vectors**2).sum(axis=1), 1.0)[:, None]
    force = across * strength[:, None]
    _add_rows(slope, rows.ravel(), (weights[:, :, None] * force[:, None]).reshape(-1, 2))


def _add_rows(into: Points, rows: Indices, values: Points) -> None:
    """Add values to rows; the same row may occur several times."""
    for axis in range(2):
        into[:, axis] += np.bincount(rows, weights=values[:, axis], minlength=len(into))
