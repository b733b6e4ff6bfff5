"""Every size on a board follows from one unit, the length of a space."""

from __future__ import annotations

from typing import NamedTuple


class Sizes(NamedTuple):
    """The sizes that go with a space of length `unit`."""

    unit: float

    @property
    def width(self) -> float:
        """Across a space."""
        return 0.36 * self.unit

    @property
    def gap(self) -> float:
        """Between two spaces of a track, at least."""
        return 0.11 * self.unit

    @property
    def widest_gap(self) -> float:
        """Between two spaces of a track, at most; a longer way shows more rail at its ends."""
        return 0.32 * self.unit

    @property
    def lane(self) -> float:
        """Between the middles of two tracks side by side."""
        return self.width + 0.075 * self.unit

    @property
    def clear(self) -> float:
        """Between any two things that do not belong together, at least."""
        return 0.05 * self.unit

    @property
    def radius(self) -> float:
        """Of a place's mark."""
        return min(0.25 * self.unit, 12.5)

    @property
    def font(self) -> float:
        """The type size of labels."""
        return min(0.48 * self.unit, 22.0)

    @property
    def line(self) -> float:
        """From one line of a label to the next."""
        return 0.98 * self.font

    def box(self, width: float, lines: int) -> tuple[float, float]:
        """Half the width and height of a label whose longest line is `width` type sizes wide."""
        return (width * self.font + 0.16 * self.font) / 2, (lines * self.line - 0.06 * self.font) / 2
