"""`branchline evaluate`: let an agent play fixed tasks; prints a row of a table for each."""

from __future__ import annotations

from typing import Annotated

import typer

from branchline.cli.support.completion import bot_names, task_names
from branchline.cli.support.matches import Jobs, Progress, RunnerName
from branchline.cli.support.output import Json, complain, say, say_json

app = typer.Typer(add_completion=False)


@app.command()
def evaluate(
    agent: Annotated[str, typer.Argument(metavar="BOT", autocompletion=bot_names, help="The agent: a bot's spec.")],
    task: Annotated[
        list[str] | None,
        typer.Option("--task", "-t", autocompletion=task_names, help="A task; may be repeated.", show_default="all"),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", help="Play fewer games than the task has, to try it out.")
    ] = None,
    jobs: Jobs = None,
    runner: RunnerName = "auto",
    json: Json = False,
) -> None:
    """Let an agent play fixed tasks, and print a row of a table for each."""
    from branchline.arena.evaluation.tasks import HEADER, evaluation, task_named, tasks
    from branchline.arena.runners import make_runner
    from branchline.arena.simulation import simulate
    from branchline.arena.warmup import warm_up_match

    chosen = {name: task_named(name) for name in task or tasks()}
    found = []
    if not json:
        say(HEADER)
    for name, wanted in chosen.items():
        match = wanted.match(agent)
        warm_up_match(match)
        number = wanted.games if games is None else games
        with Progress(number, quiet=json) as progress:
            results = simulate(
                match, number, make_runner(runner, jobs, in_kernel=match.in_kernel), progress=progress.update
            )
        if results.problem or results.interrupted:
            reason = results.problem or "Stopped."
            raise typer.Exit(complain(f"{name}: {reason}", 130 if results.interrupted else 1))
        found.append(evaluation(name, results))
        if not json:
            say(found[-1].row())
    if json:
        say_json(found)
