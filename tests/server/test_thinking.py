"""Bots and hints share their threads fairly: by owner, what somebody waits for first, instant bots at once."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from branchline.bots import warmup
from branchline.server.analysis import workers
from branchline.server.analysis.workers import SearchWorkers
from branchline.server.fair_queue import FairQueue
from branchline.server.live import bot_players
from branchline.server.live.autoplay import Autoplayer
from branchline.server.live.thinking import StuckError, ThinkingPool
from branchline.server.refusal import Refusal
from branchline.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class Slow:
    """Thoughts that take until they are released, one by one, and the order in which they begin."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.most_at_once = 0
        self._now = 0
        self._lock = threading.Lock()
        self._released = threading.Semaphore(0)

    def thought(self, name: str) -> Callable[[], str]:
        def think() -> str:
            with self._lock:
                self.begun.append(name)
                self._now += 1
                self.most_at_once = max(self.most_at_once, self._now)
            self._released.acquire()
            with self._lock:
                self._now -= 1
            return name

        return think

    def release(self, number: int = 1) -> None:
        self._released.release(number)

    async def wait_for(self, number: int) -> None:
        while len(self.begun) < number:  # noqa: ASYNC110 (other threads add to it)
            await asyncio.sleep(0.001)


async def wait_until(is_so: Callable[[], bool]) -> None:
    while not is_so():  # noqa: ASYNC110 (other threads make it so)
        await asyncio.sleep(0.001)


def with_pool(threads: int, do: Callable[[ThinkingPool, Slow], Awaitable[None]], stuck: float = 100.0) -> Slow:
    slow, pool = Slow(), ThinkingPool(threads, "test", stuck_seconds=stuck)

    async def run() -> None:
        await do(pool, slow)

    try:
        asyncio.run(run())
    finally:
        pool.stop()
        slow.release(1000)
    return slow


def test_a_stranger_waits_for_one_move_however_many_games_another_owner_has() -> None:
    async def do(pool: ThinkingPool, slow: Slow) -> None:
        games = [
            asyncio.create_task(pool.run("eve", slow.thought(f"eve {number}"), watched=True)) for number in range(63)
        ]
        await slow.wait_for(1)
        ada = asyncio.create_task(pool.run("ada", slow.thought("ada"), watched=True))
        await asyncio.sleep(0)
        slow.release()
        await slow.wait_for(2)
        slow.release(63)
        await asyncio.gather(ada, *games)

    slow = with_pool(1, do)
    assert slow.begun.index("ada") <= 2


def test_one_owner_never_has_all_threads() -> None:
    async def do(pool: ThinkingPool, slow: Slow) -> None:
        games = [asyncio.create_task(pool.run("eve", slow.thought("eve"), watched=True)) for _ in range(8)]
        await slow.wait_for(2)
        ada = asyncio.create_task(pool.run("ada", slow.thought("ada"), watched=True))
        await slow.wait_for(3)  # at once, while all of eve's thoughts go on
        assert slow.begun == ["eve", "eve", "ada"]
        slow.release(9)
        await asyncio.gather(ada, *games)

    assert with_pool(3, do).most_at_once == 3


def test_games_that_nobody_watches_wait_for_those_that_somebody_does() -> None:
    async def do(pool: ThinkingPool, slow: Slow) -> None:
        first = asyncio.create_task(pool.run("ada", slow.thought("first"), watched=False))
        await slow.wait_for(1)
        names = [("eve", "unwatched", False), ("bob", "unwatched", False), ("ada", "watched", True)]
        others = [
            asyncio.create_task(pool.run(owner, slow.thought(name), watched=watched)) for owner, name, watched in names
        ]
        await asyncio.sleep(0)
        slow.release(4)
        await asyncio.gather(first, *others)

    assert with_pool(1, do).begun == ["first", "watched", "unwatched", "unwatched"]


