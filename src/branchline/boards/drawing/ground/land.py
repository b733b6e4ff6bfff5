"""Land and borders on a board: the world's coastlines cut to its frame, and shores for cities without land."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPoint, MultiPolygon, Point, Polygon, box
from shapely.ops import unary_union

from branchline.boards.drawing.ground.coastlines import load_coastlines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry

    from branchline.boards.drawing.arrays import Points
    from branchline.boards.drawing.ground.coastlines import Coastlines
    from branchline.boards.drawing.ground.projection import Projection
    from branchline.boards.drawing.ground.warp import Ground

FINEST, SMALLEST = 0.45, 4.0
"""The smallest detail in board units, and the smallest island in square units, that are drawn."""
COARSER = (0.6, 0.8, 1.1)
"""The details left out instead, one after the other, while all coasts have more than `MOST_POINTS` points."""
MOST_POINTS = 9000
HARBOR = 6.0
"""A city this near to land is on it, since harbors may lie a little off a simplified coast."""
STRAIGHT = 12.0
"""Lines are bent by the projection if they are longer than this, in board units."""
BEYOND = 90.0
"""Land this far beyond the frame is projected too, since the layout may pull it into the frame."""
SAMPLES = 240
"""Rows and columns of the grid that finds out which part of the globe a board shows."""
ROUNDED_FROM = 3.0
"""Coasts are rounded where the grid of the coastlines' coordinates is coarser than this, in board units."""
LONGEST_EDGE = 60.0
"""Corners are rounded within half this distance, in board units."""
SHORE, COMMON_SHORE = 22.0, 90.0
"""The size of an island around a city that has no land, and where most cities have none, in board units."""
LEAST_LAND = 0.12
"""The part of the ground around a city that must be land."""
LEAST_CORNERS = 3
EVERYWHERE = np.array([-91.0, -181.0]), np.array([91.0, 181.0])


class Land(NamedTuple):
    """The land on a board, in board units."""

    home: BaseGeometry
    """Countries that have a city on the map."""
    abroad: BaseGeometry
    whole: BaseGeometry
    borders: BaseGeometry
    globe: BaseGeometry | None
    """The edge of the globe, if the board shows all of it."""


NO_LAND = Land(Polygon(), Polygon(), MultiPolygon(), LineString(), None)


def cut_land(ground: Ground, frame: BaseGeometry, cities: Points) -> Land:
    """Return the land inside the frame of a board whose cities lie at these places."""
    world = load_coastlines()
    if world is None:
        return NO_LAND
    cutter = _Cutter(world, ground, frame)
    marks = shapely.points(cities)
    pieces = list(cutter.countries())
    hosts = {name for name, piece in pieces if (shapely.distance(piece, marks) < HARBOR).any()}
    # A small country between the cities would look like a hole.
    middle = MultiPoint(cities).convex_hull
    hosts |= {name for name, piece in pieces if middle.contains(piece)}
    home = unary_union([piece for name, piece in pieces if name in hosts]).intersection(frame)
    abroad = unary_union([piece for name, piece in pieces if name not in hosts]).intersection(frame)
    for finest in (FINEST, *COARSER):
        land = _tidy(home, abroad, finest)
        if shapely.get_num_coordinates(land.whole) < MOST_POINTS:
            break
    shored = polygons(_with_shores(land.home, land.abroad, cities).intersection(frame), SMALLEST)
    whole = land.whole if shored is land.home else polygons(_closed(shored, land.abroad, FINEST), SMALLEST)
    return Land(shored, land.abroad, whole, cutter.borders().intersection(frame), cutter.globe())


def _tidy(home: BaseGeometry, abroad: BaseGeometry, finest: float) -> Land:
    """Return land without invisible detail. Simplifying countries before they are united would leave gaps."""
    home, abroad = polygons(home.simplify(finest), SMALLEST), polygons(abroad.simplify(finest), SMALLEST)
    return Land(home, abroad, polygons(_closed(home, abroad, finest), SMALLEST), LineString(), None)


