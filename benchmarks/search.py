"""The strength of the bots that search, as a table for results.md: `make bench-search`, many hours at full size.

`python -m benchmarks.search --games 40 --rows usa,speed` plays a part of it, and `--time 200ms` gives the bots of the
rows `guided` another time. Every search has one thread; each core
plays one game at a time in its own process. Finished games are kept in `build/search-games.jsonl` with a fingerprint of
the sources they were played with, so that another call resumes from there.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
import zlib
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

import msgspec
import numpy as np

import branchline as bl
from branchline.arena.jobs import Job, play
from branchline.arena.match import new_match
from branchline.arena.statistics import wilson_interval
from branchline.bots.learned.weights import built_in_network
from branchline.bots.search.bot import SearchBot, SearchParameters, fitted_weights
from branchline.engine.kernel.compilation import source_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.bots.base import Clock
    from branchline.engine.actions import Action
    from branchline.engine.table import Legal
    from branchline.engine.views import View

SEED = 2026
MAPS = ("usa", "london", "paris", "uk")
FINISHED = Path(__file__).parents[1] / "build/search-games.jsonl"


@contextmanager
def stopwatch() -> Iterator[list[float]]:
    """Collect, for every decision of a search for a fixed time, the time it took divided by the time it was given."""
    taken: list[float] = []
    choose = SearchBot.choose

    def timed(bot: SearchBot, view: View, legal: Legal | None = None, clock: Clock | None = None) -> Action:
        started = time.perf_counter()
        action = choose(bot, view, legal, clock)
        if not bot.parameters.playouts:
            taken.append((time.perf_counter() - started) / bot.parameters.time)
        return action

    with patch.object(SearchBot, "choose", timed):
        yield taken


@dataclass(frozen=True)
class Row:
    """One row of the table."""

    name: str
    what: str
    map: str
    bots: tuple[str, ...]


OLD = "search:time=1s,points=0.95"
"""The search of version 0.1, which is measured against: it played for points."""
NEW = "guided:time=1s"
LEAST = "search:time=100ms,points=0.95"
EXPLOITERS = (
    "racer",
    "blocker",
    "builder",
    "collector",
    "learned",
    "planner:best_spares=1,spares=2",
    "planner:best_spares=1,spares=2,time_pressure=2,wilds=0.445,late_cards=0.75",
    "planner:contest=4,risk=0",
    "planner:spare_weight=1.5,ticket_margin=0.5,ticket_claims=2",
    "planner:wilds=0.2,wild_saving_turns=0,late_cards=2",
)
"""Bots that may have found a weakness: each hurries, hoards, blocks, or differs from the planner in its values."""
ROWS = (
    Row("usa", "search:time=500ms against planner", "usa", ("search:time=500ms", "planner")),
    Row("london", "search:time=500ms against planner", "london", ("search:time=500ms", "planner")),
    Row("paris", "search:time=500ms against planner", "paris", ("search:time=500ms", "planner")),
    Row("uk", "search:time=500ms against planner", "uk", ("search:time=500ms", "planner")),
    Row("four", "one search:time=500ms, three planners", "usa", ("search:time=500ms", *["planner"] * 3)),
    Row("time", "search:time=1s against search:time=100ms", "usa", ("search:time=1s", "search:time=100ms")),
    Row("score", "search:time=1s against planner, mean score", "usa", ("search:time=1s", "planner")),
    *(Row(f"guided-{name}", f"{NEW} against {OLD}", name, (NEW, OLD)) for name in MAPS),
    Row("guided-four", f"one {NEW}, three {OLD}", "usa", (NEW, *[OLD] * 3)),
    Row("guided-time", f"{NEW} against guided:time=100ms", "usa", (NEW, "guided:time=100ms")),
    Row("guided-self", f"{NEW} against itself, mean score", "usa", (NEW, NEW)),
    *(
        Row(f"learned-{name}", "learned against search:time=100ms,points=0.95", name, ("learned", LEAST))
        for name in MAPS
    ),
    *(
        Row(f"exploit-{number}", f"{bot} against expert", "usa", (bot, "expert"))
        for number, bot in enumerate(EXPLOITERS)
    ),
)


class Part(msgspec.Struct, frozen=True):
    """Games of a row, one in each seating of a deal: the first bot's share of each win, its scores, its time."""

    row: str
    fingerprint: str
    first: int
    shares: list[float]
    scores: list[int]
    used: list[float]
    """The time of every decision, divided by the time it was given."""


