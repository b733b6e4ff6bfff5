"""Measure the environments: `python benchmarks/rl.py [seconds a row] [rows that begin so]`.

Each row is the median and the best of windows of a tenth of a second: on a machine that others use too, the best is
what a quiet one does all the time.
"""

import contextlib
import io
import random
import re
import statistics
import sys
import time
from collections.abc import Callable

import gymnasium
import numpy as np
import pyspiel
from pettingzoo.test import performance_benchmark

import branchline.rl.openspiel  # noqa: F401 (registers the game)
from branchline.rl.pettingzoo import env
from branchline.rl.registration import environment_id
from branchline.rl.vector import VectorEnv

WINDOW = 0.1
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
WANTED = sys.argv[2] if len(sys.argv) > 2 else ""
TABLES = [("usa", 2), ("usa", 5), ("london", 2), ("paris", 2), ("uk", 2), ("mini", 2)]


def rate(step: Callable[[], object], decisions: int) -> list[float]:
    """Return the decisions a second of each window, for a step that makes so many."""
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
    """Random decisions, with masks and observations of every one."""
    many = VectorEnv(name, games, players)
    many.reset(seed=1)
    for _ in range(200):  # into the middle of the games, each at a place of its own
        many.step(many.sample())
    found = rate(lambda: many.step(many.sample()), games)
    many.close()
    return found


def aec(name: str, players: int) -> list[float]:
    """Turns a second by PettingZoo's own benchmark, which takes five seconds."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        performance_benchmark(env(name, players))
    found = re.search(r"([\d.]+) turns per second", said.getvalue())
    return [float(found[1])] if found else []


def single(name: str, opponent: str) -> list[float]:
    """The agent's random decisions, the opponent's in between not counted."""
    made = gymnasium.make(environment_id(name), opponents=opponent).unwrapped
    made.reset(seed=1)

    def step() -> None:
        if made.step(made.action_space.sample())[2]:
            made.reset()

    return rate(step, 1)


def batch(name: str, opponent: str, games: int) -> list[float]:
    """The same for many games at once."""
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
    """Decisions and chance of random games."""
    game, dice = pyspiel.load_game(f"python_branchline(map={name})"), random.Random(1)
    state = game.new_initial_state()

    def step() -> None:
        nonlocal state
        state = game.new_initial_state() if state.is_terminal() else state
        state.apply_action(dice.choice(state.legal_actions()))

    return rate(step, 1)


def show(what: str, name: str, players: int, measure: Callable[[], list[float]]) -> None:
    """Measure three times and print a row."""
    if not what.startswith(WANTED):
        return
    found = [one for _ in range(3) for one in measure()]
    print(f"| {what} | {name} | {players} | {statistics.median(found):,.0f} | {max(found):,.0f} |", flush=True)


def main() -> None:
    """Print a table."""
    print("| environment | map | players | decisions a second, median | best |\n|---|---|---|---|---|")
    for name, players in TABLES:
        show("vector, 4096 games", name, players, lambda name=name, players=players: vector(name, players, 4096))
    for name, players in TABLES[:2]:
        show("PettingZoo AEC", name, players, lambda name=name, players=players: aec(name, players))
    for bot in ("random", "planner"):
        show(f"Gymnasium against {bot}", "usa", 2, lambda bot=bot: single("usa", bot))
        show(f"Gymnasium vector, 1024 games against {bot}", "usa", 2, lambda bot=bot: batch("usa", bot, 1024))
    show("OpenSpiel, chance included", "usa", 2, lambda: openspiel("usa"))


if __name__ == "__main__":
    main()
