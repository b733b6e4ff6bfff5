"""Threads for the choices of bots and for analysis: owners get fair shares, and what somebody waits for comes first."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from branchline.server.fair_queue import FairQueue
from branchline.server.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
STUCK_SECONDS = 120.0
"""Seconds after which a computation is given up: the slowest takes some seconds, even on a busy machine."""


class StuckError(Exception):
    """A computation has not ended in time, and never may."""


@dataclass(eq=False)
class _Task:
    """A computation, whose share of the threads it takes, and the future that receives its result."""

    owner: str
    work: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    result: asyncio.Future[Any]
    begun: float | None = None
    has_ended: bool = False
    """Whether it is done, or was given up."""
    timer: asyncio.TimerHandle | None = None


class ThinkingPool:
    """A pool of threads that serves owners in turn.

    One owner never has all threads, unless there is only one: whoever comes next finds a thread that is free, or free
    after one task. Unwatched tasks start only when no watched one waits. A thread that is stuck is replaced. The
    threads are daemons, so that they do not delay the end of the server. The greater their niceness, the more they
    leave to other threads.
    """

    def __init__(self, threads: int, name: str, niceness: int = 0, stuck_seconds: float = STUCK_SECONDS) -> None:
        self._name, self._niceness, self._stuck_seconds = name, niceness, stuck_seconds
        self._most_of_one_owner = max(1, threads - 1)
        self._watched: FairQueue[_Task] = FairQueue()
        self._unwatched: FairQueue[_Task] = FairQueue()
        self._running: Counter[str] = Counter()
        self._changed = threading.Condition()
        self._stopping = False
        for _ in range(threads):
            self._start_thread()

    def _start_thread(self) -> None:
        threading.Thread(target=self._run, name=self._name, daemon=True).start()

    async def run(self, owner: str, work: Callable[[], T], *, watched: bool) -> T:
        """Return what `work` returns, computed in a thread when it is the owner's turn.

        `StuckError` is raised if it does not return in time. Nothing can stop it then; another thread takes over.
        """
        loop = asyncio.get_running_loop()
        task = _Task(owner, work, loop, loop.create_future())
        with self._changed:
            (self._watched if watched else self._unwatched).put(owner, task)
            self._changed.notify()
        task.timer = loop.call_later(self._stuck_seconds, self._check_stuck, task)
        result: T = await task.result
        return result

    def _check_stuck(self, task: _Task) -> None:
        """Give a task up if it has run for too long; look again later if it has not."""
        with self._changed:
            if task.has_ended or self._stopping:
                return
            begun = time.monotonic() if task.begun is None else task.begun
            left = begun + self._stuck_seconds - time.monotonic()
            if left <= 0:
                self._end(task)
        if left > 0:
            task.timer = task.loop.call_later(left, self._check_stuck, task)
            return
        log().error("thread_stuck", pool=self._name)
        self._start_thread()
        _answer(task, None, StuckError(f"a {self._name} thread did not answer for {self._stuck_seconds:.0f} s"))

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
            if not self._finish(task, result, error):
                return

    def _next(self) -> _Task | None:
        """Wait for the next task; `None` when it is time to stop."""
        with self._changed:
            while not self._stopping:
                for queue in (self._watched, self._unwatched):
                    task = queue.take_if(self._may_run)
                    if task is not None:
                        self._running[task.owner] += 1
                        task.begun = time.monotonic()
                        return task
                self._changed.wait()
        return None

    def _may_run(self, owner: str) -> bool:
        return self._running[owner] < self._most_of_one_owner

    def _finish(self, task: _Task, result: object, error: BaseException | None) -> bool:
        """Pass on what a task returned or raised; return `False` if it was given up, and this thread replaced."""
        with self._changed:
            if task.has_ended:
                return False
            self._end(task)
            stopping = self._stopping
        if not stopping:
            task.loop.call_soon_threadsafe(_answer, task, result, error)
        return True

    def _end(self, task: _Task) -> None:
        """Let the next task of the owner run."""
        task.has_ended = True
        self._running[task.owner] -= 1
        if not self._running[task.owner]:
            del self._running[task.owner]
        self._changed.notify()


def _lower_priority(niceness: int) -> None:
    """Give this thread a lower priority than that of the process, which may be low already; not every system can."""
    with contextlib.suppress(AttributeError, OSError):
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + niceness)


def _answer(task: _Task, result: object, error: BaseException | None) -> None:
    if task.timer is not None:
        task.timer.cancel()
    if task.result.done():
        return
    if error is not None:
        task.result.set_exception(error)
    else:
        task.result.set_result(result)
