"""A match: which bots play how many games of what, and playing a part of it.

Every game of a match is fixed by the match's seed and the game's number alone, whoever plays it and when.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.boards.build import build_board
from branchline.boards.library import load_map
from branchline.bots.base import Bot, BotError, Clock, KernelBot
from branchline.bots.files import location_of
from branchline.bots.kernel_games import (
    CHOICES,
    DECISIONS,
    TALLY,
    THINKING,
    TICKS,
    TURNS,
    play_games,
    write_result,
)
from branchline.bots.registry import bot
from branchline.engine.errors import ActionError
from branchline.engine.game import Game
from branchline.engine.layout import SEATS
from branchline.engine.rules.scoring import COLUMNS
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.boards.board import Board

    Array = np.ndarray[Any, Any]

LONGEST_LOG = 4096
"""Decisions kept of a game whose log is wanted; the longest game has a tenth of them."""


class MatchError(BranchlineError, ValueError):
    """A match that cannot be played, said in a sentence."""


class Match(msgspec.Struct, frozen=True, dict=True):
    """Bots at a table: the map as text, so that a worker elsewhere needs no file of it."""

    map: str
    map_text: str
    bots: tuple[str, ...]
    seed: int
    options: tuple[str, ...] = ()
    clock: float | None = None

    @cached_property
    def board(self) -> Board:
        """The board that is played on."""
        from branchline.boards.format.check import check

        spec = check(self.map_text).map
        if spec is None:
            raise MatchError(f"{self.map} cannot be played: branchline map check says why.")
        return build_board(self.map, spec, len(self.bots), self.options)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.bots)

    def make_bots(self) -> list[Bot]:
        """Make every bot anew."""
        return [bot(spec) for spec in self.bots]

    @cached_property
    def in_kernel(self) -> bool:
        """Whether every bot lives in the kernel, so that whole games run there."""
        return all(isinstance(player, KernelBot) for player in self.make_bots())

    def key(self, game: int) -> bytes:
        """Return the seed of a game's deal: the same for every seating of it."""
        deal = game // self.players
        return hashlib.sha256(f"branchline match {self.seed} deal {deal}".encode()).digest()

    def who(self, game: int) -> list[int]:
        """Return which of the bots sits in each seat: all move up one from game to game."""
        return [(seat + game) % self.players for seat in range(self.players)]

    def dice_seed(self, game: int, seat: int) -> int:
        """Return the seed of a bot's own dice."""
        return (int.from_bytes(self.key(game)[:6], "little") * SEATS + game % self.players) * SEATS + seat


def new_match(
    map: str,  # noqa: A002 (the word for it)
    bots: Sequence[str],
    seed: int,
    options: Sequence[str] = (),
    clock: float | None = None,
) -> Match:
    """Check and return a match: the map, the number of players and every bot must be there."""
    found = load_map(map)
    match = Match(found.name, found.text, tuple(bots), seed, tuple(options), clock)
    found.board(len(bots), options)
    for player in match.make_bots():
        player.stop()
    return match


class Job(msgspec.Struct, frozen=True):
    """A part of a match: its games from `first` to before `last`."""

    match: Match
    number: int
    first: int
    last: int
    logs: bool = False


@dataclass
class Batch:
    """The games of a job, one row each."""

    number: int
    games: Array
    who: Array
    tables: Array
    tracks: Array
    tickets: Array
    tallies: Array
    seconds: float = 0.0
    logs: list[list[int]] = field(default_factory=list)
    mishaps: list[str] = field(default_factory=list)


def cut(match: Match, games: int, *, first_job: int = 0, logs: bool = False) -> list[Job]:
    """Cut a match into jobs of a few tenths of a second."""
    size = 2000 if set(match.bots) <= {"random", "greedy"} else 200
    if not match.in_kernel:
        size = match.players
    starts = range(0, games, size)
    return [
        Job(match, first_job + number, first, min(first + size, games), logs) for number, first in enumerate(starts)
    ]


