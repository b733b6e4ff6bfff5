"""Paint shapes, text and symbols, and remember what they refer to."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from branchline.boards.drawing.paint.markup import Attributes, move, name_id, tag

if TYPE_CHECKING:
    from branchline.boards.drawing.artwork import Drawing, Layer, Shape, TextLine

HALO = 170
"""The width of the halo around text, in thousandths of its size."""
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The fraction of a text's width that is left of its anchor point."""


class Sheet(NamedTuple):
    """Painted elements, and the definitions that they refer to, by id."""

    body: str
    definitions: dict[str, str]


class Painter:
    """Paints on one board; letters and symbols are defined once and used often."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing, self.board = drawing, drawing.geometry
        self.definitions: dict[str, str] = {}

    def sheet(self, *parts: str) -> Sheet:
        """Return the parts with the definitions of everything painted so far."""
        return Sheet("".join(parts), self.definitions)

    def use(self, symbol: str, x: float, y: float, turn: float = 0.0) -> str:
        """Place one of the board's symbols."""
        name = name_id(symbol)
        self.definitions[name] = tag("g", self.board.symbols[symbol], id=name)
        return tag("use", href=f"#{name}", transform=move(x, y, turn))

    # ---- layers --------------------------------------------------------------------------------
    def layer(self, layer: Layer) -> str:
        """Paint a layer's shapes and text."""
        inside = "".join([*map(self.shape, layer.shapes), *map(self.text, layer.lines)])
        return tag("g", inside, class_=layer.name) if inside else ""

    def shape(self, shape: Shape) -> str:
        """Paint a shape."""
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

    # ---- text ----------------------------------------------------------------------------------
    def text(self, line: TextLine) -> str:
        """Paint a line of text as outlines, or as text where the typeface lacks a letter."""
        face = self.drawing.faces[line.face]
        if any(letter not in face.letters for letter in line.text):
            return self._plain_text(line)
        starts, width = self._measure(line)
        left = -width * ANCHORS[line.anchor]
        uses = "".join(
            f'<use href="#{self._letter(line.face, letter)}" x="{1000 * (left + start):.0f}"/>'
            for letter, start in zip(line.text, starts, strict=True)
            if letter != " "
        )
        place = move(line.x, line.y, line.turn, line.size / 1000)
        return tag("g", uses, transform=place, fill=line.color, aria_label=line.text, **_halo(line, HALO))

    def _plain_text(self, line: TextLine) -> str:
        face = self.drawing.faces[line.face]
        return tag(
            "text",
            escape(line.text),
            transform=move(line.x, line.y, line.turn),
            font_size=line.size,
            font_family=f"{face.family}, sans-serif",
            font_weight=face.weight,
            text_anchor=line.anchor,
            fill=line.color,
            **_halo(line, HALO * line.size / 1000),
        )

    def _measure(self, line: TextLine) -> tuple[list[float], float]:
        """Return where each letter starts and how wide the text is, in ems."""
        face = self.drawing.faces[line.face]
        starts, at = [], 0.0
        for index, letter in enumerate(line.text):
            starts.append(at)
            at += face.letters[letter][0] + line.spacing + face.kerning.get(line.text[index : index + 2], 0.0)
        return starts, at - line.spacing

    def _letter(self, face: str, letter: str) -> str:
        name = f"{face[0]}{ord(letter):x}"
        self.definitions[name] = tag("path", id=name, d=self.drawing.faces[face].letters[letter][1])
        return name


def _halo(line: TextLine, width: float) -> Attributes:
    if not line.halo:
        return {}
    joined: Attributes = {"stroke_linejoin": "round", "paint_order": "stroke", "stroke_opacity": 0.85}
    return joined | {"stroke": line.halo, "stroke_width": width}
