"""Whoever sends more than a page ever would is read slowly, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from branchline.server.http import pacing
from branchline.server.http.pacing import InputPace, PacedRequests
from branchline.server.http.websocket.handshake import EXTENSION
from branchline.server.http.websocket.protocol import MOST_FRAGMENTS, PIECE, SocketProtocol, socket_protocol_for
from branchline.server.token_buckets import Rate

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from starlette.types import Receive, Scope, Send

HANDSHAKE = (  # as uvicorn passes it on, with names in small letters
    b"GET / HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
)
MASK = bytes(4)
PING, PONG = b"\x89\x80" + MASK, b"\x8a\x00"
MESSAGE = b"\x81\x82" + MASK + b"{}"
BEGIN, CONTINUE = b"\x01\x80" + MASK, b"\x00\x80" + MASK


class Transport(asyncio.Transport):
    """A transport that records what happens to it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("203.0.113.9", 4711)})
        self.written = b""
        self.reading = True
        self.aborted = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.aborted

    def close(self) -> None:
        self.aborted = True

    abort = close


class Connected:
    """A socket whose handshake is done, and the messages that its application has received."""

    def __init__(self, pace: InputPace) -> None:
        self.received: list[bytes] = []
        self.may_receive = asyncio.Event()
        self.is_closed = False
        config = uvicorn.Config(self._serve, interface="asgi3", log_config=None, ws_ping_interval=None)
        config.load()
        kind = socket_protocol_for(pace)
        self.protocol: SocketProtocol = kind(config=config, server_state=ServerState(), app_state={})
        self.transport = Transport()
        self.protocol.connection_made(self.transport)
        self.protocol.data_received(HANDSHAKE)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        protocol: SocketProtocol = scope["extensions"][EXTENSION]
        protocol.serve(self)

    async def handle(self, data: bytes) -> None:
        await self.may_receive.wait()
        self.received.append(data)

    def closed(self) -> None:
        self.is_closed = True

    @property
    def pongs(self) -> int:
        return self.transport.written.count(PONG)


async def until(is_so: Callable[[], bool]) -> None:
    """Let the event loop run until something is so."""
    for _ in range(100_000):
        if is_so():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never was")


def connected(work: Callable[[Connected], Coroutine[Any, Any, None]], pace: InputPace) -> None:
    """Run a test with a socket."""

    async def run() -> None:
        socket = Connected(pace)
        await until(lambda: socket.protocol._open is None)
        await work(socket)
        socket.protocol.connection_lost(None)
        socket.may_receive.set()
        await until(lambda: socket.is_closed)

    asyncio.run(run())


def test_much_input_is_parsed_in_pieces_between_which_others_have_a_turn() -> None:
    async def work(socket: Connected) -> None:
        socket.protocol.data_received(PING * 1000)
        assert 0 < socket.pongs <= PIECE / len(PING) + 1
        assert not socket.transport.reading
        await until(lambda: socket.transport.reading)
        assert socket.pongs == 1000

    connected(work, InputPace())  # without limits


def test_a_flood_of_tiny_frames_is_parsed_at_a_limited_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "PARSING_OF_SOCKET", Rate(1e-9, 1e-9))  # any piece takes more

    async def work(socket: Connected) -> None:
        socket.protocol.data_received(PING * 1000)
        parsed = socket.pongs
        for _ in range(100):
            await asyncio.sleep(0)
        assert socket.pongs == parsed
        assert not socket.transport.reading

    connected(work, InputPace(1.0))


def test_all_sockets_of_an_address_share_its_time() -> None:
    pace = InputPace(1.0, clock=lambda: 0.0)
    assert pace.charge("eve", 0.2) == 0.0
    assert pace.charge("eve", 0.1) == pytest.approx(1.0)
    assert not pace.admits("eve")
    assert pace.admits("ada")


def test_what_was_read_waits_while_the_application_is_behind() -> None:
    async def work(socket: Connected) -> None:
        socket.protocol.data_received(MESSAGE * 2000)
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(socket.protocol._waiting) <= PIECE / len(MESSAGE) + 1
        assert not socket.transport.reading
        socket.may_receive.set()
        await until(lambda: len(socket.received) == 2000)
        assert socket.transport.reading
        assert set(socket.received) == {b"{}"}

    connected(work, InputPace())


def test_a_message_in_endless_fragments_is_not_received() -> None:
    async def work(socket: Connected) -> None:
        socket.protocol.data_received(BEGIN + CONTINUE * (2 * MOST_FRAGMENTS))
        await until(lambda: socket.transport.aborted)
        assert len(socket.protocol._fragments or ()) <= MOST_FRAGMENTS + 1
        assert not socket.received

    connected(work, InputPace())


def test_a_closed_socket_keeps_nothing_of_its_game_in_memory() -> None:
    async def closed() -> tuple[SocketProtocol, weakref.ref[Connected]]:
        socket = Connected(InputPace())
        await until(lambda: socket.protocol._open is None)
        socket.protocol.connection_lost(None)
        await until(lambda: socket.is_closed and not socket.protocol.server_state.tasks)
        return socket.protocol, weakref.ref(socket)

    gc.disable()  # it runs rarely on a server
    try:
        protocol, handler = asyncio.run(closed())
        assert handler() is None
        assert protocol.is_closing
    finally:
        gc.enable()


def statuses(app: PacedRequests, number: int) -> list[int]:
    async def ask() -> list[int]:
        transport = httpx.ASGITransport(app, client=("203.0.113.9", 4711))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return [(await client.get("/")).status_code for _ in range(number)]

    return asyncio.run(ask())


def test_requests_beyond_the_rate_wait_and_those_beyond_patience_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "sleep", sleep)
        app = PacedRequests(PlainTextResponse("well"), 1.0, Rate(burst=2, per_second=1 / 3600))
        assert statuses(app, 4) == [200, 200, 200, 429]
    assert waits == [pytest.approx(3600, rel=0.1)]


def test_without_limits_no_request_waits() -> None:
    assert statuses(PacedRequests(PlainTextResponse("well"), 0.0, Rate(1, 1e-9)), 20) == [200] * 20
