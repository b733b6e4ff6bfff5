"""Groups of commands that suggest the nearest name for an unknown one."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

from branchline.names import UnknownNameError


class UnknownCommandError(UnknownNameError):
    """A command that does not exist."""

    exit_code = 2


class Group(TyperGroup):
    """A group of commands that suggests the nearest one for an unknown name."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 (these types of typer are private)
        """Return the command that the first argument names."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            raise UnknownCommandError("command", args[0], known)
        return super().resolve_command(ctx, args)
