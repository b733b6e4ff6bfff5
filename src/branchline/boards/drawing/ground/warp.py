"""Geography follows its places: where the layout nudges a place, the land around it goes along."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Points
    from branchline.boards.drawing.ground.projection import Projection

REACH = 70.0
"""How far around a place the land follows it, in board units."""


@dataclass(frozen=True)
class Ground:
    """From degrees to the board as it is drawn, nudges included."""

    projection: Projection
    homes: Points
    moves: Points

    def __call__(self, latlon: Points) -> Points:
        """Where these latitudes and longitudes are drawn."""
        return self.warped(self.projection(np.asarray(latlon, dtype=float)))

    def warped(self, points: Points) -> Points:
        """Board positions, moved along with the places around them."""
        moved = np.empty_like(points)
        for start in range(0, len(points), 20000):
            part = points[start : start + 20000]
            near = ((part[:, None] - self.homes[None]) ** 2).sum(axis=2) / REACH**2
            # Far from all places the weights fade against the one, and the land stays where it is.
            weight = 1 / (near + 0.03) ** 2
            total = weight.sum(axis=1, keepdims=True) + 1.0
            moved[start : start + 20000] = part + weight @ self.moves / total
        return moved
