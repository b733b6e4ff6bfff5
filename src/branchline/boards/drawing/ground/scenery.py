"""Paint the ground of a board: sea, land and borders, and the scenery of the map file."""

from __future__ import annotations

from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from msgspec.structs import replace
from shapely.geometry import LineString, MultiPoint, Polygon, box
from shapely.ops import split, unary_union

from branchline.boards.drawing.artwork import Layer, Shape, TextLine
from branchline.boards.drawing.colors import contrast, is_colorful, mixed
from branchline.boards.drawing.ground.land import cut_land, polygons
from branchline.boards.drawing.ground.relief import draw_peaks
from branchline.boards.drawing.ground.seas import SEAS
from branchline.boards.drawing.paths import outline, path, smooth
from branchline.boards.drawing.theme import TEXT_CONTRAST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry

    from branchline.boards.drawing.arrays import Flags, Points
    from branchline.boards.drawing.ground.names import Letterer
    from branchline.boards.drawing.ground.scenery_format import Area, Ridge, Scenery
    from branchline.boards.drawing.ground.warp import Ground
    from branchline.boards.drawing.theme import Theme

UNDER = 9.0
"""The distance from the edge of the board at which the ground ends, below the frame."""
WIDE_RIVER = 5.0
"""Rivers of this width or more are drawn with banks."""
MEETING = 24.0
"""A river that ends this near to other water flows into it."""
SOURCE = 0.45
"""The part of a narrow river over which it reaches its width."""
FADING = ((7.0, 0.25), (3.5, 0.5), (0.5, 0.75), (-2.5, 1.0))
"""How far the tint of a region reaches beyond its border, and how strong it is there."""
LARGE_NAME = 17.0
"""Names from this size on are set in the type of titles."""
LEAST_SEA = 4000.0
"""The least water, in square units, for the name of a sea."""
MOST_NAMES = 80
"""The most names of scenery that are lettered."""
SLANT = 11.0
"""How far the names of water lean, in degrees."""
COAST_LINES = (3.0, 7.0, 12.5)
"""The distances of the parallel lines from the coast, as on an engraved map."""


class Tint(NamedTuple):
    """The name and color of the district that a city belongs to, or empty texts."""

    name: str = ""
    color: str = ""


