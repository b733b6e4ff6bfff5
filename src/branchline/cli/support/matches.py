"""What `simulate` and `tournament` share: options, lists of bots, progress, the table of results."""

from __future__ import annotations

import secrets
import sys
import time
from typing import TYPE_CHECKING, Annotated, Self

import typer

from branchline.cli.support.completion import map_names
from branchline.cli.support.output import table

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress as Bar

    from branchline.arena.results import BotSummary, Results

MapName = Annotated[
    str, typer.Option("--map", "-m", autocompletion=map_names, help="The name of a map, or the path of its file.")
]
Seed = Annotated[int | None, typer.Option(help="The seed of all games; a random one is printed if not given.")]
Options = Annotated[str, typer.Option(help="Options of the map, separated by commas.")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", help="Parallel jobs; the number of cores by default.")]
RunnerName = Annotated[str, typer.Option("--runner", help="auto, inline, threads, processes or ray.")]
Address = Annotated[str | None, typer.Option(help="The address of a Ray cluster; a local Ray by default.")]
ClockSeconds = Annotated[float | None, typer.Option("--clock", help="Seconds that a bot has for each decision.")]

SLOW = 10
"""Rates below this are shown with one decimal."""
REFRESH_SECONDS = 0.2


def split_names(text: str) -> list[str]:
    """Split a list of names at its commas.

    >>> split_names("advanced, single_draw,")
    ['advanced', 'single_draw']
    """
    return [name.strip() for name in text.split(",") if name.strip()]


def split_specs(text: str) -> list[str]:
    """Split a list of bots at its commas, but not at those between a bot's parameters.

    >>> split_specs("planner:risk=0.1,turn=2,greedy")
    ['planner:risk=0.1,turn=2', 'greedy']
    """
    specs: list[str] = []
    for part in text.split(","):
        head, equals, _ = part.partition("=")
        if specs and equals and ":" not in head:
            specs[-1] += f",{part}"
        else:
            specs.append(part.strip())
    return [spec for spec in specs if spec]


def chosen_seed(seed: int | None) -> int:
    """Return the seed that was given, or a random one."""
    return secrets.randbits(31) if seed is None else seed


class Progress:
    """A progress bar with games per second, the time left and the win rates."""

    def __init__(self, games: int, *, quiet: bool = False) -> None:
        self.games = games
        self.shown = not quiet and sys.stderr.isatty()
        self.updated = 0.0
        self.bar: Bar | None = None

    def __enter__(self) -> Self:
        if self.shown:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
            self.bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task("", total=self.games)
        return self

    def update(self, results: Results) -> None:
        """Update the bar, a few times per second."""
        now = time.monotonic()
        if self.bar is None or (now - self.updated < REFRESH_SECONDS and results.games < self.games):
            return
        self.updated = now
        rate = results.games / max(results.seconds, 1e-9)
        wins = "  ".join(f"{bot.bot} {bot.win_rate:.0%}" for bot in results.summary().bots)
        self.bar.update(self.task, completed=results.games, description=f"{rate:,.0f} games/s  {wins}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.stop()


def results_table(results: Results) -> str:
    """Return the results of a match as text."""
    summary, timing = results.summary(), results.timing()
    parts = [name for name in summary.bots[0].parts if any(bot.parts[name] for bot in summary.bots)]
    columns = ["bot", "wins", "95 % interval", "score", *parts, "tickets", "decision"]
    rows = [
        _row(bot, parts, microseconds)
        for bot, microseconds in zip(summary.bots, timing.decision_microseconds, strict=True)
    ]
    options = f" ({', '.join(summary.options)})" if summary.options else ""
    head = f"{summary.games:,} games on {summary.map}{options}, seed {summary.seed}, {summary.turns:.0f} turns per game"
    pace = f"{timing.games_per_second:,.{0 if timing.games_per_second >= SLOW else 1}f} games/s"
    seats = ", ".join(f"seat {seat + 1} {share:.1%}" for seat, share in enumerate(summary.seats))
    return f"{head}, {pace}\n\n{table(columns, rows)}\n\nWins by seat: {seats}"


def _row(bot: BotSummary, parts: list[str], microseconds: float) -> list[object]:
    low, high = bot.interval
    return [
        bot.bot,
        f"{bot.win_rate:.1%}",
        f"{low:.1%} – {high:.1%}",
        f"{bot.score:.1f}",
        *(f"{bot.parts[name]:.1f}" for name in parts),
        f"{bot.tickets_made:.2f} of {bot.tickets_made + bot.tickets_missed:.2f}",
        _duration(microseconds),
    ]


def _duration(microseconds: float) -> str:
    """Return a duration in a suitable unit.

    >>> _duration(7.25), _duration(2500), _duration(1.5e6)
    ('7.2 µs', '2.5 ms', '1.5 s')
    """
    if microseconds < 1e3:  # noqa: PLR2004
        return f"{microseconds:.1f} µs"
    return f"{microseconds / 1e3:.1f} ms" if microseconds < 1e6 else f"{microseconds / 1e6:.1f} s"  # noqa: PLR2004
