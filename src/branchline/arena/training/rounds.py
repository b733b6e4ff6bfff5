"""Training in rounds: play forked games, fit a network to them, let it play a ladder; it then plays the next round.

Everything is kept in a folder, so that an interrupted training is resumed by the same call.
"""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from branchline.arena.match import Match, new_match
from branchline.arena.simulation import simulate
from branchline.arena.training.random_maps import random_map
from branchline.arena.training.samples import Samples, TrainingJob
from branchline.bots.learned.bot import LearnedParameters
from branchline.bots.learned.weights import About, built_in_network, read_network, save_network
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from branchline.arena.runners import Runner
    from branchline.engine.kernel.layout import Records

GAMES_PER_JOB = 50
JOBS_PER_FILE = 20
JOBS_PER_ROUND = 10**6
"""More than any round has, so that every round has deals of its own."""
JOBS_PER_SEED = 10**9
"""More than any training has, so that every seed has random maps of its own."""
LADDER_SEED = 1_000_003
"""Added to the seed of a training: the ladder is climbed with deals that nobody has trained on."""
BUILT_IN = "built-in"
"""The name of the network of this package, to start from."""
RANDOM = "random"
"""The name that stands for a new random map in every job."""
ROUNDS_TO_FIT = 2
"""The latest rounds whose samples a network is fitted to."""


class TrainingError(BranchlineError, ValueError):
    """A training that cannot be started or resumed."""


class TablePlan(msgspec.Struct, frozen=True):
    """Where a part of the games is played."""

    map: str
    players: int
    share: float = 1.0
    """The games to play here, as a share of the plan's: games on large maps take long."""

    def __str__(self) -> str:
        return f"{Path(self.map).stem}:{self.players}"


class TrainingPlan(msgspec.Struct, frozen=True):
    """What is trained, and how."""

    tables: tuple[TablePlan, ...]
    rounds: int = 3
    games: int = 4000
    """The games of a round at each table, times its share."""
    ladder: tuple[str, ...] = ("planner",)
    """The bots that the network meets after each round."""
    ladder_games: int = 400
    """Against each bot, at each table."""
    seed: int = 1
    passes: int = 12
    """Passes over the samples in each fit."""
    command: str = ""
    """The command that started the training, stored with the network."""
    start: str = ""
    """A network that plays the first round, instead of planners: a file, or `BUILT_IN`."""

    def continues(self, known: TrainingPlan) -> bool:
        """Return whether a training with the other plan may be continued with this one."""
        return self._fixed() == known._fixed()

    def _fixed(self) -> TrainingPlan:
        """Return the plan without what may change: shares, rounds, games, passes and the command."""
        tables = tuple(msgspec.structs.replace(table, share=1.0) for table in self.tables)
        return msgspec.structs.replace(self, tables=tables, rounds=0, games=0, passes=0, command="")


class Rung(msgspec.Struct, frozen=True):
    """The result against one bot of the ladder at one table."""

    table: str
    bot: str
    games: int
    win_rate: float
    interval: tuple[float, float]
    score: float


class Round(msgspec.Struct, frozen=True):
    """A point of the curve: what a round of training brought."""

    number: int
    positions: int
    explained: float
    gain: float
    """Turns per decision over the planner's choice, on positions that were held out."""
    gain_error: float
    changed: float
    """The share of decisions in which the network leaves the planner's choice."""
    seconds: float
    """Processor time of the games, plus the time of the fit."""
    ladder: tuple[Rung, ...] = ()

    @property
    def win_rate(self) -> float:
        """The mean win rate over the ladder."""
        return sum(rung.win_rate for rung in self.ladder) / max(1, len(self.ladder))


class TrainingFolder:
    """The files of a training."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.network = path / "network.npz"
        """The best network so far, by its mean win rate over the ladder."""
        self._plan = path / "plan.json"
        self._curve = path / "curve.jsonl"

    def open(self, plan: TrainingPlan) -> TrainingPlan:
        """Prepare the folder and return the plan with all of its commands; refuse a folder with another training.

        A training may be continued with another number of rounds, and of games and passes for these, and with other
        shares of the tables.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        if self._plan.exists():
            known = self._known_plan()
            if not plan.continues(known):
                raise TrainingError(
                    f"{self.path} holds a training with other settings: repeat those, or use a new folder."
                )
            if plan.command not in known.command:
                plan = msgspec.structs.replace(plan, command=f"{known.command}; {plan.command}")
            else:
                plan = msgspec.structs.replace(plan, command=known.command)
        self._plan.write_bytes(msgspec.json.format(msgspec.json.encode(plan), indent=1))
        return plan

    def _known_plan(self) -> TrainingPlan:
        try:
            return msgspec.json.decode(self._plan.read_bytes(), type=TrainingPlan)
        except msgspec.DecodeError:
            raise TrainingError(f"{self._plan} cannot be read: choose another folder.") from None

    def curve(self) -> list[Round]:
        """Return the finished rounds."""
        if not self._curve.exists():
            return []
        return [msgspec.json.decode(line, type=Round) for line in self._curve.read_bytes().splitlines()]

    def add(self, done: Round) -> None:
        """Add a finished round to the curve."""
        with self._curve.open("ab") as file:
            file.write(msgspec.json.encode(done) + b"\n")

    def network_of(self, number: int) -> Path:
        """Return the file of the network of a round."""
        return self.path / f"round-{number:02}" / "network.npz"

    def samples_of(self, number: int) -> list[Samples]:
        """Return the samples of a round."""
        return [Samples.load(file) for file in sorted((self.path / f"round-{number:02}").glob("samples-*.npz"))]

    def sample_file(self, number: int, table: int, part: int) -> Path:
        """Return the file of a part of a round's samples."""
        return self.path / f"round-{number:02}" / f"samples-{table}-{part:03}.npz"


