"""Compile everything in two processes, so that tests and benchmarks load it from disk instead of compiling it."""

from __future__ import annotations

import subprocess
import sys

# Parts that share the rules and the planner are compiled in one process; there is one process for each of two cores.
PLAYING = (
    "from branchline.arena.match import Job, new_match, play; from branchline.bots import warmup;"
    "warmup.main([]); match = new_match('london', ['random', 'greedy', 'planner'], 1);"
    "warmup.warm_up(match.make_bots(), match.board); warmup.MATCHES.compile_once(lambda: play(Job(match, 0, 0, 6)))"
)
LEARNING = (
    "from branchline.rl.vector import VectorEnv as V; env = V('mini', n=2, players=2); env.reset(seed=1);"
    "env.step(env.sample())"
)


def main() -> None:
    """Start both processes and wait for them."""
    running = [
        subprocess.Popen([sys.executable, "-c", part])  # noqa: S603 (our own modules)
        for part in (PLAYING, LEARNING)
    ]
    codes = [process.wait() for process in running]
    sys.exit(any(codes))


if __name__ == "__main__":
    main()
