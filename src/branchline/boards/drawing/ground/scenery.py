"""Paint the ground of a board: sea, land and borders, and the scenery of the map file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPoint, MultiPolygon, Polygon, box
from shapely.ops import split, unary_union

from branchline.boards.drawing.artwork import Layer, Shape, TextLine
from branchline.boards.drawing.colors import mixed
from branchline.boards.drawing.ground.coastlines import load_coastlines
from branchline.boards.drawing.ground.projection import center_longitudes
from branchline.boards.drawing.ground.scenery_format import LEAST_CORNERS
from branchline.boards.drawing.paths import outline, path, smooth

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from branchline.boards.drawing.arrays import Points
    from branchline.boards.drawing.ground.scenery_format import Area, Scenery
    from branchline.boards.drawing.ground.warp import Ground
    from branchline.boards.drawing.theme import Theme

BLEED = 24.0
"""How far the ground extends beyond the edge of the board, so that the frame hides its outlines."""
FINEST, SMALLEST = 0.45, 8.0
"""The smallest detail in board units, and the smallest island in square units, that are drawn."""
WIDE_RIVER = 5.0
"""Rivers of this width or more are drawn with banks."""
HARBOR = 3.0
"""A city this near to a country belongs to it, since harbors may lie a little off a simplified coast."""
TOWN_SCALE = 20000.0
"""The scale, in board units per radian, from which a map shows a town rather than a country."""
COAST_LINES = (3.0, 7.0, 12.5)
"""The distances of the parallel lines from the coast, as on an engraved map."""


class GroundPainter:
    """Paints the ground of one board."""

    def __init__(self, theme: Theme, scenery: Scenery, ground: Ground, cities: Points, districts: list[str]) -> None:
        self.theme, self.scenery, self.ground = theme, scenery, ground
        # Beyond the date line longitudes continue past 180, as the projection uses them.
        center = ground.projection.center
        self.cities = center_longitudes(cities, center) + np.array([0.0, center])
        self.marks, self.districts = ground.homes + ground.moves, districts
        self.frame = box(-BLEED, -BLEED, ground.projection.width + BLEED, ground.projection.height + BLEED)
        self.home, self.abroad = self._countries()
        self.lakes = self._areas(scenery.lakes)
        # Countries are simplified separately, which leaves gaps between them.
        self.land = _polygons(_closed(self.home, self.abroad), SMALLEST)

    @property
    def has_coastlines(self) -> bool:
        """Whether there is any coastline on the board."""
        return not self.land.is_empty

    def layers(self) -> list[Layer]:
        """Return the layers below the routes, lowest first."""
        return [
            Layer("sea", self._sea()),
            Layer("land", self._land()),
            Layer("districts", self._districts()),
            Layer("parks", self._parks()),
            Layer("streets", self._streets()),
            Layer("water", self._water()),
            Layer("names", lines=self._names()),
        ]

    # ---- land ----------------------------------------------------------------------------------
    def _countries(self) -> tuple[BaseGeometry, BaseGeometry]:
        """Return the land of countries with cities on the map, and all other land."""
        world = load_coastlines()
        if world is None:
            return Polygon(), Polygon()
        window = self._window()
        pieces = [
            (name, _clipped([ring + turn for ring in rings], window))
            for turn, low, high in _turns(window)
            for name, rings in world.polygons(low, high)
        ]
        marks = shapely.points(self.cities[:, ::-1])
        near = HARBOR / (self.ground.projection.scale * np.pi / 180)
        hosts = {name for name, piece in pieces if (shapely.distance(piece, marks) < near).any()}
        home = unary_union([self._on_board(piece) for name, piece in pieces if name in hosts])
        abroad = unary_union([self._on_board(piece) for name, piece in pieces if name not in hosts])
        return _tidy(home), _tidy(abroad)

    def _window(self) -> BaseGeometry:
        """Return the part of the globe to draw, with a wide margin around the cities."""
        projection = self.ground.projection
        low, high = self.cities.min(axis=0), self.cities.max(axis=0)
        around = np.maximum((high - low) * 0.8, 0.5 if projection.scale > TOWN_SCALE else 6.0)
        low = np.maximum(low - around, (-89.0, projection.center - 175))
        high = np.minimum(high + around, (89.0, projection.center + 175))
        return box(low[1], low[0], high[1], high[0])

    def _on_board(self, piece: BaseGeometry) -> BaseGeometry:
        """Return a piece of the globe in board units, clipped to the frame."""
        board = shapely.transform(piece, lambda lonlat: self.ground(lonlat[:, ::-1]))
        return shapely.make_valid(board).intersection(self.frame)

    def _sea(self) -> list[Shape]:
        whole = f"M0 0H{self.ground.projection.width:g}V{self.ground.projection.height:.1f}H0Z"
        ground = self.theme.sea if self.has_coastlines else self.theme.land
        shapes = [Shape(whole, ground)]
        if self.theme.water == "lines" and self.has_coastlines:
            shapes += self._coast_lines()
        return shapes

    def _coast_lines(self) -> list[Shape]:
        """Return lines parallel to the coast that grow fainter with distance."""
        lines = []
        for number, step in enumerate(COAST_LINES):
            grown = self.land.simplify(1.5).buffer(step, quad_segs=2)
            edge = grown.boundary.intersection(self.frame).simplify(0.8)
            tone = mixed(self.theme.sea, self.theme.coast, 0.6 - 0.13 * number)
            lines.append(Shape(outline(edge), stroke=tone, width=0.7))
        return lines

    def _land(self) -> list[Shape]:
        theme = self.theme
        if not self.has_coastlines:
            return self._regions(self.frame)
        shapes = [
            Shape(outline(self.abroad), theme.foreign),
            Shape(outline(self.home), theme.land),
            *self._regions(self.home),
            Shape(self._borders(), stroke=theme.border, width=1.4, dash="6 3 1.5 3"),
        ]
        coast = self.land.boundary.intersection(self.frame.buffer(-1))
        shapes.append(Shape(outline(coast), stroke=theme.coast, width=1.3))
        return [shape for shape in shapes if shape.path]

    def _regions(self, land: BaseGeometry) -> list[Shape]:
        """Return the tints of the regions."""
        tints = []
        for area in self.scenery.regions:
            inside = self._area(area).intersection(land)
            if not inside.is_empty:
                tints.append(
                    Shape(
                        outline(_polygons(inside, 1.0)),
                        area.color or mixed(self.theme.land, self.theme.accent, 0.12),
                    )
                )
        return tints

    def _borders(self) -> str:
        world = load_coastlines()
        if world is None:
            return ""
        lines = [
            LineString(self.ground(points + turn))
            for turn, low, high in _turns(self._window())
            for points in world.borders(low, high)
        ]
        if not lines:
            return ""
        return outline(unary_union(lines).intersection(self.frame).simplify(FINEST))

    # ---- districts and streets -----------------------------------------------------------------
    def _districts(self) -> list[Shape]:
        """Return the ground that is nearest to the cities of each district and on their side of the rivers."""
        found: dict[str, list[BaseGeometry]] = {}
        for bank in self._banks():
            inside = [index for index, mark in enumerate(self.marks) if bank.contains(shapely.Point(mark))]
            for index, cell in zip(inside, _cells(self.marks[inside], bank), strict=True):
                found.setdefault(self.districts[index], []).append(cell)
        shapes = []
        for color in dict.fromkeys(self.districts):
            if color and color in found:
                ground = unary_union(found[color]).buffer(-16, quad_segs=4).buffer(14, quad_segs=6).simplify(0.4)
                tint = mixed(self.theme.land, color, 0.2)
                shapes.append(Shape(outline(ground), tint, mixed(tint, color, 0.45), 1.4))
        return shapes

    def _banks(self) -> list[BaseGeometry]:
        """Return the board, split along the rivers that divide it."""
        banks: list[BaseGeometry] = [self.frame]
        for river in self.scenery.rivers:
            if river.divides:
                line = LineString(smooth(self.ground(np.array(river.line)), pieces=8))
                banks = [piece for bank in banks for piece in split(bank, line).geoms]
        return banks

    def _streets(self) -> list[Shape]:
        """Return main streets as pale lines with darker edges."""
        lines = [path(smooth(self.ground(np.array(street.line)))) for street in self.scenery.streets]
        edge, surface = mixed(self.theme.land, self.theme.ink, 0.26), mixed(self.theme.land, "#ffffff", 0.55)
        pairs = list(zip(self.scenery.streets, lines, strict=True))
        edges = [Shape(line, stroke=edge, width=street.width + 1.4) for street, line in pairs]
        return edges + [Shape(line, stroke=surface, width=street.width) for street, line in pairs]

    # ---- water and parks -----------------------------------------------------------------------
    def _parks(self) -> list[Shape]:
        edge = mixed(self.theme.park, self.theme.ink, 0.25)
        return [
            Shape(outline(self._area(area)), area.color or self.theme.park, edge, 0.8) for area in self.scenery.parks
        ]

    def _water(self) -> list[Shape]:
        theme = self.theme
        shapes = [Shape(outline(lake), theme.sea, theme.coast, 1.1) for lake in self.lakes if not lake.is_empty]
        for lake in self.lakes:
            if theme.water == "lines" and not lake.is_empty:
                inner = lake.buffer(-3.0, quad_segs=3).simplify(0.6)
                shapes.append(Shape(outline(inner.boundary), stroke=mixed(theme.sea, theme.coast, 0.45), width=0.7))
        shapes += self._rivers()
        for area in self.scenery.islands:
            shapes.append(Shape(outline(self._area(area)), area.color or theme.land, theme.coast, 1.0))
        return [shape for shape in shapes if shape.path]

    def _rivers(self) -> list[Shape]:
        """Return narrow rivers as lines, and all wide ones as one area with banks."""
        theme = self.theme
        lines = [
            (river, LineString(smooth(self.ground(np.array(river.line)), pieces=8))) for river in self.scenery.rivers
        ]
        wide = [(river, line) for river, line in lines if river.width >= WIDE_RIVER]
        thin = [
            Shape(
                outline(line.intersection(self.frame)),
                stroke=mixed(theme.sea, theme.coast, 0.25),
                width=river.width,
            )
            for river, line in lines
            if river.width < WIDE_RIVER
        ]
        if not wide:
            return thin
        water = unary_union([line.buffer(river.width / 2) for river, line in wide]).intersection(self.frame)
        shapes = [*thin, Shape(outline(water.simplify(0.2)), theme.sea, theme.coast, 1.2)]
        for part in (0.5, 0.2) if theme.water == "lines" else ():
            inner = unary_union([line.buffer(river.width / 2 * part) for river, line in wide])
            flow = inner.simplify(0.2).boundary.intersection(self.frame)
            shapes.append(Shape(outline(flow), stroke=mixed(theme.sea, theme.coast, 0.4), width=0.7))
        return shapes

    def _area(self, area: Area) -> BaseGeometry:
        points = self.ground(np.array(area.outline))
        shape = Polygon(smooth(points, closed=True) if area.round else points)
        return shapely.make_valid(shape).intersection(self.frame).simplify(0.2)

    def _areas(self, areas: list[Area]) -> list[BaseGeometry]:
        return [self._area(area) for area in areas]

    def _names(self) -> list[TextLine]:
        found = []
        for name in self.scenery.names:
            x, y = self.ground(np.array([name.at]))[0]
            base = self.theme.sea if name.water else self.theme.land
            color = mixed(base, self.theme.ink, 0.5)
            found.append(
                TextLine(
                    name.text,
                    round(float(x), 1),
                    round(float(y), 1),
                    name.size,
                    color,
                    "title",
                    "middle",
                    name.spacing,
                    name.turn,
                )
            )
        return found


def _turns(window: BaseGeometry) -> list[tuple[Points, Points, Points]]:
    """Return the corners of the window with longitudes from -180 to 180, once for each turn of the globe it reaches."""
    west, south, east, north = window.bounds
    found = []
    for turn in (-360.0, 0.0, 360.0):
        if west < 180 + turn and east > turn - 180:
            shift = np.array([0.0, turn])
            found.append((shift, np.array([south, west]) - shift, np.array([north, east]) - shift))
    return found


def _clipped(rings: list[Points], window: BaseGeometry) -> BaseGeometry:
    """Return a polygon of the globe, clipped to the window."""
    whole = [_continuous(ring)[:, ::-1] for ring in rings if len(ring) >= LEAST_CORNERS]
    if not whole or len(rings[0]) < LEAST_CORNERS:
        return Polygon()
    return shapely.make_valid(Polygon(whole[0], whole[1:])).intersection(window)


def _continuous(ring: Points) -> Points:
    """Return a ring whose longitudes continue past the date line instead of jumping around the globe."""
    return np.stack([ring[:, 0], np.unwrap(ring[:, 1], period=360)], axis=1)


def _cells(points: Points, inside: BaseGeometry) -> list[BaseGeometry]:
    """Return the part of an area that is nearest to each point."""
    if len(points) < 2:  # noqa: PLR2004 (a single point has the whole area)
        return [inside] * len(points)
    cells = shapely.voronoi_polygons(MultiPoint(points), extend_to=inside, ordered=True)
    return [cell.intersection(inside) for cell in cells.geoms]


def _closed(*lands: BaseGeometry) -> BaseGeometry:
    """Return several lands as one, without gaps that are narrower than a line."""
    wider = unary_union(lands).buffer(0.6, join_style="mitre")
    return wider.buffer(-0.6, join_style="mitre").simplify(FINEST)


def _tidy(land: BaseGeometry) -> BaseGeometry:
    """Return land without invisible detail. Simplifying countries before they are united would leave gaps."""
    return _polygons(land.simplify(FINEST), SMALLEST)


def _polygons(shape: BaseGeometry, smallest: float) -> BaseGeometry:
    """Return only the polygons of a shape, without tiny ones."""
    if isinstance(shape, Polygon):
        return MultiPolygon([shape] if shape.area > smallest else [])
    parts = shapely.get_parts(shapely.get_parts(shape))
    return MultiPolygon([part for part in parts if isinstance(part, Polygon) and part.area > smallest])
