"""A sheet of one board in several themes."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from branchline.boards.drawing.artwork import TextLine
from branchline.boards.drawing.paint.markup import move, number, tag
from branchline.boards.drawing.paint.painter import Painter

if TYPE_CHECKING:
    from branchline.boards.drawing.artwork import Drawing

GAP, CAPTION = 36.0, 64.0
"""Room between two boards and for the name above each, in board units."""
COLUMNS = 3


def sheet(boards: dict[str, tuple[Drawing, bytes]]) -> str:
    """Return boards and their pictures (PNG) as one SVG document; pictures, since the ids of two boards would clash."""
    first = next(drawing for drawing, _ in boards.values())
    width, height = first.geometry.width, first.geometry.height
    # The captions are all in the type of the first board, for the same reason.
    painter = Painter(first)
    parts = []
    for index, (name, (_, picture)) in enumerate(boards.items()):
        row, column = divmod(index, COLUMNS)
        x, y = GAP + column * (width + GAP), CAPTION + row * (height + CAPTION)
        source = "data:image/png;base64," + b64encode(picture).decode()
        parts.append(painter.text(TextLine(name, x + width / 2, y - 16, 40, "#1b1a26")))
        parts.append(tag("image", href=source, width=width, height=height, transform=move(x, y)))
    rows = -(-len(boards) // COLUMNS)
    whole = GAP + COLUMNS * (width + GAP), GAP + rows * (height + CAPTION)
    paper = tag("rect", width=whole[0], height=whole[1], fill="#ffffff")
    definitions = tag("defs", *painter.definitions.values())
    box = f"0 0 {number(whole[0])} {number(whole[1])}"
    return tag("svg", definitions, paper, *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img")
