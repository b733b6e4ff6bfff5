"""From degrees to board units: a projection that suits the extent, fitted into the frame."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.drawing.errors import DrawingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.drawing.arrays import Points
    from branchline.boards.format.schema import Map

WIDTH = 1200.0
"""Every board is this many units wide; its height follows from its extent."""
LEAST_RATIO, MOST_RATIO = 0.56, 1.45
"""Height to width; a map beyond is set in more sea rather than in a ribbon."""
INSET = (80.0, 72.0)
"""Room between the outermost places and the edge, for labels and the frame."""
CONIC_FROM, WORLD_FROM = 6.0, 120.0
"""Degrees of extent from which a conic projection, and then a world projection, is worth it."""
SAME_PLACE = 2e-4
"""Two places nearer than this part of the map's extent are on top of each other."""


@dataclass(frozen=True)
class Projection:
    """A fitted projection: how degrees become board units."""

    forward: Callable[[Points], Points]
    scale: float
    shift: tuple[float, float]
    width: float
    height: float
    center: float

    def __call__(self, latlon: Points) -> Points:
        """Board positions of these (latitude, longitude) pairs."""
        plane = self.forward(unwrapped(latlon, self.center))
        return plane * (self.scale, -self.scale) + self.shift


def fitted(map_: Map) -> tuple[Projection, Points]:
    """The projection for a map, and where it puts the map's places."""
    latlon = places(map_)
    center = mid_longitude(latlon[:, 1])
    forward = suitable(unwrapped(latlon, center), center)
    plane = forward(unwrapped(latlon, center)) * (1.0, -1.0)
    refuse_heaps(list(map_.cities), plane)
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


def places(map_: Map) -> Points:
    """Where each place is drawn, in degrees; out-of-range ones are refused by name."""
    found = []
    for name, city in map_.cities.items():
        lat, lon = city.draw or (city.lat, city.lon)
        if not (abs(lat) <= 90 and abs(lon) <= 180):  # noqa: PLR2004 (the globe)
            raise DrawingError(
                f'"{name}" lies at lat {lat:g}, lon {lon:g}, which is not on the globe: '
                "latitudes go from -90 to 90, longitudes from -180 to 180."
            )
        found.append((lat, lon))
    if len(found) < 2:  # noqa: PLR2004 (a route has two ends)
        raise DrawingError("A board needs at least two places to draw.")
    return np.array(found)


def refuse_heaps(names: list[str], plane: Points) -> None:
    """Refuse places that lie on top of each other, by name."""
    extent = float(np.ptp(plane, axis=0).max())
    if extent < 1e-9:  # noqa: PLR2004 (a hair on the plane of a unit globe)
        raise DrawingError(
            f'All {len(names)} places lie at one point, that of "{names[0]}": give each its own latitude and longitude.'
        )
    apart = np.linalg.norm(plane[:, None] - plane[None], axis=2) + np.eye(len(names)) * extent
    i, j = divmod(int(apart.argmin()), len(names))
    if apart[i, j] < SAME_PLACE * extent:
        raise DrawingError(
            f'"{names[i]}" and "{names[j]}" lie on top of each other: '
            "move one, or give it draw = [lat, lon] to draw it elsewhere."
        )


def mid_longitude(longitudes: Points) -> float:
    """The middle of the narrowest span that holds these longitudes, across the date line too."""
    around = np.sort(longitudes % 360)
    gaps = np.diff(np.append(around, around[0] + 360))
    start = around[(int(gaps.argmax()) + 1) % len(around)]
    return float((start + (360 - gaps.max()) / 2 + 180) % 360 - 180)


def unwrapped(latlon: Points, center: float) -> Points:
    """The same positions with longitudes within half a turn of the centre."""
    turned = (latlon[..., 1] - center + 180) % 360 - 180
    return np.stack([latlon[..., 0], turned], axis=-1)


def suitable(latlon: Points, center: float) -> Callable[[Points], Points]:
    """Conic for a continent, Equal Earth for the world, plain for a city; longitudes are about the centre."""
    del center
    low, high = latlon.min(axis=0), latlon.max(axis=0)
    middle = float(low[0] + high[0]) / 2
    wide = float(high[1] - low[1])
    if wide > WORLD_FROM or (low[0] < 0 < high[0] and high[0] - low[0] > CONIC_FROM * 6):
        return equal_earth
    if max(wide * math.cos(math.radians(middle)), high[0] - low[0]) < CONIC_FROM or abs(middle) < CONIC_FROM:
        return lambda points: plain(points, middle)
    sixth = float(high[0] - low[0]) / 6
    return lambda points: conic(points, float(low[0]) + sixth, float(high[0]) - sixth)


def plain(latlon: Points, middle: float) -> Points:
    """Equirectangular, true at the middle latitude."""
    lat, lon = np.radians(latlon[..., 0]), np.radians(latlon[..., 1])
    return np.stack([lon * math.cos(math.radians(middle)), lat], axis=-1)


def conic(latlon: Points, first: float, second: float) -> Points:
    """Lambert's conformal conic with two standard parallels."""
    lat = np.radians(np.clip(latlon[..., 0], -84, 84))
    lon = np.radians(latlon[..., 1])
    low, high = (math.radians(max(-84.0, min(84.0, angle))) for angle in (first, second))
    cone = _cone(low, high)
    reach = math.cos(low) * _grade(low) ** cone / cone
    radius = reach / np.tan(math.pi / 4 + lat / 2) ** cone
    return np.stack([radius * np.sin(cone * lon), -radius * np.cos(cone * lon)], axis=-1)


def _cone(low: float, high: float) -> float:
    if abs(high - low) < 1e-6:  # noqa: PLR2004 (the two parallels are one)
        return math.sin(low)
    return math.log(math.cos(low) / math.cos(high)) / math.log(_grade(high) / _grade(low))


def _grade(angle: float) -> float:
    return math.tan(math.pi / 4 + angle / 2)


def equal_earth(latlon: Points) -> Points:
    """Šavrič, Patterson and Jenny's Equal Earth projection."""
    lat, lon = np.radians(latlon[..., 0]), np.radians(latlon[..., 1])
    a = (1.340264, -0.081106, 0.000893, 0.003796)
    theta = np.arcsin(math.sqrt(3) / 2 * np.sin(lat))
    slope = a[0] + 3 * a[1] * theta**2 + theta**6 * (7 * a[2] + 9 * a[3] * theta**2)
    x = 2 * math.sqrt(3) * lon * np.cos(theta) / (3 * slope)
    y = theta * (a[0] + a[1] * theta**2 + theta**6 * (a[2] + a[3] * theta**2))
    return np.stack([x, y], axis=-1)
