"""The speed of the environments, as a table for results.md: `python benchmarks/rl.py [seconds per row] [row prefix]`.

Each row is the median and the best of windows of a tenth of a second: on a busy machine, the best window is close to
the speed of a quiet one.
"""

from __future__ import annotations

import contextlib
import io
import random
import re
import statistics
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

import gymnasium
import numpy as np
import pyspiel
from pettingzoo.test import performance_benchmark

import branchline.rl.openspiel  # noqa: F401 (registers the game)
from branchline.rl.pettingzoo import env
from branchline.rl.registration import environment_id
from branchline.rl.vector import VectorEnv

if TYPE_CHECKING:
    from collections.abc import Callable

WINDOW = 0.1
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
PREFIX = sys.argv[2] if len(sys.argv) > 2 else ""
TABLES = [("usa", 2), ("usa", 5), ("london", 2), ("paris", 2), ("uk", 2), ("mini", 2)]


def rate(step: Callable[[], object], decisions: int) -> list[float]:
    """Return the decisions per second of each window, for a step that makes this number of decisions."""
    found = []
    ended = time.perf_counter() + SECONDS
    while time.perf_counter() < ended:
        started, steps = time.perf_counter(), 0
        while time.perf_counter() - started < WINDOW:
            step()
            steps += 1
        found.append(steps * decisions / (time.perf_counter() - started))
    return found


def vector(name: str, players: int, games: int) -> list[float]:
    """Measure random decisions, each with its mask and observation."""
    many = VectorEnv(name, games, players)
    many.reset(seed=1)
    for _ in range(200):  # into the middle of the games, each at a different point
        many.step(many.sample())
    found = rate(lambda: many.step(many.sample()), games)
    many.close()
    return found


def aec(name: str, players: int) -> list[float]:
    """Measure turns by PettingZoo's own benchmark, which takes five seconds."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        performance_benchmark(env(name, players))
    found = re.search(r"([\d.]+) turns per second", printed.getvalue())
    return [float(found[1])] if found else []


def single(name: str, opponent: str) -> list[float]:
    """Measure the agent's random decisions, not counting the opponent's."""
    made = gymnasium.make(environment_id(name), opponents=opponent).unwrapped
    made.reset(seed=1)

    def step() -> None:
        if made.step(made.action_space.sample())[2]:
            made.reset()

    return rate(step, 1)


def batch(name: str, opponent: str, games: int) -> list[float]:
    """Measure the agent's random decisions in many games at once."""
    made = gymnasium.make_vec(environment_id(name), num_envs=games, opponents=opponent)
    _, infos = made.reset(seed=1)
    rng = np.random.default_rng(1)

    def step() -> None:
        nonlocal infos
        masks = infos["action_mask"]
        infos = made.step((masks * rng.random(masks.shape, dtype=np.float32)).argmax(axis=1))[4]

    found = rate(step, games)
    made.close()
    return found


def openspiel(name: str) -> list[float]:
    """Measure decisions and chance nodes of random games."""
    game, dice = pyspiel.load_game(f"python_branchline(map={name})"), random.Random(1)
    state = game.new_initial_state()

    def step() -> None:
        nonlocal state
        state = game.new_initial_state() if state.is_terminal() else state
        state.apply_action(dice.choice(state.legal_actions()))

    return rate(step, 1)


def show(what: str, name: str, players: int, measure: Callable[[], list[float]]) -> None:
    """Measure three times and print a row."""
    if not what.startswith(PREFIX):
        return
    found = [one for _ in range(3) for one in measure()]
    print(f"| {what} | {name} | {players} | {statistics.median(found):,.0f} | {max(found):,.0f} |", flush=True)


def main() -> None:
    """Print a table."""
    print("| environment | map | players | decisions per second, median | best |\n|---|---|---|---|---|")
    for name, players in TABLES:
        show("vector, 4096 games", name, players, partial(vector, name, players, 4096))
    for name, players in TABLES[:2]:
        show("PettingZoo AEC", name, players, partial(aec, name, players))
    for bot in ("random", "planner"):
        show(f"Gymnasium against {bot}", "usa", 2, partial(single, "usa", bot))
        show(f"Gymnasium vector, 1024 games against {bot}", "usa", 2, partial(batch, "usa", bot, 1024))
    show("OpenSpiel, chance included", "usa", 2, partial(openspiel, "usa"))


if __name__ == "__main__":
    main()
