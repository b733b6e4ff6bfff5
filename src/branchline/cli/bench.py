"""`branchline bench`: how fast this machine plays, and what random play comes to."""

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
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="How long each figure is measured.")] = 1.0,
    cold: Annotated[bool, typer.Option("--cold", help="Also start with nothing compiled: about a minute.")] = False,
    json: Json = False,
) -> None:
    """Measure one core: random games, single decisions, copies, longest paths and the start; then two."""
    from branchline.arena.bench import measure

    def told(what: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"measuring: {what} …\n")

    figures = measure(seconds, cold=cold, told=told)
    if json:
        say_json(figures)
    else:
        _show(figures)


def _show(figures: Figures) -> None:
    say(heading("Uniformly random play to the end, with final scoring, one core"))
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
    say("Decisions and turns are of a game; score, tickets and tickets made are of a seat; all are means.\n")
    cold = figures.cold_start_seconds
    for what, value in {
        "stepped from Python, usa with 2": f"{figures.stepped_decisions_per_second:,.0f} decisions a second",
        "two threads; two processes": f"{figures.two_threads:.2f}; {figures.two_processes:.2f} times the games of one",
        "a copy of a state": f"{figures.copy_microseconds:.2f} µs",
        "a state": f"{figures.state_bytes} bytes",
        f"longest path, slowest of {figures.networks} networks": f"{figures.longest_path_worst_microseconds:.0f} µs",
        "from start to first move, kernel compiled": f"{figures.warm_start_seconds:.2f} s",
        "the same with nothing compiled": "measured with --cold" if cold is None else f"{cold:.0f} s",
    }.items():
        say(f"{what:<45}  {value}")
