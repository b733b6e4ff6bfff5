"""Connections that may be slow, many or half-open: how long each may take, and how many an address may have."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from branchline.server import metrics
from branchline.server.http.pacing import InputPace
from branchline.server.http.rate_limits import network_of

if TYPE_CHECKING:
    import asyncio

    from branchline.server.settings import Settings

HEADER_SECONDS = 10.0
"""The time for a request line and its headers, from the connection or from the first byte."""
BODY_SECONDS = 60.0
"""The time for the body of a request; the largest has a megabyte."""
WRITE_SECONDS = 60.0
"""The time that a client may read nothing while there is something to read."""
MOST_HEADERS = 100
LARGEST_HEADERS = 16 * 1024
"""How many headers a request may have, and how many bytes together."""
PER_ADDRESS = 100
"""The maximum number of connections of an address, without sockets; a browser opens six."""
RESERVED = 128
"""File descriptors kept for the database, the log and other files."""
FEWEST_DESCRIPTORS = 4096
"""Below this number of descriptors, `branchline doctor` warns."""


def descriptor_limit() -> int | None:
    """Return the maximum number of files and connections that this process may open; `None` if unknown."""
    try:
        import resource
    except ImportError:  # not on Windows
        return None
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if hard == resource.RLIM_INFINITY else hard


def raise_descriptor_limit() -> int | None:
    """Raise the limit of open files as far as allowed, and return it; `None` if unknown or unlimited."""
    most = descriptor_limit()
    if most is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


class ConnectionCounts:
    """The number of connections: for each address those that are not sockets, and all of them in total.

    Sockets have their own limit for each address. In total they count, because each has a file descriptor as well.
    """

    def __init__(self, per_address: float | None, total: int | None) -> None:
        self._per_address, self._total = per_address, total
        self._counts: Counter[str] = Counter()
        self._open = 0

    def admit(self, address: str) -> bool:
        """Count a connection, unless its address or the server has too many."""
        if self._per_address is not None and self._counts[address] >= self._per_address:
            return False
        if self._total is not None and self._open >= self._total:
            return False
        self._counts[address] += 1
        self._open += 1
        return True

    def release(self, address: str) -> None:
        """Count a connection that is closed."""
        self.become_socket(address)
        self.release_socket()

    def become_socket(self, address: str) -> None:
        """Count a connection as a socket from now on."""
        self._counts[address] -= 1
        if self._counts[address] <= 0:
            del self._counts[address]

    def release_socket(self) -> None:
        """Count a socket that is closed."""
        self._open -= 1


def counts_for(settings: Settings, descriptors: int | None) -> ConnectionCounts:
    """Return the counts for these settings; behind a proxy all connections come from one address."""
    per_address = PER_ADDRESS * settings.limits if settings.limits and not settings.behind_proxy else None
    return ConnectionCounts(per_address, None if descriptors is None else max(1, descriptors - RESERVED))


class StrictConnection(h11.Connection):
    """An HTTP connection that refuses requests which cost more to parse than any page or proxy sends.

    A body in chunks of one byte takes the event loop a second for each 256 KiB; every client that sends a body here
    knows its length.
    """

    def next_event(self) -> h11.Event | type[h11.NEED_DATA | h11.PAUSED]:
        """Return what the client sent next."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            size = len(event.target) + sum(len(name) + len(value) for name, value in event.headers)
            if len(event.headers) > MOST_HEADERS or size > LARGEST_HEADERS:
                raise h11.RemoteProtocolError("too many headers", error_status_hint=431)
            if any(name == b"transfer-encoding" for name, _ in event.headers):
                raise h11.RemoteProtocolError("a body needs a Content-Length", error_status_hint=411)
        return event


class TimedProtocol(H11Protocol):
    """HTTP connections with deadlines: for the headers, for the body, and for reading the response."""

    counts: ClassVar[ConnectionCounts]
    pace: ClassVar[InputPace]
    header_seconds: ClassVar[float] = HEADER_SECONDS
    body_seconds: ClassVar[float] = BODY_SECONDS
    write_seconds: ClassVar[float] = WRITE_SECONDS

    _address: str | None = None
    _deadline: asyncio.TimerHandle | None = None
    _awaited: object = None
    _write_deadline: asyncio.TimerHandle | None = None
    _reading_again: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 (those of uvicorn)
        super().__init__(*arguments, **named)
        self.conn = StrictConnection(h11.SERVER, LARGEST_HEADERS)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit a connection, or close it at once if there are too many."""
        super().connection_made(transport)
        address = network_of(self.client[0] if self.client else "?")
        if not self.pace.admits(address) or not self.counts.admit(address):
            metrics.REFUSED.labels("connection").inc()
            transport.abort()
            return
        self._address = address
        self._set_deadline()

    def data_received(self, data: bytes) -> None:
        """Take what the client sent, and wait for the rest of it for a limited time."""
        address = self._address
        if address is None:
            return  # it was not admitted
        started = time.thread_time()
        super().data_received(data)
        self._set_deadline()
        wait = self.pace.charge(address, time.thread_time() - started)
        if wait and self._address is not None and not self.transport.is_closing():
            self.transport.pause_reading()
            self._reading_again = self.loop.call_later(wait, self._read_again)

    def _read_again(self) -> None:
        if not self.flow.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _set_deadline(self) -> None:
        """Set the deadline for what is awaited now; what has begun to arrive does not get more time."""
        state = self.conn.their_state
        if state is self._awaited or self._address is None:
            return
        self._awaited = state
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        seconds = {h11.IDLE: self.header_seconds, h11.SEND_BODY: self.body_seconds}.get(state)
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self._expire)

    def on_response_complete(self) -> None:
        """Let the deadline for an idle connection begin again."""
        super().on_response_complete()
        self._awaited = None

    def pause_writing(self) -> None:
        """Wait for a client that does not read, for a limited time."""
        self.flow.pause_writing()
        self._write_deadline = self.loop.call_later(self.write_seconds, self._expire)

    def resume_writing(self) -> None:
        """Continue writing: the client has read something."""
        self.flow.resume_writing()
        if self._write_deadline is not None:
            self._write_deadline.cancel()

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that cannot be read; if its method is HEAD, the reply has no content."""
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()

    def _expire(self) -> None:
        metrics.REFUSED.labels("slow_connection").inc()
        self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a socket, which has limits of its own."""
        if self._address is not None:
            self.counts.become_socket(self._address)
            self._address = None
        self._release()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._release()
        super().connection_lost(exc)

    def _release(self) -> None:
        for timer in (self._deadline, self._write_deadline, self._reading_again):
            if timer is not None:
                timer.cancel()
        if self._address is not None:
            self.counts.release(self._address)
            self._address = None


def protocol_for(counts: ConnectionCounts, pace: InputPace | None = None, **seconds: float) -> type[TimedProtocol]:
    """Return the protocol of a server with these limits; deadlines other than the usual ones are for tests."""
    return type("ServerProtocol", (TimedProtocol,), {"counts": counts, "pace": pace or InputPace(), **seconds})