class GroundPainter:
    """Paints the ground of one board."""

    def __init__(self, theme: Theme, scenery: Scenery, ground: Ground, ashore: Flags, districts: list[Tint]) -> None:
        self.theme, self.scenery, self.ground = theme, scenery, ground
        self.marks, self.districts = ground.homes + ground.moves, districts
        width, height = ground.projection.width, ground.projection.height
        self.frame = box(UNDER, UNDER, width - UNDER, height - UNDER)
        self.cut = cut_land(ground, self.frame, self.marks[ashore])
        self.home, self.abroad, self.land = self.cut.home, self.cut.abroad, self.cut.whole
        self.lakes = self._areas(scenery.lakes)
        self.courses = self._courses()
        self.district_shapes: dict[str, BaseGeometry] = {}

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
        lines, grown, reached = [], self.land.simplify(1.5), 0.0
        for number, step in enumerate(COAST_LINES):
            # From one line to the next, islands merge and there is less to grow.
            grown, reached = grown.buffer(step - reached, quad_segs=2).simplify(0.3), step
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
        """Return the tints of the regions, which fade out at their borders."""
        tints = []
        for area in self.scenery.regions:
            color, whole = area.color or mixed(self.theme.land, self.theme.accent, 0.12), self._area(area)
            for (grown, part), (inner, _) in pairwise((*FADING, (-1e9, 1.0))):
                band: BaseGeometry = whole.buffer(grown, quad_segs=4)
                if part < 1:
                    band = band.difference(whole.buffer(inner - 0.4, quad_segs=4))
                inside = polygons(band.intersection(land), 1.0)
                if not inside.is_empty:
                    tints.append(Shape(outline(inside.simplify(0.3)), mixed(self.theme.land, color, part)))
        return tints

    # ---- districts and streets -----------------------------------------------------------------
    def _districts(self) -> list[Shape]:
        """Return the ground that is nearest to the cities of each district and on their side of the rivers."""
        found: dict[Tint, list[BaseGeometry]] = {}
        for bank in self._banks():
            inside = [index for index, mark in enumerate(self.marks) if bank.contains(shapely.Point(mark))]
            for index, cell in zip(inside, _cells(self.marks[inside], bank), strict=True):
                found.setdefault(self.districts[index], []).append(cell)
        shapes = []
        for district in dict.fromkeys(self.districts):
            if district.color and district in found:
                ground = unary_union(found[district]).buffer(-16, quad_segs=4).buffer(14, quad_segs=6).simplify(0.4)
                self.district_shapes[district.name] = ground
                # A tint of black, white or gray would look like a gray route.
                pale = mixed(self.theme.land, "#ffffff", 0.55)
                tint = mixed(pale, district.color, 0.27) if is_colorful(district.color) else self.theme.land
                shapes.append(Shape(outline(ground), tint, mixed(tint, district.color, 0.45), 1.4))
        return shapes

    def _banks(self) -> list[BaseGeometry]:
        """Return the board, split along the rivers that divide it."""
        banks: list[BaseGeometry] = [self.frame]
        for river, course in zip(self.scenery.rivers, self.courses, strict=True):
            if river.divides:
                banks = [piece for bank in banks for piece in split(bank, course).geoms]
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
        """Return narrow rivers, which widen from their source, and all wide ones as one area with banks."""
        theme = self.theme
        both = list(zip(self.scenery.rivers, self.courses, strict=True))
        tone = mixed(theme.sea, theme.coast, 0.35)
        thin = [
            Shape(
                outline(
                    _widening(course, river.width, SOURCE if self._has_source(course) else 0.0).intersection(self.frame)
                ),
                tone,
            )
            for river, course in both
            if river.width < WIDE_RIVER
        ]
        wide = [(river, course) for river, course in both if river.width >= WIDE_RIVER]
        if not wide:
            return thin
        water = unary_union([line.buffer(river.width / 2) for river, line in wide]).intersection(self.frame)
        shapes = [*thin, Shape(outline(water.simplify(0.2)), theme.sea, theme.coast, 1.2)]
        for part in (0.5, 0.2) if theme.water == "lines" else ():
            inner = unary_union([line.buffer(river.width / 2 * part) for river, line in wide])
            flow = inner.simplify(0.2).boundary.intersection(self.frame)
            shapes.append(Shape(outline(flow), stroke=mixed(theme.sea, theme.coast, 0.4), width=0.7))
        return shapes

    def _has_source(self, course: LineString) -> bool:
        """Return whether a river begins on land, and not in a lake, in the sea or at another river."""
        start = shapely.Point(course.coords[0])
        waters = [*(other for other in self.courses if other is not course), *self.lakes]
        waters += [self.frame.difference(self.land)] if self.has_coastlines else []
        return all(water.distance(start) > MEETING for water in waters)

    def _courses(self) -> list[LineString]:
        """Return the lines of the rivers; a wide one that ends nowhere goes on to the edge of the board."""
        lines = [LineString(smooth(self.ground(np.array(river.line)), pieces=8)) for river in self.scenery.rivers]
        found = []
        for index, (river, line) in enumerate(zip(self.scenery.rivers, lines, strict=True)):
            points = np.array(line.coords)
            if river.width >= WIDE_RIVER:
                others = [*(other for number, other in enumerate(lines) if number != index), *self.lakes]
                others += [self.frame.difference(self.land)] if self.has_coastlines else []
                points = self._to_edge(self._to_edge(points, others)[::-1], others)[::-1]
            found.append(LineString(points))
        return found

    def _to_edge(self, points: Points, waters: list[BaseGeometry]) -> Points:
        """Return a line continued beyond the edge of the board, unless its end is in other water."""
        end = shapely.Point(points[-1])
        if not self.frame.contains(end) or any(water.distance(end) < MEETING for water in waters):
            return points
        ahead = points[-1] - points[max(-len(points), -8)]
        reach = self.ground.projection.width + self.ground.projection.height
        return np.concatenate([points, [points[-1] + ahead / max(float(np.linalg.norm(ahead)), 1e-9) * reach]])

    def _area(self, area: Area) -> BaseGeometry:
        points = self.ground(np.array(area.outline))
        shape = Polygon(smooth(points, closed=True) if area.round else points)
        return shapely.make_valid(shape).intersection(self.frame).simplify(0.2)

    def _areas(self, areas: list[Area]) -> list[BaseGeometry]:
        return [self._area(area) for area in areas]

    # ---- names and relief ----------------------------------------------------------------------
    def written_names(self, letterer: Letterer) -> list[TextLine]:
        """Return the names that the map file places, moved a little where tracks or labels are."""
        water = self.frame.difference(self.land) if self.has_coastlines else self.frame
        found = []
        for name in self.scenery.names:
            x, y = self.ground(np.array([name.at]))[0]
            line = self._name(name.text, name.size, is_water=name.water, spacing=name.spacing)
            within = water if name.water else self.frame
            found.append(letterer.near(replace(line, x=float(x), y=float(y), turn=name.turn), within))
        return [line for line in found if line is not None]

    def shape_names(self, letterer: Letterer) -> list[TextLine]:
        """Return the names of rivers, areas, ridges and seas, where there is room for them."""
        # Lines first: an area has more room for its name.
        lines = list(islice(chain(self._line_names(letterer), self._area_names(letterer)), MOST_NAMES))
        is_wanted = not self.scenery.names and letterer.is_english
        is_wanted = is_wanted if self.scenery.seas is None else self.scenery.seas
        return [*lines, *self._sea_names(letterer)] if is_wanted else lines

    def relief(self, letterer: Letterer) -> Layer:
        """Return the peaks of the mountains."""
        ridges = [
            (part, ridge.width) for ridge in self.scenery.mountains for part in self._visible(self._course(ridge))
        ]
        land = self.land if self.has_coastlines else self.frame
        return Layer("relief", draw_peaks(ridges, land, letterer, self.theme))

    def _name(self, text: str, size: float, *, is_water: bool, spacing: float, base: str = "") -> TextLine:
        """Return a name to be placed; names of water lean."""
        ground = base or (self.theme.sea if is_water else self.theme.land)
        color = _readable(mixed(ground, self.theme.coast if is_water else self.theme.ink, 0.8), ground, self.theme.ink)
        face = "label" if size < LARGE_NAME else "title"
        return TextLine(text, 0.0, 0.0, size, color, face, "middle", spacing, slant=SLANT if is_water else 0.0)

    def _area_names(self, letterer: Letterer) -> Iterator[TextLine]:
        scenery, theme = self.scenery, self.theme
        yield from letterer.inside_alike(self._region_names())
        districts = ((name, shape) for name, shape in self.district_shapes.items() if name and not name.isdecimal())
        yield from letterer.inside_alike(
            [(self._name(name, 18, is_water=False, spacing=0.16), shape) for name, shape in districts]
        )
        groups = (
            (scenery.lakes, True, theme.sea),
            (scenery.parks, False, theme.park),
            (scenery.islands, False, theme.land),
        )
        for areas, is_water, ground in groups:
            for area in areas:
                line = self._name(area.name, 16, is_water=is_water, spacing=0.04, base=area.color or ground)
                yield from letterer.inside(line, self._area(area).buffer(2), 16) if area.name else ()

    def _region_names(self) -> list[tuple[TextLine, BaseGeometry]]:
        """Return the names of the regions, each with what is visible of its region."""
        found = []
        land = self.home if self.has_coastlines else self.frame
        for number, area in enumerate(self.scenery.regions):
            base = area.color or mixed(self.theme.land, self.theme.accent, 0.12)
            # Later regions are painted over earlier ones.
            covered = unary_union([self._area(later) for later in self.scenery.regions[number + 1 :]])
            visible = self._area(area).intersection(land).difference(covered)
            if area.name:
                found.append((self._name(area.name, 26, is_water=False, spacing=0.3, base=base), visible))
        return found

    def _line_names(self, letterer: Letterer) -> Iterator[TextLine]:
        """Yield the names of rivers and ridges, each name once."""
        found: dict[tuple[str, bool], list[tuple[LineString, float]]] = {}
        for river, course in zip(self.scenery.rivers, self.courses, strict=True):
            found.setdefault((river.name, True), []).extend((part, river.width) for part in self._visible(course))
        for ridge in self.scenery.mountains:
            course = self._course(ridge)
            found.setdefault((ridge.name, False), []).extend((part, 1e9) for part in self._visible(course))
        for (name, is_water), lines in found.items():
            if name and lines:
                size = min(24.0, max(14.0, 0.62 * max(width for _, width in lines))) if is_water else 16.0
                line = self._name(name, size, is_water=is_water, spacing=0.1 if is_water else 0.35)
                if is_water and max(width for _, width in lines) < size:
                    line = replace(line, color=_readable(line.color, self.theme.land, self.theme.ink))
                placed = letterer.along(line, lines)
                if placed is not None:
                    yield placed

    def _course(self, ridge: Ridge) -> LineString:
        return LineString(smooth(self.ground(np.array(ridge.line))))

    def _visible(self, line: LineString) -> list[LineString]:
        """Return the parts of a line that are on the board."""
        parts = shapely.get_parts(line.intersection(self.frame))
        return [part for part in parts if isinstance(part, LineString) and part.length > 1]

    def _sea_names(self, letterer: Letterer) -> Iterator[TextLine]:
        """Yield the names of seas that the board shows enough of."""
        if not self.has_coastlines:
            return
        water = self.frame.difference(self.land.buffer(5))
        if self.cut.globe is not None:
            water = water.intersection(self.cut.globe)
        degree = self.ground.projection.scale * np.pi / 180
        parts: dict[str, list[BaseGeometry]] = {}
        for sea in SEAS:
            x, y = self.ground(np.array([(sea.lat, sea.lon)]))[0]
            part = shapely.Point(x, y).buffer(sea.radius * degree).intersection(water)
            parts.setdefault(sea.name, []).append(part)
        for name, shapes in parts.items():
            size = 30.0 if name.endswith("Ocean") else 20.0
            line = self._name(name, size, is_water=True, spacing=0.18)
            large = sorted((part for part in shapes if part.area > LEAST_SEA), key=lambda part: -part.area)
            yield from next((lines for part in large if (lines := letterer.inside(line, part, size))), [])


