"""The other seats of a single-agent environment: bots by name, or anything with `choose(view)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.bots.base import Bot, BotAdapter
from branchline.bots.registry import bot
from branchline.rl.errors import RlError
from branchline.rl.games import dice_of
from branchline.rl.kernel import step as k

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.boards.board import Board
    from branchline.rl.games import Games

RANDOM = "random"


def named(opponents: str | Sequence[Any], players: int | None, least: int) -> list[Any]:
    """Return one opponent for every other seat; a single one plays all of them."""
    if isinstance(opponents, str) or not hasattr(opponents, "__len__"):
        return [opponents] * ((players or least) - 1)
    given = list(opponents)
    if len(given) == 1:
        return given * ((players or least) - 1)
    if players is not None and len(given) != players - 1:
        raise RlError(f"{players} players need {players - 1} opponents, or one for all of them, not {len(given)}.")
    return given


class Opponents:
    """The bots of the other seats; they see views, as every bot does."""

    def __init__(self, board: Board, named_: list[Any], seat: int) -> None:
        seats = [other for other in range(board.players) if other != seat]
        self.names = [one if isinstance(one, str) else type(one).__name__ for one in named_]
        self._bots: dict[int, Bot | None] = {other: _made(one) for other, one in zip(seats, named_, strict=True)}
        self._dice = dice_of(np.random.default_rng(0), 1)

    def start(self, rng: np.random.Generator) -> None:
        """Begin a game: what the bots do by chance comes from these dice."""
        self._dice = dice_of(rng, 1)
        for one in self._bots.values():
            if one is not None:
                one.start(int(rng.integers(1 << 48)))

    def choose(self, games: Games, choice: Any) -> None:
        """Write the action of the bot whose decision it is."""
        seat = int(games.heads[0, k.TO_DECIDE])
        one = self._bots[seat]
        if one is None:
            k.sample_games(games.mask_words, games.heads, self._dice, choice, 0, 1)
            return
        view = games.view(seat)
        code = view.code_of(one.choose(view))
        if refusal := games.table().why_not(code):
            raise RlError(f"The bot of seat {seat} chose an action that is not legal: {refusal}")
        choice[0] = -code - 1

    def stop(self) -> None:
        """Let the bots go."""
        for one in self._bots.values():
            if one is not None:
                one.stop()


def _made(one: Any) -> Bot | None:
    if isinstance(one, str):
        return None if one == RANDOM else bot(one)
    if isinstance(one, Bot):
        return one
    if hasattr(one, "choose"):
        return BotAdapter(one)
    raise RlError(f'An opponent is the name of a bot, as in "planner", or an object with choose(view), not {one!r}.')
