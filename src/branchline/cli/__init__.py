"""The command line: one module per command, each imported only when it is used."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Sequence


def main() -> NoReturn:
    """Run `branchline` and exit with its code."""
    sys.exit(run(sys.argv[1:]))


def run(args: Sequence[str]) -> int:
    """Run a command line and return its exit code; an error is one message on stderr, as JSON with `--json`."""
    from branchline.cli.support.output import errors_as_json

    with errors_as_json(wanted="--json" in args):
        return _run(args)


def _run(args: Sequence[str]) -> int:
    import typer

    from branchline.cli._verbs import command
    from branchline.cli.support.output import complain
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
        return complain(f"{error.filename or 'A file'} cannot be used: {error.strerror or error}.", 1)
    return code if isinstance(code, int) else 0


def _help_for(error: Exception) -> str:
    """Return where to find help for a command line that was not understood."""
    context = getattr(error, "ctx", None)
    return f"`{context.command_path} --help` shows the usage." if context else ""
