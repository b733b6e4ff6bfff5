"""`branchline review`: every decision of a saved game judged by search, with reasons."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli.support.output import Json, SavedMap, heading, say, say_json, table

if TYPE_CHECKING:
    from branchline.analysis.review_data import Decision, Review, SeatReview
    from branchline.engine.game import Game

app = typer.Typer(add_completion=False)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    seat: Annotated[int | None, typer.Option("--seat", help="Review one seat only; 0 is the first.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the search.")] = 0,
    html: Annotated[bool, typer.Option("--html", help="Print a page with graphs, to be saved in a file.")] = False,
    map: SavedMap = None,  # noqa: A002
    json: Json = False,
) -> None:
    """Judge every decision of a saved game with what its player knew, and say what would have been better."""
    from branchline.engine.game import read_save

    if html and json:
        raise typer.BadParameter("choose one of --html and --json.")
    game = read_save(file, map).game
    found = _with_progress(game, seat, seed)
    if json:
        say_json(found)
    elif html:
        from branchline.analysis.review_page import review_page

        say(review_page(found, f"{game.board.name}: {', '.join(game.names)}"))
    else:
        for line in lines(game, found):
            say(line)


def lines(game: Game, found: Review) -> list[str]:
    """Return a review as lines: the players, then each decision that cost something."""
    from branchline.analysis.labels import LABELS

    columns = ["player", "accuracy", *LABELS, "luck in points"]
    rows = [_row(seat) for seat in found.seats]
    printed = [heading(f"{game.board.name}: {', '.join(game.names)}"), "", table(columns, rows), ""]
    costly = [decision for decision in found.decisions if decision.why]
    turning = {point.number for point in found.turning_points}
    for decision in costly:
        mark = " (turning point)" if decision.number in turning else ""
        printed += [f"{_headline(game, decision)}{mark}", f"  better: {decision.best.text}", f"  {decision.why}"]
    return printed if costly else [*printed, "No decision lost anything that the search is sure of."]


def _row(seat: SeatReview) -> list[object]:
    luck = f"{seat.luck.points:+.1f} ± {seat.luck.points_error:.1f}".replace("-", "−")
    return [seat.name, f"{seat.accuracy}%", *seat.labels.values(), luck]


def _headline(game: Game, decision: Decision) -> str:
    chance = f"{-100 * decision.chance_loss:+.0f} ± {100 * decision.chance_loss_error:.0f}% chance of winning"
    points = f"{-decision.points_loss:+.1f} ± {decision.points_loss_error:.1f} points"
    costs = f"{chance}, {points}".replace("-", "−")
    who = game.names[decision.seat]
    return f"{decision.when}, {who}: {decision.label}, {decision.played.text} ({costs})"


def _with_progress(game: Game, seat: int | None, seed: int) -> Review:
    """Review a game with a progress bar, if the errors go to a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from branchline.analysis.review import review as review_game

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("judging", total=len(game.log))
        return review_game(
            game,
            seat,
            seed=seed,
            threads=os.cpu_count() or 1,
            progress=lambda done, _: progress.update(task, completed=done),
        )
