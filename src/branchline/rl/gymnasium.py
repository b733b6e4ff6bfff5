"""Gymnasium: one seat is the agent, bots play the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from branchline.rl.encoding.observation import checked_form
from branchline.rl.encoding.spaces import LegalActions, action_number, observation_space
from branchline.rl.errors import NotRunningError
from branchline.rl.games import Games, key_of
from branchline.rl.opponents import Opponents, board_with_opponents, checked_seat
from branchline.rl.rendering import MODES, checked_mode, rendered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from branchline.boards.board import Board
    from branchline.boards.library import MapFile
    from branchline.rl.encoding.observation import Formed
    from branchline.rl.opponents import Opponent


class BranchlineEnv(gymnasium.Env[Any, Any]):
    """A game against bots: a step plays the agent's action, then the others' until the agent decides again.

    >>> env = BranchlineEnv("london", opponents=["random"], reward="points")
    >>> observation, info = env.reset(seed=7)
    >>> observation.shape, info["action_mask"].sum()
    ((301,), np.int64(3))
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 4}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self,
        map: str | Path | MapFile | Board = "usa",  # noqa: A002 (the word for it)
        opponents: Opponent | Sequence[Opponent] = "random",
        players: int | None = None,
        options: Iterable[str] = (),
        *,
        seat: int = 0,
        reward: str = "margin",
        observation: str = "flat",
        render_mode: str | None = None,
    ) -> None:
        self.board, others = board_with_opponents(map, opponents, players, options)
        self.seat = checked_seat(seat, self.board)
        self.games = Games(self.board, 1, reward)
        self.layout, self.actions = self.games.encoding.layout, self.games.encoding.actions
        self.form = checked_form(observation)
        self.render_mode = checked_mode(render_mode)
        self.opponents = Opponents(self.board, others, self.seat)
        self._mask = np.zeros(self.actions.n, dtype=np.int8)
        self._choice = np.zeros(1, dtype=np.int64)
        self._running = self._seeded = False
        self.action_space: LegalActions = LegalActions(self.actions.n, self._mask, self.games.opening_mask)
        self.observation_space = observation_space(self.layout, self.form)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal the first game of a seed, or without one the next game; the bots' randomness follows from the seed."""
        key = None if seed is None else key_of(seed)
        super().reset(seed=seed, options=options)
        if key is not None or not self._seeded:
            self.games.seed(key or self.np_random.bytes(32))
            self._seeded = True
        self.games.deal()
        self.opponents.start(self.np_random)
        self._running = True
        self._play_opponents()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action and return the agent's next observation and its reward in between."""
        if not self._running:
            raise NotRunningError("There is no game to step: call reset() first.")
        number = action_number(action, self._mask.size)
        if not 0 <= number < self._mask.size or not self._mask[number]:
            raise self.games.refuse(0, number)
        self._choice[0] = number
        self.games.step(self._choice)
        reward = float(self.games.rewards[0, self.seat]) + self._play_opponents()
        over = self.games.to_decide() < 0
        self._running = not over
        return self._observation(), reward, over, False, self._info()

    def _play_opponents(self) -> float:
        """Play the bots' actions until the agent decides, and return its reward in the meantime."""
        reward = 0.0
        while self.games.to_decide() not in (self.seat, -1):
            self.opponents.choose(self.games, self._choice)
            self.games.step(self._choice)
            reward += float(self.games.rewards[0, self.seat])
        self._mask[:] = self.games.masks[0] if self.games.to_decide() == self.seat else 0
        self.action_space.follow()
        return reward

    def _observation(self) -> Formed:
        deciding = self.games.to_decide() == self.seat
        flat = self.games.observations[0].copy() if deciding else self.games.observe(0, self.seat)
        return self.layout.form(self.form, flat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy()}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return the mask as booleans, under the name that implementations of masked PPO expect."""
        return self._mask.astype(bool)

    def render(self) -> Any:
        """Return the table as text ("ansi"), or the board as an array of pixels ("rgb_array") or as SVG ("svg")."""
        if not self._seeded:
            raise NotRunningError("There is no game to show: call reset() first.")
        return rendered(self.games, self.render_mode)

    def close(self) -> None:
        """Stop the bots."""
        self.opponents.stop()
