"""The results of a match: wins with their intervals, scores and their parts, time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from branchline.arena import rows
from branchline.arena.played import PlayedGames
from branchline.arena.statistics import mean_interval, wilson_interval
from branchline.engine.rules import scoring

if TYPE_CHECKING:
    import numpy as np

    from branchline.arena.jobs import Batch
    from branchline.arena.match import Match
    from branchline.arena.rows import Rows

    Array = np.ndarray[Any, Any]

PARTS = {
    "routes": scoring.ROUTES,
    "tickets made": scoring.TICKETS_MADE,
    "tickets missed": scoring.TICKETS_MISSED,
    "longest path": scoring.LONGEST_PATH,
    "districts": scoring.DISTRICTS,
    "flags": scoring.FLAGS,
    "technologies": scoring.TECHNOLOGIES,
}
"""The parts of a score, and the column of each."""


class BotSummary(msgspec.Struct, frozen=True):
    """The results of one bot of a match, over all seats."""

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
    """A match in numbers, the same for the same seed wherever it was played."""

    map: str
    players: int
    options: tuple[str, ...]
    seed: int
    games: int
    turns: float
    bots: list[BotSummary]
    seats: list[float]


class Timing(msgspec.Struct, frozen=True):
    """What depends on the machine: the rate, and the time of a decision."""

    seconds: float
    games_per_second: float
    decision_microseconds: list[float]


@dataclass(repr=False)
class Results:
    """The games of a match that are finished.

    `summary()` has the win rates with their intervals, `timing()` what depends on the machine. Rows for data frames:
    `seat_rows()`, `game_rows()` and `turn_rows()`; `to_polars()` and `to_pandas()` are those of the seats.

    >>> from branchline import simulate
    >>> results = simulate("mini", ["greedy", "random"], games=100, seed=7)
    >>> results
    <Results: 100 games on mini, seed 7: greedy 88.5%, random 11.5%>
    >>> next(iter(results.seat_rows()))["bot"]
    'greedy'
    """

    match: Match
    batches: dict[int, Batch] = field(default_factory=dict)
    interrupted: bool = False
    problem: str = ""
    seconds: float = 0.0

    def add(self, batch: Batch) -> None:
        """Add a batch; one that was added before is not counted twice."""
        self.batches.setdefault(batch.number, batch)

    @property
    def in_order(self) -> list[Batch]:
        """The batches in the order of their games."""
        return [self.batches[number] for number in sorted(self.batches)]

    @property
    def played(self) -> PlayedGames:
        """All games, in order."""
        return PlayedGames.joined([batch.played for batch in self.in_order], self.match.players)

    @property
    def games(self) -> int:
        """The number of finished games."""
        return sum(len(batch) for batch in self.batches.values())

    @property
    def mishaps(self) -> list[str]:
        """The failures of external bots for which another bot played a move."""
        return [mishap for batch in self.in_order for mishap in batch.mishaps]

    # -- rows ----------------------------------------------------------------------------------

    def game_rows(self) -> Rows:
        """Return one row per game: `game`, `deal`, `seed`, `turns`, `decisions`, `winners` and `best_score`."""
        return rows.game_rows(self)

    def seat_rows(self) -> Rows:
        """Return one row per game and seat: `game`, `seat`, `bot`, `win` (the share of it), `score` and its parts."""
        return rows.seat_rows(self)

    def turn_rows(self) -> Rows:
        """Return one row per turn, if the games were logged: `game`, `seed`, `turn`, `seat`, `bot`, `actions`, and
        the seat's `score`, `cards`, `pieces` and `tickets` after the turn.
        """  # noqa: D205
        return rows.turn_rows(self)

    def to_polars(self) -> Any:  # noqa: ANN401 (polars is optional)
        """Return `seat_rows()` as a `polars.DataFrame`."""
        return self.seat_rows().to_polars()

    def to_pandas(self) -> Any:  # noqa: ANN401
        """Return `seat_rows()` as a `pandas.DataFrame`."""
        return self.seat_rows().to_pandas()

    def to_arrow(self) -> Any:  # noqa: ANN401
        """Return `seat_rows()` as a `pyarrow.Table`."""
        return self.seat_rows().to_arrow()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Export `seat_rows()` as a stream of Arrow's C interface."""
        return self.seat_rows().__arrow_c_stream__(requested_schema)

    # -- numbers -------------------------------------------------------------------------------

    def __repr__(self) -> str:
        if not self.games:
            return f"<Results: no games on {self.match.map}>"
        rates = ", ".join(f"{bot.bot} {bot.win_rate:.1%}" for bot in self.summary().bots)
        return f"<Results: {self.games:,} games on {self.match.map}, seed {self.match.seed}: {rates}>"

    def summary(self) -> Summary:
        """Summarize all games."""
        match, played = self.match, self.played
        return Summary(
            map=match.map,
            players=match.players,
            options=match.options,
            seed=match.seed,
            games=len(played),
            turns=float(played.column("turns").mean()),
            bots=[_summarize(match.bots[index], played, index) for index in range(match.players)],
            seats=[float(share) for share in played.shares.mean(axis=0)],
        )

    def timing(self) -> Timing:
        """Return the rate, and how long each bot thinks about a decision."""
        rate = self.games / self.seconds if self.seconds else 0.0
        return Timing(self.seconds, rate, [self._decision_microseconds(bot) for bot in range(self.match.players)])

    def _decision_microseconds(self, bot: int) -> float:
        seconds, choices = 0.0, 0
        for batch in self.batches.values():
            sat = batch.played.seats_of(bot)
            thinking = float(batch.played.by_seat("thinking_time")[sat].sum())
            choices += int(batch.played.by_seat("choices")[sat].sum())
            seconds += batch.seconds * thinking / max(1.0, float(batch.played.column("time").sum()))
        return 1e6 * seconds / max(1, choices)


def _summarize(name: str, played: PlayedGames, index: int) -> BotSummary:
    sat, shares = played.seats_of(index), played.shares
    won, totals = shares[sat], played.scores()[sat]

    def mean(column: int) -> float:
        return float(played.scores(column)[sat].mean())

    return BotSummary(
        bot=name,
        games=len(won),
        wins=float(won.sum()),
        win_rate=float(won.mean()),
        interval=wilson_interval(float(won.sum()), len(won)),
        score=float(totals.mean()),
        score_interval=mean_interval(totals),
        parts={part: mean(column) for part, column in PARTS.items()},
        tickets_made=mean(scoring.MADE),
        tickets_missed=mean(scoring.MISSED),
        by_seat=[_mean(shares[:, seat][sat[:, seat]]) for seat in range(played.players)],
    )


def _mean(values: Array) -> float:
    return float(values.mean()) if len(values) else 0.0
