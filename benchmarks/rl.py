"""Measure the environments: `python benchmarks/rl.py`; each row is the best of three."""

import contextlib
import io
import re
import time

from pettingzoo.test import performance_benchmark

from branchline.rl.pettingzoo import env
from branchline.rl.vector import VectorEnv

SECONDS = 3.0
TABLES = [("usa", 2), ("usa", 5), ("london", 2), ("paris", 2), ("uk", 2), ("mini", 2)]


def vector_rate(name: str, players: int, games: int) -> tuple[float, float]:
    """Random decisions a second, and a second of one core's work, with masks and observations of every one."""
    games_at_once = VectorEnv(name, games, players)
    games_at_once.reset(seed=1)
    for _ in range(200):  # into the middle of the games, each at a place of its own
        games_at_once.step(games_at_once.sample())
    started, worked, steps = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - started < SECONDS:
        games_at_once.step(games_at_once.sample())
        steps += 1
    seconds, work = time.perf_counter() - started, time.process_time() - worked
    games_at_once.close()
    return steps * games / seconds, steps * games / work


def aec_rate(name: str, players: int) -> float:
    """Turns a second by PettingZoo's own benchmark."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        performance_benchmark(env(name, players))
    found = re.search(r"([\d.]+) turns per second", said.getvalue())
    return float(found[1]) if found else 0.0


def main() -> None:
    """Print a table."""
    print("| environment | map | players | decisions a second | a second of one core |\n|---|---|---|---|---|")
    for name, players in TABLES:
        rates = [vector_rate(name, players, 4096) for _ in range(3)]
        best, core = max(rate for rate, _ in rates), max(core for _, core in rates)
        print(f"| vector, 4096 games | {name} | {players} | {best:,.0f} | {core:,.0f} |", flush=True)
    for name, players in TABLES[:2]:
        best = max(aec_rate(name, players) for _ in range(3))
        print(f"| PettingZoo AEC | {name} | {players} | {best:,.0f} | |", flush=True)


if __name__ == "__main__":
    main()
