"""The results of a match, added up: wins with their intervals, scores and their parts, time."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.bots.kernel_games import CHOICES, THINKING, TICKS, TURNS
from branchline.engine.rules import scoring as s

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.arena.match import Batch, Match

    Array = np.ndarray[Any, Any]

PARTS = {
    "routes": s.ROUTES,
    "tickets made": s.TICKETS_MADE,
    "tickets missed": s.TICKETS_MISSED,
    "longest path": s.LONGEST_PATH,
    "districts": s.DISTRICTS,
    "flags": s.FLAGS,
    "technologies": s.TECHNOLOGIES,
}
"""The parts of a score, and the column of each."""
Z = 1.959964
"""The normal deviate of a 95 % interval."""


class BotSummary(msgspec.Struct, frozen=True):
    """How one bot of a match did, over all seats."""

    bot: str
    games: int
    wins: float
    win_rate: float
    interval: tuple[float, float]
    score: float
    score_interval: tuple[float, float]
    parts: dict[str, float]
    tickets_made: float
    tickets_missed: float
    by_seat: list[float]


class Summary(msgspec.Struct, frozen=True):
    """A match in numbers; the same for the same seed, however it was run."""

    map: str
    players: int
    options: tuple[str, ...]
    seed: int
    games: int
    turns: float
    bots: list[BotSummary]
    seats: list[float]


class Timing(msgspec.Struct, frozen=True):
    """What depends on the machine: rates and the time of a decision."""

    seconds: float
    games_per_second: float
    decision_microseconds: list[float]


@dataclass
class Results:
    """The games of a match so far."""

    match: Match
    batches: dict[int, Batch] = field(default_factory=dict)
    interrupted: bool = False
    problem: str = ""
    seconds: float = 0.0

    def add(self, batch: Batch) -> None:
        """Take in a batch; one that is there already is not counted twice."""
        self.batches.setdefault(batch.number, batch)

    def rows(self, name: str) -> Array:
        """Return one of a batch's arrays for all games, in the order of the games."""
        ordered = [getattr(self.batches[number], name) for number in sorted(self.batches)]
        return np.concatenate(ordered)

    @property
    def games(self) -> int:
        """How many games are done."""
        return sum(len(batch.games) for batch in self.batches.values())

    @property
    def mishaps(self) -> list[str]:
        """What went wrong with bots that were replaced for a move."""
        return [mishap for number in sorted(self.batches) for mishap in self.batches[number].mishaps]

    @property
    def shares(self) -> Array:
        """Each seat's share of the win of each game: a shared win is split."""
        won = self.rows("tables")[:, : self.match.players, s.RANK] == 1
        return np.asarray(won / won.sum(axis=1, keepdims=True))

    def summary(self) -> Summary:
        """Add everything up."""
        match = self.match
        shares = self.shares
        return Summary(
            map=match.map,
            players=match.players,
            options=match.options,
            seed=match.seed,
            games=self.games,
            turns=float(self.rows("tallies")[:, TURNS].mean()),
            bots=[self._bot(index, shares) for index in range(match.players)],
            seats=[float(share) for share in shares.mean(axis=0)],
        )

    def _bot(self, index: int, shares: Array) -> BotSummary:
        players = self.match.players
        sat = self.rows("who") == index
        table = self.rows("tables")[:, :players][sat]
        won = shares[sat]
        totals = table[:, s.TOTAL]
        return BotSummary(
            bot=self.match.bots[index],
            games=len(won),
            wins=float(won.sum()),
            win_rate=float(won.mean()),
            interval=wilson(float(won.sum()), len(won)),
            score=float(totals.mean()),
            score_interval=mean_interval(totals),
            parts={name: float(table[:, column].mean()) for name, column in PARTS.items()},
            tickets_made=float(table[:, s.MADE].mean()),
            tickets_missed=float(table[:, s.MISSED].mean()),
            by_seat=[_mean(shares[:, seat][sat[:, seat]]) for seat in range(players)],
        )

    def timing(self) -> Timing:
        """Work out the rate, and how long each bot thinks about a decision."""
        rate = self.games / self.seconds if self.seconds else 0.0
        return Timing(self.seconds, rate, [self._thinking(index) for index in range(self.match.players)])

    def _thinking(self, index: int) -> float:
        seconds, choices = 0.0, 0
        players = self.match.players
        for batch in self.batches.values():
            sat = batch.who == index
            ticks = batch.tallies[:, THINKING : THINKING + players][sat].sum()
            choices += int(batch.tallies[:, CHOICES : CHOICES + players][sat].sum())
            seconds += batch.seconds * float(ticks) / max(1.0, float(batch.tallies[:, TICKS].sum()))
        return 1e6 * seconds / max(1, choices)


def _mean(values: Array) -> float:
    return float(values.mean()) if len(values) else 0.0


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate (Wilson's), which stays within 0 and 1.

    >>> tuple(round(end, 3) for end in wilson(90, 100))
    (0.826, 0.945)
    """
    if games == 0:
        return 0.0, 1.0
    rate, z2 = wins / games, Z * Z
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = Z * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Sequence[float] | Array) -> tuple[float, float]:
    """Return the 95 % interval of a mean."""
    array = np.asarray(values, dtype=np.float64)
    half = Z * float(array.std(ddof=1)) / math.sqrt(len(array)) if len(array) > 1 else 0.0
    return float(array.mean()) - half, float(array.mean()) + half