def fingerprint(row: Row) -> str:
    """Return a fingerprint of the search's sources and parameters, and of this row."""
    numbers = zlib.crc32(built_in_network()[0].tobytes(), zlib.crc32(msgspec.json.encode(fitted_weights())))
    return f"{source_hash('branchline.bots.guided.bot')} {numbers} {row.map} {' '.join(row.bots)} {SEED}"


def finished(row: Row) -> dict[int, Part]:
    """Return the games of a row that were played before with the same search."""
    lines = FINISHED.read_bytes().splitlines() if FINISHED.exists() else []
    parts = [msgspec.json.decode(line, type=Part) for line in lines]
    return {part.first: part for part in parts if part.row == row.name and part.fingerprint == fingerprint(row)}


def save(part: Part) -> None:
    """Append finished games to the file."""
    FINISHED.parent.mkdir(exist_ok=True)
    with FINISHED.open("ab") as file:
        file.write(msgspec.json.encode(part) + b"\n")


def play_part(row: Row, first: int) -> Part:
    """Play a deal of a row in every seating."""
    match = new_match(row.map, row.bots, SEED)
    with stopwatch() as used:
        played = play(Job(match, 0, first, first + len(row.bots))).played
    own = played.seats_of(0)
    shares, scores = played.shares[own].tolist(), played.scores()[own].tolist()
    return Part(row.name, fingerprint(row), first, shares, scores, [round(share, 3) for share in used])


def run(row: Row, games: int, workers: int) -> None:
    """Play the games of a row that are not finished, and print it."""
    seats = len(row.bots)
    starts = range(0, max(seats, games // seats * seats), seats)
    parts = finished(row)
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        for job in as_completed([pool.submit(play_part, row, start) for start in starts if start not in parts]):
            parts[job.result().first] = job.result()
            save(job.result())
    show(row, [parts[start] for start in starts])


def show(row: Row, parts: list[Part]) -> None:
    """Print a row."""
    shares = [share for part in parts for share in part.shares]
    scores = [score for part in parts for score in part.scores]
    low, high = wilson_interval(sum(shares), len(shares))
    used = [share for part in parts for share in part.used]
    times = "{:.0%}, {:.0%}".format(*np.percentile(used, [50, 99])) if used else "fixed playouts"
    print(
        f"| {row.what}, {len(row.bots)} players, {row.map} | {np.mean(shares):.1%} ({low:.1%} – {high:.1%}) "
        f"| {np.mean(scores):.1f} | {len(shares)} | {times} |",
        flush=True,
    )


def speed() -> None:
    """Print the playouts per second over a game, and the memory of a process that searches."""
    game = bl.new_game("usa", players=2, seed=SEED)
    searcher = SearchBot(SearchParameters(playouts=1000, seed=1))
    planner = bl.bot("planner")
    searcher.choose(game.view(game.turn))
    spent, playouts = 0.0, 0
    while not game.over:
        view = game.view(game.turn)
        if game.phase == "turn":
            searcher.start(1)
            before = time.process_time()
            playouts += searcher.analyze(view).playouts
            spent += time.process_time() - before
        game.play(planner.choose(view))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"| playouts per second on one core, over a game, 2 players, usa | {playouts / spent:,.0f} | | | |")
    print(f"| memory of the process | {memory} MB | | | |", flush=True)


def main() -> None:
    """Print the table."""
    names = ("speed", *(row.name for row in ROWS))
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="games per row")
    parser.add_argument("--workers", type=int, default=multiprocessing.cpu_count(), help="games at a time")
    parser.add_argument("--rows", default=",".join(names), help=f"any of {', '.join(names)}")
    parser.add_argument("--time", default="1s", help="time per move in the rows `guided`")
    options = parser.parse_args()
    chosen = options.rows.split(",")
    if unknown := set(chosen) - set(names):
        parser.error(f"unknown rows: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    print("| what | won (95 % interval) | mean score | games | share of its time used: median, 99 % |")
    print("|---|---|---|---|---|")
    if "speed" in chosen:
        speed()
    for row in ROWS:
        if row.name in chosen:
            run(timed(row, options.time), options.games, options.workers)


def timed(row: Row, seconds: str) -> Row:
    """Return a row with another time per move, if it is one of those that are played with any time."""
    if not row.name.startswith("guided"):
        return row
    bots = tuple(bot.replace("time=1s", f"time={seconds}") for bot in row.bots)
    return replace(row, what=row.what.replace("time=1s", f"time={seconds}"), bots=bots)


if __name__ == "__main__":
    main()
