"""Print a map's observation and action table: `python -m branchline.rl usa --players 2`."""

from __future__ import annotations

import argparse
import contextlib
import sys

from branchline.errors import BranchlineError
from branchline.rl.games import board_of
from branchline.rl.observation import plan_of


def main(words: list[str] | None = None) -> int:
    """Print the table and return how it went."""
    parser = argparse.ArgumentParser(prog="python -m branchline.rl", description="The spaces of a map's environments.")
    parser.add_argument("map", help="a map's name, or the path of its file")
    parser.add_argument("--players", type=int, help="how many play (the least the map allows)")
    given = parser.parse_args(words)
    try:
        plan = plan_of(board_of(given.map, given.players))
    except BranchlineError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    observation = f"Observation: {plan.layout.size} numbers\n\n{plan.layout.text()}\n"
    with contextlib.suppress(BrokenPipeError):  # whoever reads may have seen enough
        sys.stdout.write(f"{observation}\nActions: {plan.actions.n}\n\n{plan.actions.table()}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
