"""A lean client: it reads of the server's messages only what choosing a move and measuring need.

The clients share the cores with the server that they measure, so they must not be what is slow: sockets are protocols
of the event loop without tasks of their own, and messages are decoded into typed structs that skip the rest.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET, Struct, UnsetType

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
_SHORT, _LONG = 126, 127
_ENCODE = msgspec.json.Encoder().encode


class Step(Struct):
    """What a step says about the measurement."""

    move: int
    seat: int | None = None


class State(Struct):
    """What a state, or a patch of one, says about the next move. `None` in a patch removes a field."""

    you: int | UnsetType | None = UNSET
    rev: int | UnsetType = UNSET
    stage: str | UnsetType = UNSET
    deciding: list[int] | UnsetType = UNSET
    legal: dict[str, Any] | UnsetType | None = UNSET
    offer: dict[str, Any] | UnsetType | None = UNSET


class Message(Struct):
    """Any message of the server."""

    t: str
    state: State | None = None
    patch: State | None = None
    step: Step | None = None
    code: str | None = None


_DECODE = msgspec.json.Decoder(Message).decode


class SocketClient(asyncio.Protocol):
    """One WebSocket, whose frames are all masked with zeros: there is nothing to hide."""

    def __init__(self, url: str, cookie: str, take: Callable[[Message, int], None], lost: Callable[[], None]) -> None:
        parts = urlsplit(url)
        key = base64.b64encode(os.urandom(16)).decode()
        self._request = (
            f"GET {parts.path}?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self._take, self._lost = take, lost
        self._buffer = bytearray()
        self._open = False
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the handshake."""
        self._transport = transport  # type: ignore[assignment]
        self._transport.write(self._request)
        self._request = b""

    def data_received(self, data: bytes) -> None:
        """Take every whole message."""
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._transport.abort()
                return
            self._open, self._buffer = True, rest
        while (frame := self._next_frame()) is not None:
            self._take_frame(*frame)

    def _next_frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size == _SHORT:
            size, start = int.from_bytes(buffer[2:4]), 4
        elif size == _LONG:
            size, start = int.from_bytes(buffer[2:10]), 10
        if len(buffer) < start + size:
            return None
        frame = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return frame

    def _take_frame(self, kind: int, data: bytes) -> None:
        if kind == TEXT:
            self._take(_DECODE(data), len(data))
        elif kind == PING:
            self._send(PONG, data)
        elif kind == CLOSE:
            self._transport.close()

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._send(TEXT, _ENCODE(message))

    def _send(self, kind: int, data: bytes) -> None:
        size = bytes([128 | len(data)]) if len(data) < _SHORT else bytes([128 | _SHORT]) + struct.pack("!H", len(data))
        self._transport.write(bytes([128 | kind]) + size + bytes(4) + data)

    def close(self) -> None:
        """Close without ceremony."""
        self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass it on."""
        del exc
        self._lost()


async def connect(
    url: str, cookie: str, take: Callable[[Message, int], None], lost: Callable[[], None], source: str | None = None
) -> SocketClient:
    """Open a WebSocket; what it receives goes to `take`, with its size."""
    parts = urlsplit(url)
    local = None if source is None else (source, 0)
    assert parts.hostname is not None
    assert parts.port is not None
    _, client = await asyncio.get_running_loop().create_connection(
        lambda: SocketClient(url, cookie, take, lost), parts.hostname, parts.port, local_addr=local
    )
    return client


async def request(
    method: str, url: str, body: dict[str, Any] | None = None, cookie: str = "", source: str | None = None
) -> tuple[int, dict[str, Any], str]:
    """Make a request on a connection of its own; return the status, the reply and the cookie to use from now on."""
    parts, data = urlsplit(url), b"" if body is None else _ENCODE(body)
    local = None if source is None else (source, 0)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=local)
    headers = [f"{method} {parts.path} HTTP/1.1", f"Host: {parts.netloc}", "Connection: close"]
    headers += [f"Cookie: {cookie}"] if cookie else []
    headers += [f"Content-Length: {len(data)}", "Content-Type: application/json"] if data else []
    writer.write("\r\n".join([*headers, "", ""]).encode() + data)
    reply = await reader.read(-1)
    writer.close()
    lines, _, content = reply.partition(b"\r\n\r\n")
    for line in lines.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"set-cookie":
            cookie = value.decode().strip().partition(";")[0]
    return int(lines.split(b" ", 2)[1]), msgspec.json.decode(content), cookie


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the fastest event loop that there is."""
    try:
        import uvloop
    except ImportError:  # not on Windows
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)
