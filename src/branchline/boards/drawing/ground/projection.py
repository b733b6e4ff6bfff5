"""Map projections: from degrees to board units, fitted to the extent of a map."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from branchline.boards.drawing.errors import DrawingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.drawing.arrays import Floats, Indices, Points
    from branchline.boards.format.schema import Map

    Forward: TypeAlias = Callable[[Points], Points]

WIDTH = 1200.0
"""The width of every board in board units; the height follows from the extent of the map."""
LEAST_RATIO, MOST_RATIO = 0.56, 1.45
"""Limits of the height as a fraction of the width; an extremely wide or tall map gets margins instead."""
INSET = (80.0, 72.0)
"""Room between the outermost cities and the edge, for labels and the frame."""
CONIC_FROM, CONIC_TO = 6.0, 120.0
"""The extents in degrees from which and up to which a conic projection is used."""
TOWN = 1.0
"""The extent in degrees up to which a map is a plan of a town, where distances matter less than a full board."""
WIDE_GAP, STRETCHED, NARROWED, NARROWEST = 0.15, 1.1, 0.85, 0.35
"""The part of a town's extent from which a gap between cities is wide, how much longer than usual a space is on routes
across a gap that is narrowed, how long it is then, and the part of the gap that is left at least."""
MOST_GAPS = 3
"""The largest number of gaps that are narrowed along each axis."""
STEEPEST_CITY = 70.0
"""The largest latitude of a city on a conic projection, which is torn open at the poles."""
AROUND_POLE = 200.0
"""Cities on one hemisphere that span more degrees of longitude than this surround a pole."""
WORLD_FROM = 65.0
"""The distance in degrees of the outermost city from the middle from which a projection of the world is used."""
TURNS = 24
"""The number of directions that a map of a pole is turned to in search of the best one."""
SAME_POINT = 2e-4
"""Two cities nearer than this fraction of the map's extent count as lying at the same point."""
STEEPEST = 88.0
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
    focus: float | None = None
    """The latitude of the center of an azimuthal projection."""

    @property
    def is_azimuthal(self) -> bool:
        """Whether directions from the center are true, so that the globe is not cut along a meridian."""
        return self.focus is not None

    @property
    def has_north(self) -> bool:
        """Whether north is up on (nearly) all of the board, which it is not around a pole."""
        return self.focus is None or abs(self.focus) < STEEPEST_CITY

    def __call__(self, latlon: Points) -> Points:
        """Return the board positions of these (latitude, longitude) pairs."""
        plane = self.forward(center_longitudes(latlon, self.center))
        return plane * (self.scale, -self.scale) + self.shift


def fit_projection(map_: Map) -> tuple[Projection, Points]:
    """Return the projection for a map, and the board positions of its cities."""
    latlon = city_coordinates(map_)
    number = {name: index for index, name in enumerate(map_.cities)}
    routes = np.array([(number[route.a], number[route.b]) for route in map_.routes.tracks], dtype=np.intp)
    plane = choose_projection(latlon, routes.reshape(-1, 2))
    _refuse_cities_at_one_point(list(map_.cities), plane(latlon))
    if len(routes) and float(np.ptp(plane(latlon), axis=0).max()) < math.radians(TOWN):
        lengths = np.array([route.length for route in map_.routes.tracks], dtype=float)
        for axis in (0, 1) * MOST_GAPS:
            plane = _narrowed(plane, latlon, routes, lengths, axis)
    flat = plane(latlon) * (1.0, -1.0)
    scale, height, shift = _fit(flat)
    projection = Projection(plane.forward, scale, shift, WIDTH, height, plane.center, plane.focus)
    return projection, projection(latlon)


def _narrowed(plane: Plane, latlon: Points, routes: Indices, lengths: Floats, axis: int) -> Plane:
    """Return the plane of a town with its widest gap along an axis narrowed if the routes across it are too long.

    A suburb far outside would otherwise leave half of the board empty, with one route stretched across it.
    """
    flat = plane(latlon)
    along = np.sort(flat[:, axis])
    widest = int(np.diff(along).argmax())
    low, high = along[widest], along[widest + 1]
    ends = flat[routes]
    stretch = np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1) / lengths
    stretch /= np.median(stretch)
    across = (ends[:, :, axis] <= low).any(axis=1) & (ends[:, :, axis] >= high).any(axis=1)
    if high - low < WIDE_GAP * (along[-1] - along[0]) or not across.any() or np.median(stretch[across]) < STRETCHED:
        return plane
    reach = float(np.median(np.abs(ends[across, 0, axis] - ends[across, 1, axis])))
    excess = reach * (1 - NARROWED / float(np.median(stretch[across])))
    gap = max(NARROWEST * (high - low), high - low - excess)

    def forward(points: Points) -> Points:
        flat = plane.forward(points)
        part = np.clip((flat[..., axis] - low) / (high - low), 0.0, 1.0)
        flat[..., axis] -= part * (high - low - gap)
        return flat

    return plane._replace(forward=forward)


def _fit(flat: Points) -> tuple[float, float, tuple[float, float]]:
    """Return scale, height and shift of a board for positions on the plane."""
    low, high = flat.min(axis=0), flat.max(axis=0)
    span = np.maximum(high - low, 1e-12)
    room = WIDTH - 2 * INSET[0]
    most_high = MOST_RATIO * WIDTH - 2 * INSET[1]
    scale = float(min(room / span[0], most_high / span[1]))
    height = float(max(LEAST_RATIO * WIDTH, span[1] * scale + 2 * INSET[1]))
    middle = (low + high) / 2 * scale
    return scale, height, (WIDTH / 2 - float(middle[0]), height / 2 - float(middle[1]))


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