def play(job: Job) -> Batch:
    """Play the games of a job."""
    match = job.match
    rows = job.last - job.first
    games = np.arange(job.first, job.last)
    batch = Batch(
        number=job.number,
        games=games,
        who=(np.arange(match.players) + games[:, None]) % match.players,
        tables=np.zeros((rows, SEATS, COLUMNS), dtype=np.int32),
        tracks=np.zeros((rows, SEATS, 2), dtype=np.uint64),
        tickets=np.zeros((rows, SEATS, 2), dtype=np.uint64),
        tallies=np.zeros((rows, TALLY), dtype=np.int64),
    )
    started = time.perf_counter()
    if match.in_kernel:
        _play_in_kernel(job, batch)
    else:
        _play_one_by_one(job, batch)
    batch.seconds = time.perf_counter() - started
    return batch


# ---- inside the kernel -------------------------------------------------------------------------


def _play_in_kernel(job: Job, batch: Batch) -> None:
    match, rows = job.match, len(batch.games)
    bots = [player for player in match.make_bots() if isinstance(player, KernelBot)]
    logs = np.zeros((rows, LONGEST_LOG if job.logs else 0), dtype=np.int64)
    play_games(
        match.board,
        bots,
        batch.who,
        _keys(match, batch.games),
        _dice(match, batch.games),
        logs,
        batch.tables,
        batch.tracks,
        batch.tickets,
        batch.tallies,
    )
    if job.logs:
        batch.logs = [logs[row, : batch.tallies[row, DECISIONS]].tolist() for row in range(rows)]


def _keys(match: Match, games: Array) -> Array:
    return np.frombuffer(b"".join(match.key(game) for game in games.tolist()), dtype="<u4").reshape(-1, 8)


def _dice(match: Match, games: Array) -> Array:
    """Return every seat's dice: what `new_dice` makes of `Match.dice_seed`, all at once."""
    keys = np.ascontiguousarray(_keys(match, games)[:, :2]).view("<u8")[:, 0] & np.uint64(2**48 - 1)
    seatings = (games % match.players).astype(np.uint64)
    seats = np.arange(match.players, dtype=np.uint64)
    seeds = ((keys * np.uint64(SEATS) + seatings)[:, None]) * np.uint64(SEATS) + seats
    return (seeds * np.uint64(2) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)


# ---- one decision at a time --------------------------------------------------------------------


def _play_one_by_one(job: Job, batch: Batch) -> None:
    bots = job.match.make_bots()
    try:
        for row in range(len(batch.games)):
            game = _play_game(job.match, bots, batch, row)
            if job.logs:
                batch.logs.append(list(game.log))
    finally:
        for player in bots:
            player.stop()
    for player in bots:
        batch.mishaps += [f"{m.command}, turn {m.turn}: {m.why}" for m in getattr(player, "mishaps", ())]


def _play_game(match: Match, bots: list[Bot], batch: Batch, row: int) -> Game:
    number, tally = int(batch.games[row]), batch.tallies[row]
    game = Game(match.board, match.key(number))
    seated = [bots[index] for index in match.who(number)]
    begun = time.perf_counter_ns()
    for seat, player in enumerate(seated):
        player.start(match.dice_seed(number, seat))
    while not game.over:
        seat = game.turn
        before = time.perf_counter_ns()
        action = _ask(match, seated[seat], game, number)
        tally[THINKING + seat] += time.perf_counter_ns() - before
        tally[CHOICES + seat] += 1
        _play(match, game, action, number)
    tally[DECISIONS], tally[TURNS] = len(game.log), game.turns
    tally[TICKS] = time.perf_counter_ns() - begun
    write_result(game, batch.tables[row], batch.tracks[row], batch.tickets[row])
    return game


def _ask(match: Match, player: Bot, game: Game, number: int) -> Any:  # noqa: ANN401 (whatever it answers)
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


def _play(match: Match, game: Game, action: Any, number: int) -> None:  # noqa: ANN401
    try:
        game.play(action)
    except (ActionError, TypeError, AttributeError) as error:
        raise BotError(
            f"{_name(match, game, number)} chose {action!r} in game {number}, turn {game.turns}, "
            f"which cannot be played: {error}"
        ) from None


def _name(match: Match, game: Game, number: int) -> str:
    return f'The bot "{match.bots[match.who(number)[game.turn]]}"'
