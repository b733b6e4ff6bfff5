"""The other seats of a single-agent environment: bots by name, or any object with `choose(view, legal, clock)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from branchline.boards.board import Board
from branchline.bots.base import Bot, BotAdapter
from branchline.bots.registry import bot
from branchline.rl.errors import RlError, is_integer
from branchline.rl.games import board_of, checked_players, map_of, random_dice
from branchline.rl.kernel import step as k

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from branchline.boards.library import MapFile
    from branchline.bots.base import Chooser
    from branchline.rl.encoding.observation import Array
    from branchline.rl.games import Games

RANDOM = "random"
Opponent: TypeAlias = "str | Chooser"


def board_with_opponents(
    map: str | Path | MapFile | Board,  # noqa: A002
    opponents: Opponent | Sequence[Opponent],
    players: int | None,
    options: Iterable[str],
) -> tuple[Board, list[Opponent]]:
    """Return the board for the agent and its opponents, and one opponent for every other seat."""
    if isinstance(map, Board):
        return map, one_per_seat(opponents, map.players, map.players)
    found = map_of(map)
    others = one_per_seat(opponents, checked_players(players), found.spec.players.least)
    return board_of(found, len(others) + 1, options), others


def one_per_seat(opponents: Opponent | Sequence[Opponent], players: int | None, least: int) -> list[Opponent]:
    """Return one opponent for every other seat; a single one plays all of them."""
    given = list(opponents) if not isinstance(opponents, str) and isinstance(opponents, Sequence) else [opponents]
    if len(given) == 1:
        return given * ((players or least) - 1)
    if players is not None and len(given) != players - 1:
        raise RlError(f"{players} players need {players - 1} opponents, or one for all of them, not {len(given)}.")
    return given


def checked_seat(seat: int, board: Board) -> int:
    """Return the agent's seat, or raise an error if the board has no such seat."""
    if not is_integer(seat) or not 0 <= seat < board.players:
        raise RlError(f"The agent's seat is 0 to {board.players - 1}, not {seat!r}.")
    return seat


class Opponents:
    """The bots of the other seats; like every bot, they see only their views."""

    def __init__(self, board: Board, opponents: Sequence[Opponent], seat: int) -> None:
        seats = [other for other in range(board.players) if other != seat]
        self._bots: dict[int, Bot | None] = {
            other: _make(opponent) for other, opponent in zip(seats, opponents, strict=True)
        }
        self._dice = random_dice(np.random.default_rng(0), 1)

    def start(self, rng: np.random.Generator) -> None:
        """Begin a game: all random choices of the bots follow from this generator."""
        self._dice = random_dice(rng, 1)
        for player in self._bots.values():
            if player is not None:
                player.start(int(rng.integers(1 << 48)))

    def choose(self, games: Games, choice: Array) -> None:
        """Write the action of the bot that decides."""
        seat = games.to_decide()
        player = self._bots[seat]
        if player is None:
            k.sample_games(games.mask_words, games.status, self._dice, choice, 0, 1)
            return
        view = games.view(seat)
        code = view.code_of(player.choose(view))
        if refusal := games.table().why_not(code):
            raise RlError(f"The bot of seat {seat} chose an action that is not legal: {refusal}")
        choice[0] = -code - 1

    def stop(self) -> None:
        """Stop the bots."""
        for player in self._bots.values():
            if player is not None:
                player.stop()


def _make(opponent: Opponent) -> Bot | None:
    """Return a bot, or `None` for the random one, whose actions are sampled from the mask."""
    if isinstance(opponent, str):
        return None if opponent == RANDOM else bot(opponent)
    if isinstance(opponent, Bot):
        return opponent
    if hasattr(opponent, "choose"):
        return BotAdapter(opponent)
    raise RlError(
        f'An opponent is the name of a bot, such as "planner", or an object with choose(view, legal, clock), '
        f"not {opponent!r}."
    )
