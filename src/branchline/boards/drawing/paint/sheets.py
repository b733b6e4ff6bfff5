"""The two sheets of an empty board: the ground with its unclaimed routes, and the cities that lie above the pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.drawing.artwork import TextLine
from branchline.boards.drawing.colors import mixed, readable_on
from branchline.boards.drawing.paint.markup import Attributes, number, tag
from branchline.boards.drawing.paint.painter import HALO, WIDE_HALO, Painter

if TYPE_CHECKING:
    from branchline.boards.drawing.artwork import Drawing, Label
    from branchline.boards.drawing.geometry import CityMark, RouteMark
    from branchline.boards.drawing.paint.painter import Sheet

LEGIBLE = 0.72
"""The part of a sheet's font size from which a label can be read on the screens that the sheet is meant for."""


def ground(drawing: Drawing) -> Sheet:
    """Paint what lies below the pieces: land and water, routes, map furniture and frame."""
    painter = Painter(drawing)
    below = "".join(map(painter.layer, drawing.below))
    above = "".join(map(painter.layer, drawing.above))
    return painter.sheet(below, _routes(painter), above)


def labels(drawing: Drawing, size: int = 0) -> Sheet:
    """Paint what lies above the pieces: the cities' marks and names, in one of the sizes of `Geometry.label_sizes`.

    The boxes of labels that had no room to be legible are there for the page, which enlarges those that matter.
    """
    painter = Painter(drawing, WIDE_HALO if size else HALO)
    cities = zip(drawing.geometry.cities, _labels(drawing, size), strict=True)
    legible = LEGIBLE * drawing.geometry.label_sizes[size]
    return painter.sheet(*(_city(painter, city, label, legible) for city, label in cities))


def _labels(drawing: Drawing, size: int) -> list[Label]:
    if not size:
        return drawing.labels
    # Only larger labels need NumPy.
    from branchline.boards.drawing.paint.larger_labels import larger_labels

    return larger_labels(drawing, drawing.geometry.label_sizes[size])


# ---- routes ------------------------------------------------------------------------------------
def _routes(painter: Painter) -> str:
    """Paint the lines of all routes, then their spaces."""
    board = painter.board
    lines = [tag("path", d=route.path, stroke_dasharray="3 3" if route.rules else None) for route in board.routes]
    spaces = [_route(painter, index, route) for index, route in enumerate(board.routes)]
    color = mixed(board.colors.land, board.colors.ink, 0.6)
    return tag("g", *lines, fill="none", stroke=color, stroke_width=1.5) + tag("g", *spaces, class_="routes")


def _route(painter: Painter, index: int, route: RouteMark) -> str:
    spaces = signs = ""
    for place, (x, y, turn) in enumerate(route.spaces):
        spaces += painter.use(f"space-{route.color}", x, y, turn, route.stretch)
        spaces += "".join(painter.use(f"rule-{rule}", x, y, turn, route.stretch) for rule in route.rules)
        sign = f"sign-{'wild' if place in route.wilds else route.color}"
        signs += painter.use(sign, x, y) if sign in painter.board.symbols else ""
    return tag("g", spaces + signs, data_route=str(index))


# ---- cities ------------------------------------------------------------------------------------
def _city(painter: Painter, city: CityMark, label: Label, legible: float) -> str:
    plate = _plate(painter, label) if label.plate else ""
    plate += _leader(painter, label)
    small = " ".join(map(number, label.box)) if label.lines[0].size < legible else None
    return tag(
        "g", _mark(painter, city) + plate + "".join(map(painter.text, label.lines)), class_="city", data_small=small
    )


def _leader(painter: Painter, label: Label) -> str:
    """Paint the line that joins a distant label to its city."""
    if label.leader is None:
        return ""
    x, y, to_x, to_y = label.leader
    line: Attributes = {"d": f"M{x:g} {y:g}L{to_x:g} {to_y:g}", "stroke_linecap": "round"}
    colors = painter.board.colors
    return tag("path", stroke=colors.paper, stroke_width=3, **line) + tag(
        "path", stroke=colors.ink, stroke_width=1.1, **line
    )


def _plate(painter: Painter, label: Label) -> str:
    """Paint the plate that names a place beyond the edge of the board."""
    x, y, width, height = label.box
    colors = painter.board.colors
    ground = tag("rect", x=x - 5, y=y - 3, width=width + 10, height=height + 6, rx=3, fill=colors.ink)
    inner: Attributes = {"x": x - 3, "y": y - 1, "width": width + 6, "height": height + 2}
    return ground + tag("rect", rx=2, fill="none", stroke=colors.paper, **inner)


def _mark(painter: Painter, city: CityMark) -> str:
    colors, radius = painter.board.colors, city.radius
    edge: Attributes = {"stroke": colors.ink, "stroke_width": 1.6}
    if city.district:
        disc = tag("circle", cx=city.x, cy=city.y, r=radius, fill=city.tint, **edge)
        size = round(1.35 * radius, 1)
        district = TextLine(city.district, city.x, city.y + 0.34 * size, size, readable_on(city.tint))
        return disc + painter.text(district)
    ring = tag("circle", cx=city.x, cy=city.y, r=radius - 0.8, fill=colors.paper, **edge)
    return ring + tag("circle", cx=city.x, cy=city.y, r=0.52 * radius, fill=colors.accent)
