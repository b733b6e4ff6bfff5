"""The levels against each other, as tables for results.md: `make bench-levels`; with `search`, the slow ones too."""

from __future__ import annotations

import sys
from itertools import pairwise

from branchline.arena.match import new_match
from branchline.arena.runners.processes import ProcessRunner
from branchline.arena.runners.threads import ThreadRunner
from branchline.arena.simulation import simulate
from branchline.bots.registry import LEVELS

MAPS = ("usa", "london", "paris", "uk")
SEED = 2026
INSTANT = LEVELS[:5]
GAMES, FOUR_PLAYER_GAMES, SEARCH_GAMES = 2000, 1000, 200


def neighbours(name: str, weaker: str, stronger: str) -> str:
    """Return how often a level beats the one before on a map, with its interval."""
    searching = stronger not in INSTANT
    runner = ProcessRunner(2) if searching else ThreadRunner(2)
    results = simulate(new_match(name, [stronger, weaker], SEED), SEARCH_GAMES if searching else GAMES, runner)
    bot = results.summary().bots[0]
    return f"{bot.win_rate:.1%} ({bot.interval[0]:.1%} – {bot.interval[1]:.1%})"


def main() -> None:
    """Print the tables."""
    levels = LEVELS if "search" in sys.argv else INSTANT
    print("| level | beats | " + " | ".join(MAPS) + " |\n|---|---|" + "---|" * len(MAPS))
    for weaker, stronger in pairwise(levels):
        cells = [neighbours(name, weaker, stronger) for name in MAPS]
        print(f"| `{stronger}` | `{weaker}` | " + " | ".join(cells) + " |", flush=True)
    print("\n| level | score in self-play, usa | thinking time per decision |\n|---|---|---|")
    for level in INSTANT:
        results = simulate(new_match("usa", [level, level], SEED), GAMES, ThreadRunner(2))
        micros = results.timing().decision_microseconds[0]
        print(f"| `{level}` | {results.summary().bots[0].score:.0f} | {micros:.0f} µs |", flush=True)
    print("\n| four players | " + " | ".join(f"`{level}`" for level in INSTANT[1:]) + " |\n|---|---|---|---|---|")
    for name in MAPS:
        bots = simulate(new_match(name, INSTANT[1:], SEED), FOUR_PLAYER_GAMES, ThreadRunner(2)).summary().bots
        print(f"| {name} | " + " | ".join(f"{bot.win_rate:.1%}" for bot in bots) + " |", flush=True)


if __name__ == "__main__":
    main()
