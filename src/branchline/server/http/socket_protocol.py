"""The WebSocket protocol of the server: messages are written at once, without a task or a queue for each socket."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from branchline.server.http.pacing import InputPace, SocketPace
from branchline.server.http.rate_limits import network_of

if TYPE_CHECKING:
    import asyncio

    from uvicorn._types import ASGIReceiveEvent
    from websockets.frames import Frame
    from websockets.http11 import Request

EXTENSION = "branchline.socket"
"""The key under which the extensions of an ASGI scope have its protocol."""
MOST_AHEAD = 8
"""The number of messages that are read ahead; reading pauses until the earlier ones are handled."""
MOST_UNREAD = 256 * 1024
"""The bytes that a reader may be behind before it is disconnected; it reconnects and resumes."""
CLOSE_SECONDS = 5.0
"""How long a client may take to read what is left and to answer that the socket is being closed."""
PIECE = 1024
"""The number of bytes to parse before other connections get a turn: as the smallest frames, they take milliseconds."""
MOST_FRAGMENTS = 64
"""The number of frames that a message may come in; a browser sends one."""
_TEXT = 0x81
_SHORT, _MEDIUM = 126, 1 << 16


def frame(message: bytes) -> bytes:
    """Return a text message as a frame.

    >>> [list(frame(bytes(size))[:4]) for size in (2, 126, 70_000)]
    [[129, 2, 0, 0], [129, 126, 0, 126], [129, 127, 0, 0]]
    """
    size = len(message)
    if size < _SHORT:
        return bytes((_TEXT, size)) + message
    if size < _MEDIUM:
        return bytes((_TEXT, _SHORT)) + size.to_bytes(2) + message
    return bytes((_TEXT, _SHORT + 1)) + size.to_bytes(8) + message


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that is written to without waiting.

    Uvicorn lets the application wait for each message that it sends and pauses reading after each that it receives.
    Here a slow reader is disconnected instead, and a few messages are read ahead. What a client sends is parsed in
    pieces, at a limited pace.
    """

    pace: ClassVar[InputPace] = InputPace()
    _own_pace: SocketPace | None = None
    _address = ""
    _unparsed: bytearray | None = None
    """What was received and waits to be parsed; reading is paused meanwhile."""
    _parsing: asyncio.Handle | None = None

    def handle_connect(self, event: Request) -> None:
        """Begin a handshake; the application finds the protocol in the extensions of its scope."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[Any, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    # -- writing -------------------------------------------------------------------------------

    def write(self, message: bytes) -> bool:
        """Write a text message; return `False` if the reader is too far behind, and it was not written."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return True  # nobody reads it any more
        if not self.writable.is_set() and self.transport.get_write_buffer_size() > MOST_UNREAD:
            return False
        self.transport.write(frame(message))
        return True

    def close(self, code: int) -> None:
        """Close the socket after what was written; a client that does not read that is disconnected."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self._resume()
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Disconnect a client that does not answer; what it has not read would keep the connection open."""
        self.pong_timer = None
        self.transport.abort()

    # -- reading -------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse what the client sent: a little at once, the rest of a lot later."""
        if self._unparsed is not None:
            self._unparsed += data
        elif len(data) <= PIECE or not self.handshake_initiated:
            self._parse(data)
        else:
            self._unparsed = bytearray(data)
            self._parse_next()

    def _parse(self, data: bytes) -> None:
        started = time.thread_time()
        super().data_received(data)
        if self._own_pace is None:  # the handshake, which was parsed and counted as a request
            self._own_pace = SocketPace()
            return
        if not self._address:
            self._address = network_of(self.scope["client"][0] if self.scope["client"] else "?")
        wait = self.pace.charge_socket(self._own_pace, self._address, time.thread_time() - started)
        if wait or self._unparsed is not None:
            self._parse_later(wait)

    def _parse_later(self, wait: float) -> None:
        """Read nothing more, and parse what was read when it is the turn of this socket again."""
        if self.transport.is_closing():
            self._unparsed = None
            return
        if self._unparsed is None:
            self._unparsed = bytearray()
        self.transport.pause_reading()
        self._parsing = self.loop.call_later(wait, self._parse_next)

    def _parse_next(self) -> None:
        """Parse the next piece of what was read, unless the application is behind."""
        self._parsing = None
        if self._unparsed is None or self.read_paused:
            return  # `receive` continues
        piece = bytes(self._unparsed[:PIECE])
        del self._unparsed[:PIECE]
        if not self._unparsed:
            self._unparsed = None
            self.transport.resume_reading()
        if piece:
            self._parse(piece)

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message; one in too many parts is not received."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget what was not parsed."""
        if self._parsing is not None:
            self._parsing.cancel()
        self._unparsed = None
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        """Queue a message for the application, as bytes."""
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= MOST_AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self._resume()
        return message

    def _resume(self) -> None:
        """Read on after a pause in which the application was behind."""
        self.read_paused = False
        if self._unparsed is None:
            self.transport.resume_reading()
        elif self._parsing is None:
            self._parsing = self.loop.call_soon(self._parse_next)


def socket_protocol_for(pace: InputPace) -> type[SocketProtocol]:
    """Return the protocol of the sockets of a server whose input has this pace."""
    return type("ServerSocketProtocol", (SocketProtocol,), {"pace": pace})
