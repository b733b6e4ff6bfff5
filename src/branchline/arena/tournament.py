"""A tournament: every group of bots meets, in every seating; an interrupted one goes on from its folder."""

from __future__ import annotations

import os
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from branchline.arena.match import Job, Match, MatchError, cut, new_match
from branchline.arena.ratings import Placing, Rating, rate
from branchline.arena.results import wilson
from branchline.engine.rules import scoring as s
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from branchline.arena.match import Batch
    from branchline.arena.runners import Runner

PLAN = "tournament.json"
LOG = "games.jsonl"


class TournamentError(BranchlineError):
    """A tournament that cannot be played or gone on with."""


class Plan(msgspec.Struct, frozen=True):
    """What is played: kept in the folder, so that going on plays the same."""

    map: str
    bots: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    seed: int
    options: tuple[str, ...] = ()
    clock: float | None = None

    def matches(self) -> list[Match]:
        """Return every group of bots for every number of players."""
        return [
            new_match(self.map, group, self.seed, self.options, self.clock)
            for number in self.players
            for group in combinations(self.bots, number)
        ]


class Done(msgspec.Struct, frozen=True):
    """The games of one job, as a line of the folder's log."""

    job: int
    bots: tuple[str, ...]
    who: list[list[int]]
    ranks: list[list[int]]
    scores: list[list[int]]


class Cell(msgspec.Struct, frozen=True):
    """How one bot did against another: ahead of it, level counted half."""

    bot: str
    against: str
    games: int
    rate: float
    interval: tuple[float, float]


class Standings(msgspec.Struct, frozen=True):
    """The outcome: ratings, mean scores and the cross table."""

    plan: Plan
    games: int
    wanted: int
    ratings: list[Rating]
    scores: dict[str, float]
    cells: list[Cell]


def check_plan(plan: Plan) -> None:
    """Refuse a plan that cannot be played, with the reason."""
    if len(set(plan.bots)) < len(plan.bots):
        raise TournamentError("A bot is named twice; give one of the two another parameter, or leave it out.")
    if plan.games < 1:
        raise MatchError(f"{plan.games} games cannot be played; 1 is the least.")
    for number in plan.players:
        if number > len(plan.bots):
            raise TournamentError(f"{number} players need at least {number} bots; {len(plan.bots)} are named.")


def all_jobs(plan: Plan) -> list[Job]:
    """Return every job of a tournament, numbered through."""
    jobs: list[Job] = []
    for match in plan.matches():
        jobs += cut(match, plan.games, first_job=len(jobs))
    return jobs


class Folder:
    """Where a tournament is kept: its plan, and a line for every job that is done."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def open(self, plan: Plan | None) -> Plan:
        """Begin a tournament here, or go on with the one that is here."""
        home = self.path / PLAN
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if home.exists():
                return self._agree(msgspec.json.decode(home.read_bytes(), type=Plan), plan)
            if plan is None:
                raise TournamentError(f"There is no tournament in {self.path} to go on with: name bots.")
            home.write_bytes(msgspec.json.format(msgspec.json.encode(plan), indent=2) + b"\n")
        except OSError as error:
            raise TournamentError(f"The folder {self.path} cannot be used: {error.strerror or error}.") from None
        except msgspec.MsgspecError as error:
            raise TournamentError(f"{home} is not a tournament's plan: {error}.") from None
        return plan

    def _agree(self, kept: Plan, plan: Plan | None) -> Plan:
        if plan is not None and plan != msgspec.structs.replace(kept, seed=plan.seed):
            raise TournamentError(
                f"{self.path} holds another tournament: name no bots to go on with it, or name another folder."
            )
        return kept

    def done(self) -> dict[int, Done]:
        """Read what is done; a last line that was cut off is played again."""
        log = self.path / LOG
        if not log.exists():
            return {}
        found: dict[int, Done] = {}
        whole = 0
        for line in log.read_bytes().splitlines(keepends=True):
            try:
                entry = msgspec.json.decode(line, type=Done)
            except msgspec.MsgspecError:
                break
            found.setdefault(entry.job, entry)
            whole += len(line)
        if whole < log.stat().st_size:
            os.truncate(log, whole)
        return found

    def add(self, entry: Done) -> None:
        """Write a job down for good."""
        try:
            with (self.path / LOG).open("ab") as file:
                file.write(msgspec.json.encode(entry) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            reason = error.strerror or error
            raise TournamentError(
                f"Writing to {self.path} failed: {reason}. What is done is kept: make room, then go on."
            ) from None


def note(job: Job, batch: Batch) -> Done:
    """Return a batch as a line of the log."""
    players = job.match.players
    return Done(
        job=job.number,
        bots=job.match.bots,
        who=batch.who.tolist(),
        ranks=batch.tables[:, :players, s.RANK].tolist(),
        scores=batch.tables[:, :players, s.TOTAL].tolist(),
    )


def play_tournament(
    plan: Plan,
    runner: Runner,
    folder: Folder | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Standings:
    """Play what is not done yet and return the standings; an interruption keeps what is done."""
    jobs = {job.number: job for job in all_jobs(plan)}
    wanted = sum(job.last - job.first for job in jobs.values())
    done = folder.done() if folder else {}
    try:
        for batch in runner.run([job for number, job in jobs.items() if number not in done]):
            entry = note(jobs[batch.number], batch)
            if folder:
                folder.add(entry)
            done.setdefault(entry.job, entry)
            if progress is not None:
                progress(sum(len(found.who) for found in done.values()), wanted)
    except KeyboardInterrupt:
        pass
    return standings(plan, done, wanted)


def standings(plan: Plan, done: dict[int, Done], wanted: int) -> Standings:
    """Add up what is done, in the order of the jobs, so that the order of playing does not matter."""
    games = [game for number in sorted(done) for game in _placings(done[number])]
    return Standings(
        plan=plan,
        games=len(games),
        wanted=wanted,
        ratings=rate(plan.bots, games),
        scores=_mean_scores(plan.bots, done),
        cells=_cross_table(plan.bots, games),
    )


def _placings(entry: Done) -> list[Placing]:
    return [
        Placing(tuple(entry.bots[index] for index in who), tuple(ranks))
        for who, ranks in zip(entry.who, entry.ranks, strict=True)
    ]


def _mean_scores(bots: Sequence[str], done: dict[int, Done]) -> dict[str, float]:
    total = dict.fromkeys(bots, 0)
    count = dict.fromkeys(bots, 0)
    for entry in done.values():
        for who, scores in zip(entry.who, entry.scores, strict=True):
            for index, score in zip(who, scores, strict=True):
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
    return [Cell(a, b, met[a, b], won / max(1, met[a, b]), wilson(won, met[a, b])) for (a, b), won in ahead.items()]
