"""`branchline db`: move a site from one database to another."""

from __future__ import annotations

from typing import Annotated

import typer

from branchline.cli.support.groups import Group
from branchline.cli.support.output import Json, say, say_json, table

app = typer.Typer(cls=Group, no_args_is_help=True, add_completion=False)

Source = Annotated[str, typer.Argument(metavar="FROM", help="A file, or postgresql://user@host/name.")]
Target = Annotated[
    str, typer.Argument(metavar="TO", help="A file or an address as well; the database must be empty or missing.")
]


@app.callback()
def _db() -> None:
    """Move a site from one database to another."""


@app.command()
def copy(source: Source, target: Target, json: Json = False) -> None:
    """Copy all games, guests and maps. Stop the server first."""
    from rich.console import Console

    from branchline.server.store.copy import copy_site

    console = Console(stderr=True)
    with console.status("Copying …") as status:
        copied = copy_site(source, target, lambda name, rows: status.update(f"Copying {name}: {rows:,} rows"))
    if json:
        say_json(copied)
    else:
        say(table(["table", "rows"], list(copied.items())))
        say("\nEverything was copied. Start the server with --database and the new address.")
