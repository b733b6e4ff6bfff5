"""Connections that are half-open, slow or too many are closed, and lock nobody out."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from branchline.server import doctor
from branchline.server.http import connections, socket_protocol
from branchline.server.http.connections import ConnectionCounts, counts_for, protocol_for
from branchline.server.http.pacing import InputPace
from branchline.server.http.socket_protocol import EXTENSION, SocketProtocol, socket_protocol_for
from branchline.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Receive, Scope, Send


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer every request with a short text, or with more than a connection holds; write to sockets without end."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        protocol: SocketProtocol = scope["extensions"][EXTENSION]
        while protocol.write(b"x" * 10_000):  # noqa: ASYNC110 (the transport writes meanwhile)
            await asyncio.sleep(0)
        protocol.close(4008)
        assert (await receive())["type"] == "websocket.connect"
        assert (await receive())["type"] == "websocket.disconnect"
        return
    size = 30_000_000 if scope["path"] == "/large" else 1
    await PlainTextResponse("x" * size)(scope, receive, send)


@contextmanager
def serving(counts: ConnectionCounts, pace: InputPace | None = None, **seconds: float) -> Iterator[tuple[str, int]]:
    listener = socket.create_server(("127.0.0.1", 0))
    protocol = protocol_for(counts, pace, **seconds)
    sockets = socket_protocol_for(pace or InputPace())
    server = uvicorn.Server(uvicorn.Config(hello, log_config=None, lifespan="off", http=protocol, ws=sockets))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield listener.getsockname()
    finally:
        server.should_exit = True
        thread.join()


def is_closed(connection: socket.socket) -> bool:
    """Wait until the server closes a connection."""
    connection.settimeout(60)
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


def half_open(address: tuple[str, int], sent: bytes, source: str = "127.0.0.1") -> socket.socket:
    connection = socket.create_connection(address, source_address=(source, 0))
    connection.sendall(sent)
    return connection


def test_an_unfinished_request_is_closed_at_its_deadline() -> None:
    counts = ConnectionCounts(None, None)
    with serving(counts, header_seconds=0.2, body_seconds=0.2) as address:
        for sent in (
            b"",
            b"GET / HT",
            b"GET / HTTP/1.1\r\nHost: a\r\n",
            b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx",
        ):
            assert is_closed(half_open(address, sent))
        assert httpx.get(f"http://127.0.0.1:{address[1]}/").text == "x"


def test_a_second_request_on_a_connection_has_a_deadline_too() -> None:
    with serving(ConnectionCounts(None, None), header_seconds=0.2) as address:
        connection = half_open(address, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert connection.recv(9) == b"HTTP/1.1 "
        connection.sendall(b"GET / HT")
        assert is_closed(connection)


def test_a_client_that_does_not_read_is_closed() -> None:
    counts = ConnectionCounts(None, None)
    with serving(counts, write_seconds=0.2) as address:
        connection = half_open(address, b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        while counts._counts:
            time.sleep(0.01)
        connection.close()


def test_an_address_with_too_many_connections_locks_out_only_itself() -> None:
    with serving(ConnectionCounts(per_address=5, total=None)) as address:
        held = [half_open(address, b"GET", source="127.0.0.77") for _ in range(5)]
        assert is_closed(half_open(address, b"", source="127.0.0.77"))
        assert httpx.get(f"http://127.0.0.1:{address[1]}/").text == "x"
        for connection in held:
            connection.close()


def test_counts_are_released_when_connections_close() -> None:
    counts = ConnectionCounts(per_address=2, total=3)
    assert [counts.admit("eve") for _ in range(3)] == [True, True, False]
    assert counts.admit("ada")
    assert not counts.admit("bob")
    counts.release("eve")
    assert counts.admit("bob")
    assert not counts.admit("eve")


@pytest.mark.parametrize(
    "sent",
    [
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 1000,
        b"GET / HTTP/1.1\r\nHost: a\r\n" + b"a:b\r\n" * 200 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nCookie: " + b"a" * 20_000 + b"\r\n\r\n",
    ],
    ids=["a body in chunks", "many headers", "large headers"],
)
def test_a_request_that_is_expensive_to_parse_is_refused(sent: bytes) -> None:
    with serving(ConnectionCounts(None, None)) as address:
        connection = half_open(address, sent)
        assert connection.recv(12) == b"HTTP/1.1 400"
        assert httpx.get(f"http://127.0.0.1:{address[1]}/").text == "x"
        connection.close()


def test_an_address_that_opens_too_many_connections_locks_out_only_itself() -> None:
    pace = InputPace(1.0, clock=lambda: 0.0)
    for _ in range(300):
        assert pace.admits("127.0.0.77")
    with serving(ConnectionCounts(None, None), pace) as address:
        assert is_closed(half_open(address, b"", source="127.0.0.77"))
        assert httpx.get(f"http://127.0.0.1:{address[1]}/").text == "x"


def test_behind_a_proxy_connections_are_not_counted_by_address() -> None:
    assert counts_for(Settings(), 1024)._per_address == connections.PER_ADDRESS
    assert counts_for(Settings(behind_proxy=True), 1024)._per_address is None
    assert counts_for(Settings(limits=0), None)._per_address is None
    assert counts_for(Settings(), 1024)._total == 1024 - connections.RESERVED


def test_the_doctor_warns_of_few_file_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "descriptor_limit", lambda: 1024)
    finding = doctor._check_descriptors(Settings())
    assert finding.status == "warning"
    assert "ulimit" in finding.fix


def test_a_socket_that_is_not_read_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_protocol, "CLOSE_SECONDS", 0.1)
    handshake = (
        b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    lost = threading.Event()
    monkeypatch.setattr(SocketProtocol, "connection_lost", lambda self, exc: _noted(self, exc, lost))
    with serving(ConnectionCounts(None, None)) as address:
        connection = half_open(address, handshake)
        assert lost.wait(60)
        assert is_closed(connection)


def _noted(protocol: SocketProtocol, error: Exception | None, lost: threading.Event) -> None:
    WebSocketsSansIOProtocol.connection_lost(protocol, error)
    lost.set()
