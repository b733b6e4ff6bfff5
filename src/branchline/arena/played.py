"""Finished games of a match, column by column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.arena.statistics import win_shares
from branchline.engine.rules import scoring

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.engine.kernel.layout import Records

    Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class PlayedGames:
    """Games with the same bots, one record each; the columns are those of `MATCH_GAME`."""

    records: Records
    players: int

    @classmethod
    def joined(cls, parts: Iterable[PlayedGames], players: int) -> PlayedGames:
        """Return all games of several parts."""
        return cls(np.concatenate([part.records for part in parts]), players)

    def __len__(self) -> int:
        return len(self.records)

    def column(self, name: str) -> Array:
        """Return a column with one entry per game."""
        column: Array = self.records[name]
        return column

    def by_seat(self, name: str) -> Array:
        """Return a column with one entry per game and seat."""
        return self.column(name)[:, : self.players]

    def scores(self, column: int = scoring.TOTAL) -> Array:
        """Return a column of the final scoring, by game and seat."""
        scores: Array = self.by_seat("scores")[:, :, column]
        return scores

    @property
    def shares(self) -> Array:
        """Each seat's share of the win, by game and seat."""
        return win_shares(self.scores(scoring.RANK))

    def seats_of(self, bot: int) -> Array:
        """Return where a bot sat, by game and seat, as booleans."""
        return np.asarray(self.by_seat("seating") == bot)
