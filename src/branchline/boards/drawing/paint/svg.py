"""A geometry as SVG: self-contained, text as outlines, so that it looks the same everywhere."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from branchline.boards.drawing.colors import mixed, readable_on
from branchline.boards.drawing.geometry import Words
from branchline.boards.drawing.paint.markup import Attributes, move, name_id, number, tag
from branchline.boards.drawing.paint.pieces import Pieces

if TYPE_CHECKING:
    from branchline.boards.drawing.geometry import CityMark, Geometry, Layer, Position, Shape, TrackMark
    from branchline.boards.drawing.paint.signs import Sign

LEGEND = 46.0
"""The strip below a position that says who is who."""
HALO = 170
"""How wide a label is set off from the ground, in thousandths of its size."""
CLOSED = 0.3
"""How faint the spaces of a closed track are."""


def svg(board: Geometry, position: Position | None = None) -> str:
    """The board as an SVG document, empty or with a position on it."""
    return Writer(board).document(position)


class Writer:
    """Writes one board; letters and signs are defined once and used often."""

    def __init__(self, board: Geometry) -> None:
        self.board = board
        self.letters: dict[str, str] = {}

    def document(self, position: Position | None) -> str:
        """The whole document."""
        board = self.board
        pieces = Pieces(board, position, self.words) if position is not None else None
        height = board.height + (LEGEND if position is not None and position.players else 0)
        body = "".join(
            [
                *map(self.layer, board.below),
                self.tracks(position),
                pieces.held() if pieces else "",
                *map(self.layer, board.above),
                pieces.tickets_below() if pieces else "",
                *map(self.city, board.cities),
                pieces.tickets_above() if pieces else "",
                pieces.legend(LEGEND) if pieces else "",
            ]
        )
        defined = tag("defs", self.definitions() + (pieces.definitions() if pieces else ""))
        box = f"0 0 {number(board.width)} {number(height)}"
        size: Attributes = {"viewBox": box, "role": "img", "aria_label": board.name}
        return tag("svg", defined + body, xmlns="http://www.w3.org/2000/svg", **size)

    # ---- definitions ---------------------------------------------------------------------------
    def definitions(self) -> str:
        """Letters, hatches, spaces and symbols that the body uses."""
        used = {track.color for track in self.board.tracks}
        signs = [sign for name, sign in self.board.signs.items() if name in used]
        ferries = any(track.ferry for track in self.board.tracks)
        symbols = [*signs, self.board.signs["wild"]] if ferries else signs
        return "".join(
            [
                self._rectangle(),
                self.ferry() if ferries else "",
                *map(self.space, signs),
                *(tag("path", id=f"y{name_id(sign.name)}", d=sign.symbol) for sign in symbols if sign.symbol),
                *(tag("path", id=name, d=outline) for name, outline in self.letters.items()),
            ]
        )

    def hatch(self, name: str, hatch: str, color: str) -> str:
        """A hatch in a tone of its sign's color."""
        lines = self.board.hatches[hatch]
        paint: Attributes = {"stroke": color, "stroke_width": lines.stroke, "stroke_linecap": "round", "fill": "none"}
        return tag("path", id=name, d=lines.path, **paint) if lines.path else ""

    def space(self, sign: Sign) -> str:
        """A space of a color, about the origin."""
        fill = tag("use", href="#r", fill=sign.color, stroke=self.board.colors.ink, stroke_width=1.1)
        return tag(
            "g", fill, self.hatch("", sign.hatch, mixed(sign.color, sign.ink, 0.42)), id=f"s{name_id(sign.name)}"
        )

    def ferry(self) -> str:
        """The waves on a ferry's spaces."""
        return self.hatch("w", "waves", mixed(self.board.signs["gray"].color, "#24506b", 0.75))

    def _rectangle(self) -> str:
        length, width = self.board.space
        return tag("rect", id="r", x=-length / 2, y=-width / 2, width=length, height=width, rx=self.board.corner)

    # ---- layers --------------------------------------------------------------------------------
    def layer(self, layer: Layer) -> str:
        """A layer's shapes and words."""
        inside = "".join([*map(self.shape, layer.shapes), *map(self.words, layer.words)])
        return tag("g", inside, class_=layer.name) if inside else ""

    def shape(self, shape: Shape) -> str:
        """One shape with its paint."""
        stroked = shape.stroke != "none" and shape.width > 0
        return tag(
            "path",
            d=shape.path,
            fill=shape.fill,
            stroke=shape.stroke if stroked else None,
            stroke_width=shape.width if stroked else None,
            stroke_linejoin="round" if stroked else None,
            stroke_dasharray=shape.dash,
            opacity=shape.opacity if shape.opacity < 1 else None,
            transform=move(shape.x, shape.y, scale=shape.scale) if (shape.x, shape.y) != (0, 0) else None,
        )

    def words(self, words: Words) -> str:
        """A line of text as outlines, or as text where the face lacks a letter."""
        face = self.board.faces[words.face]
        if any(letter not in face.letters for letter in words.text):
            return self._plain_text(words)
        steps = self._steps(words)
        start = -steps[-1] * {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
        uses = "".join(
            f'<use href="#{self._letter(words.face, letter)}" x="{1000 * (start + step):.0f}"/>'
            for letter, step in zip(words.text, steps, strict=False)
            if letter != " "
        )
        place = move(words.x, words.y, words.turn, words.size / 1000)
        return tag("g", uses, transform=place, fill=words.color, aria_label=words.text, **_halo(words, HALO))

    def _plain_text(self, words: Words) -> str:
        face = self.board.faces[words.face]
        return tag(
            "text",
            escape(words.text),
            transform=move(words.x, words.y, words.turn),
            font_size=words.size,
            font_family=f"{face.family}, sans-serif",
            font_weight=face.weight,
            text_anchor=words.anchor,
            fill=words.color,
            **_halo(words, HALO * words.size / 1000),
        )

    def _steps(self, words: Words) -> list[float]:
        """Where each letter starts and the text ends, in type sizes."""
        face = self.board.faces[words.face]
        steps, at = [], 0.0
        for index, letter in enumerate(words.text):
            steps.append(at)
            at += face.letters[letter][0] + words.spacing + face.kerning.get(words.text[index : index + 2], 0.0)
        return [*steps, at - words.spacing]

    def _letter(self, face: str, letter: str) -> str:
        name = f"{face[0]}{ord(letter):x}"
        self.letters[name] = self.board.faces[face].letters[letter][1]
        return name

    # ---- tracks --------------------------------------------------------------------------------
    def tracks(self, position: Position | None) -> str:
        """All tracks: first their rails, then their spaces."""
        closed = set(position.closed) if position else set()
        rails = "".join(
            tag("path", d=track.path, stroke_dasharray="3 3" if track.ferry else None) for track in self.board.tracks
        )
        rows = "".join(
            self.track(index, track, closed=index in closed) for index, track in enumerate(self.board.tracks)
        )
        paint: Attributes = {
            "fill": "none",
            "stroke": mixed(self.board.colors.land, self.board.colors.ink, 0.6),
            "stroke_width": 1.5,
        }
        return tag("g", rails, **paint) + tag("g", rows, class_="tracks")

    def track(self, index: int, track: TrackMark, *, closed: bool) -> str:
        """One track's spaces and symbols."""
        spaces = "".join(self._space(track, at) for at in track.spaces)
        signs = "".join(self._symbol(track, place) for place in range(track.length))
        return tag("g", spaces + signs, data_track=str(index), opacity=CLOSED if closed else None)

    def _space(self, track: TrackMark, at: tuple[float, float, float]) -> str:
        place = move(*at)
        waves = tag("use", href="#w", transform=place) if track.ferry else ""
        return tag("use", href=f"#s{name_id(track.color)}", transform=place) + waves

    def _symbol(self, track: TrackMark, place: int) -> str:
        """The symbol of a space: its color's, or a wild's where a ferry asks for one."""
        wild = place in track.wilds
        sign = self.board.signs["wild" if wild else track.color]
        if not sign.symbol:
            return ""
        x, y, _ = track.spaces[place]
        size = self.board.space[1] * (0.46 if wild else 0.33)
        edge: Attributes = {"stroke": self.board.colors.ink, "stroke_width": 0.16} if wild else {}
        fill = sign.color if wild else sign.ink
        return tag("use", href=f"#y{name_id(sign.name)}", transform=move(x, y, scale=size), fill=fill, **edge)

    # ---- places --------------------------------------------------------------------------------
    def city(self, city: CityMark) -> str:
        """A place's mark and label."""
        plate = self._plate(city) if city.plate else ""
        return tag("g", self._mark(city) + plate + "".join(map(self.words, city.lines)), class_="city")

    def _plate(self, city: CityMark) -> str:
        """The name of a place beyond the edge, on a sign of its own."""
        x, y, w, h = city.box
        ink, paper = self.board.colors.ink, self.board.colors.paper
        sign = tag("rect", x=x - 5, y=y - 3, width=w + 10, height=h + 6, rx=3, fill=ink)
        return sign + tag("rect", x=x - 3, y=y - 1, width=w + 6, height=h + 2, rx=2, fill="none", stroke=paper)

    def _mark(self, city: CityMark) -> str:
        colors, r = self.board.colors, city.radius
        edge: Attributes = {"stroke": colors.ink, "stroke_width": 1.6}
        if city.district:
            disc = tag("circle", cx=city.x, cy=city.y, r=r, fill=city.tint, **edge)
            size = round(1.35 * r, 1)
            return disc + self.words(Words(city.district, city.x, city.y + 0.34 * size, size, readable_on(city.tint)))
        ring = tag("circle", cx=city.x, cy=city.y, r=r - 0.8, fill=colors.paper, **edge)
        return ring + tag("circle", cx=city.x, cy=city.y, r=0.52 * r, fill=colors.accent)


def _halo(words: Words, width: float) -> Attributes:
    if not words.halo:
        return {}
    joined: Attributes = {"stroke_linejoin": "round", "paint_order": "stroke", "stroke_opacity": 0.85}
    return joined | {"stroke": words.halo, "stroke_width": width}
