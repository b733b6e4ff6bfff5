"""One thread that writes: what is waiting is committed together, then everyone is told."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from itertools import groupby
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from branchline.server.metrics import COMMIT_SECONDS, COMMITTED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection, Engine

T = TypeVar("T")
MOST_TOGETHER = 256


class _Job(Generic[T]):
    """A piece of writing, and the promise to tell how it went."""

    def __init__(self, work: Callable[[Connection], T]) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[T] = self.loop.create_future()
        self.result: T | None = None
        self.error: Exception | None = None

    def tell(self) -> None:
        """Tell how it went, in the loop that asked; whoever asked may have gone."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)  # type: ignore[arg-type]


class Writer:
    """Group commit: the longer a commit takes, the more of them share the next one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Queue a piece of writing; its future is done when it is on disk."""
        job = _Job(work)
        self._jobs.put(job)
        return job.future

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            jobs, last = self._gather()
            if jobs:
                self._write(jobs)
                _tell(jobs)
            if last:
                return

    def _gather(self) -> tuple[list[_Job[Any]], bool]:
        """Wait for one job and take all that wait behind it; the flag tells that no more will come."""
        job = self._jobs.get()
        jobs: list[_Job[Any]] = []
        while job is not None:
            jobs.append(job)
            if len(jobs) == MOST_TOGETHER or self._jobs.empty():
                return jobs, False
            job = self._jobs.get()
        return jobs, True

    def _write(self, jobs: Sequence[_Job[Any]]) -> None:
        started = time.perf_counter()
        try:
            with self._engine.begin() as connection:
                for job in jobs:
                    job.result = job.work(connection)
        except Exception as error:  # noqa: BLE001 (it is passed on to whoever asked)
            self._write_apart(jobs, error)
            return
        COMMIT_SECONDS.observe(time.perf_counter() - started)
        COMMITTED.inc(len(jobs))

    def _write_apart(self, jobs: Sequence[_Job[Any]], error: Exception) -> None:
        """One of several jobs failed and took the others with it: write each on its own."""
        if len(jobs) == 1:
            jobs[0].error = error
            return
        for job in jobs:
            self._write([job])


def _tell(jobs: Sequence[_Job[Any]]) -> None:
    """Wake each loop once for all that it waits for."""
    for loop, told in groupby(jobs, key=lambda job: job.loop):
        with contextlib.suppress(RuntimeError):  # that loop is closed: nobody waits there any more
            loop.call_soon_threadsafe(_tell_all, list(told))


def _tell_all(jobs: Sequence[_Job[Any]]) -> None:
    for job in jobs:
        job.tell()
