"""Paint shapes, text and symbols, and remember what they refer to."""

from __future__ import annotations

import math
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from branchline.boards.drawing.paint.markup import Attributes, move, name_id, tag

if TYPE_CHECKING:
    from branchline.boards.drawing.artwork import Drawing, Glyph, Layer, SetText, Shape, TextLine
    from branchline.boards.drawing.lettering.shaping import Lettering

HALO = 170
"""The width of the halo around text, in thousandths of its size."""
WIDE_HALO = 270
"""The width of a halo around small letters on a phone, which may lie over dark pieces."""
HALF_LETTER, HALF_HEIGHT = 0.28, 0.36
"""Half the width of a usual letter, and half the height of a capital, in font sizes."""
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The fraction of a text's width that is left of its anchor point."""


class Sheet(NamedTuple):
    """Painted elements, and the definitions that they refer to, by id."""

    body: str
    definitions: dict[str, str]


class Painter:
    """Paints on one board; letters and symbols are defined once and used often."""

    def __init__(self, drawing: Drawing, halo: int = HALO) -> None:
        self.drawing, self.board, self.halo = drawing, drawing.geometry, halo
        self.definitions: dict[str, str] = {}

    def sheet(self, *parts: str) -> Sheet:
        """Return the parts with the definitions of everything painted so far."""
        return Sheet("".join(parts), self.definitions)

    def use(self, symbol: str, x: float, y: float, turn: float = 0.0, stretch: float = 1.0) -> str:
        """Place one of the board's symbols, lengthened along its route if asked."""
        name = name_id(symbol)
        self.definitions[name] = tag("g", self.board.symbols[symbol], id=name)
        return tag("use", href=f"#{name}", transform=move(x, y, turn, stretch=stretch))

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
        """Paint a line of text as outlines."""
        made = self._set_text(line)
        width = made.width + line.spacing * max(0, made.letters - 1)
        if line.path:
            return tag("g", self._curved(line, made, width), fill=line.color, aria_label=line.text)
        left = -1000 * width * ANCHORS[line.anchor]
        uses = "".join(self._glyph(glyph, left + 1000 * line.spacing * glyph.letters) for glyph in made.glyphs)
        place = move(line.x, line.y, line.turn, line.size / 1000) + _lean(line)
        # All halos lie below all letters, so that none covers the letter before it.
        halo = tag("g", uses, **_halo(line, self.halo)) if line.halo else ""
        return tag("g", halo + uses, transform=place, fill=line.color, aria_label=line.text)

    def _curved(self, line: TextLine, made: SetText, width: float) -> str:
        """Paint each glyph of a text where it lies on a line, with the middle of the letters on the line."""
        lengths = [math.dist(a, b) for a, b in pairwise(line.path)]
        start = (sum(lengths) - width * line.size) / 2
        parts = []
        for glyph in made.glyphs:
            along = start + (glyph.x / 1000 + line.spacing * glyph.letters) * line.size
            x, y, _ = _point(line.path, lengths, along)
            *_, angle = _point(line.path, lengths, along + HALF_LETTER * line.size)
            down = HALF_HEIGHT * line.size + glyph.y / 1000 * line.size
            place = move(x - down * math.sin(angle), y + down * math.cos(angle), math.degrees(angle), line.size / 1000)
            parts.append(tag("use", href=f"#{self._define(glyph)}", transform=place + _lean(line)))
        return "".join(parts)

    def _set_text(self, line: TextLine) -> SetText:
        """Return a text set in type; texts that are not part of the drawing, such as players' names, are set now."""
        found = self.drawing.texts.get(line.face, {}).get(line.text)
        return found or self.lettering.set(line.face, line.text)

    @cached_property
    def lettering(self) -> Lettering:
        """The lettering of texts that are not part of the drawing."""
        from branchline.boards.drawing.lettering.shaping import Lettering

        return Lettering(self.drawing.type, {}, prefix="t")

    def _define(self, glyph: Glyph) -> str:
        """Define the outline of a glyph and return its name."""
        name = glyph.outline
        outline = self.drawing.outlines.get(name) or self.lettering.outlines[name]
        self.definitions[name] = tag("path", id=name, d=outline)
        return name

    def _glyph(self, glyph: Glyph, left: float) -> str:
        name = self._define(glyph)
        raised = f' y="{glyph.y}"' if glyph.y else ""
        return f'<use href="#{name}" x="{left + glyph.x:.0f}"{raised}/>'


def _halo(line: TextLine, width: int) -> Attributes:
    return {"stroke": line.halo, "stroke_width": width, "stroke_linejoin": "round", "stroke_opacity": 0.85}


def _lean(line: TextLine) -> str:
    return f"skewX({-line.slant:g})" if line.slant else ""


def _point(path: list[tuple[float, float]], lengths: list[float], along: float) -> tuple[float, float, float]:
    """Return the point at a distance along a line, and its direction there."""
    index = 0
    while along > lengths[index] and index < len(lengths) - 1:
        along -= lengths[index]
        index += 1
    (x, y), (to_x, to_y) = path[index : index + 2]
    part = along / lengths[index] if lengths[index] else 0.0
    return x + (to_x - x) * part, y + (to_y - y) * part, math.atan2(to_y - y, to_x - x)
