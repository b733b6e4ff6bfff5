"""`branchline simulate`: many games between bots, and what came of them."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli._arena import Live, results_table, split_specs, warm_up_match
from branchline.cli._output import Json, complain, say, say_json

if TYPE_CHECKING:
    from branchline.arena.results import Results

app = typer.Typer(add_completion=False)


@app.command()
def simulate(  # noqa: PLR0917 (a command's options)
    players: Annotated[
        str, typer.Option("--players", "-p", metavar="BOT,BOT…", help="The bots, one a seat, with commas between.")
    ] = "planner,greedy",
    map: Annotated[str, typer.Option("--map", "-m", help="A map's name, or the path of its file.")] = "usa",  # noqa: A002
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 1000,
    seed: Annotated[int | None, typer.Option(help="Makes the run repeatable; printed when not given.")] = None,
    options: Annotated[str, typer.Option(help="Options of the map, with commas between.")] = "",
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", help="Games at a time; all cores if not said.")] = None,
    runner: Annotated[str, typer.Option(help="auto, inline, threads, processes or ray.")] = "auto",
    address: Annotated[str | None, typer.Option(help="Where a Ray cluster is; a local one if not said.")] = None,
    clock: Annotated[float | None, typer.Option(help="Seconds a bot has for a decision.")] = None,
    out: Annotated[Path | None, typer.Option(help="A folder for the rows, the summary and the games.")] = None,
    save_games: Annotated[bool, typer.Option("--save-games", help="Save every game into that folder too.")] = False,
    report: Annotated[Path | None, typer.Option(help="Write a page with pictures of it all to this file.")] = None,
    json: Json = False,
) -> None:
    """Play many games between bots: every deal in every seating, the same for the same seed."""
    from branchline.arena.export import prepare_folder, write_results
    from branchline.arena.match import new_match
    from branchline.arena.runners import make_runner
    from branchline.arena.simulation import simulate as run

    seed = secrets.randbits(31) if seed is None else seed
    match = new_match(map, split_specs(players), seed, [name for name in options.split(",") if name], clock)
    for folder in [folder for folder in (out, report and report.parent) if folder]:
        prepare_folder(folder)
    warm_up_match(match)
    place = make_runner(runner, jobs, address, in_kernel=match.in_kernel)
    with Live(match, games, quiet=json) as live:
        results = run(match, games, place, logs=save_games and out is not None, progress=live.update)
    if results.games:
        _tell(results, json=json)
    if results.games and report is not None:
        _write_report(results, report, json=json)
    if results.games and out is not None:
        written = write_results(results, out)
        if not json:
            say(f"Wrote {', '.join(str(file) for file in written)}")
    raise typer.Exit(_ending(results, games))


def _tell(results: Results, *, json: bool) -> None:
    if json:
        say_json({"summary": results.summary(), "timing": results.timing(), "mishaps": results.mishaps})
        return
    say(results_table(results))


def _write_report(results: Results, path: Path, *, json: bool) -> None:
    from branchline.arena.report import write_report

    write_report(results, path)
    if not json:
        say(f"Wrote {path}: open it in a browser.")


def _ending(results: Results, games: int) -> int:
    for mishap in results.mishaps[:5]:
        complain(f"greedy played a move for {mishap}.", 0)
    if len(results.mishaps) > 5:  # noqa: PLR2004 (a few show what is wrong)
        complain(f"… {len(results.mishaps)} moves in all.", 0)
    if results.problem:
        return complain(f"{results.problem} {results.games} of {games} games were played.", 1)
    if results.interrupted:
        return complain(f"Stopped after {results.games} of {games} games.", 130)
    return 0
