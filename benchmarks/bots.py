"""How strong and how fast the bots are: `make bench-bots`, about two minutes; the table is for results.md."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from branchline.arena.match import Job, new_match, play
from branchline.arena.runners.inline import InlineRunner
from branchline.arena.runners.threads import ThreadRunner
from branchline.arena.simulation import simulate

if TYPE_CHECKING:
    from branchline.arena.results import Results

MAPS = ("usa", "london", "paris", "uk")
SEED = 2026


def match(name: str, bots: list[str], games: int, workers: int = 2) -> Results:
    """Play a match, compiled before; its time is the processors', so that a busy machine does not count."""
    made = new_match(name, bots, SEED)
    play(Job(made, 0, 0, len(bots)))
    started = time.process_time()
    results = simulate(made, games, ThreadRunner(workers) if workers > 1 else InlineRunner())
    results.seconds = (time.process_time() - started) / workers
    return results


def rate(results: Results) -> str:
    """A win rate with its interval."""
    bot = results.summary().bots[0]
    return f"{bot.win_rate:.1%} ({bot.interval[0]:.1%} – {bot.interval[1]:.1%})"


def row(what: str, wanted: str, found: str, games: int) -> None:
    """Print one row of the table."""
    print(f"| {what} | {wanted} | {found} | {games:,} |", flush=True)


def main() -> None:
    """Print the table."""
    scale = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    games = int(2000 * scale)
    print("| | at least | found (95 % interval) | games |\n|---|---|---|---|")
    for opponent, wanted in (("random", "98 %"), ("greedy", "85 %")):
        for name in MAPS:
            found = match(name, ["planner", opponent], games)
            row(f"planner against {opponent}, 2 players, {name}", wanted, rate(found), games)
    four = match("usa", ["planner", "greedy", "greedy", "greedy"], games)
    row("one planner against three greedy, 4 players, usa", "70 %", rate(four), games)
    alone = match("usa", ["planner", "planner"], games, workers=1)
    score = alone.summary().bots[0]
    low, high = score.score_interval
    row("planner self-play, usa, 2 players, mean score", "105", f"{score.score:.1f} ({low:.1f} – {high:.1f})", games)
    for name in MAPS:
        found = match(name, ["planner", "planner"], games // 2, workers=1)
        row(
            f"planner, {name}, 2 players, games/s on one core", "500" if name == "usa" else "", _pace(found), games // 2
        )
    found = match("usa", ["random", "random"], int(100_000 * scale))
    row("random, usa, 2 players, simulate, games/s on 2 cores", "25,000", _pace(found), found.games)


def _pace(results: Results) -> str:
    return f"{results.timing().games_per_second:,.0f}"


if __name__ == "__main__":
    main()
