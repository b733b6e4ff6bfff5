"""The levels against each other, as tables for results.md: `make bench-levels`; with `instant`, without the slow ones.

Every pair of the instant levels plays, and each searching level plays the one below it. The two-player games on a map
are rated on one scale (Bradley–Terry, in Elo points, with `novice` at 0). Pairs that are already in the file are not
played again, so an interrupted run can be resumed: `python -m benchmarks.levels FILE`.
"""

from __future__ import annotations

import sys
from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from branchline.arena.match import new_match
from branchline.arena.reporting.fingerprints import fingerprints
from branchline.arena.runners import make_runner
from branchline.arena.simulation import simulate
from branchline.arena.statistics import bradley_terry, wilson_interval
from branchline.bots.registry import CHARACTERS, LEVELS

if TYPE_CHECKING:
    from branchline.arena.results import Results

MAPS = ("usa", "london", "paris", "uk")
SEED = 2026
INSTANT = LEVELS[:5]
GAMES, FOUR_PLAYER_GAMES, CHARACTER_GAMES = 1000, 600, 400
SEARCH_GAMES = {"hard": 200, "expert": 100}
SEARCH_TABLES = {"hard": 100, "expert": 40}
"""Games between a searching level and the one below it, and of tables with it as the strongest of four."""
ELO = 400.0


class Pair(msgspec.Struct):
    """The result of two levels against each other on a map: games, wins of the first, mean scores, thinking times."""

    map: str
    bots: tuple[str, str]
    games: int
    wins: float
    scores: tuple[float, float]
    microseconds: tuple[float, float]


class Table:
    """The pairs that were played, and the file that keeps them."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.pairs: list[Pair] = []
        if path is not None and path.exists():
            self.pairs = [msgspec.json.decode(line, type=Pair) for line in path.read_bytes().splitlines()]

    def pair(self, name: str, stronger: str, weaker: str) -> Pair:
        """Return the result of two levels against each other, playing their games first if needed."""
        for found in self.pairs:
            if (found.map, found.bots) == (name, (stronger, weaker)):
                return found
        results = played(name, [stronger, weaker], SEARCH_GAMES.get(stronger, GAMES))
        bots, times = results.summary().bots, results.timing().decision_microseconds
        scores = (bots[0].score, bots[1].score)
        new = Pair(name, (stronger, weaker), bots[0].games, bots[0].wins, scores, (times[0], times[1]))
        self.pairs.append(new)
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(new) + b"\n")
        return new

    def ratings(self, name: str) -> dict[str, float]:
        """Return the rating of each level on a map, in Elo points above the weakest."""
        wins = {}
        for pair in self.pairs:
            if pair.map == name:
                wins[pair.bots] = pair.wins
                wins[pair.bots[::-1]] = pair.games - pair.wins
        strengths = bradley_terry(wins)
        return {level: ELO * (strengths[level] - strengths[LEVELS[0]]) for level in LEVELS if level in strengths}


def played(name: str, bots: list[str], games: int) -> Results:
    """Play a match with the usual seed."""
    match = new_match(name, bots, SEED)
    results = simulate(match, games, make_runner("auto", None, in_kernel=match.in_kernel))
    if results.problem or results.interrupted:
        raise SystemExit(results.problem or "Stopped.")
    return results


def opponents(levels: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the pairs to play, the stronger level first."""
    pairs = {(strong, weak) for weak, strong in (*combinations(INSTANT, 2), *pairwise(levels))}
    return sorted(pairs, key=lambda pair: (LEVELS.index(pair[0]), -LEVELS.index(pair[1])))


def row(*cells: str) -> None:
    """Print a row of a table."""
    print("| " + " | ".join(cells) + " |", flush=True)


def head(*cells: str) -> None:
    """Print the head of a table."""
    print()
    row(*cells)
    row(*["---"] * len(cells))


def neighbours(table: Table, levels: tuple[str, ...]) -> None:
    """Print how often each level beats the one before, with intervals."""
    head("level", "beats", *MAPS)
    for weaker, stronger in pairwise(levels):
        cells = []
        for name in MAPS:
            pair = table.pair(name, stronger, weaker)
            low, high = wilson_interval(pair.wins, pair.games)
            cells.append(f"{pair.wins / pair.games:.1%} ({low:.0%}–{high:.0%}, {pair.games})")
        row(f"`{stronger}`", f"`{weaker}`", *cells)


def ratings(table: Table, levels: tuple[str, ...]) -> None:
    """Print the ratings, the mean score against the level below, and the thinking time."""
    found = {name: table.ratings(name) for name in MAPS}
    scores = {pair.bots: pair for pair in table.pairs if pair.map == MAPS[0]}
    columns = [f"rating, {name}" for name in MAPS]
    head("level", *columns, f"score against the level below, {MAPS[0]}", "time per decision")
    for place, level in enumerate(levels):
        pair = scores[level, levels[place - 1]] if place else scores[levels[1], level]
        score, micros = (pair.scores[0], pair.microseconds[0]) if place else (pair.scores[1], pair.microseconds[1])
        time = f"{micros / 1000:.0f} ms" if micros > 2000 else f"{micros:.0f} µs"
        row(f"`{level}`", *(f"{found[name][level]:.0f}" for name in MAPS), f"{score:.0f}", time)


def four_players(levels: tuple[str, ...]) -> None:
    """Print the share of wins of four neighbouring levels at one table, for every four."""
    for weakest in range(len(levels) - 3):
        four = levels[weakest : weakest + 4]
        games = SEARCH_TABLES.get(four[-1], FOUR_PLAYER_GAMES)
        head(f"four players, {games} games", *(f"`{level}`" for level in four))
        for name in MAPS:
            row(name, *(f"{bot.win_rate:.1%}" for bot in played(name, list(four), games).summary().bots))


def characters() -> None:
    """Print the styles of the characters, in games against `medium`."""
    figures = ("turns", "routes", "spaces per route", "tickets", "missed", "ticket draws", "blocking", "of `medium`")
    head("character", "map", "wins", "score", *figures)
    for name in MAPS:
        for character in ("medium", *CHARACTERS):
            results = played(name, [character, "medium"], CHARACTER_GAMES)
            bot, (style, rival) = results.summary().bots[0], fingerprints(results)
            means = (style.routes, style.route_length, style.tickets, style.missed, style.ticket_draws)
            row(
                f"`{character}`",
                name,
                f"{bot.win_rate:.0%}",
                f"{bot.score:.0f}",
                f"{style.turns:.0f}",
                *(f"{mean:.2f}" for mean in means),
                f"{style.blocking:.1%}",
                f"{rival.blocking:.1%}",
            )


def main(arguments: list[str]) -> None:
    """Print the tables."""
    levels = INSTANT if "instant" in arguments else LEVELS
    files = [Path(argument) for argument in arguments if argument != "instant"]
    table = Table(files[0] if files else None)
    for stronger, weaker in opponents(levels):
        for name in MAPS:
            table.pair(name, stronger, weaker)
    neighbours(table, levels)
    ratings(table, levels)
    four_players(levels)
    characters()


if __name__ == "__main__":
    main(sys.argv[1:])
