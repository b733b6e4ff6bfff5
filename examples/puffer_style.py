"""A vector environment in the style of PufferLib: the trainer owns the buffers, and each step writes into them.

PufferLib's trainers allocate the arrays for observations, rewards and ends of games once and hand them to the
environment. Every agent has a row; here the agent of a row is the first seat of its game, and the other seats follow
the same policy in turn (self-play), so that a row always has a decision to make. It needs no PufferLib:
python examples/puffer_style.py
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from branchline.rl.vector import VectorEnv

Array = np.ndarray[Any, Any]


class Buffers:
    """What a trainer owns: one contiguous array of each kind, with a row per agent."""

    def __init__(self, agents: int, observation_size: int, actions: int) -> None:
        self.observations = np.zeros((agents, observation_size), np.float32)
        self.masks = np.zeros((agents, actions), np.int8)
        self.rewards = np.zeros(agents, np.float32)
        self.terminals = np.zeros(agents, bool)
        self.truncations = np.zeros(agents, bool)
        self.actions = np.zeros(agents, np.int64)


class SelfPlay:
    """Games in which one policy plays every seat, with PufferLib's interface: `reset` and `step` fill the buffers.

    A reward is that of the seat that acted in the row; the winner of a game whose last action another seat played is
    rewarded in `episode_returns`, which has one column per seat.
    """

    def __init__(self, map_: str = "mini", games: int = 1024, players: int = 2) -> None:
        self.env = VectorEnv(map_, n=games, players=players, reward="win")
        self.num_agents = games
        self.buffers = Buffers(games, self.env.layout.size, self.env.actions.n)
        self.episode_returns = np.zeros((games, players), np.float32)
        self._scale = np.asarray(self.env.layout.scale, np.float32)

    def reset(self, seed: int = 0) -> tuple[Array, list[dict[str, float]]]:
        """Deal every game."""
        self._fill(*self.env.reset(seed=seed))
        return self.buffers.observations, []

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, list[dict[str, float]]]:
        """Play an action in every game; a game that ended is followed by the next one in the same row."""
        buffers, acted = self.buffers, self.env.to_decide.copy()
        observations, rewards, done, masks = self.env.step(actions)
        self._fill(observations, masks)
        np.copyto(self.episode_returns, rewards)
        np.copyto(buffers.rewards, rewards[np.arange(self.num_agents), acted])
        np.copyto(buffers.terminals, done)
        infos = [{"first_seat_return": float(rewards[done, 0].mean())}] if done.any() else []
        return buffers.observations, buffers.rewards, buffers.terminals, buffers.truncations, infos

    def _fill(self, observations: Array, masks: Array) -> None:
        np.divide(observations, self._scale, out=self.buffers.observations)
        np.copyto(self.buffers.masks, masks)


def main(steps: int = 300) -> None:
    """Play at random and print the rate."""
    env = SelfPlay()
    observations, _ = env.reset(seed=7)
    address, games, started = observations.ctypes.data, 0, time.perf_counter()
    for _ in range(steps):
        env.buffers.actions[:] = env.env.sample()  # a network's choice, where `env.buffers.masks` is 1
        observations, _, terminals, _, _ = env.step(env.buffers.actions)
        games += int(terminals.sum())
    rate = steps * env.num_agents / (time.perf_counter() - started)
    is_same = observations.ctypes.data == address
    print(f"{games:,} games finished, {rate:,.0f} decisions per second, in the same buffers: {is_same}")


if __name__ == "__main__":
    main()
