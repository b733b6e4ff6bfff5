"""Coastlines and borders from Natural Earth, if the package was built with them."""

from __future__ import annotations

import lzma
import struct
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import shapely

from branchline.boards.drawing.cache_folder import unpacked

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Flags, Indices, Points

FILE = Path(__file__).parent / "coastlines.bin"


class Country(msgspec.Struct):
    """A country: polygons of rings of arcs; `~n` is arc `n` in reverse."""

    name: str
    polygons: list[list[list[int]]]


class Header(msgspec.Struct):
    """What precedes the points of the arcs in the file."""

    scale: tuple[float, float]
    translate: tuple[float, float]
    arcs: list[int]
    """The number of points of each arc."""
    shapes: list[Country]


class Coastlines:
    """The countries of the world."""

    def __init__(self, shapes: list[Country], counts: Indices, points: Points, finest: float) -> None:
        self.shapes, self.counts, self.points, self.finest = shapes, counts, points, finest
        self.ends: Indices = np.cumsum(counts)

    @cached_property
    def low(self) -> Points:
        """The lowest latitude and longitude of each arc."""
        return np.minimum.reduceat(self.points, self.ends - self.counts)

    @cached_property
    def high(self) -> Points:
        """The highest latitude and longitude of each arc."""
        return np.maximum.reduceat(self.points, self.ends - self.counts)

    @classmethod
    def read(cls, data: bytes) -> Coastlines:
        """Return the coastlines from the content of their file."""
        raw = unpacked("coastlines", data, lzma.decompress)
        (size,) = struct.unpack_from("<I", raw)
        header = msgspec.json.decode(raw[4 : 4 + size], type=Header)
        steps = np.frombuffer(raw, dtype="<i4", offset=4 + size).reshape(-1, 2)
        counts: Indices = np.array(header.arcs)
        starts = np.cumsum(counts) - counts
        # The sum of all steps may overflow, but differences of its parts are right again.
        total = np.cumsum(steps, axis=0, dtype=np.int32)
        # Each arc is a first point and the steps from it.
        before = np.where(starts[:, None] > 0, total[starts - 1], np.int32(0))
        whole = total - np.repeat(before, counts, axis=0)
        lonlat = whole * header.scale + header.translate
        return cls(header.shapes, counts, lonlat[:, ::-1], max(header.scale))

    def simplified(self, degrees: float) -> Coastlines:
        """Return the same coastlines without smaller details; arcs that countries share stay the same for both."""
        if degrees <= self.finest:
            return self
        numbers = np.repeat(np.arange(len(self.counts)), self.counts)
        lines = shapely.simplify(shapely.linestrings(self.points, indices=numbers), degrees, preserve_topology=False)
        counts = np.asarray(shapely.get_num_coordinates(lines), dtype=np.intp)
        return Coastlines(self.shapes, counts, shapely.get_coordinates(lines), degrees)

    def arc(self, index: int) -> Points:
        """Return the (latitude, longitude) points of an arc, reversed if its number is negative."""
        number = _number(index)
        points: Points = self.points[self.ends[number] - self.counts[number] : self.ends[number]]
        return points if index >= 0 else points[::-1]

    def ring(self, arcs: list[int]) -> Points:
        """Return the points of a closed ring, without repeating the points where arcs meet."""
        return np.concatenate([self.arc(index)[:-1] for index in arcs])

    def polygons(
        self, low: Points, high: Points, least: float = 0.0, arcs: Flags | None = None
    ) -> list[tuple[str, list[Points]]]:
        """Return the polygons in a window, or those with some of the given arcs, each with the name of its country.

        Polygons smaller than the least size are left out.
        """
        polygons, lowest, highest = self._bounds
        shown = (lowest < high).all(axis=1) & (highest > low).all(axis=1) & ((highest - lowest).max(axis=1) > least)
        return [
            (name, [self.ring(ring) for ring in polygon])
            for name, polygon in (polygons[number] for number in np.nonzero(shown)[0])
            if arcs is None or any(arcs[_number(index)] for index in polygon[0])
        ]

    @cached_property
    def _bounds(self) -> tuple[list[tuple[str, list[list[int]]]], Points, Points]:
        """All polygons with the names of their countries, and the lowest and highest coordinates of each."""
        polygons = [(country.name, polygon) for country in self.shapes for polygon in country.polygons]
        outer = [[_number(index) for index in polygon[0]] for _, polygon in polygons]
        starts = np.cumsum([0, *map(len, outer[:-1])])
        arcs = np.array([number for ring in outer for number in ring])
        return polygons, np.minimum.reduceat(self.low[arcs], starts), np.maximum.reduceat(self.high[arcs], starts)

    def arcs_with(self, chosen: Flags) -> Flags:
        """Return which arcs have any of the chosen points."""
        found: Flags = np.logical_or.reduceat(chosen, self.ends - self.counts)
        return found

    def borders(self, low: Points, high: Points) -> list[Points]:
        """Return the arcs in a window that two countries share."""
        uses = np.zeros(len(self.counts), dtype=int)
        for country in self.shapes:
            own = {_number(index) for polygon in country.polygons for ring in polygon for index in ring}
            uses[list(own)] += 1
        shared = (uses > 1) & (self.low < high).all(axis=1) & (self.high > low).all(axis=1)
        return [self.arc(int(index)) for index in np.nonzero(shared)[0]]


def _number(index: int) -> int:
    return index if index >= 0 else ~index


@cache
def load_coastlines() -> Coastlines | None:
    """Return the coastlines, or `None` if the package was built without them."""
    try:
        return Coastlines.read(FILE.read_bytes())
    except (OSError, lzma.LZMAError, msgspec.MsgspecError, struct.error, ValueError):
        return None
