"""From a map to its geometry: project, lay out, paint the ground, set the names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from branchline.boards.drawing import fonts
from branchline.boards.drawing.geometry import CityMark, Colors, Geometry, Glyphs, TrackMark, Words
from branchline.boards.drawing.ground import scenery, scenery_format
from branchline.boards.drawing.ground.projection import city_coordinates, fit_projection
from branchline.boards.drawing.ground.warp import Ground
from branchline.boards.drawing.layout import curves
from branchline.boards.drawing.layout.bundles import Network, bundle_routes, line_breaks
from branchline.boards.drawing.layout.layout import lay_out
from branchline.boards.drawing.layout.sizes import Sizes
from branchline.boards.drawing.paint import furniture, signs
from branchline.boards.drawing.paint.paths import path
from branchline.boards.drawing.theme import themed

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Points
    from branchline.boards.drawing.layout.layout import Layout, Progress
    from branchline.boards.drawing.theme import Theme
    from branchline.boards.format.schema import Map

LEAST_HIT = 24.0
"""Anything to click is at least this wide on a board 1200 wide."""
ALWAYS = "".join(chr(code) for code in range(32, 127)) + "·×–’…"
"""Letters kept for names that are not on the map: players, for one."""


def built(map_: Map, progress: Progress | None = None) -> Geometry:
    """The geometry of a map, worked out anew."""
    theme = themed(map_.theme, list(map_.cards.colors))
    section = scenery_format.read(map_.scenery)
    projection, homes = fit_projection(map_)
    network = _network(map_, homes, (projection.width, projection.height))
    layout = lay_out(network, _widths(network, theme), progress)
    ground = Ground(projection, homes, np.array(layout.cities) - homes)
    painter = scenery.GroundPainter(theme, section, ground, city_coordinates(map_), _district_colors(map_))
    return Builder(map_, theme, network, layout, painter).board()


def _district_colors(map_: Map) -> list[str]:
    """The color of each place's district, or nothing."""
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
    face = fonts.font(fonts.TYPES[theme.type].label)
    return [[(max(face.width(line) for line in lines), len(lines)) for lines in ways] for ways in network.names]


