"""Write painted sheets as SVG documents: self-contained, with text as outlines, so that they look alike everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.drawing.paint.markup import Attributes, number, tag
from branchline.boards.drawing.paint.position import LEGEND, PositionPainter
from branchline.boards.drawing.paint.sheets import ground, labels

if TYPE_CHECKING:
    from branchline.boards.drawing.artwork import Drawing
    from branchline.boards.drawing.paint.painter import Sheet
    from branchline.boards.drawing.position import Position


def svg(drawing: Drawing, position: Position | None = None) -> str:
    """Return the board as an SVG document, empty or with a position on it."""
    if position is None:
        return _document(drawing, [ground(drawing), labels(drawing)])
    painter = PositionPainter(drawing, position)
    below = painter.sheet(painter.routes(), painter.ticket_lines())
    above = painter.sheet(painter.ticket_tags(), painter.legend())
    return _document(drawing, [ground(drawing), below, labels(drawing), above], LEGEND if position.players else 0.0)


def ground_svg(drawing: Drawing) -> str:
    """Return the sheet below the pieces as an SVG document of the board's size."""
    return _sheet(drawing, ground(drawing))


def labels_svg(drawing: Drawing, *, large: bool = False) -> str:
    """Return the sheet above the pieces as an SVG document of the board's size."""
    return _sheet(drawing, labels(drawing, large=large))


def _sheet(drawing: Drawing, sheet: Sheet) -> str:
    return _document(drawing, [sheet], width=drawing.geometry.width, height=drawing.geometry.height)


def _document(drawing: Drawing, sheets: list[Sheet], legend: float = 0.0, **size: float) -> str:
    definitions: dict[str, str] = {}
    for sheet in sheets:
        definitions |= sheet.definitions
    body = tag("defs", *definitions.values()) + "".join(sheet.body for sheet in sheets)
    board = drawing.geometry
    box = f"0 0 {number(board.width)} {number(board.height + legend)}"
    root: Attributes = {"viewBox": box, **size, "role": "img", "aria_label": drawing.name}
    return tag("svg", body, xmlns="http://www.w3.org/2000/svg", **root)
