"""Land and borders on a board: the world's coastlines cut to its frame, and shores for cities without land."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPoint, MultiPolygon, Point, Polygon, box
from shapely.ops import unary_union

from branchline.boards.drawing.ground.coastlines import load_coastlines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from shapely.geometry.base import BaseGeometry

    from branchline.boards.drawing.arrays import Flags, Points, Shapes
    from branchline.boards.drawing.ground.coastlines import Coastlines
    from branchline.boards.drawing.ground.projection import Projection
    from branchline.boards.drawing.ground.warp import Ground

FINEST, SMALLEST = 0.45, 4.0
"""The smallest detail in board units, and the smallest island in square units, that are drawn."""
SLIVER = 0.1
"""The smallest gap between countries, in square units, that is filled."""
COARSER = (0.6, 0.8, 1.1, 1.4)
"""The details left out instead, one after the other, while all coasts have more than `MOST_POINTS` points."""
MOST_POINTS = 13000
BEFORE = 0.7
"""The part of the detail that is left out before anything is projected."""
HARBOR = 6.0
"""A city this near to land is on it, since harbors may lie a little off a simplified coast."""
STRAIGHT = 12.0
"""Lines are bent by the projection if they are longer than this, in board units."""
BEYOND = 90.0
"""Land this far beyond the frame is projected too, since the layout may pull it into the frame."""
AROUND = 0.25
"""Countries this far around the board, in radii of the globe, are projected where a pole is on it."""
SAMPLES = 240
"""Rows and columns of the grid that finds out which part of the globe a board shows."""
SHORT_OF_A_TURN = 1e-6
"""The degrees that the meridians on a board fall short of a whole turn."""
ROUNDED_FROM = 3.0
"""Coasts are rounded where the grid of the coastlines' coordinates is coarser than this, in board units."""
LONGEST_EDGE = 60.0
"""Corners are rounded within half this distance, in board units."""
SHORE, COMMON_SHORE = 22.0, 90.0
"""The size of an island around a city that has no land, and where most cities have none, in board units."""
SEAM = 3.0
"""How far changed and unchanged land overlap, in board units, so that there is no gap between them."""
LEAST_LAND = 0.12
"""The part of the ground around a city that must be land."""
MOSTLY = 0.6
"""The part of a country that lies between the cities if it is drawn as if it had one."""
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
    names, pieces = cutter.countries()
    _, near = shapely.STRtree(pieces).query(shapely.points(cities), "dwithin", HARBOR)
    # A country between the cities would look like a hole.
    middle = MultiPoint(cities).convex_hull
    shapely.prepare(middle)
    areas = np.maximum(shapely.area(pieces), SLIVER)
    among = shapely.area(shapely.intersection(shapely.make_valid(pieces), middle)) > MOSTLY * areas
    hosts = {names[index] for index in (*near, *np.nonzero(among)[0])}
    is_home = np.array([name in hosts for name in names], dtype=bool)
    home = unary_union(pieces[is_home])
    enclosed = ~is_home & _are_enclosed(pieces, home)
    if enclosed.any():
        home = unary_union([home, *pieces[enclosed]])
    abroad = unary_union(pieces[~is_home & ~enclosed])
    land = _with_shores(_tidy(home.intersection(frame), abroad.intersection(frame), cutter.finest), cities, frame)
    return land._replace(borders=cutter.borders().intersection(frame), globe=cutter.globe())


def _are_enclosed(pieces: Shapes, home: BaseGeometry) -> Flags:
    """Return which pieces lie in a hole of the countries with cities, where they would look like a lake."""
    holes = [Polygon(ring) for part in polygons(home, SMALLEST).geoms for ring in part.interiors]
    around = unary_union(holes).buffer(FINEST)
    shapely.prepare(around)
    inside: Flags = shapely.contains(around, pieces)
    return inside


def _tidy(home: BaseGeometry, abroad: BaseGeometry, finest: float) -> Land:
    """Return land without invisible detail. Simplifying countries before they are united would leave gaps."""
    home, abroad = polygons(home.simplify(finest), SMALLEST), polygons(abroad.simplify(finest), SMALLEST)
    whole = polygons(_closed(home, abroad, finest), SMALLEST)
    abroad = polygons(abroad.intersection(whole), SMALLEST)
    return Land(_filled(whole, abroad), abroad, whole, LineString(), None)