class Builder:
    """Gathers the parts of one board's geometry."""

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

    def halo(self, x: float, y: float) -> str:
        """What a label is set off with: the color of the ground below its middle."""
        dry = not self.painter.has_coastlines or bool(shapely.contains_xy(self.painter.land, x, y))
        return self.theme.land if dry else self.theme.sea

    def board(self) -> Geometry:
        """Everything, put together."""
        sizes, theme = self.sizes, self.theme
        cities, tracks = self.cities(), self.tracks()
        colors = list(self.map.cards.colors)
        board = Geometry(
            name=self.map.about.name,
            width=self.network.width,
            height=round(self.network.height, 1),
            unit=round(sizes.unit, 2),
            space=(round(sizes.unit, 2), round(sizes.width, 2)),
            corner=round(0.17 * sizes.width, 2),
            piece=self.map.players.piece,
            overlaps=self.layout.overlaps,
            colors=Colors(theme.paper, theme.sea, theme.land, theme.ink, theme.accent),
            signs=signs.card_signs(theme, colors),
            players=signs.player_signs(),
            hatches=signs.hatches(round(sizes.unit, 2), round(sizes.width, 2)),
            below=self.painter.layers(),
            cities=cities,
            tracks=tracks,
            above=[],
            faces={},
        )
        furniture.furnish(board, self.map, theme, self.painter)
        board.faces = self.faces(board)
        return board

    # ---- places --------------------------------------------------------------------------------
    def cities(self) -> list[CityMark]:
        """Every place with its label."""
        districts = {
            name: (number, district.color)
            for number, district in self.map.districts.items()
            for name in district.cities
        }
        return [self._city(index, name, districts.get(name, ("", ""))) for index, name in enumerate(self.map.cities)]

    def _city(self, index: int, name: str, district: tuple[str, str]) -> CityMark:
        city = self.map.cities[name]
        x, y = self.layout.cities[index]
        lines = self.network.names[index][self.layout.line_breaks[index]]
        left, top, width, height = self._box(index, lines)
        return CityMark(
            name=name,
            x=x,
            y=y,
            radius=round(self.sizes.radius, 2),
            lines=self._lines(index, lines, plate=city.plate),
            box=(left, top, width, height),
            hit=round(max(LEAST_HIT / 2, 1.4 * self.sizes.radius), 1),
            region=city.region,
            district=district[0],
            tint=furniture.district_color(district[1]) if district[0] else "",
            plate=city.plate,
        )

    def _box(self, index: int, lines: list[str]) -> tuple[float, float, float, float]:
        face = fonts.font(fonts.TYPES[self.theme.type].label)
        w, h = self.sizes.box(max(face.width(line) for line in lines), len(lines))
        x, y = self.layout.labels[index]
        return round(x - w, 1), round(y - h, 1), round(2 * w, 1), round(2 * h, 1)

    def _lines(self, index: int, lines: list[str], *, plate: bool) -> list[Words]:
        """The lines of a label, set towards its place."""
        face = fonts.font(fonts.TYPES[self.theme.type].label)
        left, top, width, height = self._box(index, lines)
        x, _ = self.layout.cities[index]
        middle = left + width / 2
        pad = 0.08 * self.sizes.font
        anchor, at = "middle", middle
        if not plate and abs(middle - x) > 0.5 * width:
            anchor, at = ("start", left + pad) if middle > x else ("end", left + width - pad)
        color = self.theme.paper if plate else self.theme.ink
        halo = "" if plate else self.halo(left + width / 2, top + height / 2)
        block = (len(lines) - 1) * self.sizes.line
        first = top + height / 2 - block / 2 + face.capital * self.sizes.font / 2
        return [
            Words(
                line,
                round(at, 1),
                round(first + row * self.sizes.line, 1),
                round(self.sizes.font, 2),
                color,
                anchor=anchor,
                halo=halo,
            )
            for row, line in enumerate(lines)
        ]

    # ---- tracks --------------------------------------------------------------------------------
    def tracks(self) -> list[TrackMark]:
        """Every track, in the order of the file."""
        found: dict[int, TrackMark] = {}
        for index, bundle in enumerate(self.network.bundles):
            for lane, track in enumerate(bundle.routes):
                twins = [other for other in bundle.routes if other != track]
                found[track] = self._track(index, lane - (len(bundle.routes) - 1) / 2, track, twins)
        return [found[index] for index in sorted(found)]

    def _track(self, index: int, lane: float, track: int, twins: list[int]) -> TrackMark:
        row = self.map.routes.tracks[track]
        number = {name: place for place, name in enumerate(self.map.cities)}
        spaces = self._spaces(track)
        outer = np.sign(lane) * max(abs(lane) * self.sizes.lane, LEAST_HIT / 2) if lane else 0.0
        if number[row.a] != self.network.bundles[index].a:
            spaces = spaces[::-1]
        return TrackMark(
            a=number[row.a],
            b=number[row.b],
            length=row.length,
            color=row.color,
            path=self._path(index, lane * self.sizes.lane),
            spaces=spaces,
            hit=self._path(index, float(outer)),
            hit_width=round(max(LEAST_HIT, 1.5 * self.sizes.width), 1),
            ferry=row.extras.ferry,
            wilds=_spread(row.length, row.extras.ferry),
            twin=twins[0] if twins else None,
        )

    def _spaces(self, track: int) -> list[tuple[float, float, float]]:
        """Middle and angle of each space; angles from -90 to 90, so that nothing stands on its head."""
        own = np.nonzero(self.spaces.route == track)[0]
        angle = np.degrees(np.arctan2(self.rectangles.along[own, 1], self.rectangles.along[own, 0]))
        upright = (angle + 90) % 180 - 90
        rows = zip(self.rectangles.center[own], upright, strict=True)
        return [(round(float(x), 2), round(float(y), 2), round(float(turn), 2)) for (x, y), turn in rows]

    def _path(self, index: int, aside: float) -> str:
        """The way of a track from mark to mark, leaving each place in its middle."""
        controls = np.array(self.layout.controls[index])[None]
        t = np.linspace(0, 1, 7 + 3 * self.network.bundles[index].length)
        points = (curves.bernstein(t) @ controls)[0]
        slope = (curves.bernstein_slope(t) @ controls)[0]
        slope /= np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-9)
        run = np.minimum(*(np.linalg.norm(points - end, axis=1) for end in (points[0], points[-1])))
        off = aside * np.clip(run / (self.sizes.radius + 0.35 * self.sizes.unit), 0, 1)
        return path(points + np.stack([-slope[:, 1], slope[:, 0]], axis=1) * off[:, None])

    # ---- type ----------------------------------------------------------------------------------
    def faces(self, board: Geometry) -> dict[str, Glyphs]:
        """The letters that the board's words need, and the common ones."""
        cut = fonts.TYPES[self.theme.type]
        words = [word for layer in [*board.below, *board.above] for word in layer.words]
        words += [line for city in board.cities for line in city.lines]
        titles = "".join(word.text for word in words if word.face == "title")
        labels = "".join(word.text for word in words if word.face == "label")
        return {
            "title": _glyphs(cut.title, titles, [w.text for w in words if w.face == "title"]),
            "label": _glyphs(cut.label, labels + ALWAYS, [w.text for w in words if w.face == "label"]),
        }


def _glyphs(face: fonts.Face, letters: str, texts: list[str]) -> Glyphs:
    opened = fonts.font(face)
    found = {letter: opened.glyph(letter) for letter in sorted(set(letters)) if opened.covers(letter)}
    pairs = {text[at : at + 2] for text in texts for at in range(len(text) - 1)}
    kerning = {pair: round(opened.kerning(*pair), 4) for pair in sorted(pairs)}
    return Glyphs(
        face.family,
        face.weight,
        {letter: (round(glyph.advance, 4), glyph.outline) for letter, glyph in found.items()},
        {pair: value for pair, value in kerning.items() if value},
    )


def _spread(length: int, count: int) -> list[int]:
    """Which spaces of a ferry show a wild: evenly spread about its middle."""
    return [int((place + 0.5) * length / count) for place in range(min(count, length))] if count else []
