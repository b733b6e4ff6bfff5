"""Compile everything once, side by side, so that tests and benchmarks load it instead of compiling it again each."""

from __future__ import annotations

import subprocess
import sys

# What is compiled in one process shares the rules and the planner: two processes, one for each of two cores.
PLAYING = (
    "from branchline.arena.match import Job, new_match, play; from branchline.bots.warm import warm_up;"
    "from branchline.server import thinking, warm; warm.compile_once(); thinking.compile_once();"
    "match = new_match('london', ['random', 'greedy', 'planner'], 1); warm_up(match.make_bots(), match.board);"
    "play(Job(match, 0, 0, 6))"
)
LEARNING = (
    "from branchline.rl.vector import VectorEnv as V; env = V('mini', n=2, players=2); env.reset(seed=1);"
    "env.step(env.sample())"
)


def main() -> None:
    """Start both parts at once and wait for them."""
    running = [
        subprocess.Popen([sys.executable, "-c", part])  # noqa: S603 (our own modules)
        for part in (PLAYING, LEARNING)
    ]
    codes = [process.wait() for process in running]
    sys.exit(any(codes))


if __name__ == "__main__":
    main()
