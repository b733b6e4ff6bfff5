"""`branchline train`: train the network of the `learned` bot."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

import typer

from branchline.cli.support.matches import Address, Jobs, RunnerName, split_names, split_specs
from branchline.cli.support.output import Json, command_line, complain, say, say_json, table

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress as Bar

    from branchline.arena.training.rounds import Round, TablePlan, TrainingPlan

app = typer.Typer(add_completion=False)


@app.command()
def train(  # noqa: PLR0917 (a command's options)
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Keeps the training; the same command resumes it.")],
    tables: Annotated[
        str,
        typer.Option(
            "--tables",
            "-t",
            metavar="MAP:PLAYERS[:SHARE]…",
            help='Where to play, and with which share of the games; "random" is a new random map every few games.',
        ),
    ] = "usa:2",
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of games, fit and ladder.")] = 3,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games of a round at each table.")] = 4000,
    ladder: Annotated[str, typer.Option(metavar="BOT,BOT…", help="The bots to meet after each round.")] = "planner",
    ladder_games: Annotated[int, typer.Option(min=2, help="Games against each of them at each table.")] = 400,
    passes: Annotated[int, typer.Option(min=1, help="Passes over the samples in each fit.")] = 12,
    start: Annotated[
        str,
        typer.Option(metavar="FILE", help='A network that plays the first round and is improved; "built-in" is one.'),
    ] = "",
    seed: Annotated[int, typer.Option(help="The seed of all games and fits.")] = 1,
    jobs: Jobs = None,
    runner: RunnerName = "auto",
    address: Address = None,
    json: Json = False,
) -> None:
    """Train the network of the `learned` bot in rounds: play, fit, and meet a ladder of bots."""
    from branchline.arena.runners import make_runner
    from branchline.arena.training.rounds import TrainingFolder, TrainingPlan
    from branchline.arena.training.rounds import train as run

    if importlib.util.find_spec("torch") is None:
        raise typer.Exit(complain('PyTorch is not installed: pip install "branchline[train]".', 1))
    plan = TrainingPlan(
        tuple(_parse_table(text) for text in split_names(tables)),
        rounds,
        games,
        tuple(split_specs(ladder)),
        ladder_games,
        seed,
        passes,
        command_line(*(folder.name if word == str(folder) else word for word in sys.argv[1:])),
        start,
    )
    kept = TrainingFolder(folder)
    try:
        with Progress(quiet=json) as progress:
            for done in run(plan, kept, lambda: make_runner(runner, jobs, address), progress.update):
                progress.say(_sentence(done))
    except KeyboardInterrupt:
        message = f"Stopped after {len(kept.curve())} of {rounds} rounds; the same command resumes."
        raise typer.Exit(complain(message, 130)) from None
    _show(kept.curve(), plan, kept.network, json=json)


def _parse_table(text: str) -> TablePlan:
    """Return the table that a text such as "usa:2" or "usa:4:0.5" names; the map may be a path."""
    from branchline.arena.training.rounds import TablePlan

    found = re.fullmatch(r"(.+?):(\d+)(?::(\d*\.?\d+))?", text)
    if found is None:
        raise typer.BadParameter(
            f'"{text}" is not a map with a number of players, such as usa:2.', param_hint="--tables"
        )
    name, players, share = found.groups(default="1")
    return TablePlan(name, int(players), float(share))


def _sentence(done: Round) -> str:
    """Return what a round brought, in one line."""
    met = ", ".join(f"{rung.win_rate:.1%} against {rung.bot} on {rung.table}" for rung in done.ladder)
    gain = f"{done.gain:+.2f} ± {done.gain_error:.2f} turns per decision"
    return f"Round {done.number + 1}: {done.positions:,} positions, {gain}; won {met}."


def _show(curve: list[Round], plan: TrainingPlan, network: Path, *, json: bool) -> None:
    if json:
        say_json({"plan": plan, "rounds": curve, "network": str(network)})
        return
    columns = [
        "round",
        "positions",
        "turns per decision",
        "other moves",
        "bot",
        "table",
        "wins",
        "95 % interval",
        "score",
    ]
    rows = [
        [
            done.number + 1,
            f"{done.positions:,}",
            f"{done.gain:+.2f} ± {done.gain_error:.2f}",
            f"{done.changed:.0%}",
            rung.bot,
            rung.table,
            f"{rung.win_rate:.1%}",
            f"{rung.interval[0]:.1%} – {rung.interval[1]:.1%}",
            f"{rung.score:.1f}",
        ]
        for done in curve
        for rung in done.ladder
    ]
    say(table(columns, rows))
    say(f"\nThe best network is {network}: play it as learned:network={network}.")


class Progress:
    """A progress bar that names what is being done; finished rounds are printed above it."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        if not self._quiet and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
            self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task("", total=1.0)
        return self

    def update(self, what: str, share: float) -> None:
        """Show what is being done, and how much of it is done."""
        if self._bar is not None:
            self._bar.update(self._task, description=what, completed=share)

    def say(self, text: str) -> None:
        """Print a line on standard error."""
        if self._bar is not None:
            self._bar.console.print(text, highlight=False)
        elif not self._quiet:
            sys.stderr.write(f"{text}\n")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
