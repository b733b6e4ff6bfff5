"""Write painted sheets as SVG documents: self-contained, with text as outlines, so that they look alike everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.drawing.paint.markup import Attributes, number, tag
from branchline.boards.drawing.paint.position import LEGEND, PositionPainter
from branchline.boards.drawing.paint.score_track import MARGIN, score_track
from branchline.boards.drawing.paint.sheets import ground, labels
from branchline.boards.drawing.position import Position

if TYPE_CHECKING:
    from branchline.boards.drawing.artwork import Drawing
    from branchline.boards.drawing.paint.painter import Sheet


def svg(drawing: Drawing, position: Position | None = None, *, has_score_track: bool = False) -> str:
    """Return the board as an SVG document, empty or with a position on it, with a score track around it if asked."""
    margin = MARGIN if has_score_track else 0.0
    # One painter for all that is added: each names the letters that are not part of the drawing.
    painter = PositionPainter(drawing, position or Position())
    tracks = [score_track(painter, painter.position.players)] if has_score_track else []
    if position is None:
        return _document(drawing, [ground(drawing), labels(drawing), *tracks], margin=margin)
    below = painter.sheet(painter.routes(), painter.ticket_lines())
    above = painter.sheet(painter.ticket_tags(), painter.legend(margin))
    legend = LEGEND if position.players else 0.0
    return _document(drawing, [ground(drawing), below, labels(drawing), above, *tracks], legend, margin)


def ground_svg(drawing: Drawing) -> str:
    """Return the sheet below the pieces as an SVG document of the board's size."""
    return _sheet(drawing, ground(drawing))


def labels_svg(drawing: Drawing, size: int = 0) -> str:
    """Return the sheet above the pieces as an SVG document of the board's size."""
    return _sheet(drawing, labels(drawing, size))


def _sheet(drawing: Drawing, sheet: Sheet) -> str:
    return _document(drawing, [sheet], width=drawing.geometry.width, height=drawing.geometry.height)


def _document(drawing: Drawing, sheets: list[Sheet], legend: float = 0.0, margin: float = 0.0, **size: float) -> str:
    definitions: dict[str, str] = {}
    for sheet in sheets:
        definitions |= sheet.definitions
    body = tag("defs", *definitions.values()) + "".join(sheet.body for sheet in sheets)
    board = drawing.geometry
    sides = (-margin, -margin, board.width + 2 * margin, board.height + 2 * margin + legend)
    box = " ".join(map(number, sides))
    root: Attributes = {"viewBox": box, **size, "role": "img", "aria_label": drawing.name}
    return tag("svg", body, xmlns="http://www.w3.org/2000/svg", **root)
