"""One thread that writes: what is waiting is committed together, then everyone is told."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from concurrent.futures import Future, InvalidStateError
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from branchline.server.metrics import COMMIT_SECONDS, COMMITTED

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine

T = TypeVar("T")
MOST_TOGETHER = 256


class _Job(Generic[T]):
    """A piece of writing and the promise to tell how it went."""

    def __init__(self, work: Callable[[Connection], T]) -> None:
        self.work = work
        self.future: Future[T] = Future()

    def tell(self, result: T) -> None:
        """Tell how it went; whoever asked may have gone, which must not stop the writer."""
        with contextlib.suppress(InvalidStateError):
            self.future.set_result(result)

    def fail(self, error: Exception) -> None:
        """Tell what went wrong."""
        with contextlib.suppress(InvalidStateError):
            self.future.set_exception(error)


class Writer:
    """Group commit: the longer a commit takes, the more of them share the next one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
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

    def _write(self, jobs: list[_Job[Any]]) -> None:
        started = time.perf_counter()
        try:
            with self._engine.begin() as connection:
                results = [job.work(connection) for job in jobs]
        except Exception as error:  # noqa: BLE001 (it is passed on to whoever asked)
            self._write_apart(jobs, error)
            return
        COMMIT_SECONDS.observe(time.perf_counter() - started)
        COMMITTED.inc(len(jobs))
        for job, result in zip(jobs, results, strict=True):
            job.tell(result)

    def _write_apart(self, jobs: list[_Job[Any]], error: Exception) -> None:
        """One of several jobs failed and took the others with it: write each on its own."""
        if len(jobs) == 1:
            jobs[0].fail(error)
            return
        for job in jobs:
            self._write([job])
