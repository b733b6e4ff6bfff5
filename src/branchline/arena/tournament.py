"""A tournament: every group of bots meets in every seating; an interrupted one is resumed from its folder."""

from __future__ import annotations

import os
from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.arena.jobs import Job, split
from branchline.arena.match import Match, check_number_of_games, new_match
from branchline.arena.ratings import Placing, Rating, rate
from branchline.arena.rows import Rows
from branchline.arena.statistics import wilson_interval
from branchline.engine.rules import scoring
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from branchline.arena.jobs import Batch
    from branchline.arena.runners import Runner

PLAN = "tournament.json"
LOG = "games.jsonl"


class TournamentError(BranchlineError):
    """A tournament that cannot be played or resumed."""


class Plan(msgspec.Struct, frozen=True):
    """The settings of a tournament, stored in its folder so that it is resumed with the same ones."""

    map: str
    bots: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    seed: int
    options: tuple[str, ...] = ()
    clock: float | None = None

    def matches(self) -> list[Match]:
        """Return a match for every number of players and group of bots."""
        return [
            new_match(self.map, group, self.seed, self.options, self.clock)
            for number in self.players
            for group in combinations(self.bots, number)
        ]


class FinishedJob(msgspec.Struct, frozen=True, kw_only=True):
    """The games of one job, as a line of the folder's log."""

    job: int
    bots: tuple[str, ...]
    seating: list[list[int]] = msgspec.field(name="who")
    ranks: list[list[int]]
    scores: list[list[int]]


class Cell(msgspec.Struct, frozen=True):
    """How often one bot finished ahead of another; a tie counts half."""

    bot: str
    against: str
    games: int
    rate: float
    interval: tuple[float, float]


class Standings(msgspec.Struct, frozen=True):
    """The results of a tournament: ratings, mean scores and the cross table.

    >>> from branchline import tournament
    >>> standings = tournament(["greedy", "random"], "mini", games=40, seed=7)
    >>> [row["bot"] for row in standings.rating_rows()]
    ['greedy', 'random']
    """

    plan: Plan
    games: int
    wanted: int
    ratings: list[Rating]
    scores: dict[str, float]
    cells: list[Cell]

    def __repr__(self) -> str:
        ratings = ", ".join(f"{rating.bot} {rating.rating:.1f}" for rating in self.ratings)
        return f"<Standings: {self.games:,} games on {self.plan.map}, seed {self.plan.seed}: {ratings}>"

    def rating_rows(self) -> Rows:
        """Return one row per bot, best first: `bot`, `rating`, `low` and `high` (95 %), `score` and `games`."""
        ratings = self.ratings
        return Rows(
            {
                "bot": np.array([rating.bot for rating in ratings], dtype=object),
                "rating": np.array([rating.rating for rating in ratings]),
                "low": np.array([rating.interval[0] for rating in ratings]),
                "high": np.array([rating.interval[1] for rating in ratings]),
                "score": np.array([self.scores[rating.bot] for rating in ratings]),
                "games": np.array([rating.games for rating in ratings]),
            }
        )

    def cross_rows(self) -> Rows:
        """Return one row per pair of bots: how often `bot` finished ahead of `against`, with its 95 % interval."""
        cells = self.cells
        return Rows(
            {
                "bot": np.array([cell.bot for cell in cells], dtype=object),
                "against": np.array([cell.against for cell in cells], dtype=object),
                "games": np.array([cell.games for cell in cells]),
                "rate": np.array([cell.rate for cell in cells]),
                "low": np.array([cell.interval[0] for cell in cells]),
                "high": np.array([cell.interval[1] for cell in cells]),
            }
        )

    def to_polars(self) -> Any:  # noqa: ANN401 (polars is optional)
        """Return `rating_rows()` as a `polars.DataFrame`."""
        return self.rating_rows().to_polars()

    def to_pandas(self) -> Any:  # noqa: ANN401
        """Return `rating_rows()` as a `pandas.DataFrame`."""
        return self.rating_rows().to_pandas()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Export `rating_rows()` as a stream of Arrow's C interface."""
        return self.rating_rows().__arrow_c_stream__(requested_schema)


def check_plan(plan: Plan) -> None:
    """Raise an error with the reason if a plan cannot be played."""
    if len(set(plan.bots)) < len(plan.bots):
        raise TournamentError("A bot is listed twice: change a parameter of one of them, or leave it out.")
    check_number_of_games(plan.games)
    for number in plan.players:
        if number > len(plan.bots):
            raise TournamentError(f"{number} players need at least {number} bots, not {len(plan.bots)}.")


def all_jobs(plan: Plan) -> list[Job]:
    """Return every job of a tournament, numbered consecutively."""
    jobs: list[Job] = []
    for match in plan.matches():
        jobs += split(match, plan.games, first_job=len(jobs))
    return jobs


