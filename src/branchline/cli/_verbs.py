"""The commands of `branchline`, found by name and imported when needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from typer.main import Typer

VERBS = (
    "serve",
    "simulate",
    "tournament",
    "replay",
    "verify",
    "bots",
    "map",
    "db",
    "bench",
    "evaluate",
    "conformance",
    "doctor",
)
"""Each is a module in this package with an `app`."""


class Group(TyperGroup):
    """A group of commands that suggests the nearest one for an unknown name."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 (these types of typer are private)
        """Return the command that the first argument names."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            raise UnknownNameError("command", args[0], known)
        return super().resolve_command(ctx, args)


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
    """Route-building train board games: play them, study them, draw your own maps."""
    from branchline.cli._output import say

    if version:
        from branchline._version import __version__

        say(f"branchline {__version__}")
    elif context.invoked_subcommand is None:
        from branchline.cli.serve import start

        start({}, open_browser=True)
