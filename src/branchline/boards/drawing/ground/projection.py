"""Map projections: from degrees to board units, fitted to the extent of a map."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from branchline.boards.drawing.errors import DrawingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.drawing.arrays import Floats, Points
    from branchline.boards.format.schema import Map

    Forward: TypeAlias = Callable[[Points], Points]

WIDTH = 1200.0
"""The width of every board in board units; the height follows from the extent of the map."""
LEAST_RATIO, MOST_RATIO = 0.56, 1.45
"""Limits of the height as a fraction of the width; an extremely wide or tall map gets margins instead."""
INSET = (80.0, 72.0)
"""Room between the outermost cities and the edge, for labels and the frame."""
CONIC_FROM, WORLD_FROM = 6.0, 120.0
"""The extents in degrees from which a conic and then a world projection are used."""
SAME_POINT = 2e-4
"""Two cities nearer than this fraction of the map's extent count as lying at the same point."""
STEEPEST = 84.0
"""The largest latitude of a conic projection, which has no place for the poles."""
MOST_LATITUDE, MOST_LONGITUDE = 90.0, 180.0
EQUAL_EARTH = (1.340264, -0.081106, 0.000893, 0.003796)
"""The coefficients of the Equal Earth projection."""


@dataclass(frozen=True)
class Projection:
    """A projection fitted to a map: converts degrees to board units."""

    forward: Forward
    scale: float
    shift: tuple[float, float]
    width: float
    height: float
    center: float
    """The central longitude."""

    def __call__(self, latlon: Points) -> Points:
        """Return the board positions of these (latitude, longitude) pairs."""
        plane = self.forward(center_longitudes(latlon, self.center))
        return plane * (self.scale, -self.scale) + self.shift


def fit_projection(map_: Map) -> tuple[Projection, Points]:
    """Return the projection for a map, and the board positions of its cities."""
    latlon = city_coordinates(map_)
    center = middle_longitude(latlon[:, 1])
    centered = center_longitudes(latlon, center)
    forward = choose_projection(centered)
    plane = forward(centered) * (1.0, -1.0)
    _refuse_cities_at_one_point(list(map_.cities), plane)
    low, high = plane.min(axis=0), plane.max(axis=0)
    span = np.maximum(high - low, 1e-12)
    room = WIDTH - 2 * INSET[0]
    most_high = MOST_RATIO * WIDTH - 2 * INSET[1]
    scale = float(min(room / span[0], most_high / span[1]))
    height = float(max(LEAST_RATIO * WIDTH, span[1] * scale + 2 * INSET[1]))
    middle = (low + high) / 2 * scale
    shift = (WIDTH / 2 - float(middle[0]), height / 2 - float(middle[1]))
    projection = Projection(forward, scale, shift, WIDTH, height, center)
    return projection, projection(latlon)


def city_coordinates(map_: Map) -> Points:
    """Return the latitude and longitude at which each city is drawn; refuse one that is not on the globe."""
    found = []
    for name, city in map_.cities.items():
        lat, lon = city.draw or (city.lat, city.lon)
        if not is_on_globe(lat, lon):
            raise DrawingError(
                f'"{name}" lies at lat {lat:g}, lon {lon:g}, which is not on the globe: '
                "latitudes go from -90 to 90, longitudes from -180 to 180."
            )
        found.append((lat, lon))
    if len(found) < 2:  # noqa: PLR2004 (a route has two ends)
        raise DrawingError("A board needs at least two cities to be drawn.")
    return np.array(found)


def is_on_globe(lat: float, lon: float) -> bool:
    """Return whether a latitude and a longitude are in range."""
    return abs(lat) <= MOST_LATITUDE and abs(lon) <= MOST_LONGITUDE


