"""How strong the search bot is: `make bench-search`, some hours at full size; the table is for results.md.

`python -m benchmarks.search --games 40 --cells usa,speed` plays a part of it. Every search has one thread; as many
games as there are cores are played at once, each in a process of its own. Games that are done are kept in
`build/search-games.jsonl`, with a mark of the sources they were played with: called again, it goes on from there.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
import zlib
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

import branchline as bl
from branchline.arena.match import Job, new_match, play
from branchline.arena.results import wilson
from branchline.bots.search.bot import SearchBot, SearchParameters, fitted_weights
from branchline.engine.compilation import source_hash
from branchline.engine.rules.scoring import RANK, TOTAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.engine.actions import Action
    from branchline.engine.views import View

SEED = 2026
KEPT = Path(__file__).parents[1] / "build/search-games.jsonl"


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


CELLS = (
    Cell("usa", "search:time=500ms against planner", "usa", ("search:time=500ms", "planner"), "70 %"),
    Cell("london", "search:time=500ms against planner", "london", ("search:time=500ms", "planner"), "65 %"),
    Cell("paris", "search:time=500ms against planner", "paris", ("search:time=500ms", "planner"), "65 %"),
    Cell("uk", "search:time=500ms against planner", "uk", ("search:time=500ms", "planner"), "65 %"),
    Cell("four", "one search:time=500ms, three planners", "usa", ("search:time=500ms", *["planner"] * 3), "45 %"),
    Cell("time", "search:time=1s against search:time=100ms", "usa", ("search:time=1s", "search:time=100ms"), "60 %"),
    Cell("score", "search:time=1s against planner, mean score", "usa", ("search:time=1s", "planner"), "score 120"),
)


class Part(msgspec.Struct, frozen=True):
    """Games of a cell, one in each seating of a deal: the first bot's share of each win, its scores, its time."""

    cell: str
    sources: str
    """A mark of what the search was compiled from and of its parameters."""
    first: int
    shares: list[float]
    scores: list[int]
    used: list[float]
    """Of every decision, the time it took over the time it was given."""


def mark(cell: Cell) -> str:
    """Return the mark of the search as it is now, playing this cell."""
    numbers = zlib.crc32(msgspec.json.encode(fitted_weights()))
    return f"{source_hash('branchline.bots.search.bot')} {numbers} {cell.map} {' '.join(cell.bots)} {SEED}"


def kept(cell: Cell) -> dict[int, Part]:
    """Return the games of a cell that were played before with the same search."""
    lines = KEPT.read_bytes().splitlines() if KEPT.exists() else []
    parts = [msgspec.json.decode(line, type=Part) for line in lines]
    return {part.first: part for part in parts if part.cell == cell.name and part.sources == mark(cell)}


def keep(part: Part) -> None:
    """Write games down."""
    KEPT.parent.mkdir(exist_ok=True)
    with KEPT.open("ab") as file:
        file.write(msgspec.json.encode(part) + b"\n")


def play_part(cell: Cell, first: int) -> Part:
    """Play a deal of a cell in every seating."""
    match = new_match(cell.map, cell.bots, SEED)
    with stopwatch() as used:
        batch = play(Job(match, 0, first, first + len(cell.bots)))
    mine = batch.who == 0
    tables = batch.tables[:, : match.players]
    won = tables[:, :, RANK] == 1
    shares = (won / won.sum(axis=1, keepdims=True))[mine]
    used = [round(share, 3) for share in used]
    return Part(cell.name, mark(cell), first, shares.tolist(), tables[:, :, TOTAL][mine].tolist(), used)


def run(cell: Cell, games: int, workers: int) -> None:
    """Play a cell, or what is missing of it, and print its row."""
    seats = len(cell.bots)
    starts = range(0, max(seats, games // seats * seats), seats)
    parts = kept(cell)
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        for job in as_completed([pool.submit(play_part, cell, start) for start in starts if start not in parts]):
            parts[job.result().first] = job.result()
            keep(job.result())
    show(cell, [parts[start] for start in starts])


def show(cell: Cell, parts: list[Part]) -> None:
    """Print a cell's row."""
    shares = [share for part in parts for share in part.shares]
    scores = [score for part in parts for score in part.scores]
    low, high = wilson(sum(shares), len(shares))
    late = np.percentile([used for part in parts for used in part.used], [50, 99])
    print(
        f"| {cell.what}, {len(cell.bots)} players, {cell.map} | {cell.wanted} | {np.mean(shares):.1%} "
        f"({low:.1%} – {high:.1%}), mean score {np.mean(scores):.1f} | {len(shares)} | {late[0]:.0%}, {late[1]:.0%} |",
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
