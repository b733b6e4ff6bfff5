"""Jobs: parts of a match that a worker plays, in the kernel where all bots are compiled, otherwise in Python."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.arena.match import Match
from branchline.arena.played import PlayedGames
from branchline.bots import policies
from branchline.bots.base import Bot, BotError, Clock, KernelBot
from branchline.bots.files import location_of
from branchline.bots.kernel_games import MATCH_GAME, play_games, write_result_of
from branchline.engine.errors import ActionError
from branchline.engine.game import Game
from branchline.engine.kernel.types import SEATS
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from branchline.engine.actions import Action
    from branchline.engine.kernel.layout import Records

    Array = np.ndarray[Any, Any]

LONGEST_LOG = 4096
"""The maximum number of logged decisions per game; real games have at most a tenth as many."""
KERNEL_GAMES = 200
SIMPLE_BOTS, SIMPLE_GAMES = set(policies.BOTS), 2000
"""Jobs in the kernel take a few tenths of a second: games of a job, in general and between these bots."""


class Job(msgspec.Struct, frozen=True):
    """A part of a match: its games from `first` to before `last`."""

    match: Match
    number: int
    first: int
    last: int
    logs: bool = False

    def perform(self) -> Batch:
        """Play the games, as a runner asks for."""
        return play(self)


@dataclass
class Batch:
    """The finished games of a job."""

    number: int
    played: PlayedGames
    seconds: float = 0.0
    logs: list[list[int]] = field(default_factory=list)
    mishaps: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.played)

    def logged(self) -> list[tuple[int, list[int]]]:
        """Return the number and the log of every game that has one."""
        return list(zip(self.played.column("number").tolist(), self.logs, strict=False))


def split(match: Match, games: int, *, first_job: int = 0, logs: bool = False) -> list[Job]:
    """Split the games of a match into jobs."""
    size = match.players
    if match.in_kernel:
        size = SIMPLE_GAMES if set(match.bots) <= SIMPLE_BOTS else KERNEL_GAMES
    starts = range(0, games, size)
    return [
        Job(match, first_job + number, first, min(first + size, games), logs) for number, first in enumerate(starts)
    ]


def play(job: Job) -> Batch:
    """Play the games of a job."""
    batch = Batch(job.number, PlayedGames(_new_games(job), job.match.players))
    started = time.perf_counter()
    if job.match.in_kernel:
        _play_in_kernel(job, batch)
    else:
        _play_in_python(job, batch)
    batch.seconds = time.perf_counter() - started
    return batch


def _new_games(job: Job) -> Records:
    """Return the records of a job's games before they are played."""
    players = job.match.players
    games = np.zeros(job.last - job.first, dtype=MATCH_GAME)
    numbers = np.arange(job.first, job.last)
    keys = b"".join(job.match.key(number) for number in numbers.tolist())
    games["number"] = numbers
    games["key"] = np.frombuffer(keys, dtype="<u4").reshape(-1, 8)
    games["seating"][:, :players] = (np.arange(players) + numbers[:, None]) % players
    games["dice"][:, :players] = _dice(games["key"], numbers % players, players)
    return games


def _dice(keys: Array, seatings: Array, players: int) -> Array:
    """Return the random state of every seat: `new_dice` of `Match.dice_seed`, for all games at once."""
    parts = np.ascontiguousarray(keys[:, :2]).view("<u8")[:, 0] & np.uint64(2**48 - 1)
    seats = np.arange(players, dtype=np.uint64)
    seeds = ((parts * np.uint64(SEATS) + seatings.astype(np.uint64))[:, None]) * np.uint64(SEATS) + seats
    return (seeds * np.uint64(2) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)


# -- in the kernel -----------------------------------------------------------------------------


def _play_in_kernel(job: Job, batch: Batch) -> None:
    games = batch.played.records
    bots = [player for player in job.match.make_bots() if isinstance(player, KernelBot)]
    logs = np.zeros((len(games), LONGEST_LOG if job.logs else 0), dtype=np.int64)
    play_games(job.match.board, bots, games, logs)
    if job.logs:
        batch.logs = [log[:decisions].tolist() for log, decisions in zip(logs, games["decisions"], strict=True)]


# -- in Python, one decision at a time ---------------------------------------------------------


def _play_in_python(job: Job, batch: Batch) -> None:
    bots = job.match.make_bots()
    try:
        for row in range(len(batch)):
            game = _play_game(job.match, bots, batch.played.records, row)
            if job.logs:
                batch.logs.append(list(game.log))
    finally:
        for player in bots:
            player.stop()
    for player in bots:
        batch.mishaps += [f"{m.command}, turn {m.turn}: {m.why}" for m in getattr(player, "mishaps", ())]


def _play_game(match: Match, bots: list[Bot], games: Records, row: int) -> Game:
    record = games[row]
    number = int(record["number"])
    game = Game(match.board, match.key(number))
    seated = [bots[index] for index in match.seating(number)]
    choices, thinking_time = [0] * SEATS, [0] * SEATS
    begun = time.perf_counter_ns()
    for seat, player in enumerate(seated):
        player.start(match.dice_seed(number, seat))
    while not game.over:
        seat = game.turn
        before = time.perf_counter_ns()
        action = _ask(match, seated[seat], game, number)
        thinking_time[seat] += time.perf_counter_ns() - before
        choices[seat] += 1
        _play_action(match, game, action, number)
    record["choices"], record["thinking_time"] = choices, thinking_time
    record["decisions"] = len(game.log)
    record["time"] = time.perf_counter_ns() - begun
    write_result_of(game, games, row)
    return game


def _ask(match: Match, player: Bot, game: Game, number: int) -> Action:
    view = game.view(game.turn)
    try:
        return player.choose(view, view.legal, Clock(match.clock))
    except BranchlineError:
        raise
    except Exception as error:
        raise BotError(
            f"{_name(match, game, number)} failed in game {number}, turn {game.turns}: "
            f"{type(error).__name__}: {error}{location_of(error)}."
        ) from error


def _play_action(match: Match, game: Game, action: Action, number: int) -> None:
    try:
        game.play(action)
    except (ActionError, TypeError, AttributeError) as error:
        raise BotError(
            f"{_name(match, game, number)} chose {action!r} in game {number}, turn {game.turns}, "
            f"which cannot be played: {error}"
        ) from None


def _name(match: Match, game: Game, number: int) -> str:
    return f'The bot "{match.bots[match.seating(number)[game.turn]]}"'
