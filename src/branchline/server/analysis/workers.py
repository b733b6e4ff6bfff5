"""The threads that search for people. They run at a lower priority than the bots, and only a few searches may wait.

The search is compiled in another process; until that is done, callers do without it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from branchline.bots import warmup
from branchline.bots.base import Clock
from branchline.server.logs import log
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.bots.search.bot import Analysis, SearchBot
    from branchline.engine.views import View

T = TypeVar("T")
MOST_WAITING = 24
NICENESS = 10
_per_thread = threading.local()


def search(view: View, *, seconds: float = 1.0, playouts: int = 0) -> Analysis:
    """Return the search's analysis of a position; a number of playouts takes precedence over the time."""
    player = _player(playouts)
    player.start(secrets.randbits(48))
    return player.analyse(view, Clock(seconds))


def _player(playouts: int) -> SearchBot:
    """Return this thread's own bot for a number of playouts: its buffers cannot be shared."""
    from branchline.bots.search.bot import SearchBot, SearchParameters

    bots: dict[int, SearchBot] = _per_thread.__dict__.setdefault("bots", {})
    if playouts not in bots:
        bots[playouts] = SearchBot(SearchParameters(time=60.0, playouts=playouts))
    return bots[playouts]


def _lower_priority() -> None:
    """Give this thread a lower priority than the threads that play."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


class SearchWorkers:
    """A pool of threads that search."""

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="search", initializer=_lower_priority)
        self._waiting = 0
        self._compiling: asyncio.Task[None] | None = None

    def prepare(self) -> bool:
        """Return whether the search can be used; if not, start compiling it."""
        if warmup.SEARCH.is_compiled:
            return True
        if self._compiling is None or self._compiling.done():
            log().info("compiling_search", note="once; hints come from the planner meanwhile")
            self._compiling = asyncio.create_task(warmup.compile_in_subprocess(warmup.SEARCH))
        return False

    async def search(self, view: View, *, seconds: float = 1.0, playouts: int = 0) -> Analysis:
        """Search in a thread."""
        return await self.run(lambda: search(view, seconds=seconds, playouts=playouts))

    async def run(self, work: Callable[[], T]) -> T:
        """Do some work in a thread; refuse it if too much is waiting already."""
        if self._waiting >= MOST_WAITING:
            raise Refusal("too_many", "Too many positions are being analyzed: try again soon.", retry_after=3.0)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    async def stop(self) -> None:
        """Stop searching and compiling."""
        if self._compiling is not None:
            self._compiling.cancel()
            await asyncio.gather(self._compiling, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
