"""Larger labels for small screens: large enough to be read there, and above routes only where necessary."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from branchline.boards.drawing.artwork import Label

if TYPE_CHECKING:
    from branchline.boards.drawing.artwork import Drawing, SetText, TextLine
    from branchline.boards.drawing.geometry import CityMark, Geometry

SMALL_FRAME = (348.0, 208.0)
"""The room for a board on the smallest phone, in pixels."""
READABLE = 8.5
"""The height of letters that can be read there, in pixels."""
MOST, MEDIUM = 1.9, 1.4
"""The largest label, and one for screens of medium size, relative to the label of the plain sheet."""
PARTS = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6)
"""The sizes to try, relative to the readable one."""
SMALLNESS = 12.0
"""How many covered spaces weigh as much as the whole size of a label."""
CAPITAL = 0.72
"""The height of capital letters, in font sizes."""
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


def label_sizes(width: float, height: float, plain: float) -> list[float]:
    """Return the font sizes in which a board has labels, from the plain one to one that is readable on a phone."""
    shrinking = max(width / SMALL_FRAME[0], height / SMALL_FRAME[1])
    readable = min(MOST * plain, READABLE * shrinking)
    return [round(size, 2) for size in (plain, MEDIUM * plain, readable) if plain <= size <= max(plain, readable)]


def larger_labels(drawing: Drawing, scale: float) -> list[Label]:
    """Return the labels of a drawing in the order of its cities, larger by `scale` where there is room.

    A label covers neither another label, nor the mark of another city, nor the legend; of several places and sizes it
    takes the one that covers few spaces, and little of the names of seas and rivers, and is still large.
    """
    found = list(drawing.labels)
    boxes = [_box(label.box) for label in found]
    furniture = [_box(box) for box in drawing.furniture]
    reach = drawing.geometry.space[1]
    below = [Box(x, y, reach, reach) for route in drawing.geometry.routes for x, y, _ in route.spaces]
    below += _names(drawing)
    order = sorted(range(len(found)), key=lambda city: _neighbors(boxes, city), reverse=True)
    for city in order:
        placed = _enlarged(drawing.geometry, boxes, furniture, below, city, scale)
        if placed is not None:
            box, larger = placed
            found[city], boxes[city] = _moved(found[city], boxes[city], box, larger), box
    return found


def _box(box: tuple[float, float, float, float]) -> Box:
    left, top, width, height = box
    return Box(left + width / 2, top + height / 2, width / 2, height / 2)


def _neighbors(boxes: list[Box], city: int) -> int:
    """Return how many labels are near: the most crowded label is enlarged first."""
    x, y, w, h = boxes[city]
    area = Box(x, y, 2.5 * w, 4 * h)
    return sum(area.meets(other) for other in boxes)


def _names(drawing: Drawing) -> list[Box]:
    """Return the names on the ground as rows of boxes, each about as large as a letter."""
    return [
        piece
        for layer in drawing.below
        if layer.name == "names"
        for line in layer.lines
        for piece in _letters(line, drawing.texts[line.face][line.text])
    ]


def _letters(line: TextLine, made: SetText) -> list[Box]:
    """Return boxes along a line of text whose anchor is its middle."""
    half = line.size / 2
    if line.path:
        return [Box(x, y, half, half) for x, y in line.path]
    width = (made.width + line.spacing * max(0, made.letters - 1)) * line.size
    count = max(1, round(width / line.size))
    cosine, sine = cos(radians(line.turn)), sin(radians(line.turn))
    x, y = line.x + CAPITAL * half * sine, line.y - CAPITAL * half * cosine
    steps = [((number + 0.5) / count - 0.5) * width for number in range(count)]
    return [Box(x + step * cosine, y + step * sine, half, half) for step in steps]


def _enlarged(
    board: Geometry, boxes: list[Box], furniture: list[Box], below: list[Box], city: int, wanted: float
) -> tuple[Box, float] | None:
    """Return the best place and size of a city's label, or `None` if no larger one has room."""
    mark, before = board.cities[city], boxes[city]
    window = _window(mark, _places(mark, before, wanted))
    marks = [Box(other.x, other.y, other.radius, other.radius) for other in board.cities]
    others = [*boxes[:city], *boxes[city + 1 :], *marks[:city], *marks[city + 1 :], *furniture]
    others = [other for other in others if other.meets(window)]
    covered = [thing for thing in below if thing.meets(window)]
    best: tuple[float, Box, float] | None = None
    for scale in (wanted * part for part in PARTS if wanted * part >= 1):
        loss = SMALLNESS * (1 - scale / wanted)
        if best is not None and best[0] <= loss:
            break
        for place in _places(mark, before, scale):
            if _is_inside(place, board) and not any(place.meets(other) for other in others):
                cost = sum(place.meets(thing) for thing in covered) + loss
                if best is None or cost < best[0]:
                    best = cost, place, scale
    return None if best is None else best[1:]


def _window(mark: CityMark, places: list[Box]) -> Box:
    """Return a box around a city that contains all places of its label."""
    across = max(abs(place.x - mark.x) + place.w for place in places)
    down = max(abs(place.y - mark.y) + place.h for place in places)
    return Box(mark.x, mark.y, across, down)


def _is_inside(place: Box, board: Geometry) -> bool:
    return (
        MARGIN + place.w < place.x < board.width - MARGIN - place.w
        and MARGIN + place.h < place.y < board.height - MARGIN - place.h
    )


def _places(mark: CityMark, box: Box, scale: float) -> list[Box]:
    """Return where a label can be: as on the plain sheet, beside its city, above and below it."""
    w, h, gap = box.w * scale, box.h * scale, 1.25 * mark.radius
    along, down = box.x - mark.x, box.y - mark.y
    same = Box(mark.x + along + _side(along) * (w - box.w), mark.y + down + _side(down) * (h - box.h), w, h)
    beside = [
        Box(mark.x + side * (gap + w), mark.y + slide * h, w, h)
        for side in (1, -1)
        for slide in (0.0, -0.3, 0.3, -0.6, 0.6, -0.9, 0.9, -1.2, 1.2)
    ]
    over = [
        Box(mark.x + slide * w, mark.y + side * (gap + h), w, h)
        for side in (-1, 1)
        for slide in (0.0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1, 1)
    ]
    return [same, *beside, *over]


def _side(offset: float) -> float:
    return (offset > 1) - (offset < -1)


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
