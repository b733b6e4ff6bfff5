"""`branchline simulate`: many games between bots, and their results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli.support.completion import bot_lists
from branchline.cli.support.matches import (
    Address,
    ClockSeconds,
    Jobs,
    MapName,
    Options,
    Progress,
    RunnerName,
    Seed,
    chosen_seed,
    results_table,
    split_names,
    split_specs,
)
from branchline.cli.support.output import Json, complain, say, say_json

if TYPE_CHECKING:
    from branchline.arena.results import Results

MISHAPS_SHOWN = 5

app = typer.Typer(add_completion=False)


@app.command()
def simulate(  # noqa: PLR0917 (a command's options)
    players: Annotated[
        str,
        typer.Option(
            "--players",
            "-p",
            metavar="BOT,BOT…",
            autocompletion=bot_lists,
            help="The bots, one per seat, separated by commas.",
        ),
    ] = "planner,greedy",
    map: MapName = "usa",  # noqa: A002
    games: Annotated[int, typer.Option("--games", "-n", help="The number of games.")] = 1000,
    seed: Seed = None,
    options: Options = "",
    jobs: Jobs = None,
    runner: RunnerName = "auto",
    address: Address = None,
    clock: ClockSeconds = None,
    out: Annotated[Path | None, typer.Option(help="Write rows and a summary to this folder.")] = None,
    save_games: Annotated[bool, typer.Option("--save-games", help="Also save every game to that folder.")] = False,
    report: Annotated[Path | None, typer.Option(help="Write an HTML report with charts to this file.")] = None,
    compare: Annotated[
        Path | None, typer.Option(metavar="REPORT", help="Compare with an earlier report, in the new one.")
    ] = None,
    json: Json = False,
) -> None:
    """Play many games between bots: every deal in every seating, reproducible from the seed."""
    from branchline.arena.match import new_match
    from branchline.arena.reporting.export import prepare_folder
    from branchline.arena.runners import make_runner
    from branchline.arena.simulation import simulate as run
    from branchline.arena.warmup import warm_up_match

    _check_report(report, compare)
    match = new_match(map, split_specs(players), chosen_seed(seed), split_names(options), clock)
    for folder in [folder for folder in (out, report and report.parent) if folder]:
        prepare_folder(folder)
    warm_up_match(match)
    workers = make_runner(runner, jobs, address, in_kernel=match.in_kernel)
    with Progress(games, quiet=json) as progress:
        results = run(match, games, workers, logs=save_games and out is not None, progress=progress.update)
    if results.games:
        _show(results, json=json)
        _write(results, out, report, compare, json=json)
    if not json:  # which contains them
        _show_mishaps(results)
    raise typer.Exit(_exit_code(results, games))


def _write(results: Results, out: Path | None, report: Path | None, compare: Path | None, *, json: bool) -> None:
    """Write the files that were asked for, and say which unless the output is JSON."""
    from branchline.arena.reporting.export import write_results

    if report is not None:
        _write_report(results, report, compare, json=json)
    if out is not None:
        written = write_results(results, out)
        if not json:
            say(f"Wrote {', '.join(str(file) for file in written)}")


def _show(results: Results, *, json: bool) -> None:
    if json:
        say_json({"summary": results.summary(), "timing": results.timing(), "mishaps": results.mishaps})
    else:
        say(results_table(results))


def _check_report(report: Path | None, compare: Path | None) -> None:
    """Refuse a report or a comparison that cannot be written, before anything is played."""
    if report is None:
        if compare is not None:
            raise typer.BadParameter("needs --report FILE, which shows both runs.", param_hint="--compare")
        return
    from branchline.arena.reporting.page import check_assets
    from branchline.arena.reporting.report import check_report_path, read_run

    check_report_path(report)
    check_assets()
    if compare is not None:
        read_run(compare)


def _write_report(results: Results, path: Path, compare: Path | None, *, json: bool) -> None:
    from branchline.arena.reporting.report import write_report

    write_report(results, path, compare)
    if not json:
        say(f"Wrote {path}: open it in a browser.")


def _show_mishaps(results: Results) -> None:
    for mishap in results.mishaps[:MISHAPS_SHOWN]:
        complain(f"greedy played a move for {mishap}.", 0)
    if len(results.mishaps) > MISHAPS_SHOWN:
        complain(f"… {len(results.mishaps)} such moves in total.", 0)


def _exit_code(results: Results, games: int) -> int:
    """Print why the match was not finished and return the exit code."""
    if results.problem:
        return complain(f"{results.problem} {results.games} of {games} games were played.", 1)
    if results.interrupted:
        return complain(f"Stopped after {results.games} of {games} games.", 130)
    return 0
