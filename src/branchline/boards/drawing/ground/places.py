"""Find cities at places that are probably slips: in the sea, swapped, or so near to each other that they overlap."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import shapely

from branchline.boards.drawing.ground.coastlines import load_coastlines
from branchline.boards.drawing.ground.land import country_polygon
from branchline.boards.drawing.ground.projection import MOST_LATITUDE, fit_projection, is_on_globe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.drawing.arrays import Flags, Floats, Points
    from branchline.boards.drawing.ground.coastlines import Coastlines
    from branchline.boards.format.schema import Map, Route

    Place: TypeAlias = tuple[float, float]
    """Latitude and longitude."""

NEAREST = 14.0
"""The least distance of two cities before the layout moves them, in board units; their marks would overlap."""
NEAR_LAND, COARSE = 0.15, 0.02
"""A city this near to land is not in the sea, and the details of coasts that do not matter for that, in degrees."""
LEAST_CITIES, LEAST_ROUTES = 3, 8
"""Fewer cities in the sea, or fewer routes, say nothing about all of them."""
GOOD_FIT, CLEARLY, VERY_CLEARLY = 0.25, 1.15, 1.4
"""The spread of the length of a space, as a part of its mean, that is small, and how many times it is clearly worse."""
FEW_ROUTES = 12
"""Fewer routes must fit very clearly worse."""
FAR = 4.0
"""How many times as far as usual a city lies from its neighbors if there is something wrong with its place."""
MEANING = "`lat` is degrees north of the equator, `lon` degrees east of Greenwich."


class Slip(NamedTuple):
    """A slip: the city it is about, or none if it is about all, what is wrong and what to do."""

    city: str | None
    message: str
    fix: str


def find_slips(map_: Map) -> Iterator[Slip]:
    """Yield every probable slip in the places of a map's cities."""
    cities = {name: (city.lat, city.lon) for name, city in map_.cities.items() if not city.plate}
    tracks = [track for track in map_.routes.tracks if {track.a, track.b} <= cities.keys()]
    if tracks and all(is_on_globe(*place) for place in cities.values()):
        whole = next(chain(_swapped_into_sea(cities), _swapped_on_land(cities, tracks)), None)
        yield from [whole] if whole else _swapped_alone(cities, tracks)
    yield from _crowded(map_)


def _swapped_into_sea(cities: dict[str, Place]) -> Iterator[Slip]:
    """Yield a slip if most cities lie in the sea, but on land with latitude and longitude swapped."""
    places = np.array(list(cities.values()))
    if len(places) < LEAST_CITIES or (np.abs(places[:, 1]) > MOST_LATITUDE).any() or load_coastlines() is None:
        return
    wet = ~on_land(places)
    if wet.sum() < LEAST_CITIES or wet.mean() <= 0.5:  # noqa: PLR2004 (half of them)
        return
    if on_land(places[wet][:, ::-1]).mean() > 0.8:  # noqa: PLR2004 (nearly all)
        message = (
            f"{wet.sum()} of {len(places)} cities lie in the sea, but on land if latitude and longitude are swapped."
        )
        yield Slip(None, message, MEANING)


def _swapped_on_land(cities: dict[str, Place], tracks: list[Route]) -> Iterator[Slip]:
    """Yield a slip if the lengths of the routes fit the distances clearly better with the coordinates swapped.

    Degrees of longitude are shorter than degrees of latitude, so that swapped cities have other distances.
    """
    places = np.array([(cities[track.a], cities[track.b]) for track in tracks])
    swapped = places[..., ::-1]
    if len(tracks) < LEAST_ROUTES or (np.abs(swapped[..., 0]) > MOST_LATITUDE).any():
        return
    lengths = np.array([track.length for track in tracks])
    given, turned = (_distances(ends[:, 0], ends[:, 1]) / lengths for ends in (places, swapped))
    spread, better = (float(each.std() / max(each.mean(), 1e-9)) for each in (given, turned))
    clearly = CLEARLY if len(tracks) >= FEW_ROUTES else VERY_CLEARLY
    if better < GOOD_FIT and spread > clearly * better:
        message = (
            "The lengths of the routes fit the distances between their cities better if latitude and longitude are "
            f"swapped: the length of a space varies by {better:.0%} then, and by {spread:.0%} now."
        )
        yield Slip(None, message, MEANING)


def _swapped_alone(cities: dict[str, Place], tracks: list[Route]) -> Iterator[Slip]:
    """Yield a slip for each city that lies far from its neighbors, but near them with its coordinates swapped."""
    neighbors: dict[str, set[str]] = {}
    for track in tracks:
        neighbors.setdefault(track.a, set()).add(track.b)
        neighbors.setdefault(track.b, set()).add(track.a)
    for city, around in neighbors.items():
        lat, lon = cities[city]
        if not is_on_globe(lon, lat):
            continue
        beside = np.array([cities[name] for name in sorted(around)])
        now, then = (float(np.median(_distances(np.array([place]), beside))) for place in ((lat, lon), (lon, lat)))
        others = np.array([(cities[track.a], cities[track.b]) for track in tracks if city not in (track.a, track.b)])
        usual = float(np.median(_distances(others[:, 0], others[:, 1]))) if len(others) else then
        if now > FAR * then and now > FAR * usual:
            message = f'"{city}" lies far from its neighbors, but near them if its latitude and longitude are swapped.'
            yield Slip(
                city, message, f"Write `lat = {lon:g}, lon = {lat:g}`: `lat` is degrees north, `lon` degrees east."
            )


def _distances(first: Points, second: Points) -> Floats:
    """Return the distances between places on the globe, in radians."""
    (a, x), (b, y) = np.radians(first).T, np.radians(second).T
    chord = np.sin((b - a) / 2) ** 2 + np.cos(a) * np.cos(b) * np.sin((y - x) / 2) ** 2
    found: Floats = 2 * np.arcsin(np.sqrt(np.clip(chord, 0.0, 1.0)))
    return found


@cache
def _coarse(world: Coastlines) -> Coastlines:
    """Return coastlines with enough detail to find a city in the sea."""
    return world.simplified(COARSE)


def on_land(latlon: Points) -> Flags:
    """Return which places are on land or at its shore; without coastlines, all are."""
    world = load_coastlines()
    if world is None:
        return np.ones(len(latlon), dtype=bool)
    low, high = latlon.min(axis=0) - 1, latlon.max(axis=0) + 1
    polygons = [country_polygon(rings, (low, high)) for _, rings in _coarse(world).polygons(low, high)]
    shapes = shapely.make_valid([polygon for polygon in polygons if not polygon.is_empty])
    found = np.zeros(len(latlon), dtype=bool)
    if len(shapes):
        points = shapely.points(latlon[:, ::-1])
        found[np.unique(shapely.STRtree(shapes).query(points, predicate="dwithin", distance=NEAR_LAND)[0])] = True
    return found


def _crowded(map_: Map) -> Iterator[Slip]:
    """Yield each pair of cities that lie so near to each other that the layout must push them apart."""
    _, homes = fit_projection(map_)
    nudges = np.array([city.at or (0.0, 0.0) for city in map_.cities.values()])
    places, names = homes + nudges, list(map_.cities)
    distances = np.linalg.norm(places[:, None] - places[None], axis=2)
    for i, j in np.argwhere(np.triu(distances < NEAREST, 1)).tolist():
        message = f'"{names[j]}" nearly overlaps "{names[i]}": {distances[i, j]:.0f} units apart on a board 1200 wide.'
        yield Slip(names[j], message, "Move one with `at = [x, y]`, or draw it elsewhere with `draw = [lat, lon]`.")