def _filled(whole: BaseGeometry, abroad: BaseGeometry) -> MultiPolygon:
    """Return the countries with cities, so that what is filled ends exactly at the coast."""
    return polygons(whole.difference(abroad), SLIVER)


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
        for finest in (FINEST, *COARSER):
            self.finest, world = finest, world.simplified(BEFORE * finest / degree)
            if self._count_shown(world.points) < MOST_POINTS:
                break
        self.world = world
        self.least = SMALLEST**0.5 * finest / FINEST / degree

    def _window(self) -> BaseGeometry:
        """Return the longitudes and latitudes that the frame reaches; longitudes may continue past 180."""
        projection = self.projection
        middle, extent = _visible(projection)
        low = max(middle - extent, -90.0), min(middle + extent, 90.0)
        steepest = min(max(map(abs, low)), 80.0)
        wide = min(extent / np.cos(np.radians(steepest)), 180.0)
        lat = np.linspace(*low, SAMPLES)
        # The last meridian would be the first one of the next turn, at the other edge of the board.
        lon = np.linspace(projection.center - wide, projection.center + wide - SHORT_OF_A_TURN, SAMPLES)
        grid = np.stack(np.meshgrid(lat, lon, indexing="ij"), axis=-1)
        inside = shapely.contains_xy(self.reach, projection(grid.reshape(-1, 2))).reshape(SAMPLES, SAMPLES)
        rows, columns = np.nonzero(inside)
        if not len(rows):
            return Polygon()
        south, north = lat[max(rows.min() - 1, 0)], lat[min(rows.max() + 1, SAMPLES - 1)]
        west, east = lon[max(columns.min() - 1, 0)], lon[min(columns.max() + 1, SAMPLES - 1)]
        return box(west, south, east, north)

    def countries(self) -> tuple[list[str], Shapes]:
        """Return the pieces of countries on the board in board units, and the names of their countries."""
        pieces = self._around_a_pole() if self.projection.is_azimuthal else self._in_window()
        shown = [(name, piece) for name, piece in pieces if not piece.is_empty]
        return [name for name, _ in shown], self._on_board(_shapes(piece for _, piece in shown))

    def _around_a_pole(self) -> Iterator[tuple[str, BaseGeometry]]:
        near = self.world.arcs_with(self._are_near(self.world.points, AROUND * self.projection.scale))
        for name, rings in self.world.polygons(*EVERYWHERE, self.least, near):
            yield name, country_polygon(rings)

    def _in_window(self) -> Iterator[tuple[str, BaseGeometry]]:
        for turn, low, high in _turns(self.window):
            for name, rings in self.world.polygons(low, high, self.least):
                yield name, country_polygon(rings, (low, high), turn)

    def _count_shown(self, points: Points) -> int:
        """Return how many points lie on the board."""
        if not self.projection.is_azimuthal:
            inside = [((points > low) & (points < high)).all(axis=1) for _, low, high in _turns(self.window)]
            points = points[np.any(inside, axis=0)] if inside else points[:0]
        return int(self._are_near(points, 0.0).sum())

    def _are_near(self, points: Points, slack: float) -> Flags:
        """Return which points lie on the board or near it."""
        x, y = self.projection(points).T
        west, north, east, south = self.reach.bounds
        near: Flags = (x > west - slack) & (x < east + slack) & (y > north - slack) & (y < south + slack)
        return near

    def _on_board(self, pieces: Shapes) -> Shapes:
        """Return pieces of the globe in board units, a little larger than the frame."""
        if not len(pieces):
            return pieces
        fine = shapely.segmentize(pieces, self.longest)
        board = shapely.transform(fine, lambda lonlat: self.ground(lonlat[:, ::-1]))
        shapely.prepare(self.reach)
        inside: Shapes = shapely.make_valid(board)
        crossing = ~shapely.contains_properly(self.reach, inside)
        inside[crossing] = shapely.intersection(inside[crossing], self.reach)
        return _shapes(map(_rounded, inside)) if self.is_coarse else inside

    def borders(self) -> BaseGeometry:
        """Return the borders between countries."""
        lines = []
        for turn, low, high in [(np.zeros(2), *EVERYWHERE)] if self.projection.is_azimuthal else _turns(self.window):
            for points in self.world.borders(low, high):
                line: BaseGeometry = LineString((_continuous(points) + turn)[:, ::-1])
                if not self.projection.is_azimuthal:
                    line = line.intersection(self.window)
                elif not self._are_near(points, AROUND * self.projection.scale).any():
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


