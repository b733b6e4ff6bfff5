"""Budgets of processor time, by guest and by address, and the precedence of play over questions and requests."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from branchline.server.fair_queue import FairQueue
from branchline.server.refusal import Refusal
from branchline.server.token_buckets import Rate, TokenBuckets

if TYPE_CHECKING:
    from collections.abc import Callable

GUEST = Rate(1.5, 0.05)
ADDRESS = Rate(6.0, 0.25)
"""Seconds of processor time. A move takes some milliseconds, a question less than one."""
QUESTIONS_SHARE, REQUESTS_SHARE = 0.2, 0.6
"""The part of the event loop's time that questions may take, and HTTP requests, those of everybody together."""
ASSUMED_SECONDS = 0.001
"""What a question or a request is assumed to take until it is answered."""


class ProcessorBudget:
    """The processor time of each guest and address; once it is used up, requests are refused until some is left."""

    def __init__(self, generosity: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._buckets = TokenBuckets(generosity, clock)

    def check(self, guest: str, address: str) -> None:
        """Refuse a guest or an address without processor time left."""
        wait = max(self._buckets.debt(f"guest {guest}", GUEST), self._buckets.debt(f"address {address}", ADDRESS))
        if wait:
            message = f"Your requests use too much of the server's time: try again in {max(1, wait):.0f} s."
            raise Refusal("too_busy", message, retry_after=round(max(wait, 0.1), 1))

    def charge(self, guest: str, address: str, seconds: float) -> None:
        """Take the processor time that a request has used, even if more than is left."""
        self._buckets.charge(f"guest {guest}", GUEST, seconds)
        self._buckets.charge(f"address {address}", ADDRESS, seconds)


class Gate:
    """Lets questions or requests through one at a time, addresses in turn, at their share of the event loop's time.

    Play does not pass a gate: however many questions wait, a move waits for one of them at most.
    """

    def __init__(self, share: float) -> None:
        self._share = share
        self._free_at = 0.0
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()
        self._timer: asyncio.TimerHandle | None = None

    async def enter(self, address: str) -> None:
        """Wait until a question or request of an address may be answered."""
        loop = asyncio.get_running_loop()
        if self._waiting or loop.time() < self._free_at:
            turn = loop.create_future()
            self._waiting.put(address, turn)
            self._set_timer(loop)
            await turn
        self.leave(ASSUMED_SECONDS)

    def leave(self, seconds: float) -> None:
        """Count the loop's time that the answer took."""
        now = asyncio.get_running_loop().time()
        self._free_at = max(self._free_at, now) + seconds / self._share

    def _set_timer(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is None and self._waiting:
            self._timer = loop.call_at(self._free_at, self._let_next_in, loop)

    def _let_next_in(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        while self._waiting and loop.time() >= self._free_at:
            turn = self._waiting.take()
            if not turn.done():  # the client may have gone
                turn.set_result(None)
                self._free_at = loop.time() + ASSUMED_SECONDS
        self._set_timer(loop)
