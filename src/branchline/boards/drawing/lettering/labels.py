"""Set the names of cities: how much room a name takes, and where its lines go in a box."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from branchline.boards.drawing.artwork import TextLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.boards.drawing.artwork import SetText

    Box = tuple[float, float, float, float]
    """Left, top, width and height."""

LINE, LEAST_REACH = 0.98, 0.92
"""The height of a line of a label, and the reach of letters that it has room for, in font sizes."""
BETWEEN = 0.06
"""How much lower the last line of a label is than the others, in font sizes."""
PAD = 0.08
"""The room beside the letters, in font sizes."""


SMALL_FRAME = (348.0, 208.0)
"""The room for a board on the smallest phone, in pixels."""
READABLE = 8.5
"""The height of letters that can be read there, in pixels."""
MOST, MEDIUM = 1.9, 1.4
"""The largest label, and one for screens of medium size, relative to the label of the plain sheet."""


def label_sizes(width: float, height: float, plain: float) -> list[float]:
    """Return the font sizes in which a board has labels, from the plain one to one that is readable on a phone."""
    shrinking = max(width / SMALL_FRAME[0], height / SMALL_FRAME[1])
    readable = min(MOST * plain, READABLE * shrinking)
    return [round(size, 2) for size in (plain, MEDIUM * plain, readable) if plain <= size <= max(plain, readable)]


class Name(NamedTuple):
    """A name broken into lines, which are set in type; `capital` is the height of capital letters in ems."""

    lines: Sequence[str]
    made: Sequence[SetText]
    capital: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in font sizes."""
        return max(made.width for made in self.made), len(self.lines) * self.line_height - BETWEEN

    @property
    def line_height(self) -> float:
        """The height of each line in font sizes; scripts with tall letters need more than Latin ones."""
        reach = max(made.above + made.below for made in self.made)
        return LINE * max(1.0, reach / LEAST_REACH)

    @property
    def rise(self) -> float:
        """Twice the distance from the middle of a line to its baseline, in font sizes."""
        if self.line_height <= LINE:
            return self.capital
        return max(made.above for made in self.made) - max(made.below for made in self.made)

    def set_in(self, box: Box, city_x: float, style: TextLine, *, is_centered: bool = False) -> list[TextLine]:
        """Return the lines inside a box in a style, aligned towards the mark of their city if they lie beside it."""
        left, top, width, height = box
        size, middle = style.size, left + width / 2
        anchor, at = "middle", middle
        if not is_centered and abs(middle - city_x) > 0.5 * width:
            pad = PAD * size
            anchor, at = ("start", left + pad) if middle > city_x else ("end", left + width - pad)
        line = self.line_height * size
        first = top + height / 2 - (len(self.lines) - 1) * line / 2 + self.rise * size / 2
        at = round(at, 1)
        return [
            TextLine(text, at, round(first + row * line, 1), size, style.color, anchor=anchor, halo=style.halo)
            for row, text in enumerate(self.lines)
        ]
