"""The threads that search for people, at a lower priority than the bots. Owners are served in turn, and few may wait.

Until the search is compiled, callers do without it.
"""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from branchline.bots.base import Clock
from branchline.server.live.thinking import ThinkingPool
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.bots.search.analysis import Analysis
    from branchline.bots.search.bot import SearchBot
    from branchline.bots.warmup import Preparation
    from branchline.engine.views import View

T = TypeVar("T")
MOST_WAITING = 24
MOST_OF_ONE_OWNER = 8
"""How many searches may wait or run in total, and for one owner."""
NICENESS = 10
_per_thread = threading.local()


def search(view: View, *, seconds: float = 1.0, playouts: int = 0) -> Analysis:
    """Return the search's analysis of a position; a number of playouts takes precedence over the time."""
    player = _player(playouts)
    player.start(secrets.randbits(48))
    return player.analyze(view, Clock(None if playouts else seconds))


def _player(playouts: int) -> SearchBot:
    """Return this thread's own bot for a number of playouts: its buffers cannot be shared."""
    from branchline.bots.search.bot import SearchBot, SearchParameters

    bots: dict[int, SearchBot] = _per_thread.__dict__.setdefault("bots", {})
    if playouts not in bots:
        bots[playouts] = SearchBot(SearchParameters(time=60.0, playouts=playouts))
    return bots[playouts]


class SearchWorkers:
    """A pool of threads that search."""

    def __init__(self, threads: int, preparation: Preparation) -> None:
        self._pool = ThinkingPool(threads, "search", NICENESS)
        self._waiting: Counter[str] = Counter()
        self.preparation = preparation

    async def search(
        self, owner: str, view: View, *, seconds: float = 1.0, playouts: int = 0, urgent: bool = True
    ) -> Analysis:
        """Search in a thread."""
        return await self.run(owner, lambda: search(view, seconds=seconds, playouts=playouts), urgent=urgent)

    async def run(self, owner: str, work: Callable[[], T], *, urgent: bool = True) -> T:
        """Do some work in a thread, after what is urgent; refuse it if too much is waiting, of the owner or in all."""
        if self._waiting[owner] >= MOST_OF_ONE_OWNER or self._waiting.total() >= MOST_WAITING:
            raise Refusal("too_many", "Too many positions are being analyzed: try again soon.", retry_after=3.0)
        self._waiting[owner] += 1
        try:
            return await self._pool.run(owner, work, watched=urgent)
        finally:
            self._waiting[owner] -= 1
            self._waiting += Counter()  # drops the owners who wait for nothing

    def stop(self) -> None:
        """Stop searching."""
        self._pool.stop()
