"""From a map to its drawing: project the cities, lay out the routes, paint the ground, set the names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from branchline.boards.drawing import fonts, signs
from branchline.boards.drawing.artwork import Drawing, Glyphs, Label, TextLine
from branchline.boards.drawing.geometry import CityMark, Colors, Geometry, RouteMark
from branchline.boards.drawing.ground import scenery, scenery_format
from branchline.boards.drawing.ground.projection import city_coordinates, fit_projection
from branchline.boards.drawing.ground.warp import Ground
from branchline.boards.drawing.layout import curves
from branchline.boards.drawing.layout.bundles import Network, bundle_routes, line_breaks
from branchline.boards.drawing.layout.layout import lay_out
from branchline.boards.drawing.layout.sizes import Sizes
from branchline.boards.drawing.paint import furniture
from branchline.boards.drawing.paint.symbols import claim_style, symbols
from branchline.boards.drawing.paths import path
from branchline.boards.drawing.theme import themed

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Points
    from branchline.boards.drawing.artwork import Layer
    from branchline.boards.drawing.geometry import Space
    from branchline.boards.drawing.layout.layout import Layout, Progress
    from branchline.boards.drawing.theme import Theme
    from branchline.boards.format.schema import Map

LEAST_HIT = 24.0
"""The least width of anything to click, on a board 1200 wide."""
ALWAYS = "".join(chr(code) for code in range(32, 127)) + "·×–’…"
"""Letters kept for text that is not on the map, such as the names of players."""


def built(map_: Map, progress: Progress | None = None) -> Drawing:
    """Return the drawing of a map, composed from scratch."""
    theme = themed(map_.theme, list(map_.cards.colors))
    section = scenery_format.read(map_.scenery)
    projection, homes = fit_projection(map_)
    network = _network(map_, homes, (projection.width, projection.height))
    layout = lay_out(network, _widths(network, theme), progress)
    ground = Ground(projection, homes, np.array(layout.cities) - homes)
    painter = scenery.GroundPainter(theme, section, ground, city_coordinates(map_), _district_colors(map_))
    return Builder(map_, theme, network, layout, painter).drawing()


def _district_colors(map_: Map) -> list[str]:
    """Return the color of each city's district, or an empty string."""
    found = {
        city: furniture.district_color(district.color)
        for district in map_.districts.values()
        for city in district.cities
    }
    return [found.get(name, "") for name in map_.cities]


def _network(map_: Map, homes: Points, size: tuple[float, float]) -> Network:
    nudges = np.array([city.at or (0.0, 0.0) for city in map_.cities.values()])
    pinned = np.array([city.at is not None for city in map_.cities.values()])
    names = [line_breaks(city.label or name) for name, city in map_.cities.items()]
    return Network(homes + nudges, pinned, bundle_routes(map_), names, *size)


def _widths(network: Network, theme: Theme) -> list[list[tuple[float, int]]]:
    """Return width and number of lines of each way to break each name."""
    face = fonts.font(fonts.TYPES[theme.type].label)
    return [[(max(face.width(line) for line in lines), len(lines)) for lines in breaks] for breaks in network.names]


