"""Runners: where jobs are played. Each yields the batch of every job once, in any order."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from branchline.arena.runners.errors import RunnerError
from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from branchline.arena.runners.work import Done, Work

RUNNERS = ("auto", "inline", "threads", "processes", "ray")


class Runner(Protocol):
    """Something that plays jobs."""

    def run(self, jobs: Sequence[Work[Done]]) -> Iterator[Done]:
        """Play every job and yield its batch when it is finished."""
        ...


def make_runner(name: str, workers: int | None = None, address: str | None = None, *, in_kernel: bool = True) -> Runner:
    """Return the runner of that name; `auto` is threads for compiled bots and processes for others."""
    if name not in RUNNERS:
        raise UnknownNameError("runner", name, RUNNERS)
    if workers is not None and workers < 1:
        raise RunnerError(f"{workers} parallel jobs are not possible; the minimum is 1.")
    count = workers or os.cpu_count() or 1
    if name == "auto":
        name = "inline" if count == 1 else "threads" if in_kernel else "processes"
    if name == "ray":
        from branchline.arena.runners.ray import RayRunner

        return RayRunner(address, workers)
    if name == "processes":
        from branchline.arena.runners.processes import ProcessRunner

        return ProcessRunner(count)
    if name == "threads":
        from branchline.arena.runners.threads import ThreadRunner

        return ThreadRunner(count)
    from branchline.arena.runners.inline import InlineRunner

    return InlineRunner()
