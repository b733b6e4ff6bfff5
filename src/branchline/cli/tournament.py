"""`branchline tournament`: bots against each other, all groups, all seatings; ratings and a cross table."""

from __future__ import annotations

import secrets
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli._arena import warm_up_match
from branchline.cli._output import Json, complain, say, say_json, table

if TYPE_CHECKING:
    from branchline.arena.tournament import Plan, Standings

app = typer.Typer(add_completion=False)


@app.command()
def tournament(  # noqa: PLR0917 (a command's options)
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="BOT…", help="The bots; none to go on with a tournament in --out.")
    ] = None,
    map: Annotated[str, typer.Option("--map", "-m", help="A map's name, or the path of its file.")] = "usa",  # noqa: A002
    players: Annotated[str, typer.Option("--players", "-p", help="Players at a table, with commas between.")] = "2",
    games: Annotated[int, typer.Option("--games", "-n", help="Games of every group of bots.")] = 100,
    seed: Annotated[int | None, typer.Option(help="Makes the run repeatable; printed when not given.")] = None,
    options: Annotated[str, typer.Option(help="Options of the map, with commas between.")] = "",
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", help="Games at a time; all cores if not said.")] = None,
    runner: Annotated[str, typer.Option(help="auto, inline, threads, processes or ray.")] = "auto",
    address: Annotated[str | None, typer.Option(help="Where a Ray cluster is; a local one if not said.")] = None,
    clock: Annotated[float | None, typer.Option(help="Seconds a bot has for a decision.")] = None,
    out: Annotated[Path | None, typer.Option(help="A folder that keeps what is done; the same folder goes on.")] = None,
    json: Json = False,
) -> None:
    """Let bots meet in every group and seating, and rate them."""
    from branchline.arena.runners import make_runner
    from branchline.arena.tournament import Folder, Plan, check_plan, play_tournament

    plan: Plan | None = None
    if bots:
        chosen = secrets.randbits(31) if seed is None else seed
        wanted = tuple(name for name in options.split(",") if name)
        plan = Plan(map, tuple(bots), _numbers(players), games, chosen, wanted, clock)
        check_plan(plan)
    folder = Folder(out) if out else None
    if folder:
        plan = folder.open(plan)
    if plan is None:
        raise typer.BadParameter("name at least two bots, or the folder of a tournament with --out.")
    matches = plan.matches()
    for match in matches:
        warm_up_match(match)
    place = make_runner(runner, jobs, address, in_kernel=all(match.in_kernel for match in matches))
    standings = play_tournament(plan, place, folder, None if json else _Live())
    if json:
        say_json(standings)
    else:
        _tell(standings)
    if standings.games < standings.wanted:
        hint = f" `branchline tournament --out {out}` goes on." if out else ""
        raise typer.Exit(complain(f"Stopped after {standings.games} of {standings.wanted} games.{hint}", 130))


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",") if part.strip())
    except ValueError:
        raise typer.BadParameter(f'"{text}" should be numbers of players, as in "2" or "2,3,4".') from None


class _Live:
    """Says on a terminal how far things are."""

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


def _tell(standings: Standings) -> None:
    plan = standings.plan
    say(f"{standings.games:,} games of {plan.map}, {', '.join(map(str, plan.players))} players, seed {plan.seed}\n")
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
    say("\nAhead of each other, in percent of the games in which they met:\n")
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
