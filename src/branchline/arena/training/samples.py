"""Samples: positions in which every candidate move was played out, made by jobs that any runner can play."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.arena.match import Match
from branchline.bots.learned import forked_games
from branchline.bots.learned.bot import LearnedParameters, store_parameters
from branchline.bots.learned.inputs import MOVE_FEATURES, POSITION_FEATURES
from branchline.bots.learned.records import NETWORK, OUTPUTS
from branchline.bots.planner.bot import PlannerBot, PlannerParameters
from branchline.bots.search.bot import ROLLOUT_PARAMETERS
from branchline.engine.entry_points import new_dice, new_list
from branchline.engine.kernel.layout import packed
from branchline.engine.kernel.trace import new_trace
from branchline.engine.kernel.types import SEATS

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.engine.kernel.layout import Records

    Array = np.ndarray[Any, Any]

ODDS = (4, 8, 48, 2, 8, 8, 0)
"""By phase, one in this many decisions is forked: choices of tickets are few and matter most, second cards least."""
MISTAKES = 25
"""One in this many moves is random, so that positions after a mistake are learned from as well."""
POSITIONS_PER_GAME, MOVES_PER_POSITION = 16, 16
"""About twice the usual numbers: how much memory is reserved."""
ARRAYS = ("positions", "counts", "moves", "outcomes", "scores")
"""The arrays of samples, as their files name them."""
COMPARED = 6
"""With a network, only the planner's choice and its favorites are compared, this many in all."""
PAUSES = (0, 0, 0, 2, 3, 4)
"""A slow rival only draws cards in one of this many turns, as people often do. Half of the rivals never pause (0)."""
JITTER = 0.25
"""The deviation of the logarithm of each weight of a rival's style."""


@dataclass
class Samples:
    """Positions with their candidate moves, and how the games went on average after each move."""

    positions: Array
    """The inputs of each position."""
    counts: Array
    """The number of moves of each position."""
    moves: Array
    """The inputs of each move, those of the first position first; its first move is the planner's."""
    outcomes: Array
    """The outcome of each move: own points, points of the best rival, share of the win, parts of the own points."""
    scores: Array
    """The final score of each seat of each game, followed by the shares of the win."""
    seconds: float = 0.0
    number: int = 0
    """The number of the job."""

    @classmethod
    def joined(cls, parts: list[Samples]) -> Samples:
        """Return the samples of several jobs as one."""
        arrays: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ARRAYS}
        return cls(**arrays, seconds=sum(part.seconds for part in parts))

    def save(self, path: Path) -> None:
        """Write the samples to a file."""
        arrays: dict[str, Any] = {name: getattr(self, name) for name in ARRAYS}
        np.savez_compressed(path, **arrays, seconds=np.array(self.seconds))

    @classmethod
    def load(cls, path: Path) -> Samples:
        """Read samples from a file."""
        with np.load(path, allow_pickle=False) as arrays:
            found: dict[str, Any] = {name: arrays[name] for name in ARRAYS}
            return cls(**found, seconds=float(arrays["seconds"]))


class TrainingJob(msgspec.Struct, frozen=True):
    """Games to be played for samples; the network plays all seats or meets planners, and without one planners play."""

    match: Match
    number: int
    games: int
    network: bytes = b""
    odds: tuple[int, ...] = ODDS
    mistakes: int = MISTAKES
    playouts: int = 1
    compared: int = COMPARED
    """With a network, the most moves of a position that are compared; without one, all are."""
    players: tuple[int, ...] = ()
    """Who plays each seat, if it is not to be chosen at random."""

    def perform(self) -> Samples:
        """Play the games."""
        started = time.thread_time()
        samples = play_games(self, new_table(self))
        samples.seconds = time.thread_time() - started
        return samples


def new_table(job: TrainingJob) -> Records:
    """Return a table with the players of a job: each style of a planner is a variation of the usual one."""
    random = np.random.default_rng((job.match.seed, job.number))
    table = forked_games.new_table()
    row = table[0]
    usual = PlannerBot.settings(ROLLOUT_PARAMETERS)
    row["styles"][:] = usual
    row["odds"][:] = job.odds
    row["mistakes"], row["playouts"] = job.mistakes, job.playouts
    row["dice"][:] = new_dice(int(random.integers(2**48)))
    store_parameters(LearnedParameters(), row["decision"])
    if job.network:
        row["compared"] = job.compared
        row["network"] = np.frombuffer(job.network, dtype=NETWORK)[0]
        row["players"][:] = forked_games.NETWORK_PLAYER
    row["studied"][:] = 1
    if job.players:
        row["players"][: len(job.players)] = job.players
    elif random.integers(2):  # one seat meets planners of other styles
        seat = int(random.integers(job.match.players))
        others = np.arange(SEATS) != seat
        row["styles"][others] = varied(usual, PlannerBot.settings(PlannerParameters()), random)
        row["pauses"][others] = random.choice(PAUSES, size=SEATS - 1)
        row["players"][others] = forked_games.ROLLOUT_PLAYER
        row["studied"][others] = 0
    return table


def varied(usual: Array, other: Array, random: np.random.Generator) -> Array:
    """Return a style for each rival: between two styles, with every weight varied.

    Rivals that all play as the network's own planner does teach it what fails against others: on a map where that
    planner ends games early, to slow games down.
    """
    part = random.random((SEATS - 1, 1))
    mixed = (1.0 - part) * usual + part * other
    styles: Array = mixed * np.exp(random.normal(0.0, JITTER, size=mixed.shape))
    return styles


def play_games(job: TrainingJob, table: Records) -> Samples:
    """Play the games of a job at a table."""
    most = job.games * POSITIONS_PER_GAME
    positions, counts = np.zeros((most, POSITION_FEATURES), np.float32), np.zeros(most, np.int64)
    moves = np.zeros((most * MOVES_PER_POSITION, MOVE_FEATURES), np.float32)
    outcomes = np.zeros((len(moves), OUTPUTS), np.float32)
    scores = np.zeros((job.games, 2 * SEATS), np.float32)
    first = job.number * job.games
    keys = b"".join(job.match.key(job.match.players * (first + game)) for game in range(job.games))
    used = forked_games.play_training_games(
        packed(job.match.board),
        table,
        np.frombuffer(keys, dtype=np.uint32).reshape(-1, 8),
        positions,
        counts,
        moves,
        outcomes,
        scores,
        new_list(),
        new_trace(),
    )
    rows = int(counts[:used].sum())
    return Samples(
        positions[:used].astype(np.float16),
        counts[:used].astype(np.int16),
        moves[:rows].astype(np.float16),
        outcomes[:rows].copy(),
        scores,
        number=job.number,
    )
