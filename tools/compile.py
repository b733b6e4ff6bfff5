"""Compile everything in two processes, so that tests and benchmarks load it from disk instead of compiling it."""

from __future__ import annotations

import subprocess
import sys


def compile_matches() -> None:
    """Compile the rules, the bots and whole games between them."""
    from branchline.arena.jobs import Job, play
    from branchline.arena.match import new_match
    from branchline.bots import warmup

    warmup.main([])
    match = new_match("london", ["random", "greedy", "planner"], 1)
    warmup.warm_up(match.make_bots(), match.board)
    warmup.MATCHES.compile_once(lambda: play(Job(match, 0, 0, 6)))


def compile_environments() -> None:
    """Compile the learning environments."""
    from branchline.rl.vector import VectorEnv

    env = VectorEnv("mini", n=2, players=2)
    env.reset(seed=1)
    env.step(env.sample())


# Parts that share the rules and the planner are compiled in one process; there is one process for each of two cores.
PROCESSES = {"matches": compile_matches, "environments": compile_environments}


def main(arguments: list[str]) -> int:
    """Start a process for each part and wait for them; with the name of a part, compile it here."""
    if arguments:
        PROCESSES[arguments[0]]()
        return 0
    running = [
        subprocess.Popen([sys.executable, "-m", "tools.compile", part])  # noqa: S603 (this program)
        for part in PROCESSES
    ]
    codes = [process.wait() for process in running]
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
