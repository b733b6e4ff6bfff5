"""Keepalive of sockets: each is pinged now and then, and one that stays silent is disconnected."""

from __future__ import annotations

import asyncio
from typing import Protocol

ROUNDS = 20
"""A socket is pinged, and must have sent something since the last ping, once in this many ticks."""
TICK_SECONDS = 1.0


class Pinged(Protocol):
    """A socket."""

    def ping(self) -> None:
        """Send a ping, or disconnect if nothing was received since the last one."""


class Keepalive:
    """Pings sockets in turn with one timer for all of them, a part of them at each tick."""

    def __init__(self) -> None:
        self._groups: list[set[Pinged]] = [set() for _ in range(ROUNDS)]
        self._tick = 0
        self._timer: asyncio.TimerHandle | None = None

    def add(self, socket: Pinged) -> int:
        """Begin to ping a socket; return its group, which `remove` needs. Its first ping is a whole round later."""
        group = self._tick
        self._groups[group].add(socket)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(TICK_SECONDS, self._ping_next)
        return group

    def remove(self, socket: Pinged, group: int) -> None:
        """Stop pinging a socket."""
        self._groups[group].discard(socket)
        if self._timer is not None and not any(self._groups):
            self._timer.cancel()
            self._timer = None

    def _ping_next(self) -> None:
        self._tick = (self._tick + 1) % ROUNDS
        self._timer = asyncio.get_running_loop().call_later(TICK_SECONDS, self._ping_next)
        for socket in list(self._groups[self._tick]):
            socket.ping()
