"""Coast lines and borders from Natural Earth, if the package was built with them."""

from __future__ import annotations

import lzma
import struct
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Indices, Points

FILE = Path(__file__).parent / "coastlines.bin"
WINDOW = 2.0
"""How much wider than the places' extent the world is looked at, in extents."""


class Shape(msgspec.Struct):
    """A country: polygons, each of rings, each of arcs; a negative arc runs backwards."""

    name: str
    polygons: list[list[list[int]]]


class Header(msgspec.Struct):
    """What the file says before its arcs."""

    scale: tuple[float, float]
    translate: tuple[float, float]
    arcs: list[int]
    shapes: list[Shape]


class Atlas:
    """The world's countries, opened once."""

    def __init__(self, data: bytes) -> None:
        raw = lzma.decompress(data)
        (size,) = struct.unpack_from("<I", raw)
        self.header = msgspec.json.decode(raw[4 : 4 + size], type=Header)
        steps = np.frombuffer(raw, dtype="<i4", offset=4 + size).reshape(-1, 2).astype(np.int64)
        self.ends: Indices = np.cumsum(self.header.arcs)
        starts: Indices = self.ends - np.array(self.header.arcs)
        total = np.cumsum(steps, axis=0)
        # Steps count from each arc's own first point.
        before = np.where(starts[:, None] > 0, total[starts - 1], 0)
        whole = total - np.repeat(before, self.header.arcs, axis=0)
        lonlat = whole * self.header.scale + self.header.translate
        self.points = lonlat[:, ::-1]
        self.low = np.minimum.reduceat(self.points, starts)
        self.high = np.maximum.reduceat(self.points, starts)

    def arc(self, index: int) -> Points:
        """The (latitude, longitude) points of an arc, backwards if its number is negative."""
        number = index if index >= 0 else ~index
        points: Points = self.points[self.ends[number] - self.header.arcs[number] : self.ends[number]]
        return points if index >= 0 else points[::-1]

    def ring(self, arcs: list[int]) -> Points:
        """The points of a closed ring; joints are given once."""
        return np.concatenate([self.arc(index)[:-1] for index in arcs])

    def polygons(self, low: Points, high: Points) -> list[tuple[str, list[Points]]]:
        """The polygons of all countries that reach into a window of latitudes and longitudes."""
        return [
            (shape.name, [self.ring(ring) for ring in polygon])
            for shape in self.header.shapes
            for polygon in shape.polygons
            if self._reaches(polygon[0], low, high)
        ]

    def borders(self, low: Points, high: Points) -> list[Points]:
        """The arcs in the window that two countries share."""
        uses = np.zeros(len(self.header.arcs), dtype=int)
        for shape in self.header.shapes:
            own = {index if index >= 0 else ~index for polygon in shape.polygons for ring in polygon for index in ring}
            uses[list(own)] += 1
        return [self.arc(int(index)) for index in np.nonzero(uses > 1)[0] if self._reaches([int(index)], low, high)]

    def _reaches(self, arcs: list[int], low: Points, high: Points) -> bool:
        numbers = [index if index >= 0 else ~index for index in arcs]
        return bool((self.low[numbers].min(axis=0) < high).all() and (self.high[numbers].max(axis=0) > low).all())


@cache
def atlas() -> Atlas | None:
    """The atlas, or none if the package was built without it."""
    try:
        return Atlas(FILE.read_bytes())
    except (OSError, lzma.LZMAError, msgspec.MsgspecError, struct.error, ValueError):
        return None
