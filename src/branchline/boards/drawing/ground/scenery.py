"""Paint the ground of a board: sea, land and borders, and the scenery of the map file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPoint, Polygon, box
from shapely.ops import split, unary_union

from branchline.boards.drawing.artwork import Layer, Shape, TextLine
from branchline.boards.drawing.colors import mixed
from branchline.boards.drawing.ground.land import cut_land, polygons
from branchline.boards.drawing.paths import outline, path, smooth

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from branchline.boards.drawing.arrays import Flags, Points
    from branchline.boards.drawing.ground.scenery_format import Area, Scenery
    from branchline.boards.drawing.ground.warp import Ground
    from branchline.boards.drawing.theme import Theme

UNDER = 9.0
"""The distance from the edge of the board at which the ground ends, below the frame."""
WIDE_RIVER = 5.0
"""Rivers of this width or more are drawn with banks."""
COAST_LINES = (3.0, 7.0, 12.5)
"""The distances of the parallel lines from the coast, as on an engraved map."""


class GroundPainter:
    """Paints the ground of one board."""

    def __init__(self, theme: Theme, scenery: Scenery, ground: Ground, ashore: Flags, districts: list[str]) -> None:
        self.theme, self.scenery, self.ground = theme, scenery, ground
        self.marks, self.districts = ground.homes + ground.moves, districts
        width, height = ground.projection.width, ground.projection.height
        self.frame = box(UNDER, UNDER, width - UNDER, height - UNDER)
        self.cut = cut_land(ground, self.frame, self.marks[ashore])
        self.home, self.abroad, self.land = self.cut.home, self.cut.abroad, self.cut.whole
        self.lakes = self._areas(scenery.lakes)

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

    # ---- sea and land --------------------------------------------------------------------------
    def _sea(self) -> list[Shape]:
        whole = f"M0 0H{self.ground.projection.width:g}V{self.ground.projection.height:.1f}H0Z"
        ground = self.theme.sea if self.has_coastlines else self.theme.land
        shapes = [Shape(whole, ground)]
        if self.cut.globe is not None:
            beyond = self.frame.difference(self.cut.globe)
            shapes.append(Shape(outline(beyond), self.theme.paper, self.theme.coast, 1.3))
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
            Shape(outline(self.cut.borders), stroke=theme.border, width=1.4, dash="6 3 1.5 3"),
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
                        outline(polygons(inside, 1.0)),
                        area.color or mixed(self.theme.land, self.theme.accent, 0.12),
                    )
                )
        return tints

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


def _cells(points: Points, inside: BaseGeometry) -> list[BaseGeometry]:
    """Return the part of an area that is nearest to each point."""
    if len(points) < 2:  # noqa: PLR2004 (a single point has the whole area)
        return [inside] * len(points)
    cells = shapely.voronoi_polygons(MultiPoint(points), extend_to=inside, ordered=True)
    return [cell.intersection(inside) for cell in cells.geoms]
