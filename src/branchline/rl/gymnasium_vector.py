"""Gymnasium's vector interface: thousands of single-agent games, opponents and all, in the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from branchline.bots.base import KernelBot
from branchline.bots.planner.workspace import new_workspaces
from branchline.bots.registry import bot
from branchline.engine.entry_points import new_list
from branchline.engine.layout import new_states
from branchline.rl.errors import RlError
from branchline.rl.games import dice_of, key_of
from branchline.rl.gymnasium import checked_seat, seated
from branchline.rl.kernel import step as k
from branchline.rl.observation import checked_form
from branchline.rl.spaces import LegalActions, observation_space
from branchline.rl.vector import Batch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from branchline.boards.board import Board
    from branchline.boards.library import MapFile
    from branchline.rl.observation import Array


class BranchlineVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games against the kernel's bots; a step plays the agent's action and then the others' in every game.

    A game that ends is dealt anew in the same step; its last observation is in `infos["final_obs"]`.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        map: str | Path | MapFile | Board = "usa",  # noqa: A002 (the word for it)
        opponents: str | Sequence[Any] = "random",
        players: int | None = None,
        options: Iterable[str] = (),
        *,
        seat: int = 0,
        reward: str = "margin",
        observation: str = "flat",
        threads: int | None = None,
        render_mode: None = None,
    ) -> None:
        board, others = seated(map, opponents, players, options)
        self.seat = checked_seat(seat, board)
        self.form = checked_form(observation)
        self.render_mode = render_mode
        self.batch = Batch(board, num_envs, reward, auto_reset=False, threads=threads)
        self.num_envs = num_envs
        self._sit_down(board, others)
        plan = self.batch.games.plan
        opening = self.batch.games.opening_mask
        self.single_action_space = LegalActions(plan.actions.n, opening, opening)
        self.single_observation_space = observation_space(plan.layout, self.form)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def _sit_down(self, board: Board, others: list[Any]) -> None:
        seats = [other for other in range(board.players) if other != self.seat]
        self._bots = [KernelOpponent(seat, name, self.num_envs) for seat, name in zip(seats, others, strict=True)]
        self._views = [new_states(1) for _ in range(self.batch.workers)]
        self._lists = [new_list() for _ in range(self.batch.workers)]
        self._actions = np.zeros(self.num_envs, dtype=np.int64)
        self._codes = np.zeros(self.num_envs, dtype=np.int64)

    # -- playing -------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal every game anew; equal seeds give equal games, the bots' chance included."""
        key = None if seed is None else key_of(seed)
        super().reset(seed=seed, options=options)
        self.batch.deal_all(key or self.np_random.bytes(32))
        for one in self._bots:
            one.dice = dice_of(self.np_random, self.num_envs)
            one.workspaces["dice"] = one.dice[: len(one.workspaces)]
        self._let_others_play(np.zeros(self.num_envs))
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in every game, then the bots' until the agent decides again."""
        earned = self.batch.step_all(self.batch.checked(actions))[:, self.seat].copy()
        over = self._let_others_play(earned)
        infos: dict[str, Any] = {}
        if over.any():
            infos = self._final(over)
            self.batch.deal_some(over)
            self._let_others_play(np.zeros(self.num_envs))
        nowhere = np.zeros(self.num_envs, dtype=bool)
        return self._observations(), earned, over, nowhere, {**infos, **self._infos()}

    def _observations(self) -> Any:
        games = self.batch.games
        return games.plan.layout.form(self.form, games.observations.copy())

    def _let_others_play(self, earned: Array) -> Array:
        """Play the bots' actions until the agent decides everywhere; add what it earns, return where games ended."""
        games = self.batch.games
        while ((games.heads[:, k.TO_DECIDE] != self.seat) & (games.heads[:, k.TO_DECIDE] >= 0)).any():
            self._actions[:] = k.WAIT
            for one in self._bots:
                self._ask(one)
            playing = self._actions != k.WAIT
            earned += np.where(playing, self.batch.step_all(self._actions)[:, self.seat], 0)
        over: Array = games.heads[:, k.TO_DECIDE] < 0
        return over

    def _ask(self, one: KernelOpponent) -> None:
        games = self.batch.games
        seats = np.ascontiguousarray(games.heads[:, k.TO_DECIDE])
        deciding = seats == one.seat
        if one.choose is None:
            np.copyto(self._actions, self.batch.sample(one.dice), where=deciding)
            return
        choose = one.choose

        def work(first: int, last: int, worker: int) -> None:
            choose(
                games.plan.packed, games.states, self._views[worker], seats, one.seat, one.workspaces,
                self._lists[worker], self._codes, first, last,
            )  # fmt: skip

        self.batch.on_all_cores(work)
        np.copyto(self._actions, -self._codes - 1, where=deciding)  # an action below 0 is a code

    def _final(self, over: Array) -> dict[str, Any]:
        final = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(over).tolist():
            games = self.batch.games
            final[index] = games.plan.layout.form(self.form, games.observe(index, self.seat))
        return {"final_obs": final, "_final_obs": over, "final_info": {}, "_final_info": over}

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.games.masks.copy(), "_action_mask": np.ones(self.num_envs, dtype=bool)}

    def close_extras(self, **_: Any) -> None:
        """Let the worker threads go."""
        self.batch.close()


class KernelOpponent:
    """A bot that plays one seat of every game in the kernel."""

    def __init__(self, seat: int, name: Any, games: int) -> None:
        one: object = bot(name) if isinstance(name, str) else name
        if not isinstance(one, KernelBot):
            raise RlError(f"{name!r} does not play in the kernel; here random, greedy and planner do.")
        self.seat = seat
        self.choose = one.policy.choose_in_games
        self.dice = np.ones((games, 1), dtype=np.uint64)
        self.workspaces = new_workspaces(1 if self.choose is None else games)
        self.workspaces["settings"] = one.settings()
