"""The verbs of `branchline`, found by name and imported when needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from typer.main import Typer

VERBS = ("serve", "simulate", "tournament", "replay", "verify", "bots", "map", "db", "bench", "doctor")
"""Each is a module beside this one, with its `app`."""


class Group(TyperGroup):
    """Commands that suggest the nearest when asked for one that is not there."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 (typer keeps these types to itself)
        """Find the command that the first word names."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            raise UnknownNameError("command", args[0], known)
        return super().resolve_command(ctx, args)


class Verbs(Group):
    """The verbs, each imported when it is used."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002
        """The verbs, in the order of the help."""
        return list(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002
        """Import a verb's module and take its command."""
        if cmd_name not in VERBS:
            return None
        app: Typer = import_module(f"branchline.cli.{cmd_name}").app
        verb = get_command(app)
        verb.name = cmd_name
        return verb


def command() -> Any:  # noqa: ANN401
    """The whole command line."""
    return get_command(_app)


_app = typer.Typer(cls=Verbs)


@_app.callback(invoke_without_command=True)
def _branchline(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """Route-building train board games: play them, study them, draw your own maps."""
    from branchline.cli._output import say

    if version:
        from branchline._version import __version__

        say(f"branchline {__version__}")
    elif context.invoked_subcommand is None:
        from branchline.cli.serve import start

        start({}, open_browser=True)