def _readable(color: str, ground: str, ink: str) -> str:
    """Return a color, darkened towards the ink until it can be read on a ground."""
    for part in (0.0, 0.25, 0.5, 0.75):
        if contrast(mixed(color, ink, part), ground) >= TEXT_CONTRAST:
            return mixed(color, ink, part)
    return ink


def _widening(course: LineString, width: float, source: float) -> BaseGeometry:
    """Return a river as an area that widens over the first part of its course."""
    points = np.array(course.coords)
    slope = np.gradient(points, axis=0)
    slope /= np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-9)
    along = np.linspace(0, 1, len(points))
    part = np.clip(along / source if source else np.ones_like(along), 0.25, 1.0)[:, None]
    aside = np.stack([-slope[:, 1], slope[:, 0]], axis=1) * part * width / 2
    return shapely.make_valid(Polygon(np.concatenate([points + aside, (points - aside)[::-1]])))


def _cells(points: Points, inside: BaseGeometry) -> list[BaseGeometry]:
    """Return the part of an area that is nearest to each point."""
    if len(points) < 2:  # noqa: PLR2004 (a single point has the whole area)
        return [inside] * len(points)
    cells = shapely.voronoi_polygons(MultiPoint(points), extend_to=inside, ordered=True)
    return [cell.intersection(inside) for cell in cells.geoms]
