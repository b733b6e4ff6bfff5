"""Paint shapes, text and symbols, and remember what they refer to."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from branchline.boards.drawing.paint.markup import Attributes, move, name_id, tag

if TYPE_CHECKING:
    from branchline.boards.drawing.artwork import Drawing, Glyph, Layer, SetText, Shape, TextLine
    from branchline.boards.drawing.lettering.shaping import Lettering

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
        left = -1000 * width * ANCHORS[line.anchor]
        uses = "".join(self._glyph(glyph, left + 1000 * line.spacing * glyph.letters) for glyph in made.glyphs)
        place = move(line.x, line.y, line.turn, line.size / 1000)
        # All halos lie below all letters, so that none covers the letter before it.
        halo = tag("g", uses, **_halo(line)) if line.halo else ""
        return tag("g", halo + uses, transform=place, fill=line.color, aria_label=line.text)

    def _set_text(self, line: TextLine) -> SetText:
        """Return a text set in type; texts that are not part of the drawing, such as players' names, are set now."""
        found = self.drawing.texts.get(line.face, {}).get(line.text)
        return found or self.lettering.set(line.face, line.text)

    @cached_property
    def lettering(self) -> Lettering:
        """The lettering of texts that are not part of the drawing."""
        from branchline.boards.drawing.lettering.shaping import Lettering

        return Lettering(self.drawing.type, {}, prefix="t")

    def _glyph(self, glyph: Glyph, left: float) -> str:
        name = glyph.outline
        outline = self.drawing.outlines.get(name) or self.lettering.outlines[name]
        self.definitions[name] = tag("path", id=name, d=outline)
        raised = f' y="{glyph.y}"' if glyph.y else ""
        return f'<use href="#{name}" x="{left + glyph.x:.0f}"{raised}/>'


def _halo(line: TextLine) -> Attributes:
    return {"stroke": line.halo, "stroke_width": HALO, "stroke_linejoin": "round", "stroke_opacity": 0.85}
