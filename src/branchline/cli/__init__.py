"""The command line: one file a verb, each imported only when it is used."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Sequence


def main() -> NoReturn:
    """Run `branchline` and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(args: Sequence[str]) -> int:
    """Run a command line; a user's mistake is one message on stderr and an exit code."""
    import typer

    from branchline.cli._output import complain
    from branchline.cli._verbs import command
    from branchline.errors import BranchlineError

    try:
        code = command().main(args=list(args), prog_name="branchline", standalone_mode=False)
    except BranchlineError as error:
        return complain(str(error), error.exit_code)
    except typer.TyperException as error:
        message = error.format_message()  # empty when the help was shown instead
        return complain(message, error.exit_code, hint=_help_for(error)) if message.strip() else error.exit_code
    except typer.Abort:
        return complain("Stopped.", 130)
    except OSError as error:
        return complain(f"{error.filename or 'That'} cannot be used: {error.strerror or error}.", 1)
    return code if isinstance(code, int) else 0


def _help_for(error: Exception) -> str:
    """Where to read on, for a command line that was not understood."""
    context = getattr(error, "ctx", None)
    return f"`{context.command_path} --help` shows what can be given." if context else ""