def test_an_error_reaches_whoever_waits_and_a_cancelled_thought_is_skipped() -> None:
    async def do(pool: ThinkingPool, slow: Slow) -> None:
        with pytest.raises(ZeroDivisionError):
            await pool.run("ada", lambda: 1 // 0, watched=True)
        first = asyncio.create_task(pool.run("ada", slow.thought("first"), watched=True))
        await slow.wait_for(1)
        gone = asyncio.create_task(pool.run("ada", slow.thought("gone"), watched=True))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        slow.release(2)
        await first
        assert await pool.run("ada", slow.thought("last"), watched=True) == "last"

    assert "gone" not in with_pool(1, do).begun


def test_a_stuck_thread_is_replaced_and_whoever_waits_for_it_is_told() -> None:
    async def do(pool: ThinkingPool, slow: Slow) -> None:
        with pytest.raises(StuckError):
            await pool.run("ada", slow.thought("stuck"), watched=True)
        gone = asyncio.create_task(pool.run("ada", slow.thought("stuck and nobody waits"), watched=True))
        await slow.wait_for(2)
        gone.cancel()
        assert await pool.run("ada", lambda: "another", watched=True) == "another"
        slow.release(2)  # both end at last; what they return is dropped, and so are their threads
        await wait_until(lambda: threads() == 1)
        assert await pool.run("ada", lambda: "one more", watched=True) == "one more"

    def threads() -> int:
        return sum(thread.name == "test" for thread in threading.enumerate())

    asyncio.run(wait_until(lambda: threads() == 0))
    with_pool(1, do, stuck=0.05)


def test_a_task_that_waits_for_its_turn_is_not_stuck() -> None:
    async def do(pool: ThinkingPool, slow: Slow) -> None:
        first = asyncio.create_task(pool.run("ada", slow.thought("first"), watched=True))
        second = asyncio.create_task(pool.run("bob", lambda: "second", watched=True))
        assert await second == "second"
        with pytest.raises(StuckError):
            await first

    with_pool(1, do, stuck=0.2)


def test_hints_of_one_address_delay_those_of_another_by_one_search_and_come_before_the_analysis_of_games() -> None:
    slow, searching = Slow(), SearchWorkers(1, warmup.Preparation())

    async def run() -> None:
        eve = [asyncio.create_task(searching.run("eve", slow.thought("eve"))) for _ in range(workers.MOST_OF_ONE_OWNER)]
        await slow.wait_for(1)
        with pytest.raises(Refusal, match="try again"):
            await searching.run("eve", slow.thought("refused"))
        game = asyncio.create_task(searching.run("a game", slow.thought("game"), urgent=False))
        ada = asyncio.create_task(searching.run("ada", slow.thought("ada")))
        await asyncio.sleep(0)
        slow.release(len(eve) + 2)
        await asyncio.gather(ada, game, *eve)

    try:
        asyncio.run(run())
    finally:
        searching.stop()
        slow.release(1000)
    assert slow.begun.index("ada") <= 2
    assert slow.begun[-1] == "game"


def test_a_fair_queue_skips_owners_who_may_not_be_served() -> None:
    queue: FairQueue[int] = FairQueue()
    for owner, item in [("eve", 1), ("eve", 2), ("ada", 3)]:
        queue.put(owner, item)
    assert queue.take_if(lambda owner: owner != "eve") == 3
    assert queue.take_if(lambda owner: owner != "eve") is None
    assert [queue.take(), queue.take(), len(queue)] == [1, 2, 0]


def test_easy_bots_are_instant_and_the_search_is_not() -> None:
    assert bot_players.is_instant("easy")
    assert bot_players.is_instant("medium")
    assert not bot_players.is_instant("a bot of somebody else")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has no priority of its own")
def test_bots_that_think_leave_the_processor_to_play_and_to_instant_bots() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    async def work() -> None:
        autoplayer, own = Autoplayer(Settings()), niceness()
        assert await autoplayer._instant.run("ada", niceness, watched=True) == own
        assert await autoplayer._thinking.run("ada", niceness, watched=True) > own
        await autoplayer.stop()

    asyncio.run(work())