def _refuse_cities_at_one_point(names: list[str], plane: Points) -> None:
    extent = float(np.ptp(plane, axis=0).max())
    if extent < 1e-9:  # noqa: PLR2004 (on the plane of a globe of radius one)
        raise DrawingError(
            f'All {len(names)} cities lie at one point, that of "{names[0]}": give each its own latitude and longitude.'
        )
    distances = np.linalg.norm(plane[:, None] - plane[None], axis=2) + np.eye(len(names)) * extent
    i, j = divmod(int(distances.argmin()), len(names))
    if distances[i, j] < SAME_POINT * extent:
        raise DrawingError(
            f'"{names[i]}" and "{names[j]}" lie on top of each other: '
            "move one, or give it draw = [lat, lon] to draw it elsewhere."
        )


def middle_longitude(longitudes: Floats) -> float:
    """Return the middle of the narrowest span that contains these longitudes, across the date line if need be."""
    around = np.sort(longitudes % 360)
    gaps = np.diff(np.append(around, around[0] + 360))
    start = around[(int(gaps.argmax()) + 1) % len(around)]
    return float((start + (360 - gaps.max()) / 2 + 180) % 360 - 180)


def center_longitudes(latlon: Points, center: float) -> Points:
    """Return the same points with longitudes relative to a central one, from -180 to 180."""
    relative = (latlon[..., 1] - center + 180) % 360 - 180
    return np.stack([latlon[..., 0], relative], axis=-1)


def choose_projection(latlon: Points) -> Forward:
    """Return a conic projection for a continent, Equal Earth for the world, equirectangular for a city."""
    low, high = latlon.min(axis=0), latlon.max(axis=0)
    middle = float(low[0] + high[0]) / 2
    wide = float(high[1] - low[1])
    if wide > WORLD_FROM or (low[0] < 0 < high[0] and high[0] - low[0] > CONIC_FROM * 6):
        return equal_earth
    if max(wide * math.cos(math.radians(middle)), high[0] - low[0]) < CONIC_FROM or abs(middle) < CONIC_FROM:
        return lambda points: equirectangular(points, middle)
    sixth = float(high[0] - low[0]) / 6
    return lambda points: lambert_conic(points, float(low[0]) + sixth, float(high[0]) - sixth)


def equirectangular(latlon: Points, middle: float) -> Points:
    """Project to a plane where lengths along the middle latitude are true."""
    lat, lon = np.radians(latlon[..., 0]), np.radians(latlon[..., 1])
    return np.stack([lon * math.cos(math.radians(middle)), lat], axis=-1)


def lambert_conic(latlon: Points, first: float, second: float) -> Points:
    """Project by Lambert's conformal conic projection with two standard parallels."""
    lat = np.radians(np.clip(latlon[..., 0], -STEEPEST, STEEPEST))
    lon = np.radians(latlon[..., 1])
    low, high = (math.radians(max(-STEEPEST, min(STEEPEST, angle))) for angle in (first, second))
    cone = _cone_constant(low, high)
    reach = math.cos(low) * _half_angle_tangent(low) ** cone / cone
    radius = reach / np.tan(math.pi / 4 + lat / 2) ** cone
    return np.stack([radius * np.sin(cone * lon), -radius * np.cos(cone * lon)], axis=-1)


def _cone_constant(low: float, high: float) -> float:
    if abs(high - low) < 1e-6:  # noqa: PLR2004 (the two parallels are one)
        return math.sin(low)
    return math.log(math.cos(low) / math.cos(high)) / math.log(_half_angle_tangent(high) / _half_angle_tangent(low))


def _half_angle_tangent(angle: float) -> float:
    return math.tan(math.pi / 4 + angle / 2)


def equal_earth(latlon: Points) -> Points:
    """Project by the Equal Earth projection of Šavrič, Patterson and Jenny."""
    lat, lon = np.radians(latlon[..., 0]), np.radians(latlon[..., 1])
    a = EQUAL_EARTH
    theta = np.arcsin(math.sqrt(3) / 2 * np.sin(lat))
    slope = a[0] + 3 * a[1] * theta**2 + theta**6 * (7 * a[2] + 9 * a[3] * theta**2)
    x = 2 * math.sqrt(3) * lon * np.cos(theta) / (3 * slope)
    y = theta * (a[0] + a[1] * theta**2 + theta**6 * (a[2] + a[3] * theta**2))
    return np.stack([x, y], axis=-1)
