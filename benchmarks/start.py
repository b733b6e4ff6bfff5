"""The time of whole commands, with files in the disk cache: `python benchmarks/start.py`."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

COMMANDS = ("--version", "--help", "map list", "map list --json", "map show usa", "map check usa london paris uk")
RUNS = 15


def seconds(command: str) -> list[float]:
    """Return the time of each run, after one that does not count."""
    times = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "branchline", *command.split()], capture_output=True, check=True)
        times.append(time.perf_counter() - start)
    return times[1:]


def main() -> None:
    """Print a row for each command."""
    print(f"{'command':<32} {'best':>7} {'median':>7}")
    for command in COMMANDS:
        times = seconds(command)
        print(f"{command:<32} {min(times):>6.2f}s {statistics.median(times):>6.2f}s")


if __name__ == "__main__":
    main()