class _Cutter:
    """Projects the part of the world that a board shows."""

    def __init__(self, world: Coastlines, ground: Ground, frame: BaseGeometry) -> None:
        self.ground = ground
        self.projection = ground.projection
        self.reach = frame.buffer(BEYOND, join_style="mitre")
        self.window = self._window()
        degree = self.projection.scale * np.pi / 180
        self.longest = max(STRAIGHT / degree, 0.02)
        self.is_coarse = world.finest * degree > ROUNDED_FROM
        self.world = world.simplified(FINEST / 2 / degree)
        self.least = SMALLEST**0.5 / degree

    def _window(self) -> BaseGeometry:
        """Return the longitudes and latitudes that the frame reaches; longitudes may continue past 180."""
        projection = self.projection
        middle, extent = _visible(projection)
        low = max(middle - extent, -90.0), min(middle + extent, 90.0)
        steepest = min(max(map(abs, low)), 80.0)
        wide = min(extent / np.cos(np.radians(steepest)), 180.0)
        lat = np.linspace(*low, SAMPLES)
        lon = np.linspace(projection.center - wide, projection.center + wide, SAMPLES)
        grid = np.stack(np.meshgrid(lat, lon, indexing="ij"), axis=-1)
        # The last meridian is the first one of the next turn.
        grid[:, -1, 1] -= 1e-6
        inside = shapely.contains_xy(self.reach, projection(grid.reshape(-1, 2))).reshape(SAMPLES, SAMPLES)
        rows, columns = np.nonzero(inside)
        if not len(rows):
            return Polygon()
        south, north = lat[max(rows.min() - 1, 0)], lat[min(rows.max() + 1, SAMPLES - 1)]
        west, east = lon[max(columns.min() - 1, 0)], lon[min(columns.max() + 1, SAMPLES - 1)]
        return box(west, south, east, north)

    def countries(self) -> Iterator[tuple[str, BaseGeometry]]:
        """Yield the countries on the board, each with its name, in board units."""
        if self.projection.is_azimuthal:
            for name, rings in self.world.polygons(*EVERYWHERE, self.least):
                if self._is_near(rings[0]):
                    yield name, self._on_board(country_polygon(rings, closed_at_pole=False))
            return
        for turn, low, high in _turns(self.window):
            for name, rings in self.world.polygons(low, high, self.least):
                piece = country_polygon([ring + turn for ring in rings]).intersection(self.window)
                if not piece.is_empty:
                    yield name, self._on_board(piece)

    def _is_near(self, ring: Points) -> bool:
        """Return whether a ring comes near the board of an azimuthal projection."""
        west, north, east, south = self.reach.bounds
        x, y = self.projection(ring[:: max(1, len(ring) // 40)]).T
        slack = 0.25 * self.projection.scale
        return bool(((x > west - slack) & (x < east + slack) & (y > north - slack) & (y < south + slack)).any())

    def _on_board(self, piece: BaseGeometry) -> BaseGeometry:
        """Return a piece of the globe in board units, a little larger than the frame."""
        fine = shapely.segmentize(piece, self.longest)
        board = shapely.transform(fine, lambda lonlat: self.ground(lonlat[:, ::-1]))
        inside = shapely.make_valid(board).intersection(self.reach)
        return _rounded(inside) if self.is_coarse else inside

    def borders(self) -> BaseGeometry:
        """Return the borders between countries."""
        lines = []
        for turn, low, high in [(np.zeros(2), *EVERYWHERE)] if self.projection.is_azimuthal else _turns(self.window):
            for points in self.world.borders(low, high):
                line: BaseGeometry = LineString((_continuous(points) + turn)[:, ::-1])
                if not self.projection.is_azimuthal:
                    line = line.intersection(self.window)
                elif not self._is_near(points):
                    continue
                lines.append(line)
        whole = shapely.segmentize(unary_union(lines), self.longest) if lines else LineString()
        return shapely.transform(whole, lambda lonlat: self.ground(lonlat[:, ::-1])).simplify(FINEST)

    def globe(self) -> BaseGeometry | None:
        """Return the outline of the globe if the board shows more than one turn of it."""
        west, _, east, _ = self.window.bounds if not self.window.is_empty else (0.0,) * 4
        if self.projection.is_azimuthal or east - west < 359:  # noqa: PLR2004 (a whole turn)
            return None
        lat, center = np.linspace(-90, 90, 181), self.projection.center
        sides = ((lat, center + 179.9999), (lat[::-1], center - 180))
        edges = [np.stack([side, np.full_like(side, meridian)], axis=1) for side, meridian in sides]
        return Polygon(self.projection(np.concatenate(edges)))


def _visible(projection: Projection) -> tuple[float, float]:
    """Return the middle latitude of a board, and an upper limit to the degrees that it shows around it."""
    low, high = -90.0, 90.0
    for _ in range(40):
        middle = (low + high) / 2
        down = float(projection(np.array([[middle, projection.center]]))[0, 1])
        low, high = (middle, high) if down > projection.height / 2 else (low, middle)
    extent = (projection.width + projection.height + 4 * BEYOND) / projection.scale * 180 / np.pi
    return middle, extent


def _turns(window: BaseGeometry) -> list[tuple[Points, Points, Points]]:
    """Return the corners of the window with longitudes from -180 to 180, once for each turn of the globe it reaches."""
    if window.is_empty:
        return []
    west, south, east, north = window.bounds
    found = []
    for turn in (-360.0, 0.0, 360.0):
        if west < 180 + turn and east > turn - 180:
            shift = np.array([0.0, turn])
            found.append((shift, np.array([south, west]) - shift, np.array([north, east]) - shift))
    return found


def country_polygon(rings: list[Points], *, closed_at_pole: bool = True) -> BaseGeometry:
    """Return a country's polygon with longitudes that continue past the date line; one around a pole reaches it."""
    whole = [_around(ring, closed_at_pole=closed_at_pole)[:, ::-1] for ring in rings if len(ring) >= LEAST_CORNERS]
    if not whole or len(rings[0]) < LEAST_CORNERS:
        return Polygon()
    # A polygon around a pole need not be valid in degrees.
    shape = Polygon(whole[0], whole[1:])
    return shapely.make_valid(shape) if closed_at_pole else shape


def _around(ring: Points, *, closed_at_pole: bool) -> Points:
    points = _continuous(ring)
    if not closed_at_pole or abs(points[-1, 1] - points[0, 1]) < 180:  # noqa: PLR2004 (half a turn)
        return points
    pole = 90.0 if points[:, 0].mean() > 0 else -90.0
    end = points[0] + (0.0, 360.0 if points[-1, 1] > points[0, 1] else -360.0)
    corners = np.array([end, [pole, end[1]], [pole, points[0, 1]]])
    return np.concatenate([points, corners])


def _continuous(points: Points) -> Points:
    """Return points whose longitudes continue past the date line instead of jumping around the globe."""
    return np.stack([points[:, 0], np.unwrap(points[:, 1], period=360)], axis=1)


# ---- shores ------------------------------------------------------------------------------------
def _with_shores(home: BaseGeometry, abroad: BaseGeometry, cities: Points) -> BaseGeometry:
    """Return land with an island around every city that would lie in the sea; most of them in the sea share one."""
    land = unary_union([home, abroad])
    if land.is_empty:
        return home
    stranded = [index for index, city in enumerate(cities) if not _is_ashore(Point(city), land)]
    if not stranded:
        return home
    is_common = len(stranded) > len(cities) / 2
    size = COMMON_SHORE if is_common else SHORE
    islets = unary_union([_islet(cities[index], size, index) for index in stranded])
    around = (unary_union([home, islets]) if is_common else islets).buffer(size)
    # Straits narrower than an island become land and sharp corners round, but only beside the new islands.
    near = unary_union([land, islets]).intersection(around.buffer(size))
    soft = near.buffer(0.8 * size).buffer(-1.1 * size).buffer(0.3 * size)
    return unary_union([home.difference(around), soft.intersection(around).difference(abroad)])


def _is_ashore(city: Point, land: BaseGeometry) -> bool:
    """Return whether a city lies at a coast with enough land to be seen beside its mark."""
    return land.distance(city) < HARBOR and city.buffer(SHORE).intersection(land).area > LEAST_LAND * np.pi * SHORE**2


def _islet(city: Points, size: float, seed: int) -> Polygon:
    """Return an island around a city: a circle with a few soft bays."""
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    waves = 0.13 * np.sin(2 * turn + seed) + 0.09 * np.sin(3 * turn + 2.3 * seed) + 0.05 * np.sin(5 * turn + 0.7 * seed)
    return Polygon(city + size * (1 + waves)[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1))


# ---- outlines ----------------------------------------------------------------------------------
def _rounded(shape: BaseGeometry) -> BaseGeometry:
    """Return polygons with their corners cut three times (Chaikin), where coastlines are too coarse for the board."""
    rounded = []
    for part in polygons(shapely.segmentize(shape, LONGEST_EDGE), SMALLEST).geoms:
        rings = [_cut_corners(np.array(ring.coords)[:-1]) for ring in (part.exterior, *part.interiors)]
        rounded.append(Polygon(rings[0], rings[1:]))
    return shapely.make_valid(MultiPolygon(rounded)) if rounded else Polygon()


def _cut_corners(ring: Points) -> Points:
    for _ in range(3):
        after = np.roll(ring, -1, axis=0)
        ring = np.stack([0.75 * ring + 0.25 * after, 0.25 * ring + 0.75 * after], axis=1).reshape(-1, 2)
    return ring


def _closed(home: BaseGeometry, abroad: BaseGeometry, finest: float) -> BaseGeometry:
    """Return all land as one: countries are simplified separately, which leaves gaps narrower than a line."""
    wider = unary_union([home, abroad]).buffer(0.6, join_style="mitre")
    return wider.buffer(-0.6, join_style="mitre").simplify(finest)


def polygons(shape: BaseGeometry, smallest: float) -> MultiPolygon:
    """Return only the polygons of a shape, without tiny ones."""
    if isinstance(shape, Polygon):
        return MultiPolygon([shape] if shape.area > smallest else [])
    parts = shapely.get_parts(shapely.get_parts(shape))
    return MultiPolygon([part for part in parts if isinstance(part, Polygon) and part.area > smallest])
