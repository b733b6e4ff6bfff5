"""PettingZoo: every seat is an agent, one decision at a time (AEC), and the turn-based parallel form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Box, Dict
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from branchline.rl.encoding.observation import checked_form
from branchline.rl.encoding.spaces import LegalActions, action_number, observation_space
from branchline.rl.errors import NotRunningError, RlError, WrongActionError
from branchline.rl.games import Games, board_of, key_of
from branchline.rl.rendering import MODES, checked_mode, rendered

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gymnasium.spaces import Space
    from pettingzoo import ParallelEnv

    from branchline.boards.board import Board
    from branchline.boards.library import MapFile
    from branchline.rl.encoding.observation import Array


class BranchlineAec(AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc]
    """A game whose seats are agents; `observe` returns the observation and the action mask.

    >>> game = BranchlineAec("london", players=2)
    >>> game.reset(seed=7)
    >>> for agent in game.agent_iter():
    ...     observation, reward, termination, truncation, info = game.last()
    ...     game.step(None if termination else game.action_space(agent).sample(info["action_mask"]))
    >>> game.agents
    []
    """

    def __init__(
        self,
        map: str | Path | MapFile | Board = "usa",  # noqa: A002 (the word for it)
        players: int | None = None,
        options: Iterable[str] = (),
        *,
        reward: str = "margin",
        observation: str = "flat",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.board = board_of(map, players, options)
        self.games = Games(self.board, 1, reward)
        self.layout, self.actions = self.games.encoding.layout, self.games.encoding.actions
        self.form = checked_form(observation)
        self.render_mode = checked_mode(render_mode)
        self.metadata = {
            "render_modes": list(MODES),
            "name": f"branchline_{self.board.map_id}_v0",
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.board.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._masks = np.zeros((self.board.players, self.actions.n), dtype=np.int8)
        self._choice = np.zeros(1, dtype=np.int64)
        self._seeded = False
        self._make_spaces()

    def _make_spaces(self) -> None:
        number, opening = self.actions.n, self.games.opening_mask
        self._action_spaces = {
            agent: LegalActions(number, self._masks[seat], opening) for agent, seat in self._seats.items()
        }
        self._observation_spaces: dict[str, Space[Any]] = {
            agent: Dict(
                {"observation": observation_space(self.layout, self.form), "action_mask": Box(0, 1, (number,), np.int8)}
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's observations."""
        return self._observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> LegalActions:
        """Return the space of an agent's actions; `sample()` samples a legal one."""
        return self._action_spaces[self._known(agent)]

    # -- playing -------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal the first game of a seed, or without one the next game."""
        if seed is not None or not self._seeded:
            self.games.seed(key_of(seed))
            self._seeded = True
        self.games.deal()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select_agent()

    def step(self, action: int | None) -> None:
        """Play the action of the agent that decides; `None` for an agent whose game is over."""
        if not self.agents:
            raise NotRunningError("There is no game to step: call reset() first.")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._step_terminated(agent, action)
            return
        self._choice[0] = self._checked(action)
        self._cumulative_rewards[agent] = 0.0
        self.games.step(self._choice)
        self.rewards = {name: float(self.games.rewards[0, self._seats[name]]) for name in self.agents}
        for name, reward in self.rewards.items():
            self._cumulative_rewards[name] += reward
        self._select_agent()

    def _checked(self, action: int | None) -> int:
        if action is None:
            raise WrongActionError(f"{self.agent_selection} has to decide: None is for agents whose game is over.")
        number = action_number(action, self.actions.n)
        if not 0 <= number < self.actions.n or not self.games.masks[0, number]:
            raise self.games.refuse(0, number)
        return number

    def _step_terminated(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise WrongActionError(f"{agent}'s game is over: step(None), or reset() for a new game, not {action!r}.")
        self._was_dead_step(None)

    def _select_agent(self) -> None:
        """Select the agent that decides, and update all masks."""
        seat = self.games.to_decide()
        self._masks[:] = 0
        if seat < 0:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._masks[seat] = self.games.masks[0]
            self.agent_selection = self.possible_agents[seat]
        self.infos = {agent: {"action_mask": self._masks[self._seats[agent]].copy()} for agent in self.agents}
        for space in self._action_spaces.values():
            space.follow()

    # -- observing -----------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the current observation of an agent and its mask, which is all zeros while another agent decides."""
        seat = self._seat(agent)
        return {
            "observation": self.layout.form(self.form, self._flat(seat)),
            "action_mask": self._masks[seat].copy(),
        }

    def _flat(self, seat: int) -> Array:
        if seat == self.games.to_decide():
            row: Array = self.games.observations[0].copy()
            return row
        return self.games.observe(0, seat)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: FBT001, FBT002
        """Return the observation of the agent to decide, and its reward since its last decision."""
        if not self.agents:
            raise NotRunningError("There is no game to look at: call reset() first.")
        seen: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return seen

    def agent_iter(self, max_iter: int = 1 << 63) -> Any:
        """Iterate over the agents in the order of their decisions, until the game is over for all of them."""
        self._need_reset()
        return super().agent_iter(max_iter)

    def _need_reset(self) -> None:
        if not self._seeded:
            raise NotRunningError("There is no game to look at: call reset() first.")

    def _known(self, agent: str) -> str:
        if agent not in self._seats:
            raise RlError(f"There is no agent {agent!r}. Agents: {', '.join(self.possible_agents)}.")
        return agent

    def _seat(self, agent: str) -> int:
        self._need_reset()
        return self._seats[self._known(agent)]

    def render(self) -> Any:
        """Return the table as text ("ansi"), or the board as an array of pixels ("rgb_array") or as SVG ("svg")."""
        self._need_reset()
        return rendered(self.games, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class BranchlineParallel(turn_based_aec_to_parallel_wrapper[str, dict[str, Any], int]):  # type: ignore[misc]
    """PettingZoo's turn-based parallel form, with error messages that say what to do."""

    def step(self, actions: dict[str, int | None]) -> tuple[dict[str, Any], ...]:
        """Play the action of the agent that decides."""
        if not getattr(self, "agents", None):
            raise NotRunningError("There is no game to step: call reset() first.")
        agent = self.aec_env.agent_selection
        if not hasattr(actions, "keys") or agent not in actions:
            raise WrongActionError(f"It is {agent}'s decision: give {{{agent!r}: action}}, not {actions!r}.")
        result: tuple[dict[str, Any], ...] = super().step(actions)
        return result


def env(
    map: str | Path | MapFile | Board = "usa",  # noqa: A002
    players: int | None = None,
    options: Iterable[str] = (),
    **settings: Any,
) -> BranchlineAec:
    """Return the AEC environment of a map; see `BranchlineAec`."""
    return BranchlineAec(map, players, options, **settings)


def parallel_env(
    map: str | Path | MapFile | Board = "usa",  # noqa: A002
    players: int | None = None,
    options: Iterable[str] = (),
    **settings: Any,
) -> ParallelEnv[str, dict[str, Any], int | None]:
    """Return the turn-based parallel form: all agents may give an action, that of the agent to decide is played."""
    return BranchlineParallel(env(map, players, options, **settings))
