"""The WebSocket protocol of the server: a socket that waits costs neither a task nor a queue.

The handshake is an ASGI call, so that the middleware and the routes of the application see it. After it the messages go
directly to a handler, and nothing of the call remains in memory. Of uvicorn only the interface of a `ws` class is used.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from branchline.server.http.pacing import InputPace, SocketPace
from branchline.server.http.rate_limits import network_of
from branchline.server.http.websocket import frames
from branchline.server.http.websocket.frames import FrameError, close_frame, closing_reply, frame, next_frame
from branchline.server.http.websocket.handshake import Handshake
from branchline.server.http.websocket.keepalive import Keepalive
from branchline.server.logs import log

if TYPE_CHECKING:
    from uvicorn import Config
    from uvicorn.server import ServerState

    from branchline.server.http.connections import ConnectionCounts
    from branchline.server.http.websocket.frames import Frame

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


class MessageHandler(Protocol):
    """What a socket is connected to."""

    async def handle(self, data: bytes) -> None:
        """Handle a message; the next one waits meanwhile."""

    def closed(self) -> None:
        """React to the end of the socket, after all its messages are handled."""


class SocketProtocol(asyncio.Protocol):
    """A WebSocket that is written to without waiting.

    A slow reader is disconnected, and a few messages are read ahead. What a client sends is parsed in pieces, at a
    limited pace.
    """

    __slots__ = (
        "_address",
        "_fragments",
        "_group",
        "_handler",
        "_is_answering",
        "_is_behind",
        "_is_closing",
        "_is_full",
        "_largest",
        "_open",
        "_own_pace",
        "_parsing",
        "_partial",
        "_task",
        "_timer",
        "_unparsed",
        "_waiting",
        "server_state",
        "transport",
    )

    pace: ClassVar[InputPace] = InputPace()
    counts: ClassVar[ConnectionCounts | None] = None
    keepalive: ClassVar[Keepalive] = Keepalive()

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        self.transport: asyncio.Transport
        self.server_state = server_state
        self._largest = config.ws_max_size
        self._open: Handshake | None = Handshake(self, config, app_state)
        """The handshake, until it is done."""
        self._handler: MessageHandler | None = None
        self._task: asyncio.Task[None] | None = None
        """Handles the waiting messages; `None` while there are none."""
        self._waiting: list[bytes | None] = []
        """The messages to be handled; `None` is the end."""
        self._is_behind = self._is_full = self._is_closing = False
        self._is_answering = True
        self._group = -1
        self._own_pace: SocketPace | None = None
        self._address = ""
        self._partial: bytes | bytearray = b""
        """The beginning of a frame."""
        self._fragments: list[bytes] | None = None
        self._unparsed: bytearray | None = None
        """The bytes that wait to be parsed; reading is paused meanwhile."""
        self._parsing: asyncio.Handle | None = None
        self._timer: asyncio.TimerHandle | None = None

    # -- the connection ------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection that asked to become a socket."""
        self.transport = transport  # type: ignore[assignment]
        self.server_state.connections.add(self)  # type: ignore[arg-type]

    def opened(self, address: str) -> None:
        """Begin to receive messages of a client, from the address as the application sees it."""
        if not self.transport.is_closing():
            self._address = network_of(address)
            self._group = self.keepalive.add(self)

    def handshake_done(self) -> None:
        """Forget the handshake; disconnect a client whose messages no handler takes."""
        self._open = None
        if self._handler is None and self._timer is None:
            self.transport.close()

    def serve(self, handler: MessageHandler) -> None:
        """Let a handler take the messages from now on, those that have arrived already first."""
        self._handler = handler
        if self._waiting:
            self._handle_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Discard what was not parsed, and notify the handler."""
        del exc
        for timer in (self._parsing, self._timer):
            if timer is not None:
                timer.cancel()
        self._unparsed = self._parsing = None
        if self._group >= 0:
            self.keepalive.remove(self, self._group)
        self.server_state.connections.discard(self)
        if self.counts is not None:
            self.counts.release_socket()
        if self._open is not None:
            self._open.disconnected.set()
        self._end()

    def shutdown(self) -> None:
        """Close the socket because the server stops."""
        if self._group >= 0:  # before that, it is not a socket yet
            self.close(frames.RESTARTING)
        self.transport.close()

    def ping(self) -> None:
        """Ping the client, or disconnect one that has sent nothing since the last ping."""
        if not self._is_answering:
            self.transport.abort()  # what it has not read would keep the connection open
        elif not self.transport.is_closing():
            self._is_answering = False
            self.transport.write(frame(b"", frames.PING))

    # -- writing -------------------------------------------------------------------------------

    @property
    def is_closing(self) -> bool:
        """Whether nobody reads what is written any more."""
        return self._is_closing or self.transport.is_closing()

    def write(self, message: bytes) -> bool:
        """Write a text message; return `False` if the reader is too far behind, and it was not written."""
        if self.is_closing:
            return True  # nobody reads it any more
        if self._is_full and self.transport.get_write_buffer_size() > MOST_UNREAD:
            return False
        self.transport.write(frame(message))
        return True

    def close(self, code: int = frames.NORMAL) -> None:
        """Close the socket after what was written; a client that does not read that is disconnected."""
        if self.is_closing:
            return
        self._end()
        self.transport.write(close_frame(code))
        if self._is_behind:
            self._read_on()
        self._timer = asyncio.get_running_loop().call_later(CLOSE_SECONDS, self.transport.abort)

    def pause_writing(self) -> None:
        """Remember that the client does not read as fast as it is written to."""
        self._is_full = True

    def resume_writing(self) -> None:
        """Remember that the client has read most of what was written."""
        self._is_full = False

    # -- reading -------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse what the client sent: a limited amount at once, the rest later."""
        if self._open is not None and not self._open.has_begun:
            self._open.begin(data)  # the request, which was parsed and counted as one
        elif self._unparsed is not None:
            self._unparsed += data
        elif len(data) <= PIECE:
            self._parse(data)
        else:
            self._unparsed = bytearray(data)
            self._parse_next()

    def _parse(self, data: bytes) -> None:
        started = time.thread_time()
        self._is_answering = True
        try:
            self._take_frames(data)
        except FrameError as error:
            self.close(error.code)
            self.transport.close()
        if self._own_pace is None:
            self._own_pace = SocketPace()
        wait = self.pace.charge_socket(self._own_pace, self._address, time.thread_time() - started)
        if wait or self._unparsed is not None:
            self._parse_later(wait)

    def _take_frames(self, data: bytes) -> None:
        received: bytes | bytearray = data
        if self._partial:
            self._partial += data
            received = self._partial
        start = 0
        while found := next_frame(received[start:] if start else received, self._largest):
            start += found[1]
            self._take_frame(found[0])
        self._partial = bytearray(received[start:]) if start < len(received) else b""

    def _take_frame(self, received: Frame) -> None:
        if received.opcode == frames.PING:
            if not self.transport.is_closing():
                self.transport.write(frame(received.data, frames.PONG))
        elif received.opcode == frames.CLOSE:
            self._end_by_client(received.data)
        elif received.opcode != frames.PONG:
            self._take_part(received)

    def _take_part(self, part: Frame) -> None:
        """Take a message, or a part of one; a message in too many or too large parts is not received."""
        if (part.opcode == frames.CONTINUATION) != (self._fragments is not None):
            raise FrameError(frames.PROTOCOL_ERROR)
        if part.is_last and self._fragments is None:
            self._queue(part.data)
            return
        self._fragments = [*(self._fragments or ()), part.data]
        if len(self._fragments) > MOST_FRAGMENTS or sum(map(len, self._fragments)) > self._largest:
            raise FrameError(frames.TOO_LARGE)
        if part.is_last:
            message, self._fragments = b"".join(self._fragments), None
            self._queue(message)

    def _end_by_client(self, data: bytes) -> None:
        """Answer that the client closes the socket, unless it answers that the server does."""
        if not self.is_closing:
            self.transport.write(closing_reply(data))
            self._end()
        self.transport.close()

    def _parse_later(self, wait: float) -> None:
        """Stop reading, and parse what was read when it is this socket's turn again."""
        if self.transport.is_closing():
            self._unparsed = None
            return
        if self._unparsed is None:
            self._unparsed = bytearray()
        self.transport.pause_reading()
        self._parsing = asyncio.get_running_loop().call_later(wait, self._parse_next)

    def _parse_next(self) -> None:
        """Parse the next piece of what was read, unless the handler is behind."""
        self._parsing = None
        if self._unparsed is None or self._is_behind:
            return  # it continues when the handler has caught up
        piece = bytes(self._unparsed[:PIECE])
        del self._unparsed[:PIECE]
        if not self._unparsed:
            self._unparsed = None
            self.transport.resume_reading()
        if piece:
            self._parse(piece)

    # -- handling ------------------------------------------------------------------------------

    def _queue(self, message: bytes) -> None:
        """Let the handler take a message when it has handled the earlier ones."""
        if self.is_closing:
            return
        self._waiting.append(message)
        if not self._is_behind and len(self._waiting) >= MOST_AHEAD:
            self._is_behind = True
            self.transport.pause_reading()
        self._handle_waiting()

    def _end(self) -> None:
        """Let the handler know, after the messages that wait, that there are no more."""
        if not self._is_closing:
            self._is_closing = True
            self._waiting.append(None)
            self._handle_waiting()

    def _handle_waiting(self) -> None:
        if self._handler is not None and self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._handle_all(self._handler))
            self.server_state.tasks.add(self._task)
            self._task.add_done_callback(self.server_state.tasks.discard)

    async def _handle_all(self, handler: MessageHandler) -> None:
        """Handle the messages that wait."""
        try:
            while self._waiting:
                message = self._waiting.pop(0)
                if message is None:
                    self._handler = None  # the collector, which runs rarely, would free the game much later
                    handler.closed()
                    return
                await handler.handle(message)
                if self._is_behind and not self._waiting:
                    self._read_on()
        except Exception as error:  # noqa: BLE001 (reported in the log, never to the client)
            log().error("socket_failed", error=type(error).__name__, exc_info=True)
            self.close(frames.FAILED)
        finally:
            self._task = None
            if self._waiting:
                self._handle_waiting()

    def _read_on(self) -> None:
        """Read on after a pause in which the handler was behind."""
        self._is_behind = False
        if self._unparsed is None:
            self.transport.resume_reading()
        elif self._parsing is None:
            self._parsing = asyncio.get_running_loop().call_soon(self._parse_next)


def socket_protocol_for(pace: InputPace, counts: ConnectionCounts | None = None) -> type[SocketProtocol]:
    """Return the protocol of the sockets of a server whose input has this pace, and whose connections are counted."""
    own = {"__slots__": (), "pace": pace, "counts": counts, "keepalive": Keepalive()}
    return type("ServerSocketProtocol", (SocketProtocol,), own)
