"""A match: which bots play on which map, with which deals and seatings.

Every game of a match follows from the match's seed and the number of the game alone, wherever and whenever it is
played.
"""

from __future__ import annotations

import hashlib
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import msgspec

from branchline.boards.build import build_board
from branchline.boards.library import MapFile, load_map
from branchline.bots.base import Bot, KernelBot
from branchline.bots.registry import bot
from branchline.engine.kernel.types import SEATS
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from branchline.boards.board import Board


class MatchError(BranchlineError, ValueError):
    """A match that cannot be played."""


def check_number_of_games(games: object) -> None:
    """Refuse a number of games that is not a positive integer."""
    if not isinstance(games, int) or games < 1:
        raise MatchError(f"{games!r} games cannot be played: the number must be a whole number, at least 1.")


class Match(msgspec.Struct, frozen=True, dict=True):
    """Bots at a table; the map is kept as text, so that a worker elsewhere does not need its file."""

    map: str
    map_text: str
    bots: tuple[str, ...]
    seed: int
    options: tuple[str, ...] = ()
    clock: float | None = None

    @cached_property
    def board(self) -> Board:
        """The board of the match."""
        return _board(self.map, self.map_text, len(self.bots), self.options)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.bots)

    def make_bots(self) -> list[Bot]:
        """Return a new bot for every player."""
        return [bot(spec) for spec in self.bots]

    @cached_property
    def in_kernel(self) -> bool:
        """Whether all bots are compiled, so that whole games run in the kernel."""
        return all(isinstance(player, KernelBot) for player in self.make_bots())

    def key(self, game: int) -> bytes:
        """Return the seed of a game's deal, which is the same for every seating of the deal."""
        deal = game // self.players
        return hashlib.sha256(f"branchline match {self.seed} deal {deal}".encode()).digest()

    def seating(self, game: int) -> list[int]:
        """Return the bot in each seat: all move up one seat from game to game."""
        return [(seat + game) % self.players for seat in range(self.players)]

    def dice_seed(self, game: int, seat: int) -> int:
        """Return the seed of the dice of the bot in a seat."""
        return (int.from_bytes(self.key(game)[:6], "little") * SEATS + game % self.players) * SEATS + seat


@lru_cache(maxsize=16)
def _board(name: str, text: str, players: int, options: tuple[str, ...]) -> Board:
    """Return the board of a map's text; each job brings its own copy of the match, but the board is built once."""
    from branchline.boards.format.check import check

    spec = check(text).map
    if spec is None:
        raise MatchError(f"{name} cannot be played: `branchline map check` shows the reason.")
    return build_board(name, spec, players, options)


def new_match(
    map: str | Path | MapFile,  # noqa: A002 (the word for it)
    bots: Sequence[str],
    seed: int,
    options: Sequence[str] = (),
    clock: float | None = None,
) -> Match:
    """Return a match, or raise an error if its map, number of players or one of its bots does not exist."""
    found = map if isinstance(map, MapFile) else load_map(map)
    match = Match(found.name, found.text, tuple(bots), seed, tuple(options), clock)
    found.board(len(bots), options)
    for player in match.make_bots():
        player.stop()
    return match
