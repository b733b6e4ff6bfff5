"""`branchline conformance`: the rules as data, so that other engines can check themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from branchline.cli.support.completion import map_names
from branchline.cli.support.groups import Group
from branchline.cli.support.output import Json, say, say_json

SCHEMA = "schema.json"

app = typer.Typer(cls=Group, no_args_is_help=True, add_completion=False)


@app.callback()
def _conformance() -> None:
    """Write the rules as data, so that other engines can check themselves."""


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder to write to.")],
    maps: Annotated[
        list[str] | None,
        typer.Option(
            "--map", "-m", autocompletion=map_names, help="A map; may be repeated.", show_default="all built-in"
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=0, help="Games per map, move by move.")] = 6,
    statistics: Annotated[int, typer.Option(min=0, help="Random games per number of players.")] = 2000,
    seed: Annotated[int, typer.Option(help="The seed of all games.")] = 1,
    json: Json = False,
) -> None:
    """Write positions, legal actions, results and statistics of random play, one file of JSON lines per map."""
    import msgspec

    from branchline.arena.evaluation import conformance
    from branchline.arena.reporting.export import prepare_folder
    from branchline.boards.library import find_maps, load_map

    for name in maps or ():
        load_map(name)  # report one that cannot be used before anything is written
    prepare_folder(folder)
    names = maps or [map_.name for map_ in find_maps() if map_.built_in]
    schema = folder / SCHEMA
    schema.write_bytes(msgspec.json.format(msgspec.json.encode(conformance.schema()), indent=2) + b"\n")
    numbers = {"games": games, "statistics": statistics, "seed": seed}
    written = [schema, *(conformance.export(name, folder, **numbers) for name in names)]
    if json:
        say_json({"files": [str(file) for file in written]})
    else:
        for file in written:
            say(f"Wrote {file} ({file.stat().st_size // 1000:,} kB).")
