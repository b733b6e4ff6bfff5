"""Gymnasium: one seat is the agent, bots play the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from branchline.boards.board import Board
from branchline.rl.errors import NotRunningError, RlError, is_whole
from branchline.rl.games import Games, board_of, checked_players, key_of, map_of
from branchline.rl.kernel import step as k
from branchline.rl.observation import checked_form
from branchline.rl.opponents import Opponents, named
from branchline.rl.rendering import checked_mode, shown
from branchline.rl.spaces import LegalActions, observation_space, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from branchline.boards.library import MapFile


class BranchlineEnv(gymnasium.Env[Any, Any]):
    """A game against bots: a step plays the agent's action, then the others' until the agent decides again.

    >>> env = BranchlineEnv("london", opponents=["random"], reward="points")
    >>> observation, info = env.reset(seed=7)
    >>> observation.shape, info["action_mask"].sum()
    ((301,), np.int64(3))
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self,
        map: str | Path | MapFile | Board = "usa",  # noqa: A002 (the word for it)
        opponents: str | Sequence[Any] = "random",
        players: int | None = None,
        options: Iterable[str] = (),
        *,
        seat: int = 0,
        reward: str = "margin",
        observation: str = "flat",
        render_mode: str | None = None,
    ) -> None:
        self.board, others = seated(map, opponents, players, options)
        self.seat = checked_seat(seat, self.board)
        self.games = Games(self.board, 1, reward)
        self.form = checked_form(observation)
        self.render_mode = checked_mode(render_mode)
        self.opponents = Opponents(self.board, others, self.seat)
        self._mask = np.zeros(self.games.plan.actions.n, dtype=np.int8)
        self._choice = np.zeros(1, dtype=np.int64)
        self._running = self._seeded = False
        self.action_space: LegalActions = LegalActions(self._mask.size, self._mask, self.games.opening_mask)
        self.observation_space = observation_space(self.games.plan.layout, self.form)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal the first game of a seed, or the next one after the last; the bots' chance comes from the seed too."""
        key = None if seed is None else key_of(seed)
        super().reset(seed=seed, options=options)
        if key is not None or not self._seeded:
            self.games.seed(key or self.np_random.bytes(32))
            self._seeded = True
        self.games.deal()
        self.opponents.start(self.np_random)
        self._running = True
        self._let_others_play()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action and return what the agent observes and has earned when it decides next."""
        if not self._running:
            raise NotRunningError("There is no game to step: call reset() first.")
        number = whole_number(action, self._mask.size)
        if not 0 <= number < self._mask.size or not self._mask[number]:
            raise self.games.refuse(0, number)
        self._choice[0] = number
        self.games.step(self._choice)
        reward = float(self.games.rewards[0, self.seat]) + self._let_others_play()
        over = int(self.games.heads[0, k.TO_DECIDE]) < 0
        self._running = not over
        return self._observation(), reward, over, False, self._info()

    def _let_others_play(self) -> float:
        earned = 0.0
        while int(self.games.heads[0, k.TO_DECIDE]) not in (self.seat, -1):
            self.opponents.choose(self.games, self._choice)
            self.games.step(self._choice)
            earned += float(self.games.rewards[0, self.seat])
        deciding = int(self.games.heads[0, k.TO_DECIDE]) == self.seat
        self._mask[:] = self.games.masks[0] if deciding else 0
        self.action_space.follow()
        return earned

    def _observation(self) -> Any:
        deciding = int(self.games.heads[0, k.TO_DECIDE]) == self.seat
        flat = self.games.observations[0].copy() if deciding else self.games.observe(0, self.seat)
        return self.games.plan.layout.form(self.form, flat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy()}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return the mask as truth values, by the name that masked PPO implementations ask for."""
        return self._mask.astype(bool)

    def render(self) -> Any:
        """Return the table as text where the render mode is "ansi"."""
        if not self._seeded:
            raise NotRunningError("There is no game to show: call reset() first.")
        return shown(self.games) if self.render_mode else None

    def close(self) -> None:
        """Let the bots go."""
        self.opponents.stop()


def seated(
    map: str | Path | MapFile | Board,  # noqa: A002
    opponents: str | Sequence[Any],
    players: int | None,
    options: Iterable[str],
) -> tuple[Board, list[Any]]:
    """Return the board for the agent and its opponents, and one opponent for every other seat."""
    if isinstance(map, Board):
        others = named(opponents, map.players, map.players)
        return map, others
    found = map_of(map)
    others = named(opponents, checked_players(players), found.spec.players.least)
    return board_of(found, len(others) + 1, options), others


def checked_seat(seat: int, board: Board) -> int:
    """Return the agent's seat, or refuse it."""
    if not is_whole(seat) or not 0 <= seat < board.players:
        raise RlError(f"The agent's seat is 0 to {board.players - 1}, not {seat!r}.")
    return seat
