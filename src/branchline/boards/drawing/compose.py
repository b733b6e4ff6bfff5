"""From a map to its drawing: project the cities, lay out the routes, paint the ground, set the names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from branchline.boards.drawing import signs
from branchline.boards.drawing.artwork import Drawing, Label, Layer, TextLine
from branchline.boards.drawing.geometry import CityMark, Colors, Geometry, RouteMark
from branchline.boards.drawing.ground import scenery, scenery_format
from branchline.boards.drawing.ground.land import cut_land
from branchline.boards.drawing.ground.names import Letterer
from branchline.boards.drawing.ground.projection import fit_projection
from branchline.boards.drawing.ground.warp import Ground
from branchline.boards.drawing.layout import curves
from branchline.boards.drawing.layout.bundles import Network, bundle_routes, line_breaks
from branchline.boards.drawing.layout.labels import leader
from branchline.boards.drawing.layout.layout import lay_out
from branchline.boards.drawing.layout.resume import resumed
from branchline.boards.drawing.layout.sizes import Sizes
from branchline.boards.drawing.lettering.labels import Name, label_sizes
from branchline.boards.drawing.lettering.shaping import Lettering
from branchline.boards.drawing.paint import furniture
from branchline.boards.drawing.paint.region_legend import region_legend
from branchline.boards.drawing.paint.symbols import claim_style, symbols
from branchline.boards.drawing.paths import path
from branchline.boards.drawing.theme import map_theme
from branchline.boards.format.schema import ROUTE_RULES

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Flags, Points
    from branchline.boards.drawing.artwork import SetText
    from branchline.boards.drawing.geometry import Space
    from branchline.boards.drawing.layout.bends import IsLand
    from branchline.boards.drawing.layout.labels import LabelSizes
    from branchline.boards.drawing.layout.layout import Progress, Start
    from branchline.boards.drawing.layout.result import Layout
    from branchline.boards.drawing.theme import Theme
    from branchline.boards.format.schema import Map

LEAST_HIT = 24.0
"""The least width of anything to click, on a board 1200 wide."""
LAYOUT_SHARE = 0.8
"""The part of the progress that is the layout; the rest is the ground and everything else."""
SAME_SHAPE = 0.03
"""The largest change of a board's height, as a part of it, that still lets a changed map start from its last layout."""


def built(map_: Map, progress: Progress | None = None, before: Drawing | None = None) -> Drawing:
    """Return the drawing of a map, composed from scratch or from the drawing of an earlier version of the map."""
    report = progress or (lambda _: None)
    theme = map_theme(map_)
    section = scenery_format.read(map_.scenery)
    projection, homes = fit_projection(map_)
    network = _network(map_, homes, (projection.width, projection.height))
    ashore = np.array([not city.plate for city in map_.cities.values()])
    lettering = Lettering(theme.type, board_texts(map_, theme, section))
    start = None if before is None else _start(network, list(map_.cities), before)
    layout = lay_out(
        network,
        _label_sizes(network, lettering),
        lambda part: report(LAYOUT_SHARE * part),
        start,
        _land_test(Ground(projection, homes, np.zeros_like(homes)), ashore),
    )
    ground = Ground(projection, homes, np.array(layout.cities) - homes)
    painter = scenery.GroundPainter(theme, section, ground, ashore, _district_tints(map_))
    drawing = Builder(map_, theme, network, layout, painter, lettering).drawing()
    report(1.0)
    return drawing


def _start(network: Network, names: list[str], before: Drawing) -> Start | None:
    """Return where to start from if most of a map was drawn before."""
    if abs(before.geometry.height - network.height) > SAME_SHAPE * network.height:
        return None
    return resumed(network, names, [city.name for city in before.geometry.cities], before.layout)


def _district_tints(map_: Map) -> list[scenery.Tint]:
    """Return the name and the color of each city's district."""
    found = {
        city: scenery.Tint(name, furniture.district_color(district.color))
        for name, district in map_.districts.items()
        for city in district.cities
    }
    return [found.get(name, scenery.Tint()) for name in map_.cities]


def _network(map_: Map, homes: Points, size: tuple[float, float]) -> Network:
    nudges = np.array([city.at or (0.0, 0.0) for city in map_.cities.values()])
    pinned = np.array([city.at is not None for city in map_.cities.values()])
    names = [line_breaks(city.label or name) for name, city in map_.cities.items()]
    return Network(homes + nudges, pinned, bundle_routes(map_), names, *size)


def _land_test(ground: Ground, ashore: Flags) -> IsLand:
    """Return a test of which points are on land; the land is cut when it is first asked."""

    def is_land(points: Points) -> Flags:
        frame = shapely.box(0, 0, ground.projection.width, ground.projection.height)
        land = cut_land(ground, frame, ground.homes[ashore]).whole
        shapely.prepare(land)
        found: Flags = shapely.contains_xy(land, points)
        return found

    return is_land