class Builder:
    """Gathers the parts of one board's drawing."""

    def __init__(
        self, map_: Map, theme: Theme, network: Network, layout: Layout, painter: scenery.GroundPainter
    ) -> None:
        self.painter = painter
        self.map, self.theme, self.network, self.layout = map_, theme, network, layout
        self.sizes = Sizes(layout.unit)
        inner = np.array(layout.controls)[:, 1:-1].reshape(-1, 2)
        self.x = np.concatenate([np.array(layout.cities), inner])
        self.spaces = curves.Spaces.of(network)
        self.rectangles = curves.rectangles(network, self.spaces, self.x, self.sizes)
        self.number = {name: index for index, name in enumerate(map_.cities)}

    def drawing(self) -> Drawing:
        """Return the complete drawing."""
        geometry, labels, below = self.geometry(), self.labels(), self.painter.layers()
        room = furniture.Room(geometry, labels, below, self.painter)
        above = furniture.layers(self.map, self.theme, room)
        return Drawing(
            name=self.map.about.name,
            overlaps=self.layout.overlaps,
            geometry=geometry,
            below=below,
            above=above,
            labels=labels,
            faces=self.faces([*below, *above], labels),
        )

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
            piece=self.map.players.piece,
            claim=claim_style(space),
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
        tints, radius = _district_colors(self.map), round(self.sizes.radius, 2)
        return [
            CityMark(name, x, y, radius, districts.get(name, ""), tint)
            for name, (x, y), tint in zip(self.map.cities, self.layout.cities, tints, strict=True)
        ]

    def labels(self) -> list[Label]:
        """Return the label of every city."""
        return [self._label(index, plate=city.plate) for index, city in enumerate(self.map.cities.values())]

    def _label(self, index: int, *, plate: bool) -> Label:
        """Return the name of a city, aligned towards its mark unless it is set on a plate."""
        face = fonts.font(fonts.TYPES[self.theme.type].label)
        names = self.network.names[index][self.layout.line_breaks[index]]
        left, top, width, height = box = self._box(index, names, face)
        x, _ = self.layout.cities[index]
        middle = left + width / 2
        pad = 0.08 * self.sizes.font
        anchor, at = "middle", middle
        if not plate and abs(middle - x) > 0.5 * width:
            anchor, at = ("start", left + pad) if middle > x else ("end", left + width - pad)
        color = self.theme.paper if plate else self.theme.ink
        halo = "" if plate else self._halo(middle, top + height / 2)
        block = (len(names) - 1) * self.sizes.line
        first = top + height / 2 - block / 2 + face.capital * self.sizes.font / 2
        baselines = [round(first + row * self.sizes.line, 1) for row in range(len(names))]
        lines = [
            TextLine(name, round(at, 1), y, round(self.sizes.font, 2), color, anchor=anchor, halo=halo)
            for name, y in zip(names, baselines, strict=True)
        ]
        return Label(box, lines, plate)

    def _box(self, index: int, names: list[str], face: fonts.Font) -> tuple[float, float, float, float]:
        w, h = self.sizes.box(max(face.width(name) for name in names), len(names))
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
            ferry=row.extras.ferry,
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
        """Return the line of a route, offset sideways except at its ends, which are the centers of the cities."""
        controls = np.array(self.layout.controls[bundle])[None]
        t = np.linspace(0, 1, 7 + 3 * self.network.bundles[bundle].length)
        points = (curves.bernstein(t) @ controls)[0]
        slope = (curves.bernstein_slope(t) @ controls)[0]
        slope /= np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-9)
        run = np.minimum(*(np.linalg.norm(points - end, axis=1) for end in (points[0], points[-1])))
        off = aside * np.clip(run / (self.sizes.radius + 0.35 * self.sizes.unit), 0, 1)
        return path(points + np.stack([-slope[:, 1], slope[:, 0]], axis=1) * off[:, None])

    # ---- typefaces -----------------------------------------------------------------------------
    def faces(self, layers: list[Layer], labels: list[Label]) -> dict[str, Glyphs]:
        """Return the letters that the board's text needs, and for labels the common ones too."""
        type_ = fonts.TYPES[self.theme.type]
        lines = [line for layer in layers for line in layer.lines] + [line for label in labels for line in label.lines]
        titles = [line.text for line in lines if line.face == "title"]
        names = [line.text for line in lines if line.face == "label"]
        return {"title": _glyphs(type_.title, titles), "label": _glyphs(type_.label, names, ALWAYS)}


def _glyphs(face: fonts.Face, texts: list[str], more: str = "") -> Glyphs:
    """Return the letters of a typeface that some texts need, and more if given."""
    opened = fonts.font(face)
    letters = sorted(set("".join(texts) + more))
    found = {letter: opened.glyph(letter) for letter in letters if opened.covers(letter)}
    pairs = {text[at : at + 2] for text in texts for at in range(len(text) - 1)}
    kerning = {pair: round(opened.kerning(*pair), 4) for pair in sorted(pairs)}
    return Glyphs(
        face.family,
        face.weight,
        {letter: (round(glyph.advance, 4), glyph.outline) for letter, glyph in found.items()},
        {pair: value for pair, value in kerning.items() if value},
    )


def _spread(length: int, count: int) -> list[int]:
    """Return which spaces of a ferry show a wild, evenly spread."""
    return [int((place + 0.5) * length / count) for place in range(min(count, length))] if count else []
