"""What the layout arranges: places, and bundles of tracks that run side by side between two of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Indices, Points
    from branchline.boards.format.schema import Map

LETTERS_FOR_TWO_LINES = 9
"""Names shorter than this stay on one line."""


class Bundle(NamedTuple):
    """Tracks of one length between the same two places (C5: a double is two of them)."""

    a: int
    b: int
    length: int
    tracks: tuple[int, ...]
    bend: float | None


@dataclass(frozen=True)
class Network:
    """The graph to lay out, in board units."""

    homes: Points
    pinned: Points
    bundles: list[Bundle]
    names: list[list[list[str]]]
    width: float
    height: float

    @cached_property
    def counts(self) -> Points:
        """How many spaces each bundle is long."""
        return np.array([bundle.length for bundle in self.bundles], dtype=float)

    @cached_property
    def lanes(self) -> Points:
        """How many tracks each bundle has."""
        return np.array([len(bundle.tracks) for bundle in self.bundles], dtype=float)

    @cached_property
    def ends(self) -> Indices:
        """The two places of each bundle."""
        return np.array([(bundle.a, bundle.b) for bundle in self.bundles], dtype=np.intp).reshape(-1, 2)

    @cached_property
    def forks(self) -> tuple[Indices, Indices]:
        """The pairs of bundle ends at one place; ends are counted first ends first."""
        city = self.ends.T.ravel()
        i, j = np.nonzero(city[:, None] == city[None])
        return i[i != j], j[i != j]


def bundled(map_: Map) -> list[Bundle]:
    """The tracks of a map gathered into bundles, in the order of the file."""
    number = {name: index for index, name in enumerate(map_.cities)}
    found: dict[tuple[int, int, int], list[int]] = {}
    for index, track in enumerate(map_.routes.tracks):
        a, b = sorted((number[track.a], number[track.b]))
        found.setdefault((a, b, track.length), []).append(index)
    return [_bundle(map_, number, key, tracks) for key, tracks in found.items()]


def _bundle(map_: Map, number: dict[str, int], key: tuple[int, int, int], tracks: list[int]) -> Bundle:
    a, b, length = key
    bends = [
        # A bend is written as seen from the track's first place.
        track.extras.bend * (1 if number[track.a] == a else -1)
        for track in (map_.routes.tracks[index] for index in tracks)
        if track.extras.bend is not None
    ]
    return Bundle(a, b, length, tuple(tracks), bends[0] if bends else None)


def settings(name: str) -> list[list[str]]:
    """The ways to set a name: on one line, or on two where a space or hyphen allows.

    >>> settings("Salt Lake City")
    [['Salt Lake City'], ['Salt Lake', 'City']]
    """
    one = [[name]]
    cuts = [index for index, letter in enumerate(name) if letter in " -"]
    if len(name) < LETTERS_FOR_TWO_LINES or not cuts:
        return one
    cut = min(cuts, key=lambda index: abs(index - len(name) / 2))
    first = name[: cut + (name[cut] == "-")]
    return [*one, [first, name[cut + 1 :]]]
