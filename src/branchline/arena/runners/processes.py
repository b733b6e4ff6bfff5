"""`processes`: a pool of worker processes on this machine; jobs of a worker that dies are played again."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any

from branchline.arena.runners.errors import RunnerError
from branchline.arena.runners.work import perform

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from branchline.arena.runners.work import Done, Work

MOST_BREAKS = 5
"""How often workers may die before the run is given up."""
GRACE = 2.0
"""Seconds that a worker has to end its game and its bots after an interruption, before it is killed."""


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # An exception instead of the default, so that bots are stopped and programs that they started end too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("interrupted"))


class ProcessRunner:
    """Plays in processes; jobs of a worker that died are played again, and none is returned twice."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        # A fork server starts clean workers: they inherit no threads or locks from this process.
        methods = multiprocessing.get_all_start_methods()
        self.context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            self.context.set_forkserver_preload(["branchline.arena.match"])

    def run(self, jobs: Sequence[Work[Done]]) -> Iterator[Done]:
        """Do the jobs, one at a time on each worker."""
        waiting = {job.number: job for job in jobs}
        for _ in range(MOST_BREAKS):
            try:
                for batch in self._round(list(waiting.values())):
                    del waiting[batch.number]
                    yield batch
            except BrokenProcessPool:
                continue
            return
        raise RunnerError(f"Worker processes died {MOST_BREAKS} times; {len(waiting)} jobs were not played.")

    def _round(self, jobs: list[Work[Done]]) -> Iterator[Done]:
        pool = ProcessPoolExecutor(
            max(1, min(self.workers, len(jobs))), mp_context=self.context, initializer=_leave_interrupts_to_parent
        )
        try:
            for done in as_completed([pool.submit(perform, job) for job in jobs]):
                yield done.result()
        except (KeyboardInterrupt, GeneratorExit):
            _interrupt(pool)
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _interrupt(pool: ProcessPoolExecutor) -> None:
    """End the games that workers are playing: a long one must not delay the answer to Ctrl-C."""
    workers: dict[int, Any] = dict(pool._processes or {})  # noqa: SLF001 (public only from Python 3.14 on)
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers.values():
        worker.terminate()
    for worker in workers.values():
        worker.join(GRACE)
        if worker.is_alive():
            worker.kill()
