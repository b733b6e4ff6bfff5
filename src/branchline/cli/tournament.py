"""`branchline tournament`: bots against each other in all groups and seatings; ratings and a cross table."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli.support.completion import bot_names
from branchline.cli.support.matches import (
    Address,
    ClockSeconds,
    Jobs,
    MapName,
    Options,
    RunnerName,
    Seed,
    chosen_seed,
    split_names,
)
from branchline.cli.support.output import Json, command_line, complain, say, say_json, table

if TYPE_CHECKING:
    from branchline.arena.tournament import Plan, Standings

app = typer.Typer(add_completion=False)


@app.command()
def tournament(  # noqa: PLR0917 (a command's options)
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT…", autocompletion=bot_names, help="The bots; none to resume the tournament in --out."
        ),
    ] = None,
    map: MapName = "usa",  # noqa: A002
    players: Annotated[str, typer.Option("--players", "-p", help="Players per game, such as 2 or 2,3,4.")] = "2",
    games: Annotated[int, typer.Option("--games", "-n", help="The number of games for each group of bots.")] = 100,
    seed: Seed = None,
    options: Options = "",
    jobs: Jobs = None,
    runner: RunnerName = "auto",
    address: Address = None,
    clock: ClockSeconds = None,
    out: Annotated[Path | None, typer.Option(help="A folder for finished games, to resume from.")] = None,
    json: Json = False,
) -> None:
    """Let bots meet in every group and seating, and rate them."""
    from branchline.arena.runners import make_runner
    from branchline.arena.tournament import Folder, Plan, check_plan, play_tournament
    from branchline.arena.warmup import warm_up_match

    plan: Plan | None = None
    if bots:
        wanted = tuple(split_names(options))
        plan = Plan(map, tuple(bots), _numbers(players), games, chosen_seed(seed), wanted, clock)
        check_plan(plan)
    folder = Folder(out) if out else None
    if folder:
        plan = folder.open(plan)
    if plan is None:
        raise typer.BadParameter("name at least two bots, or give the folder of a tournament with --out.")
    matches = plan.matches()
    for match in matches:
        warm_up_match(match)
    workers = make_runner(runner, jobs, address, in_kernel=all(match.in_kernel for match in matches))
    standings = play_tournament(plan, workers, folder, None if json else _Progress())
    if json:
        say_json(standings)
    else:
        _show(standings)
    if standings.games < standings.wanted:
        hint = f" `{command_line('tournament', '--out', out)}` resumes it." if out else ""
        raise typer.Exit(complain(f"Stopped after {standings.games} of {standings.wanted} games.{hint}", 130))


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",") if part.strip())
    except ValueError:
        raise typer.BadParameter(f'"{text}" should be numbers of players, such as 2 or 2,3,4.') from None


class _Progress:
    """Prints the progress to a terminal."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.first: int | None = None

    def __call__(self, done: int, wanted: int) -> None:
        if not sys.stderr.isatty():
            return
        self.first = done if self.first is None else self.first
        rate = (done - self.first) / max(1e-9, time.monotonic() - self.started)
        left = f", {(wanted - done) / rate:.0f} s left" if rate else ""
        end = "\n" if done == wanted else ""
        print(f"\r{done:,} of {wanted:,} games, {rate:,.0f} games/s{left}   ", end=end, file=sys.stderr)  # noqa: T201


def _show(standings: Standings) -> None:
    plan = standings.plan
    say(f"{standings.games:,} games on {plan.map}, {', '.join(map(str, plan.players))} players, seed {plan.seed}\n")
    rows = [
        [
            place + 1,
            rating.bot,
            f"{rating.rating:.1f}",
            f"{rating.interval[0]:.1f} – {rating.interval[1]:.1f}",
            f"{standings.scores[rating.bot]:.1f}",
            rating.games,
        ]
        for place, rating in enumerate(standings.ratings)
    ]
    say(table(["", "bot", "rating", "95 % interval", "score", "games"], rows))
    say("\nHow often each bot finished ahead of another, in percent of the games in which they met:\n")
    say(_cross(standings))


def _cross(standings: Standings) -> str:
    names = [rating.bot for rating in standings.ratings]
    cells = {(cell.bot, cell.against): cell for cell in standings.cells}

    def cell(a: str, b: str) -> str:
        found = cells.get((a, b))
        if found is None or not found.games:
            return "–"
        return f"{found.rate:.1%} ±{(found.interval[1] - found.interval[0]) / 2:.1%}"

    rows = [[name, *(cell(name, other) for other in names)] for name in names]
    return table(["ahead of", *names], rows)
