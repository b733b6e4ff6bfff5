"""Print the observation and action tables of a map: `python -m branchline.rl usa --players 2`."""

from __future__ import annotations

import argparse
import contextlib
import sys

from branchline.errors import BranchlineError
from branchline.rl.encoding.board_encoding import encoding_of
from branchline.rl.games import board_of


def main(arguments: list[str] | None = None) -> int:
    """Print the tables and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m branchline.rl", description="Print the observation and action spaces of a map."
    )
    parser.add_argument("map", help="the name of a map, or the path of its file")
    parser.add_argument("--players", type=int, help="the number of players (default: the fewest the map allows)")
    options = parser.parse_args(arguments)
    try:
        encoding = encoding_of(board_of(options.map, options.players))
    except BranchlineError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    layout, actions = encoding.layout, encoding.actions
    with contextlib.suppress(BrokenPipeError):  # the reader may have closed the pipe, as `head` does
        sys.stdout.write(f"Observation: {layout.size} numbers\n\n{layout.text()}\n")
        sys.stdout.write(f"\nActions: {actions.n}\n\n{actions.table()}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
