"""Larger labels for small screens: each as large as there is room for, above routes where necessary."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from branchline.boards.drawing.artwork import Label

if TYPE_CHECKING:
    from branchline.boards.drawing.artwork import Drawing
    from branchline.boards.drawing.geometry import CityMark

SCALES = (1.9, 1.75, 1.6, 1.45, 1.3, 1.15)
"""The sizes to try, the largest first, relative to the label of the plain sheet."""
MARGIN = 17.0
"""The distance that labels keep from the edge of the board."""


class Box(NamedTuple):
    """A rectangle by its center and half its size."""

    x: float
    y: float
    w: float
    h: float

    def meets(self, other: Box) -> bool:
        """Return whether two rectangles overlap."""
        return abs(self.x - other.x) < self.w + other.w and abs(self.y - other.y) < self.h + other.h


def large_labels(drawing: Drawing) -> list[Label]:
    """Return the labels of a drawing in the order of its cities, each in the largest size that has room.

    A label never covers another label or the mark of another city; of several places it takes the one that covers the
    fewest spaces.
    """
    found = list(drawing.labels)
    boxes = [_box(label) for label in found]
    order = sorted(range(len(found)), key=lambda city: _neighbors(boxes, city), reverse=True)
    for city in order:
        placed = _enlarged(drawing, boxes, city)
        if placed is not None:
            box, scale = placed
            found[city], boxes[city] = _moved(found[city], boxes[city], box, scale), box
    return found


def _box(label: Label) -> Box:
    left, top, width, height = label.box
    return Box(left + width / 2, top + height / 2, width / 2, height / 2)


def _neighbors(boxes: list[Box], city: int) -> int:
    """Return how many labels are near: the most crowded label is enlarged first."""
    x, y, w, h = boxes[city]
    area = Box(x, y, 2.5 * w, 4 * h)
    return sum(area.meets(other) for other in boxes)


def _enlarged(drawing: Drawing, boxes: list[Box], city: int) -> tuple[Box, float] | None:
    """Return the best place for the largest label of a city, or `None` if no larger one has room."""
    board = drawing.geometry
    others = [box for index, box in enumerate(boxes) if index != city]
    marks = [Box(mark.x, mark.y, mark.radius, mark.radius) for index, mark in enumerate(board.cities) if index != city]
    spaces = [space for route in board.routes for space in route.spaces]
    for scale in SCALES:
        free = [
            place
            for place in _places(board.cities[city], boxes[city], scale)
            if place.x - place.w > MARGIN
            and place.x + place.w < board.width - MARGIN
            and place.y - place.h > MARGIN
            and place.y + place.h < board.height - MARGIN
            and not any(place.meets(other) for other in others)
            and not any(place.meets(mark) for mark in marks)
        ]
        if free:
            return min(free, key=lambda place: _covered(place, spaces, board.space[1])), scale
    return None


def _places(mark: CityMark, box: Box, scale: float) -> list[Box]:
    """Return where a label can be: as on the plain sheet, beside its city, above and below it."""
    w, h, gap = box.w * scale, box.h * scale, 1.25 * mark.radius
    along, down = box.x - mark.x, box.y - mark.y
    same = Box(mark.x + along + _side(along) * (w - box.w), mark.y + down + _side(down) * (h - box.h), w, h)
    beside = [
        Box(mark.x + side * (gap + w), mark.y + slide * h, w, h)
        for side in (1, -1)
        for slide in (0.0, -0.6, 0.6, -1, 1)
    ]
    over = [
        Box(mark.x + slide * w, mark.y + side * (gap + h), w, h)
        for side in (-1, 1)
        for slide in (0.0, -0.45, 0.45, -0.8, 0.8)
    ]
    return [same, *beside, *over]


def _side(offset: float) -> float:
    return (offset > 1) - (offset < -1)


def _covered(place: Box, spaces: list[tuple[float, float, float]], reach: float) -> int:
    return sum(abs(x - place.x) < place.w + reach and abs(y - place.y) < place.h + reach for x, y, _ in spaces)


def _moved(label: Label, before: Box, box: Box, scale: float) -> Label:
    """Return a label scaled into another box, each line centered in it."""
    lines = [
        replace(
            line,
            x=round(box.x, 1),
            y=round(box.y + (line.y - before.y) * scale, 1),
            size=round(line.size * scale, 2),
            anchor="middle",
        )
        for line in label.lines
    ]
    left, top = round(box.x - box.w, 1), round(box.y - box.h, 1)
    return Label((left, top, round(2 * box.w, 1), round(2 * box.h, 1)), lines, label.plate)
