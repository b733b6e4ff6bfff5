"""The sizes of everything on a board, all derived from the length of a space."""

from __future__ import annotations

from typing import NamedTuple

LARGE = 50.0
"""The length of a space from which it grows little in width."""
LONGEST = 140.0
"""The length beyond which a space looks like a plank."""


class Sizes(NamedTuple):
    """The sizes that go with a shortest space of length `unit`, in board units."""

    unit: float

    @property
    def _damped_unit(self) -> float:
        """The unit, which grows more slowly once spaces are large: they grow in length, and little in width."""
        return min(self.unit, LARGE + 0.55 * max(0.0, self.unit - LARGE))

    @property
    def longest(self) -> float:
        """The longest space; `unit` is the shortest."""
        return min(1.6 * self.unit, max(LONGEST, self.unit))

    @property
    def width(self) -> float:
        """The width of a space."""
        return 0.36 * self._damped_unit

    @property
    def gap(self) -> float:
        """The smallest gap between two spaces of a route."""
        return 0.11 * self._damped_unit

    @property
    def lane(self) -> float:
        """The distance between the center lines of two parallel routes."""
        return self.width + 0.075 * self._damped_unit

    @property
    def clearance(self) -> float:
        """The smallest distance between any two things that do not belong together."""
        return 0.05 * self._damped_unit

    @property
    def track_clearance(self) -> float:
        """The smallest distance between spaces of tracks that neither meet nor cross: more than between two lanes."""
        return 0.5 * self.width

    @property
    def city_clearance(self) -> float:
        """The smallest distance between the mark of a city and the spaces of a track that does not stop there."""
        return 0.8 * self.width

    @property
    def radius(self) -> float:
        """The radius of a city's mark."""
        return min(0.25 * self._damped_unit, 15.0)

    @property
    def font(self) -> float:
        """The font size of labels."""
        return min(0.48 * self._damped_unit, 27.0)

    def box(self, width: float, height: float) -> tuple[float, float]:
        """Return half the width and height of a label whose lines take this room in font sizes."""
        return (width + 0.16) * self.font / 2, height * self.font / 2
