"""The WebSocket protocol of the server: messages are written at once, without a task or a queue for each socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent
    from websockets.http11 import Request

EXTENSION = "branchline.socket"
"""The key under which the extensions of an ASGI scope have its protocol."""
MOST_AHEAD = 8
"""The number of messages that are read ahead; reading pauses until the earlier ones are handled."""
MOST_UNREAD = 256 * 1024
"""The bytes that a reader may be behind before it is disconnected; it reconnects and resumes."""
CLOSE_SECONDS = 5.0
"""How long a client may take to read what is left and to answer that the socket is being closed."""
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
    Here a slow reader is disconnected instead, and a few messages are read ahead.
    """

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
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Disconnect a client that does not answer; what it has not read would keep the connection open."""
        self.pong_timer = None
        self.transport.abort()

    # -- reading -------------------------------------------------------------------------------

    def send_receive_event_to_app(self) -> None:
        """Queue a message for the application, as bytes."""
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= MOST_AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return message
