"""Compile everything once, side by side, so that tests and benchmarks load it instead of compiling it again each."""

from __future__ import annotations

import subprocess
import sys

LEARNING = (
    "from branchline.rl.vector import VectorEnv as V; env = V('mini', n=2, players=2); env.reset(seed=1);"
    "env.step(env.sample())"
)
BOTS = "random,greedy,planner"
PARTS = (
    ("-m", "branchline.server.warm"),
    ("-m", "branchline.server.thinking"),
    ("-m", "branchline", "simulate", "--map", "london", "--players", BOTS, "--games", "6", "--json"),
    ("-c", LEARNING),
)


def main() -> None:
    """Start all parts at once and wait for them."""
    running = [
        subprocess.Popen([sys.executable, *part], stdout=subprocess.DEVNULL)  # noqa: S603 (our own modules)
        for part in PARTS
    ]
    codes = [process.wait() for process in running]
    sys.exit(any(codes))


if __name__ == "__main__":
    main()
