"""What the ends of played-out games show: who owns a route, which tickets are completed, and what the score is made of.

Reviews and puzzles count in the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.engine.rules import scoring

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.bots.search.comparison import Array, Outcomes

ITEMS = {
    "routes": scoring.ROUTES,
    "longest path": scoring.LONGEST_PATH,
    "districts": scoring.DISTRICTS,
    "flags": scoring.FLAGS,
    "technologies": scoring.TECHNOLOGIES,
}
"""The items of a score that a reason may name, and the column of each; tickets are named one by one."""


class Endings:
    """How games ended after each of some moves of a seat, in the same worlds."""

    def __init__(self, board: Board, outcomes: Outcomes, seat: int) -> None:
        self.board, self.outcomes, self.seat = board, outcomes, seat

    def item(self, move: int, column: int) -> float:
        """Return the seat's mean points of an item."""
        return float(self.outcomes.table[move, :, self.seat, column].mean())

    def owned(self, move: int, seat: int, route: int) -> float:
        """Return how often a seat owns a route."""
        return float(self._owns(move, route)[:, seat].mean())

    def lost(self, move: int, route: int) -> float:
        """Return how often another seat owns a route."""
        owns = self._owns(move, route)
        owns[:, self.seat] = False
        return float(owns.any(axis=1).mean())

    def completed(self, move: int, ticket: int, most: int | None = None) -> float:
        """Return how often the seat holds a ticket and has completed it, in the first `most` worlds."""
        networks = self.outcomes.routes[move, :most, self.seat]
        held = self.outcomes.held[move, :most, self.seat] >> np.uint64(ticket) & np.uint64(1) != 0
        made = [self.board.completed(_routes(network), ticket) for network in networks[held]]
        return sum(made) / len(networks)

    def rival(self, move: int) -> float:
        """Return the mean final score of the strongest other seat."""
        return float(np.delete(self.outcomes.scores[move], self.seat, axis=1).max(axis=1).mean())

    def turns(self, move: int) -> float:
        """Return the mean number of turns."""
        return float(self.outcomes.turns[move].mean())

    def _owns(self, move: int, route: int) -> Array:
        """Return for each world and seat whether it owns a route."""
        words = self.outcomes.routes[move, :, :, route >> 6]
        owns: Array = words >> np.uint64(route & 63) & np.uint64(1) != 0
        return owns


def _routes(words: Array) -> list[int]:
    """Return the routes of two words of bits."""
    mask = int(words[0]) | int(words[1]) << 64
    return [route for route in range(mask.bit_length()) if mask >> route & 1]
