"""The speed of the environments on this machine, with random actions."""

from __future__ import annotations

import time
from importlib.util import find_spec
from typing import TYPE_CHECKING

from branchline.rl.vector import VectorEnv

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES, WARM_UP = 4096, 200
"""The games of the vector environment, and the steps that take them to different points of play."""


def vector_rate(map_name: str, seconds: float, games: int = GAMES) -> float:
    """Return the decisions per second of real time of the vector environment on all cores."""
    many = VectorEnv(map_name, games, 2)
    many.reset(seed=1)
    for _ in range(WARM_UP):
        many.step(many.sample())
    found = _rate(lambda: many.step(many.sample()), seconds, time.perf_counter) * games
    many.close()
    return found


def gymnasium_rate(map_name: str, seconds: float) -> float | None:
    """Return the agent's decisions per second of processor time against a random opponent.

    Return `None` without the extra `[rl]`.
    """
    if find_spec("gymnasium") is None:
        return None
    from branchline.rl.gymnasium import BranchlineEnv

    made = BranchlineEnv(map_name)
    made.reset(seed=1)

    def step() -> None:
        if made.step(made.action_space.sample())[2]:
            made.reset()

    step()
    return _rate(step, seconds, time.process_time)


def _rate(step: Callable[[], object], seconds: float, clock: Callable[[], float]) -> float:
    steps, began = 0, clock()
    while (taken := clock() - began) < seconds:
        step()
        steps += 1
    return steps / taken