def train(
    plan: TrainingPlan,
    folder: TrainingFolder,
    new_runner: Callable[[], Runner],
    progress: Callable[[str, float], None] | None = None,
) -> Iterator[Round]:
    """Play the rounds that are missing, and yield each when it is finished.

    `new_runner` is called for every part of the games, because a runner on a cluster ends with its run.
    `progress` is called with what is being done and how much of it is done, from 0 to 1.
    """
    plan = folder.open(plan)
    report = progress or (lambda _what, _share: None)
    for number in range(len(folder.curve()), plan.rounds):
        yield _play_round(plan, folder, new_runner, number, report)


def _play_round(
    plan: TrainingPlan,
    folder: TrainingFolder,
    new_runner: Callable[[], Runner],
    number: int,
    report: Callable[[str, float], None],
) -> Round:
    from branchline.arena.training.fit import fit

    before = _network_before(plan, folder, number)
    _play_games(plan, folder, new_runner, number, before, report)
    report(f"round {number + 1}: fitting", 0.0)
    new = folder.samples_of(number)
    played = sum(len(part.counts) for part in new)
    samples = Samples.joined(
        [*new, *(part for age in range(1, ROUNDS_TO_FIT) for part in folder.samples_of(number - age))]
    )
    started = time.process_time()
    found = fit(samples, LearnedParameters(), start=before, passes=plan.passes, seed=plan.seed + number)
    seconds = sum(part.seconds for part in new) + time.process_time() - started
    curve = folder.curve()
    hours = (sum(done.seconds for done in curve) + seconds) / 3600
    positions = sum(done.positions for done in curve) + played
    file = folder.network_of(number)
    save_network(file, found.network, About(plan.command, plan.seed, round(hours, 3), number + 1, positions))
    done = Round(
        number,
        played,
        found.explained,
        found.gain,
        found.gain_error,
        found.changed,
        seconds,
        _climb(plan, file, new_runner, number, report),
    )
    if done.win_rate >= max((other.win_rate for other in curve), default=0.0):
        folder.network.write_bytes(file.read_bytes())
    folder.add(done)
    return done


def _network_before(plan: TrainingPlan, folder: TrainingFolder, number: int) -> Records | None:
    """Return the network that plays a round; `None` if planners do."""
    if number:
        return read_network(folder.network_of(number - 1))[0]
    if plan.start == BUILT_IN:
        return built_in_network()[0]
    return read_network(Path(plan.start))[0] if plan.start else None


def _play_games(
    plan: TrainingPlan,
    folder: TrainingFolder,
    new_runner: Callable[[], Runner],
    number: int,
    network: Records | None,
    report: Callable[[str, float], None],
) -> None:
    """Play the games of a round; parts that an interrupted run has finished are kept."""
    weights = b"" if network is None else network.tobytes()
    size = min(GAMES_PER_JOB, plan.games)
    jobs_at = [max(1, round(plan.games * table.share / size)) for table in plan.tables]
    parts = [(place, part) for place, jobs in enumerate(jobs_at) for part in range(math.ceil(jobs / JOBS_PER_FILE))]
    for done, (place, part) in enumerate(parts):
        report(f"round {number + 1}: playing {plan.tables[place]}", done / len(parts))
        file = folder.sample_file(number, place, part)
        if file.exists():
            continue
        jobs = range(part * JOBS_PER_FILE, min((part + 1) * JOBS_PER_FILE, jobs_at[place]))
        numbers = [number * JOBS_PER_ROUND + job for job in jobs]
        table = plan.tables[place]
        found = new_runner().run([TrainingJob(_match(plan, table, job), job, size, weights) for job in numbers])
        samples = Samples.joined(sorted(found, key=lambda samples: samples.number))
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = file.with_name("partial.npz")
        samples.save(partial)
        partial.replace(file)


def _match(plan: TrainingPlan, table: TablePlan, job: int) -> Match:
    return _new_match(table, ["planner"] * table.players, plan.seed, job)


def _new_match(table: TablePlan, bots: list[str], seed: int, job: int) -> Match:
    if table.map == RANDOM:
        return Match(f"random map {job}", random_map(seed * JOBS_PER_SEED + job), tuple(bots), seed)
    return new_match(table.map, bots, seed)


def _climb(
    plan: TrainingPlan,
    network: Path,
    new_runner: Callable[[], Runner],
    number: int,
    report: Callable[[str, float], None],
) -> tuple[Rung, ...]:
    """Let a network meet every bot of the ladder at every table; it has one seat, and the bot has the others."""
    rungs = []
    pairs = [(table, bot) for table in plan.tables for bot in plan.ladder]
    for done, (table, bot) in enumerate(pairs):
        report(f"round {number + 1}: meeting {bot} on {table}", done / len(pairs))
        bots = [f"learned:network={network}", *[bot] * (table.players - 1)]
        match = _new_match(table, bots, plan.seed + LADDER_SEED, 0)
        results = simulate(match, plan.ladder_games, new_runner())
        if results.problem:
            raise TrainingError(results.problem)
        if results.interrupted:
            raise KeyboardInterrupt
        found = results.summary().bots[0]
        rungs.append(Rung(str(table), bot, results.games, found.win_rate, found.interval, found.score))
    return tuple(rungs)
