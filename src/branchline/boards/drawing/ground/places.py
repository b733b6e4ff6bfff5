"""Find cities at places that are probably slips: in the sea, swapped, or so near to each other that they overlap."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from branchline.boards.drawing.ground.coastlines import load_coastlines
from branchline.boards.drawing.ground.land import country_polygon
from branchline.boards.drawing.ground.projection import fit_projection, is_on_globe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.drawing.arrays import Flags, Points
    from branchline.boards.format.schema import Map

NEAREST = 14.0
"""The least distance of two cities before the layout moves them, in board units; their marks would overlap."""
NEAR_LAND = 0.15
"""A city this near to land, in degrees, is not in the sea."""
LEAST_CITIES = 3
"""Fewer cities in the sea say nothing about all of them."""


class Slip(NamedTuple):
    """A slip: the city it is about, or none if it is about all, what is wrong and what to do."""

    city: str | None
    message: str
    fix: str


def find_slips(map_: Map) -> Iterator[Slip]:
    """Yield every probable slip in the places of a map's cities."""
    yield from _swapped(map_)
    yield from _crowded(map_)


def _swapped(map_: Map) -> Iterator[Slip]:
    """Yield a slip if most cities lie in the sea, but on land with latitude and longitude swapped."""
    places = np.array([(city.lat, city.lon) for city in map_.cities.values() if not city.plate]).reshape(-1, 2)
    if len(places) < LEAST_CITIES or load_coastlines() is None:
        return
    wet = ~on_land(places)
    swapped = places[wet][:, ::-1]
    if wet.sum() < LEAST_CITIES or wet.mean() <= 0.5 or not all(is_on_globe(*place) for place in swapped.tolist()):  # noqa: PLR2004
        return
    if on_land(swapped).mean() > 0.8:  # noqa: PLR2004 (nearly all)
        message = (
            f"{wet.sum()} of {len(places)} cities lie in the sea, but on land if latitude and longitude are swapped."
        )
        yield Slip(None, message, "`lat` is degrees north of the equator, `lon` degrees east of Greenwich.")


def on_land(latlon: Points) -> Flags:
    """Return which places are on land or at its shore; without coastlines, all are."""
    world = load_coastlines()
    if world is None:
        return np.ones(len(latlon), dtype=bool)
    low, high = latlon.min(axis=0) - 1, latlon.max(axis=0) + 1
    shapes = [country_polygon(rings) for _, rings in world.simplified(0.02).polygons(low, high)]
    found = np.zeros(len(latlon), dtype=bool)
    if shapes:
        points = shapely.points(latlon[:, ::-1])
        found[np.unique(shapely.STRtree(shapes).query(points, predicate="dwithin", distance=NEAR_LAND)[0])] = True
    return found


def _crowded(map_: Map) -> Iterator[Slip]:
    """Yield each pair of cities that lie so near to each other that the layout must push them apart."""
    _, homes = fit_projection(map_)
    nudges = np.array([city.at or (0.0, 0.0) for city in map_.cities.values()])
    places = homes + nudges
    for (i, first), (j, second) in combinations(enumerate(map_.cities), 2):
        apart = float(np.linalg.norm(places[i] - places[j]))
        if apart < NEAREST:
            message = f'"{second}" nearly overlaps "{first}": {apart:.0f} units apart on a board 1200 wide.'
            yield Slip(second, message, "Move one with `at = [x, y]`, or draw it elsewhere with `draw = [lat, lon]`.")
