"""`branchline puzzles`: positions with one clearly best decision."""

from __future__ import annotations

import secrets
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli.support.completion import map_names
from branchline.cli.support.groups import Group
from branchline.cli.support.output import Json, say, say_json, table
from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from branchline.analysis.puzzles.making import PuzzleMaker
    from branchline.analysis.puzzles.puzzle import Puzzle

app = typer.Typer(cls=Group, no_args_is_help=True, add_completion=False)


@app.callback()
def _puzzles() -> None:
    """Make puzzles for a map, and list those that are installed."""


@app.command("list")
def list_puzzles(
    map_name: Annotated[
        str | None, typer.Argument(metavar="[MAP]", autocompletion=map_names, help="Only the puzzles of this map.")
    ] = None,
    json: Json = False,
) -> None:
    """List the puzzles that come with the package."""
    from branchline.analysis.puzzles.puzzle import shipped_puzzles

    puzzles = [puzzle for puzzle in shipped_puzzles().values() if map_name in (None, puzzle.map)]
    if not puzzles and map_name is not None:
        raise UnknownNameError("map", map_name, sorted({p.map for p in shipped_puzzles().values()}), "with puzzles")
    if json:
        say_json(puzzles)
        return
    rows = [[p.id, p.map, p.players, p.level, len(p.choices)] for p in puzzles]
    say(table(["puzzle", "map", "players", "level", "choices"], rows))


@app.command()
def make(
    map_name: Annotated[str, typer.Argument(metavar="MAP", autocompletion=map_names, help="A map's name or file.")],
    number: Annotated[int, typer.Option("--number", "-n", min=1, help="How many puzzles to find.")] = 10,
    players: Annotated[int, typer.Option("--players", "-p", help="Players of the games.")] = 2,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", min=0, help="Seed of the first game.", show_default="random")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Add the puzzles to this file, one per line.")] = None,
    json: Json = False,
) -> None:
    """Play games, find positions with one clearly best decision, and verify them with ten times the playouts."""
    from branchline.analysis.puzzles.making import PuzzleMaker
    from branchline.analysis.puzzles.puzzle import check_appendable
    from branchline.boards.library import load_map

    load_map(map_name).board(players)  # report what cannot be played before anything is printed
    first = secrets.randbits(32) if seed is None else seed
    maker = PuzzleMaker(map_name, players)
    if out is not None:
        check_appendable(out)  # finding the first puzzle may take minutes
    if not json:
        say(f"Puzzles on {map_name} for {players} players, from the games with seed {first} and the following.")
    found: list[Puzzle] = []
    try:
        for puzzle in islice(maker.find(first), number):
            found.append(puzzle)
            _keep(maker, puzzle, out, quiet=json)
    except KeyboardInterrupt:
        if not json:
            say("Stopped." if out is None else f"Stopped; the puzzles found so far are in {out}.")
    if json:
        say_json(found)
    elif out is None:
        say("\nWith --out FILE the puzzles are kept.")


def _keep(maker: PuzzleMaker, puzzle: Puzzle, out: Path | None, *, quiet: bool) -> None:
    """Add a puzzle to the file, and show it."""
    from branchline.analysis.puzzles.puzzle import append_puzzle

    if out is not None:
        append_puzzle(out, puzzle)
    if not quiet:
        say(_line(maker.screened, puzzle))


def _line(screened: int, puzzle: Puzzle) -> str:
    from branchline.engine.actions import decode, notation

    board = puzzle.board()
    best = notation(board, decode(board, puzzle.best.code))
    gap = puzzle.choices[1].loss
    return f"{puzzle.id}  {puzzle.level:8}  {best} (ahead by {gap:.0f}; {screened} positions screened)"
