"""Move the ground along with its cities: where the layout moves a city, the land around it follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Points
    from branchline.boards.drawing.ground.projection import Projection

REACH = 70.0
"""How far around a city the land follows it, in board units."""
CHUNK = 20000
"""Points that are moved at once, to bound the memory."""


@dataclass(frozen=True)
class Ground:
    """From degrees to the board as it is drawn, with the moves of the layout."""

    projection: Projection
    homes: Points
    moves: Points

    def __call__(self, latlon: Points) -> Points:
        """Return where these latitudes and longitudes are drawn."""
        return self.warp(self.projection(np.asarray(latlon, dtype=float)))

    def warp(self, points: Points) -> Points:
        """Return board positions moved along with the cities around them."""
        moved = np.empty_like(points)
        for start in range(0, len(points), CHUNK):
            part = points[start : start + CHUNK]
            near = ((part[:, None] - self.homes[None]) ** 2).sum(axis=2) / REACH**2
            # Far from all cities the weights vanish against the one, and the land stays where it is.
            weight = 1 / (near + 0.03) ** 2
            total = weight.sum(axis=1, keepdims=True) + 1.0
            # Not `@`: a matrix product may round equal rows differently, and a ring must end where it starts.
            moved[start : start + CHUNK] = part + np.einsum("pc,cd->pd", weight, self.moves) / total
        return moved
