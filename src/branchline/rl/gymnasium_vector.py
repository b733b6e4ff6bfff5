"""Gymnasium's vector interface: thousands of single-agent games, with their opponents, in the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from branchline.bots.base import KernelBot
from branchline.bots.planner.workspace import new_workspaces
from branchline.bots.registry import bot
from branchline.engine.entry_points import new_list
from branchline.engine.kernel.layout import new_states
from branchline.rl.encoding.observation import checked_form
from branchline.rl.encoding.spaces import LegalActions, observation_space
from branchline.rl.errors import RlError
from branchline.rl.games import key_of, random_dice
from branchline.rl.kernel import step as k
from branchline.rl.opponents import board_with_opponents, checked_seat
from branchline.rl.vector import Batch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import ArrayLike

    from branchline.boards.board import Board
    from branchline.boards.library import MapFile
    from branchline.rl.encoding.observation import Array, Formed
    from branchline.rl.opponents import Opponent


class BranchlineVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games against compiled bots; a step plays the agent's action and then the others' in every game.

    A game that ends is followed by the next one in the same step; its last observation is in `infos["final_obs"]`.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        map: str | Path | MapFile | Board = "usa",  # noqa: A002 (the word for it)
        opponents: Opponent | Sequence[Opponent] = "random",
        players: int | None = None,
        options: Iterable[str] = (),
        *,
        seat: int = 0,
        reward: str = "margin",
        observation: str = "flat",
        threads: int | None = None,
        render_mode: None = None,
    ) -> None:
        self.board, others = board_with_opponents(map, opponents, players, options)
        self.seat = checked_seat(seat, self.board)
        self.form = checked_form(observation)
        self.render_mode = render_mode
        self.batch = Batch(self.board, num_envs, reward, auto_reset=False, threads=threads)
        self.games = self.batch.games
        self.layout, self.actions = self.games.encoding.layout, self.games.encoding.actions
        self.num_envs = num_envs
        self._make_opponents(others)
        opening = self.games.opening_mask
        self.single_action_space = LegalActions(self.actions.n, opening, opening)
        self.single_observation_space = observation_space(self.layout, self.form)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def _make_opponents(self, others: list[Opponent]) -> None:
        seats = [other for other in range(self.board.players) if other != self.seat]
        self._opponents = [
            KernelOpponent(seat, other, self.num_envs) for seat, other in zip(seats, others, strict=True)
        ]
        self._views = [new_states(1) for _ in range(self.batch.workers)]
        self._lists = [new_list() for _ in range(self.batch.workers)]
        self._actions = np.zeros(self.num_envs, dtype=np.int64)
        self._codes = np.zeros(self.num_envs, dtype=np.int64)

    # -- playing -------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal every game; equal seeds give equal games, including the randomness of the bots."""
        key = None if seed is None else key_of(seed)
        super().reset(seed=seed, options=options)
        self.batch.deal_all(key or self.np_random.bytes(32))
        for opponent in self._opponents:
            opponent.roll(self.np_random)
        self._play_opponents(np.zeros(self.num_envs))
        return self._observations(), self._infos()

    def step(self, actions: ArrayLike) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Play an action in every game, then the bots' until the agent decides again."""
        rewards = self.batch.step_all(self.batch.checked(actions))[:, self.seat].copy()
        over = self._play_opponents(rewards)
        infos: dict[str, Any] = {}
        if over.any():
            infos = self._final(over)
            self.batch.deal_some(over)
            self._play_opponents(np.zeros(self.num_envs))
        truncated = np.zeros(self.num_envs, dtype=bool)
        return self._observations(), rewards, over, truncated, {**infos, **self._infos()}

    def _observations(self) -> Formed:
        return self.layout.form(self.form, self.games.observations.copy())

    def _play_opponents(self, rewards: Array) -> Array:
        """Play until the agent decides in every game; add its rewards and return where games ended."""
        seats = self.games.status[:, k.TO_DECIDE]
        while ((seats != self.seat) & (seats >= 0)).any():
            self._actions[:] = k.WAIT
            for opponent in self._opponents:
                self._choose(opponent)
            playing = self._actions != k.WAIT
            rewards += np.where(playing, self.batch.step_all(self._actions)[:, self.seat], 0)
        over: Array = seats < 0
        return over

    def _choose(self, opponent: KernelOpponent) -> None:
        """Write the actions of an opponent where its seat decides."""
        games = self.games
        seats = np.ascontiguousarray(games.status[:, k.TO_DECIDE])
        deciding = seats == opponent.seat
        choose = opponent.choose
        if choose is None:
            np.copyto(self._actions, self.batch.sample(opponent.dice), where=deciding)
            return

        def work(first: int, last: int, worker: int) -> None:
            choose(
                games.encoding.packed, games.states, self._views[worker], seats, opponent.seat, opponent.workspaces,
                self._lists[worker], self._codes, first, last,
            )  # fmt: skip

        self.batch.on_all_cores(work)
        np.copyto(self._actions, -self._codes - 1, where=deciding)  # an action below 0 is a code

    def _final(self, over: Array) -> dict[str, Any]:
        final = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(over).tolist():
            final[index] = self.layout.form(self.form, self.games.observe(index, self.seat))
        return {"final_obs": final, "_final_obs": over, "final_info": {}, "_final_info": over}

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.games.masks.copy(), "_action_mask": np.ones(self.num_envs, dtype=bool)}

    def close_extras(self, **_: Any) -> None:
        """Stop the worker threads."""
        self.batch.close()


class KernelOpponent:
    """A compiled bot that plays one seat of every game."""

    def __init__(self, seat: int, opponent: Opponent, games: int) -> None:
        player = bot(opponent) if isinstance(opponent, str) else opponent
        if not isinstance(player, KernelBot):
            raise RlError(f"{opponent!r} is not compiled; the vector environment plays compiled bots, such as planner.")
        self.seat = seat
        self.choose = player.policy.choose_in_games
        self.dice = np.ones((games, 1), dtype=np.uint64)
        self.workspaces = new_workspaces(1 if self.choose is None else games)
        self.workspaces["settings"] = player.workspace["settings"]

    def roll(self, rng: np.random.Generator) -> None:
        """Seed the bot's random choices in every game."""
        self.dice = random_dice(rng, len(self.dice))
        self.workspaces["dice"] = self.dice[: len(self.workspaces)]