class Folder:
    """The folder of a tournament: its plan, and a log with one line per finished job."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def open(self, plan: Plan | None) -> Plan:
        """Start a tournament in this folder, or return the plan of the one to resume."""
        file = self.path / PLAN
        try:
            if file.exists():
                return self._matching(msgspec.json.decode(file.read_bytes(), type=Plan), plan)
            if plan is None:
                raise TournamentError(f"There is no tournament to resume in {self.path}: name the bots of a new one.")
            self.path.mkdir(parents=True, exist_ok=True)
            file.write_bytes(msgspec.json.format(msgspec.json.encode(plan), indent=2) + b"\n")
        except OSError as error:
            raise TournamentError(f"The folder {self.path} cannot be used: {error.strerror or error}.") from None
        except msgspec.MsgspecError as error:
            raise TournamentError(f"{file} is not the plan of a tournament: {error}.") from None
        return plan

    def _matching(self, stored: Plan, plan: Plan | None) -> Plan:
        if plan is not None and plan != msgspec.structs.replace(stored, seed=plan.seed):
            raise TournamentError(
                f"{self.path} contains another tournament: resume it without naming bots, or use another folder."
            )
        return stored

    def finished(self) -> dict[int, FinishedJob]:
        """Return the finished jobs; a last line that was cut off is removed, so that its job is played again."""
        log = self.path / LOG
        if not log.exists():
            return {}
        found: dict[int, FinishedJob] = {}
        whole = 0
        for line in log.read_bytes().splitlines(keepends=True):
            try:
                entry = msgspec.json.decode(line, type=FinishedJob)
            except msgspec.MsgspecError:
                break
            found.setdefault(entry.job, entry)
            whole += len(line)
        if whole < log.stat().st_size:
            os.truncate(log, whole)
        return found

    def add(self, entry: FinishedJob) -> None:
        """Append a finished job to the log, durably."""
        try:
            with (self.path / LOG).open("ab") as file:
                file.write(msgspec.json.encode(entry) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            reason = error.strerror or error
            raise TournamentError(
                f"Writing to {self.path} failed: {reason}. Finished games are kept: free some space, then resume."
            ) from None


def finish(job: Job, batch: Batch) -> FinishedJob:
    """Return a batch as a line of the log."""
    played = batch.played
    return FinishedJob(
        job=job.number,
        bots=job.match.bots,
        seating=played.by_seat("seating").tolist(),
        ranks=played.scores(scoring.RANK).tolist(),
        scores=played.scores().tolist(),
    )


def play_tournament(
    plan: Plan,
    runner: Runner,
    folder: Folder | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Standings:
    """Play the jobs that are not finished and return the standings; an interruption keeps the finished jobs."""
    jobs = {job.number: job for job in all_jobs(plan)}
    wanted = sum(job.last - job.first for job in jobs.values())
    done = folder.finished() if folder else {}
    try:
        for batch in runner.run([job for number, job in jobs.items() if number not in done]):
            entry = finish(jobs[batch.number], batch)
            if folder:
                folder.add(entry)
            done.setdefault(entry.job, entry)
            if progress is not None:
                progress(sum(len(entry.seating) for entry in done.values()), wanted)
    except KeyboardInterrupt:
        pass
    return standings(plan, done, wanted)


def standings(plan: Plan, done: dict[int, FinishedJob], wanted: int) -> Standings:
    """Return the standings after the finished jobs, which do not depend on the order in which they were played."""
    games = [game for number in sorted(done) for game in _placings(done[number])]
    return Standings(
        plan=plan,
        games=len(games),
        wanted=wanted,
        ratings=rate(plan.bots, games),
        scores=_mean_scores(plan.bots, done),
        cells=_cross_table(plan.bots, games),
    )


def _placings(entry: FinishedJob) -> list[Placing]:
    return [
        Placing(tuple(entry.bots[index] for index in seating), tuple(ranks))
        for seating, ranks in zip(entry.seating, entry.ranks, strict=True)
    ]


def _mean_scores(bots: Sequence[str], done: dict[int, FinishedJob]) -> dict[str, float]:
    total = dict.fromkeys(bots, 0)
    count = dict.fromkeys(bots, 0)
    for entry in done.values():
        for seating, scores in zip(entry.seating, entry.scores, strict=True):
            for index, score in zip(seating, scores, strict=True):
                total[entry.bots[index]] += score
                count[entry.bots[index]] += 1
    return {bot: total[bot] / count[bot] if count[bot] else 0.0 for bot in bots}


def _cross_table(bots: Sequence[str], games: list[Placing]) -> list[Cell]:
    ahead = {(a, b): 0.0 for a in bots for b in bots if a != b}
    met = dict.fromkeys(ahead, 0)
    for game in games:
        for (a, rank_a), (b, rank_b) in combinations(zip(game.bots, game.ranks, strict=True), 2):
            point = 0.5 if rank_a == rank_b else float(rank_a < rank_b)
            ahead[a, b] += point
            ahead[b, a] += 1 - point
            met[a, b] += 1
            met[b, a] += 1
    return [
        Cell(a, b, met[a, b], won / max(1, met[a, b]), wilson_interval(won, met[a, b])) for (a, b), won in ahead.items()
    ]
