"""The strength and speed of the bots, as a table for results.md: `make bench-bots`, about two minutes."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from branchline.arena.jobs import Job, play
from branchline.arena.match import new_match
from branchline.arena.runners.inline import InlineRunner
from branchline.arena.runners.threads import ThreadRunner
from branchline.arena.simulation import simulate

if TYPE_CHECKING:
    from branchline.arena.results import Results

MAPS = ("usa", "london", "paris", "uk")
SEED = 2026


def match(name: str, bots: list[str], games: int, workers: int = 2) -> Results:
    """Play a match after compiling it; its time is processor time, so that a busy machine does not matter."""
    made = new_match(name, bots, SEED)
    play(Job(made, 0, 0, len(bots)))
    started = time.process_time()
    results = simulate(made, games, ThreadRunner(workers) if workers > 1 else InlineRunner())
    results.seconds = (time.process_time() - started) / workers
    return results


def rate(results: Results) -> str:
    """Return the win rate of the first bot with its interval."""
    bot = results.summary().bots[0]
    return f"{bot.win_rate:.1%} ({bot.interval[0]:.1%} – {bot.interval[1]:.1%})"


def row(what: str, figure: str, games: int) -> None:
    """Print one row of the table."""
    print(f"| {what} | {figure} | {games:,} |", flush=True)


def main() -> None:
    """Print the table."""
    scale = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    games = int(2000 * scale)
    print("| what | figure (95 % interval) | games |\n|---|---|---|")
    for opponent in ("random", "greedy"):
        for name in MAPS:
            results = match(name, ["planner", opponent], games)
            row(f"wins of planner against {opponent}, 2 players, {name}", rate(results), games)
    results = match("usa", ["planner", "greedy", "greedy", "greedy"], games)
    row("wins of one planner against three greedy, 4 players, usa", rate(results), games)
    score = match("usa", ["planner", "planner"], games, workers=1).summary().bots[0]
    low, high = score.score_interval
    row("mean score of planner in self-play, 2 players, usa", f"{score.score:.1f} ({low:.1f} – {high:.1f})", games)
    for name in MAPS:
        results = match(name, ["planner", "planner"], games // 2, workers=1)
        row(f"games per second of planner on one core, 2 players, {name}", _pace(results), games // 2)
    results = match("usa", ["random", "random"], int(100_000 * scale))
    row("games per second of random on two cores, 2 players, usa", _pace(results), results.games)


def _pace(results: Results) -> str:
    return f"{results.timing().games_per_second:,.0f}"


if __name__ == "__main__":
    main()
