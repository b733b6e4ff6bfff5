"""`branchline bench`: the speed of this machine, and the statistics of random play."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli._output import Json, heading, say, say_json, table

if TYPE_CHECKING:
    from branchline.arena.bench import Figures

app = typer.Typer(add_completion=False)


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="Seconds to measure each figure.")] = 1.0,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also measure a start with nothing compiled, which takes about a minute.")
    ] = False,
    json: Json = False,
) -> None:
    """Measure random games, single decisions, copies, longest paths and the start on one core, then two cores."""
    from branchline.arena.bench import measure

    def progress(what: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"Measuring {what} …\n")

    figures = measure(seconds, cold=cold, progress=progress)
    if json:
        say_json(figures)
    else:
        _show(figures)


def _show(figures: Figures) -> None:
    say(heading("Uniformly random play with final scoring, on one core"))
    columns = ["map", "players", "games/s", "decisions/s", "decisions", "turns", "score", "tickets", "made"]
    rows = [
        [
            play.map,
            play.players,
            round(play.games_per_second),
            round(play.decisions_per_second),
            *(f"{value:.1f}".rjust(7) for value in (play.decisions, play.turns, play.score, play.tickets)),
            f"{play.tickets_made:.2f}",
        ]
        for play in figures.random_play
    ]
    say(table(columns, rows))
    say("Means: decisions and turns per game; score, tickets and tickets made per seat.\n")
    cold = figures.cold_start_seconds
    for what, value in {
        "stepped from Python, usa, 2 players": f"{figures.stepped_decisions_per_second:,.0f} decisions/s",
        "two threads, two processes": f"{figures.two_threads:.2f}×, {figures.two_processes:.2f}× the games of one",
        "copying a state": f"{figures.copy_microseconds:.2f} µs",
        "size of a state": f"{figures.state_bytes} bytes",
        f"longest path, slowest of {figures.networks} networks": f"{figures.longest_path_worst_microseconds:.0f} µs",
        "start to first move": f"{figures.warm_start_seconds:.2f} s",
        "start to first move, nothing compiled": "measured with --cold" if cold is None else f"{cold:.0f} s",
    }.items():
        say(f"{what:<45}  {value}")
