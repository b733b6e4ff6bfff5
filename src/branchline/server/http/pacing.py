"""The pace of everything that arrives: how fast connections may be opened, bytes parsed and requests answered.

Parsing takes processor time before anybody knows whose message or request it is, and the smallest frames and headers
take the most. Who sends more than a page ever would is read more slowly, at a fraction of what the event loop can do.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse

from branchline.server.http.rate_limits import REQUESTS, network_of
from branchline.server.token_buckets import Rate, TokenBuckets

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Receive, Scope, Send

OPENING = Rate(300, 40)
"""Connections of an address; a browser opens six, and one for each open game."""
PARSING = Rate(0.25, 0.05)
PARSING_OF_SOCKET = Rate(0.005, 0.002)
"""Seconds of processor time for the input of an address, and of one socket; a message takes about 0.00003."""
LONGEST_WAIT = 5.0
"""Seconds that a request waits for its turn; a later one is refused."""


class InputPace:
    """How much of the processor's time an address may take by opening connections and sending bytes."""

    def __init__(self, generosity: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._buckets = TokenBuckets(generosity, clock)

    def admits(self, address: str) -> bool:
        """Count a connection; return `False` if its address opens too many, or has too much to be parsed already."""
        return not self._buckets.spend(address, OPENING) and not self._buckets.debt(address, PARSING)

    def charge(self, address: str, seconds: float) -> float:
        """Count the time that input took to parse; return the seconds until more of it should be read."""
        self._buckets.charge(address, PARSING, seconds)
        return self._buckets.debt(address, PARSING)

    def charge_socket(self, socket: SocketPace, address: str, seconds: float) -> float:
        """Count the time that input of a socket took to parse; return the seconds until more of it should be read."""
        if not self._buckets.generosity:
            return 0.0
        return max(socket.charge(seconds, self._buckets.generosity), self.charge(address, seconds))


class SocketPace:
    """The token bucket of one socket, which is gone with it."""

    __slots__ = ("_counted", "_used")

    def __init__(self) -> None:
        self._used, self._counted = 0.0, 0.0

    def charge(self, seconds: float, generosity: float = 1.0, now: float | None = None) -> float:
        """Count processor time; return the seconds until some is left again.

        >>> pace = SocketPace()
        >>> [round(pace.charge(seconds, now=now), 3) for seconds, now in ((0.005, 0), (0.002, 0), (0.002, 100))]
        [0.0, 1.0, 0.0]
        """
        now = time.monotonic() if now is None else now
        regained = (now - self._counted) * PARSING_OF_SOCKET.per_second * generosity
        self._used, self._counted = max(0.0, self._used - regained) + seconds, now
        over = self._used - PARSING_OF_SOCKET.burst * generosity
        return max(0.0, over / (PARSING_OF_SOCKET.per_second * generosity))


class PacedRequests:
    """Middleware that answers the requests of an address at a limited rate: those beyond it wait for their turn.

    Waiting is kinder than a refusal to people who share an address, and holds back whoever sends the next request only
    after the answer. How many can wait is limited by the number of connections of an address.
    """

    def __init__(self, app: ASGIApp, generosity: float, rate: Rate = REQUESTS) -> None:
        self.app = app
        self._rate = rate
        self._buckets = TokenBuckets(generosity)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, when it is the turn of the address."""
        if scope["type"] == "http":
            address = network_of(scope["client"][0] if scope["client"] else "?")
            if self._buckets.debt(address, self._rate) > LONGEST_WAIT:
                await self._refuse(scope, receive, send)
                return
            self._buckets.charge(address, self._rate, 1.0)
            wait = self._buckets.debt(address, self._rate)
            if wait:
                await asyncio.sleep(wait)
        await self.app(scope, receive, send)

    @staticmethod
    async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
        headers = {"retry-after": f"{LONGEST_WAIT:.0f}", "cache-control": "no-store"}
        reply = PlainTextResponse("Too many requests from your address: try again soon.\n", 429, headers)
        await reply(scope, receive, send)
