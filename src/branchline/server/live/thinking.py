"""Threads in which the server thinks: fair shares for everyone, and what somebody is waiting for comes first."""

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
class _Thought:
    """Something to think about, for whom, and where the answer goes."""

    owner: str
    work: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]


class ThinkingPool:
    """A pool of threads that serves owners in turn.

    One owner never has all threads, unless there is only one: whoever comes next finds a thread that is free, or free
    after one thought. Thoughts that nobody watches wait until no other does. The threads are daemons, so that they do
    not delay the end of the server. The greater their niceness, the more they leave to other threads.
    """

    def __init__(self, threads: int, name: str, niceness: int = 0) -> None:
        self._niceness = niceness
        self._most_of_one_owner = max(1, threads - 1)
        self._watched: FairQueue[_Thought] = FairQueue()
        self._unwatched: FairQueue[_Thought] = FairQueue()
        self._thinking: Counter[str] = Counter()
        self._changed = threading.Condition()
        self._stopping = False
        for number in range(threads):
            threading.Thread(target=self._run, name=f"{name}-{number}", daemon=True).start()

    async def run(self, owner: str, work: Callable[[], T], *, watched: bool) -> T:
        """Return what `work` returns, computed in a thread when it is the owner's turn."""
        loop = asyncio.get_running_loop()
        thought = _Thought(owner, work, loop, loop.create_future())
        with self._changed:
            (self._watched if watched else self._unwatched).put(owner, thought)
            self._changed.notify()
        answer: T = await thought.answer
        return answer

    def stop(self) -> None:
        """Start nothing more; what is being computed is dropped."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()

    # -- in the threads ------------------------------------------------------------------------

    def _run(self) -> None:
        if self._niceness:
            _lower_priority(self._niceness)
        while (thought := self._next()) is not None:
            error: BaseException | None = None
            result = None
            if not thought.answer.cancelled():
                try:
                    result = thought.work()
                except BaseException as failure:  # noqa: BLE001 (whoever waits for the answer gets it)
                    error = failure
            self._finish(thought, result, error)

    def _next(self) -> _Thought | None:
        """Wait for the next thought; `None` when it is time to stop."""
        with self._changed:
            while not self._stopping:
                for queue in (self._watched, self._unwatched):
                    thought = queue.take_if(self._may_think)
                    if thought is not None:
                        self._thinking[thought.owner] += 1
                        return thought
                self._changed.wait()
        return None

    def _may_think(self, owner: str) -> bool:
        return self._thinking[owner] < self._most_of_one_owner

    def _finish(self, thought: _Thought, result: object, error: BaseException | None) -> None:
        with self._changed:
            self._thinking[thought.owner] -= 1
            if not self._thinking[thought.owner]:
                del self._thinking[thought.owner]
            stopping = self._stopping
            self._changed.notify()
        if not stopping:
            thought.loop.call_soon_threadsafe(_answer, thought.answer, result, error)


def _lower_priority(niceness: int) -> None:
    """Give this thread a lower priority than others; not every system can."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


def _answer(future: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)
