"""How strong the search bot is: `make bench-search`, some hours at full size; the table is for results.md.

`python -m benchmarks.search --games 40 --cells usa,speed` plays a part of it. Every search has one thread; as many
games as there are cores are played at once, each in a process of its own.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

import branchline as bl
from branchline.arena.match import Job, new_match, play
from branchline.arena.results import wilson
from branchline.bots.search import SearchBot, SearchParameters
from branchline.engine.rules.scoring import RANK, TOTAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.engine.actions import Action
    from branchline.engine.views import View

SEED = 2026


@contextmanager
def stopwatch() -> Iterator[list[float]]:
    """Note of every decision of a search the time it took over the time it was given."""
    taken: list[float] = []
    choose = SearchBot.choose

    def timed(bot: SearchBot, view: View, *arguments: Any) -> Action:  # noqa: ANN401
        started = time.perf_counter()
        action = choose(bot, view, *arguments)
        taken.append((time.perf_counter() - started) / bot.parameters.time)
        return action

    SearchBot.choose = timed  # type: ignore[method-assign,assignment]
    try:
        yield taken
    finally:
        SearchBot.choose = choose  # type: ignore[method-assign]


@dataclass(frozen=True)
class Cell:
    """One row of the table."""

    name: str
    what: str
    map: str
    bots: tuple[str, ...]
    wanted: str
    share: float = 1.0
    """Of the games asked for."""


CELLS = (
    Cell("usa", "search:time=500ms against planner", "usa", ("search:time=500ms", "planner"), "70 %"),
    Cell("london", "search:time=500ms against planner", "london", ("search:time=500ms", "planner"), "65 %"),
    Cell("paris", "search:time=500ms against planner", "paris", ("search:time=500ms", "planner"), "65 %"),
    Cell("uk", "search:time=500ms against planner", "uk", ("search:time=500ms", "planner"), "65 %"),
    Cell("four", "one search:time=500ms, three planners", "usa", ("search:time=500ms", *["planner"] * 3), "45 %"),
    Cell("time", "search:time=1s against search:time=100ms", "usa", ("search:time=1s", "search:time=100ms"), "60 %"),
    Cell("score", "search:time=1s against planner, mean score", "usa", ("search:time=1s", "planner"), "score 120"),
)


def part(cell: Cell, first: int, last: int) -> tuple[list[float], list[int], list[float]]:
    """Play some games of a cell: the first bot's share of each win, its score, and its overruns."""
    match = new_match(cell.map, cell.bots, SEED)
    with stopwatch() as taken:
        batch = play(Job(match, 0, first, last))
    mine = batch.who == 0
    tables = batch.tables[:, : match.players]
    won = tables[:, :, RANK] == 1
    shares = (won / won.sum(axis=1, keepdims=True))[mine]
    return shares.tolist(), tables[:, :, TOTAL][mine].tolist(), taken


def run(cell: Cell, games: int, workers: int) -> None:
    """Play a cell and print its row."""
    seats = len(cell.bots)
    starts = range(0, max(seats, games // seats * seats), seats)
    shares: list[float] = []
    scores: list[int] = []
    overruns: list[float] = []
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        parts = [pool.submit(part, cell, start, start + seats) for start in starts]
        for done in parts:
            for found, more in zip((shares, scores, overruns), done.result(), strict=True):
                found.extend(more)  # type: ignore[attr-defined]
    low, high = wilson(sum(shares), len(shares))
    late = np.percentile(overruns, [50, 99])
    print(
        f"| {cell.what}, {seats} players, {cell.map} | {cell.wanted} | {np.mean(shares):.1%} ({low:.1%} – {high:.1%}), "
        f"mean score {np.mean(scores):.1f} | {len(shares)} | {late[0]:.0%}, {late[1]:.0%} |",
        flush=True,
    )


def speed() -> None:
    """Print playouts a second over a game, and the memory of a process that searches."""
    game = bl.new_game("usa", players=2, seed=SEED)
    thinker = SearchBot(SearchParameters(playouts=1000, seed=1))
    quick = bl.bot("planner")
    thinker.choose(game.view(game.turn))
    spent, playouts = 0.0, 0
    while not game.over:
        view = game.view(game.turn)
        if game.phase == "turn":
            thinker.start(1)
            before = time.process_time()
            playouts += thinker.analyse(view).playouts
            spent += time.process_time() - before
        game.play(quick.choose(view))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"| playouts a second, one core, a whole game, usa | 10,000 | {playouts / spent:,.0f} | | |")
    print(f"| memory of the process | 300 MB | {memory} MB | | |", flush=True)


def main() -> None:
    """Print the table."""
    names = ("speed", *(cell.name for cell in CELLS))
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="games a cell")
    parser.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--cells", default=",".join(names), help=f"of {', '.join(names)}")
    options = parser.parse_args()
    asked = options.cells.split(",")
    if unknown := set(asked) - set(names):
        parser.error(f"no cell is named {', '.join(sorted(unknown))}: there are {', '.join(names)}")
    print("| | at least | found (95 % interval) | games | used of its time: median, 99 % |\n|---|---|---|---|---|")
    if "speed" in asked:
        speed()
    for cell in CELLS:
        if cell.name in asked:
            run(cell, options.games, options.workers)


if __name__ == "__main__":
    main()
