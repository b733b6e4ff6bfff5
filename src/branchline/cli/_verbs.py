"""The commands of `branchline`, found by name and imported when needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.main import get_command

from branchline.cli.support.groups import Group

if TYPE_CHECKING:
    from typer.main import Typer

VERBS = (
    "serve",
    "simulate",
    "tournament",
    "replay",
    "review",
    "verify",
    "bots",
    "puzzles",
    "map",
    "db",
    "bench",
    "evaluate",
    "train",
    "conformance",
    "doctor",
)
"""Each is a module in this package with an `app`."""


class Verbs(Group):
    """The top-level commands, each imported when it is used."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002
        """Return the commands in the order of the help."""
        return list(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002
        """Import the module of a command and return it."""
        if cmd_name not in VERBS:
            return None
        app: Typer = import_module(f"branchline.cli.{cmd_name}").app
        verb = get_command(app)
        verb.name = cmd_name
        return verb


def command() -> Any:  # noqa: ANN401
    """Return the whole command line."""
    return get_command(_app)


_app = typer.Typer(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})


@_app.callback(invoke_without_command=True)
def _branchline(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Route-building train board games: play them, study them, draw your own maps.

    Without a command, `branchline` starts a server on this machine and opens the browser.
    """
    from branchline.cli.support.output import say

    if version:
        from branchline._version import __version__

        say(f"branchline {__version__}")
    elif context.invoked_subcommand is None:
        from branchline.cli.serve import start

        start({}, open_browser=True)