def board_texts(map_: Map, theme: Theme, section: scenery_format.Scenery) -> dict[str, list[str]]:
    """Return the texts of a board that its author wrote, by role."""
    labels = [city.label or name for name, city in map_.cities.items()]
    names = [*scenery_format.names(section), *map_.districts]
    return {
        "label": [*labels, theme.subtitle, *names],
        "title": [*(theme.title or map_.about.name).split("\n"), *names],
    }


def _label_sizes(network: Network, lettering: Lettering) -> LabelSizes:
    """Return width and height of each way to break each name into lines."""
    return [[_set_name(lines, lettering).size for lines in breaks] for breaks in network.names]


def _set_name(lines: list[str], lettering: Lettering) -> Name:
    return Name(lines, [lettering.set("label", line) for line in lines], lettering.capital("label"))


class Builder:
    """Gathers the parts of one board's drawing."""

    def __init__(
        self,
        map_: Map,
        theme: Theme,
        network: Network,
        layout: Layout,
        painter: scenery.GroundPainter,
        lettering: Lettering,
    ) -> None:
        self.painter, self.lettering = painter, lettering
        self.map, self.theme, self.network, self.layout = map_, theme, network, layout
        self.sizes = Sizes(layout.unit)
        inner = np.array(layout.controls)[:, 1:-1].reshape(-1, 2)
        self.x = np.concatenate([np.array(layout.cities), inner])
        self.spaces = curves.Spaces.of(network)
        self.rectangles = curves.rectangles(network, self.spaces, self.x, self.sizes)
        self.approaches = curves.approaches(network, curves.control_points(network, self.x), self.sizes)
        self.number = {name: index for index, name in enumerate(map_.cities)}

    def drawing(self) -> Drawing:
        """Return the complete drawing."""
        geometry, labels, below = self.geometry(), self.labels(), self.painter.layers()
        cities = [city.label or name for name, city in self.map.cities.items()]
        letterer = Letterer.of(geometry, labels, self.lettering, cities)
        names = Layer("names", lines=self.painter.written_names(letterer))
        room = furniture.Room(geometry, labels, [names], self.painter)
        above = [
            furniture.layer(room, self._furniture()),
            Layer("frame", furniture.frame(geometry, self.theme)),
        ]
        letterer.keep_free(room.placed)
        taken = [
            (left, top, right - left, bottom - top) for left, top, right, bottom in (p.bounds for p in room.placed)
        ]
        names.lines += self.painter.shape_names(letterer)
        below += [self.painter.relief(letterer), names]
        return Drawing(
            name=self.map.about.name,
            overlaps=self.layout.overlaps,
            geometry=geometry,
            below=below,
            above=above,
            labels=labels,
            furniture=taken,
            type=self.theme.type,
            texts=self.texts([*below, *above], labels),
            capital=self.lettering.capital("label"),
            outlines=self.lettering.outlines,
            layout=self.layout,
        )

    def _furniture(self) -> list[furniture.Furniture]:
        """Return the furniture of the board, the most important first."""
        legend = region_legend(self.map, self.painter.scenery, self.theme, self.lettering)
        return [
            furniture.title(self.map, self.theme, self.lettering),
            furniture.points_table(self.map, self.theme),
            *([legend] if legend else []),
            *([furniture.compass(self.theme)] if self.painter.ground.projection.has_north else []),
        ]

    def geometry(self) -> Geometry:
        """Return the positions of everything on the board."""
        sizes, theme = self.sizes, self.theme
        space = (round(sizes.unit, 2), round(sizes.width, 2))
        board = Geometry(
            width=self.network.width,
            height=round(self.network.height, 1),
            space=space,
            corner=round(0.17 * sizes.width, 2),
            hit_width=round(max(LEAST_HIT, 1.5 * sizes.width), 1),
            label_sizes=label_sizes(self.network.width, self.network.height, sizes.font),
            piece=self.map.players.piece,
            claim=claim_style(space, theme.land),
            colors=Colors(theme.paper, theme.sea, theme.land, theme.ink, theme.accent),
            signs=signs.card_signs(theme, list(self.map.cards.colors)),
            hatches=signs.hatches(*space),
            symbols={},
            cities=self.cities(),
            routes=self.routes(),
        )
        board.symbols = symbols(board)
        return board

    # ---- cities --------------------------------------------------------------------------------
    def cities(self) -> list[CityMark]:
        """Return the mark of every city."""
        districts = {name: number for number, district in self.map.districts.items() for name in district.cities}
        tints, radius = [tint.color for tint in _district_tints(self.map)], round(self.sizes.radius, 2)
        return [
            CityMark(name, x, y, radius, districts.get(name, ""), tint)
            for name, (x, y), tint in zip(self.map.cities, self.layout.cities, tints, strict=True)
        ]

    def labels(self) -> list[Label]:
        """Return the label of every city."""
        return [self._label(index, plate=city.plate) for index, city in enumerate(self.map.cities.values())]

    def _label(self, index: int, *, plate: bool) -> Label:
        """Return the name of a city, aligned towards its mark unless it is set on a plate."""
        breaks = self.network.names[index]
        name = _set_name(breaks[self.layout.line_breaks[index]], self.lettering)
        left, top, width, height = box = self._box(index, name)
        color = self.theme.paper if plate else self.theme.ink
        halo = "" if plate else self._halo(left + width / 2, top + height / 2)
        style = TextLine("", 0.0, 0.0, round(self.sizes.font, 2), color, halo=halo)
        lines = name.set_in(box, self.layout.cities[index][0], style, is_centered=plate)
        return Label(box, lines, breaks, plate, leader(self.layout.cities[index], box, self.sizes))

    def _box(self, index: int, name: Name) -> tuple[float, float, float, float]:
        w, h = self.sizes.box(*name.size)
        x, y = self.layout.labels[index]
        return round(x - w, 1), round(y - h, 1), round(2 * w, 1), round(2 * h, 1)

    def _halo(self, x: float, y: float) -> str:
        """Return the color of the ground at a point: a halo in it keeps a label readable on what is below."""
        dry = not self.painter.has_coastlines or bool(shapely.contains_xy(self.painter.land, x, y))
        return self.theme.land if dry else self.theme.sea

    # ---- routes --------------------------------------------------------------------------------
    def routes(self) -> list[RouteMark]:
        """Return every route, in the order of the map file."""
        found: dict[int, RouteMark] = {}
        for index, bundle in enumerate(self.network.bundles):
            for lane, route in enumerate(bundle.routes):
                found[route] = self._route(index, lane - (len(bundle.routes) - 1) / 2, route)
        return [found[route] for route in sorted(found)]

    def _route(self, bundle: int, lane: float, route: int) -> RouteMark:
        row = self.map.routes.tracks[route]
        spaces = self._spaces(route)
        if self.number[row.a] != self.network.bundles[bundle].a:
            spaces = spaces[::-1]
        outer = np.sign(lane) * max(abs(lane) * self.sizes.lane, LEAST_HIT / 2)
        return RouteMark(
            color=row.color,
            path=self._path(bundle, lane * self.sizes.lane),
            spaces=spaces,
            hit=self._path(bundle, float(outer)) if lane else "",
            stretch=round(float(self.rectangles.half[self.spaces.route == route, 0][0] * 2 / self.sizes.unit), 3),
            rules=[name for name in ROUTE_RULES if getattr(row.extras, name)],
            wilds=_spread(row.length, row.extras.ferry),
        )

    def _spaces(self, route: int) -> list[Space]:
        """Return the spaces of a route; angles from -90 to 90, so that nothing is upside down."""
        own = np.nonzero(self.spaces.route == route)[0]
        angle = np.degrees(np.arctan2(self.rectangles.along[own, 1], self.rectangles.along[own, 0]))
        upright = (angle + 90) % 180 - 90
        rows = zip(self.rectangles.center[own], upright, strict=True)
        return [(round(float(x), 2), round(float(y), 2), round(float(turn), 2)) for (x, y), turn in rows]

    def _path(self, bundle: int, aside: float) -> str:
        """Return the line of a route, offset sideways between the first and the last space."""
        t = curves.line_parameters(self.network.bundles[bundle].length)
        controls = np.broadcast_to(np.array(self.layout.controls[bundle]), (len(t), curves.INNER + 2, 2))
        approach = np.broadcast_to(self.approaches[bundle], (len(t), 2))
        return path(curves.line_points(t, controls, np.full(len(t), aside), approach))

    # ---- lettering -----------------------------------------------------------------------------
    def texts(self, layers: list[Layer], labels: list[Label]) -> dict[str, dict[str, SetText]]:
        """Return every text of the board, set in type."""
        lines = [line for layer in layers for line in layer.lines] + [line for label in labels for line in label.lines]
        wanted = {(line.face, line.text) for line in lines} | {("label", number) for number in self.map.districts}
        wanted |= {("label", text) for label in labels for lines in label.breaks for text in lines}
        found: dict[str, dict[str, SetText]] = {}
        for role, text in sorted(wanted):
            found.setdefault(role, {})[text] = self.lettering.set(role, text)
        return found


def _spread(length: int, count: int) -> list[int]:
    """Return which spaces of a ferry show a wild, evenly spread."""
    return [int((place + 0.5) * length / count) for place in range(min(count, length))] if count else []
