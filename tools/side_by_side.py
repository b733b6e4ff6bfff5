"""Run commands side by side: `python -m tools.side_by_side "make python-tests" "make browser-tests"`.

The output of the first command appears as it is written, and that of each other command in one piece afterwards. Every
command runs to its end; the exit code is 1 if any of them failed.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from typing import IO, NamedTuple


class Part(NamedTuple):
    """A running command, and the file that its output goes to unless it is shown at once."""

    command: str
    process: subprocess.Popen[bytes]
    output: IO[bytes] | None


def start(command: str, output: IO[bytes] | None) -> Part:
    """Start a command."""
    errors = None if output is None else subprocess.STDOUT
    process = subprocess.Popen(shlex.split(command), stdout=output, stderr=errors)  # noqa: S603 (from the Makefile)
    return Part(command, process, output)


def finish(part: Part) -> int:
    """Wait for a command, show the output that was held back, and return its exit code."""
    code = part.process.wait()
    if part.output is not None:
        with part.output as output:
            output.seek(0)
            sys.stdout.buffer.write(f"\n{part.command}:\n".encode() + output.read())
        sys.stdout.flush()
    return code


def main(commands: list[str]) -> int:
    """Run the commands and report which of them failed."""
    first, *others = commands
    parts = [start(first, None)]
    parts += [start(command, tempfile.TemporaryFile()) for command in others]  # noqa: SIM115 (closed by `finish`)
    failed = [part.command for part in parts if finish(part)]
    for command in failed:
        sys.stderr.write(f"{command} failed: see its output above\n")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
