"""The sizes of everything on a board, all derived from the length of a space."""

from __future__ import annotations

from typing import NamedTuple


class Sizes(NamedTuple):
    """The sizes that go with spaces of length `unit`, in board units."""

    unit: float

    @property
    def width(self) -> float:
        """The width of a space."""
        return 0.36 * self.unit

    @property
    def gap(self) -> float:
        """The smallest gap between two spaces of a route."""
        return 0.11 * self.unit

    @property
    def widest_gap(self) -> float:
        """The largest gap between two spaces of a route; a longer route has more room at its ends instead."""
        return 0.32 * self.unit

    @property
    def lane(self) -> float:
        """The distance between the center lines of two parallel routes."""
        return self.width + 0.075 * self.unit

    @property
    def clear(self) -> float:
        """The smallest distance between any two things that do not belong together."""
        return 0.05 * self.unit

    @property
    def radius(self) -> float:
        """The radius of a city's mark."""
        return min(0.25 * self.unit, 12.5)

    @property
    def font(self) -> float:
        """The font size of labels."""
        return min(0.48 * self.unit, 22.0)

    @property
    def line(self) -> float:
        """The line height of labels."""
        return 0.98 * self.font

    def box(self, width: float, lines: int) -> tuple[float, float]:
        """Return half the width and height of a label whose longest line is `width` font sizes wide."""
        return (width * self.font + 0.16 * self.font) / 2, (lines * self.line - 0.06 * self.font) / 2
