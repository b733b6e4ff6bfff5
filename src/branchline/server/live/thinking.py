"""Threads for the choices of bots and for analysis: owners get fair shares, and what somebody waits for comes first."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from branchline.server.fair_queue import FairQueue

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


@dataclass(frozen=True)
class _Task:
    """A computation, whose share of the threads it takes, and the future that receives its result."""

    owner: str
    work: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    result: asyncio.Future[Any]


class ThinkingPool:
    """A pool of threads that serves owners in turn.

    One owner never has all threads, unless there is only one: whoever comes next finds a thread that is free, or free
    after one task. Unwatched tasks start only when no watched one waits. The threads are daemons, so that they do not
    delay the end of the server. The greater their niceness, the more they leave to other threads.
    """

    def __init__(self, threads: int, name: str, niceness: int = 0) -> None:
        self._niceness = niceness
        self._most_of_one_owner = max(1, threads - 1)
        self._watched: FairQueue[_Task] = FairQueue()
        self._unwatched: FairQueue[_Task] = FairQueue()
        self._running: Counter[str] = Counter()
        self._changed = threading.Condition()
        self._stopping = False
        for number in range(threads):
            threading.Thread(target=self._run, name=f"{name}-{number}", daemon=True).start()

    async def run(self, owner: str, work: Callable[[], T], *, watched: bool) -> T:
        """Return what `work` returns, computed in a thread when it is the owner's turn."""
        loop = asyncio.get_running_loop()
        task = _Task(owner, work, loop, loop.create_future())
        with self._changed:
            (self._watched if watched else self._unwatched).put(owner, task)
            self._changed.notify()
        result: T = await task.result
        return result

    def stop(self) -> None:
        """Start nothing more; what is being computed is dropped."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()

    # -- in the threads ------------------------------------------------------------------------

    def _run(self) -> None:
        if self._niceness:
            _lower_priority(self._niceness)
        while (task := self._next()) is not None:
            error: BaseException | None = None
            result = None
            if not task.result.cancelled():
                try:
                    result = task.work()
                except BaseException as failure:  # noqa: BLE001 (whoever waits for the answer gets it)
                    error = failure
            self._finish(task, result, error)

    def _next(self) -> _Task | None:
        """Wait for the next task; `None` when it is time to stop."""
        with self._changed:
            while not self._stopping:
                for queue in (self._watched, self._unwatched):
                    task = queue.take_if(self._may_run)
                    if task is not None:
                        self._running[task.owner] += 1
                        return task
                self._changed.wait()
        return None

    def _may_run(self, owner: str) -> bool:
        return self._running[owner] < self._most_of_one_owner

    def _finish(self, task: _Task, result: object, error: BaseException | None) -> None:
        with self._changed:
            self._running[task.owner] -= 1
            if not self._running[task.owner]:
                del self._running[task.owner]
            stopping = self._stopping
            self._changed.notify()
        if not stopping:
            task.loop.call_soon_threadsafe(_answer, task.result, result, error)


def _lower_priority(niceness: int) -> None:
    """Give this thread a lower priority than that of the process, which may be low already; not every system can."""
    with contextlib.suppress(AttributeError, OSError):
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + niceness)


def _answer(future: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)
