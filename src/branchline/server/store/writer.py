"""The writer: one thread that commits all waiting writes together."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from itertools import groupby
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy.exc import DBAPIError

from branchline.server.metrics import COMMIT_SECONDS, COMMITTED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection, Engine

T = TypeVar("T")
MOST_TOGETHER = 256


class _Write(Generic[T]):
    """A write, and the future that receives its result."""

    def __init__(self, work: Callable[[Connection], T]) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[T] = self.loop.create_future()
        self.result: T | None = None
        self.error: Exception | None = None

    def resolve(self) -> None:
        """Resolve the future, in its own event loop, unless its caller has cancelled it."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)  # type: ignore[arg-type]


class Writer:
    """Group commit: the longer a commit takes, the more writes share the next one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[_Write[Any] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Queue a write; its future is resolved once it is on disk."""
        write = _Write(work)
        self._queue.put(write)
        return write.future

    def close(self) -> None:
        """Commit the waiting writes, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            writes, last = self._gather()
            if writes:
                self._write(writes)
                _resolve(writes)
            if last:
                return

    def _gather(self) -> tuple[list[_Write[Any]], bool]:
        """Wait for a write, and return it with all writes queued behind it and whether it is time to stop."""
        write = self._queue.get()
        writes: list[_Write[Any]] = []
        while write is not None:
            writes.append(write)
            if len(writes) == MOST_TOGETHER or self._queue.empty():
                return writes, False
            write = self._queue.get()
        return writes, True

    def _write(self, writes: Sequence[_Write[Any]]) -> None:
        started = time.perf_counter()
        try:
            with self._engine.begin() as connection:
                for write in writes:
                    write.result = write.work(connection)
        except Exception as error:  # noqa: BLE001 (the caller gets it)
            if _is_lost(error):
                for write in writes:
                    write.error = error  # each of them would only wait for the database again
            else:
                self._write_separately(writes, error)
            return
        COMMIT_SECONDS.observe(time.perf_counter() - started)
        COMMITTED.inc(len(writes))

    def _write_separately(self, writes: Sequence[_Write[Any]], error: Exception) -> None:
        """Commit each write on its own, after one of them made the common transaction fail."""
        if len(writes) == 1:
            writes[0].error = error
            return
        for write in writes:
            self._write([write])


def _is_lost(error: Exception) -> bool:
    """Return whether the database could not be reached, or was lost before it answered; nothing is known then."""
    if not isinstance(error, DBAPIError):
        return False
    is_postgres = hasattr(error.orig, "sqlstate")  # SQLite is never lost
    return error.connection_invalidated or (is_postgres and getattr(error.orig, "sqlstate", None) is None)


def _resolve(writes: Sequence[_Write[Any]]) -> None:
    """Resolve the futures of writes, waking each event loop only once."""
    for loop, group in groupby(writes, key=lambda write: write.loop):
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits there any more
            loop.call_soon_threadsafe(_resolve_all, list(group))


def _resolve_all(writes: Sequence[_Write[Any]]) -> None:
    for write in writes:
        write.resolve()
