"""`branchline bench`: the speed of this machine, and the statistics of random play."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli.support.output import Json, heading, say, say_json, table

if TYPE_CHECKING:
    from branchline.arena.evaluation.bench import Figures
    from branchline.arena.evaluation.bench_comparison import Change

app = typer.Typer(add_completion=False)
MAP = "usa"
"""The map of the environments that are measured."""


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="Seconds to measure each figure.")] = 1.0,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also measure a start with nothing compiled, which takes about a minute.")
    ] = False,
    compare: Annotated[
        Path | None, typer.Option("--compare", metavar="FILE", help="Compare with the JSON of an earlier run.")
    ] = None,
    json: Json = False,
) -> None:
    """Measure games, decisions, bots, environments, copies, longest paths and the start."""
    import msgspec

    from branchline.arena.evaluation.bench import measure
    from branchline.arena.evaluation.bench_comparison import compare as compare_figures
    from branchline.arena.evaluation.bench_comparison import read_figures
    from branchline.rl.speed import gymnasium_rate, vector_rate

    earlier = read_figures(compare) if compare else None

    def progress(what: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"Measuring {what} …\n")

    figures = measure(seconds, cold=cold, progress=progress)
    progress("environments")
    figures = msgspec.structs.replace(
        figures,
        vector_decisions_per_second=vector_rate(MAP, seconds),
        gymnasium_decisions_per_second=gymnasium_rate(MAP, seconds),
    )
    changes = compare_figures(figures, earlier) if earlier is not None else None
    if json:
        say_json(figures if changes is None else {**msgspec.to_builtins(figures), "compared": changes})
    else:
        _show(figures)
        if changes is not None:
            _show_changes(changes)


def _show_changes(changes: list[Change]) -> None:
    say("\n" + heading("Compared with the earlier run; more than 1 is better"))
    rows = [
        [change.figure.replace("_", " "), f"{change.before:,.4g}", f"{change.now:,.4g}", f"{change.ratio:.2f}"]
        for change in changes
    ]
    say(table(["figure", "before", "now", "ratio"], rows))
    worse = [change.figure.replace("_", " ") for change in changes if change.is_worse]
    say(f"Worse than before: {', '.join(worse)}." if worse else "Nothing is clearly worse than before.")


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
        "`Game` from Python, usa, 2 players": f"{figures.game_decisions_per_second:,.0f} decisions/s",
        "two Python bots, usa, two processes": f"{figures.python_bots_games_per_second:,.0f} games/s",
        "two planners, usa": f"{figures.planner_games_per_second:,.0f} games/s",
        "search, usa, 2 players": f"{figures.search_playouts_per_second:,.0f} playouts/s",
        "vector environment, usa, all cores": f"{figures.vector_decisions_per_second or 0:,.0f} decisions/s",
        "Gymnasium, usa, random opponent": "needs the extra [rl]"
        if figures.gymnasium_decisions_per_second is None
        else f"{figures.gymnasium_decisions_per_second:,.0f} decisions/s",
        "two threads, two processes": f"{figures.two_threads:.2f}×, {figures.two_processes:.2f}× the games of one",
        "copying a state": f"{figures.copy_microseconds:.2f} µs",
        "size of a state": f"{figures.state_bytes} bytes",
        f"longest path, slowest of {figures.networks} networks": f"{figures.longest_path_worst_microseconds:.0f} µs",
        "start to first move": f"{figures.warm_start_seconds:.2f} s",
        "start to first move, nothing compiled": "measured with --cold" if cold is None else f"{cold:.0f} s",
    }.items():
        say(f"{what:<45}  {value}")