def _shapes(shapes: Iterable[BaseGeometry]) -> Shapes:
    """Return shapes as an array."""
    listed = list(shapes)
    found: Shapes = np.empty(len(listed), dtype=object)
    found[:] = listed
    return found


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


def country_polygon(
    rings: list[Points], window: tuple[Points, Points] | None = None, turn: Points | float = 0.0
) -> BaseGeometry:
    """Return a country's polygon with longitudes that continue past the date line, cut to a window if there is one.

    It need not be valid: it is repaired on the board. Without a window, one around a pole does not reach the pole.
    """
    whole = [_continuous(ring) if window is None else _cut_to(_around_pole(ring), *window) + turn for ring in rings]
    whole = [ring[:, ::-1] for ring in whole if len(ring) >= LEAST_CORNERS or ring is whole[0]]
    return Polygon(whole[0], whole[1:]) if len(whole[0]) >= LEAST_CORNERS else Polygon()


def _around_pole(ring: Points) -> Points:
    """Return a ring with continuous longitudes around zero; it reaches the pole if it goes around it."""
    points = _continuous(ring)
    # A ring across the date line may begin on either side of it.
    points[:, 1] -= 360 * np.round((points[:, 1].min() + points[:, 1].max()) / 720)
    if abs(points[-1, 1] - points[0, 1]) < 180:  # noqa: PLR2004 (half a turn)
        return points
    pole = 90.0 if points[:, 0].mean() > 0 else -90.0
    end = points[0] + (0.0, 360.0 if points[-1, 1] > points[0, 1] else -360.0)
    corners = np.array([end, [pole, end[1]], [pole, points[0, 1]]])
    return np.concatenate([points, corners])


def _cut_to(ring: Points, low: Points, high: Points) -> Points:
    """Return a ring cut to a window, one side after the other (Sutherland and Hodgman); it may cross itself."""
    for axis, limit, sign in ((0, low[0], 1), (0, high[0], -1), (1, low[1], 1), (1, high[1], -1)):
        depth = sign * (ring[:, axis] - limit)
        inside = depth >= 0
        if inside.all():
            continue
        after, depth_after = np.roll(ring, -1, axis=0), np.roll(depth, -1)
        leaves = inside != np.roll(inside, -1)
        part = np.where(leaves, depth, 0.0) / np.where(leaves, depth - depth_after, 1.0)
        both = np.stack([ring, ring + part[:, None] * (after - ring)], axis=1).reshape(-1, 2)
        ring = both[np.stack([inside, leaves], axis=1).ravel()]
    return ring


def _continuous(points: Points) -> Points:
    """Return points whose longitudes continue past the date line instead of jumping around the globe."""
    return np.stack([points[:, 0], np.unwrap(points[:, 1], period=360)], axis=1)


# ---- shores ------------------------------------------------------------------------------------
def _with_shores(land: Land, cities: Points, frame: BaseGeometry) -> Land:
    """Return land with an island around every city that would lie in the sea; most of them in the sea share one."""
    if land.whole.is_empty:
        return land
    home, abroad, whole = land.home, land.abroad, land.whole
    shapely.prepare(whole)
    stranded = [index for index, city in enumerate(cities) if not _is_ashore(Point(city), whole)]
    if not stranded:
        return land
    is_common = len(stranded) > len(cities) / 2
    size = COMMON_SHORE if is_common else SHORE
    islets = unary_union([_islet(cities[index], size, index) for index in stranded])
    around = (unary_union([home, islets]) if is_common else islets).buffer(size)
    # Straits narrower than an island become land and sharp corners round, but only beside the new islands.
    near = unary_union([whole.intersection(around.buffer(size)), islets])
    soft = near.buffer(0.8 * size).buffer(-1.1 * size).buffer(0.3 * size)
    shored = unary_union([home.difference(around), soft.intersection(around).difference(abroad)])
    shored = polygons(shored.intersection(frame), SMALLEST)
    changed = around.buffer(SEAM)
    closed = _closed(shored.intersection(changed), abroad.intersection(changed), FINEST)
    whole = polygons(unary_union([whole.difference(around), closed]), SMALLEST)
    return land._replace(home=_filled(whole, abroad), whole=whole)


def _is_ashore(city: Point, land: BaseGeometry) -> bool:
    """Return whether a city lies at a coast with enough land to be seen beside its mark."""
    if not land.dwithin(city, HARBOR):
        return False
    around = city.buffer(SHORE)
    return bool(land.contains(around)) or around.intersection(land).area > LEAST_LAND * np.pi * SHORE**2


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