class Plane(NamedTuple):
    """A projection that is not fitted to a board yet."""

    forward: Forward
    center: float
    focus: float | None = None

    def __call__(self, latlon: Points) -> Points:
        """Return the positions of these (latitude, longitude) pairs on the plane of a globe of radius one."""
        return self.forward(center_longitudes(latlon, self.center))


def middle_longitude(longitudes: Floats, routes: Indices | None = None) -> float:
    """Return the middle of the span of these longitudes, across the date line if need be.

    The span leaves out the widest gap that no route crosses on its short way, or else the one that fewest cross.
    """
    around = np.sort(longitudes % 360)
    gaps = np.diff(np.append(around, around[0] + 360))
    cuts = (around + gaps / 2) % 360
    crossed = np.zeros(len(cuts))
    if routes is not None and len(routes):
        start = longitudes[routes[:, 0]]
        east = (longitudes[routes[:, 1]] - start + 180) % 360 - 180
        west_end, reach = np.where(east < 0, start + east, start), np.abs(east)
        crossed = (((cuts[:, None] - west_end) % 360) < reach).sum(axis=1).astype(float)
    # Routes count more than any difference of gaps.
    best = int((crossed * 360 - gaps).argmin())
    return float((cuts[best] + 360) % 360 - 180)


def center_longitudes(latlon: Points, center: float) -> Points:
    """Return the same points with longitudes relative to a central one, from -180 to 180."""
    relative = (latlon[..., 1] - center + 180) % 360 - 180
    return np.stack([latlon[..., 0], relative], axis=-1)


def choose_projection(latlon: Points, routes: Indices | None = None) -> Plane:
    """Return the projection that suits the place and the extent of a map.

    Equirectangular for a town, a cone for a country or a continent; azimuthal around a pole, near it and across the
    equator; Equal Earth for the world.
    """
    center = middle_longitude(latlon[:, 1], routes)
    centered = center_longitudes(latlon, center)
    low, high = centered.min(axis=0), centered.max(axis=0)
    middle, tall, wide = float(low[0] + high[0]) / 2, float(high[0] - low[0]), float(high[1] - low[1])
    steepest = float(np.abs(latlon[:, 0]).max())
    if max(wide * math.cos(math.radians(middle)), tall) < CONIC_FROM and steepest < STEEPEST_CITY:
        return Plane(lambda points: equirectangular(points, middle), center)
    if low[0] * high[0] > 0 and wide > AROUND_POLE and abs(middle) > WORLD_FROM / 2:
        return _around_pole(latlon, math.copysign(MOST_LATITUDE, middle))
    focus, meridian, reach = _middle(latlon)
    if reach > WORLD_FROM:
        return Plane(equal_earth, center)
    if wide > CONIC_TO or steepest > STEEPEST_CITY or (low[0] < 0 < high[0] and tall > CONIC_FROM * 6):
        return Plane(lambda points: azimuthal(points, focus), meridian, focus)
    if abs(middle) < CONIC_FROM:
        return Plane(lambda points: equirectangular(points, middle), center)
    sixth = tall / 6
    return Plane(lambda points: lambert_conic(points, float(low[0]) + sixth, float(high[0]) - sixth), center)


def _around_pole(latlon: Points, pole: float) -> Plane:
    """Return an azimuthal projection of a pole, turned so that the cities fill the board best."""
    planes = [
        Plane(lambda points: azimuthal(points, pole), turn * 360 / TURNS, pole)
        for turn in sorted(range(-TURNS // 2, TURNS // 2), key=abs)
    ]
    return max(planes, key=lambda plane: round(_fit(plane(latlon))[0], 3))


def _middle(latlon: Points) -> tuple[float, float, float]:
    """Return the middle of the smallest circle around all cities (nearly), and its radius, in degrees."""
    lat, lon = np.radians(latlon[:, 0]), np.radians(latlon[:, 1])
    places = np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=1)
    middle = places.mean(axis=0) + np.array([0.0, 0.0, 1e-9])
    for step in range(1, 200):
        middle = middle / np.linalg.norm(middle)
        middle = middle + (places[int((places @ middle).argmin())] - middle) / (step + 1)
    middle = middle / np.linalg.norm(middle)
    reach = math.degrees(math.acos(float(np.clip((places @ middle).min(), -1, 1))))
    return math.degrees(math.asin(middle[2])), math.degrees(math.atan2(middle[1], middle[0])), reach


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


def azimuthal(latlon: Points, focus: float) -> Points:
    """Project by Lambert's azimuthal equal-area projection; its center is on the central meridian."""
    lat, lon = np.radians(latlon[..., 0]), np.radians(latlon[..., 1])
    sine, cosine = math.sin(math.radians(focus)), math.cos(math.radians(focus))
    nearness = sine * np.sin(lat) + cosine * np.cos(lat) * np.cos(lon)
    stretch = np.sqrt(2 / np.maximum(1 + nearness, 1e-9))
    x = np.cos(lat) * np.sin(lon)
    y = cosine * np.sin(lat) - sine * np.cos(lat) * np.cos(lon)
    return np.stack([stretch * x, stretch * y], axis=-1)
