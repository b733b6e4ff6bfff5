"""`threads`: the kernel releases the GIL, so that threads use all cores and start at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING

from branchline.arena.runners.work import perform

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from branchline.arena.runners.work import Done, Work


class ThreadRunner:
    """Plays in threads of this process; for compiled bots."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, jobs: Sequence[Work[Done]]) -> Iterator[Done]:
        """Do the jobs, one at a time on each worker."""
        pool = ThreadPoolExecutor(self.workers)
        try:
            for done in as_completed([pool.submit(perform, job) for job in jobs]):
                yield done.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
