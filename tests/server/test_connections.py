"""Connections that are half-open, slow or too many are closed, and lock nobody out."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest
import uvicorn
import uvloop
from starlette.responses import PlainTextResponse
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from branchline.server import doctor
from branchline.server.http import connections
from branchline.server.http.connections import ConnectionCounts, counts_for, protocol_for
from branchline.server.http.listener import inherited, listen
from branchline.server.http.pacing import InputPace
from branchline.server.http.websocket import keepalive
from branchline.server.http.websocket import protocol as socket_protocol
from branchline.server.http.websocket.handshake import EXTENSION
from branchline.server.http.websocket.protocol import SocketProtocol, socket_protocol_for
from branchline.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Receive, Scope, Send


class Quiet:
    """Takes messages and does nothing."""

    async def handle(self, data: bytes) -> None:
        del data

    def closed(self) -> None:
        """Do nothing."""


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer every request with a short text, or with more than a connection holds; write to sockets without end."""
    if scope["type"] == "websocket":
        if scope["path"] == "/fails":
            raise ValueError("of the application")
        if scope["path"] == "/refused":
            await send({"type": "websocket.close", "code": 1008})
            return
        await send({"type": "websocket.accept"})
        protocol: SocketProtocol = scope["extensions"][EXTENSION]
        if scope["path"] == "/quiet":
            protocol.serve(Quiet())
            return
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
    sockets = socket_protocol_for(pace or InputPace(), counts)
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


HANDSHAKE = (
    b"GET /quiet HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def opened(address: tuple[str, int]) -> socket.socket:
    """Open a socket to which nothing is written."""
    connection = half_open(address, HANDSHAKE)
    assert connection.recv(12) == b"HTTP/1.1 101"
    return connection


def test_sockets_count_in_total_so_that_descriptors_remain_for_the_database() -> None:
    counts = ConnectionCounts(per_address=1, total=3)
    with serving(counts) as address:
        held = [opened(address) for _ in range(3)]  # of one address, which may have one other connection
        assert is_closed(half_open(address, b"GET"))
        for connection in held:
            connection.close()
        while counts._open:
            time.sleep(0.01)
        assert httpx.get(f"http://127.0.0.1:{address[1]}/").text == "x"


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ((b"Version: 13", b"Version: 8"), b"426"),
        ((b"dGhlIHNhbXBsZSBub25jZQ==", b"short"), b"400"),
        ((b"GET ", b"POST "), b"400"),
        ((b"/quiet", b"/refused"), b"403"),
        ((b"/quiet", b"/fails"), b"500"),
    ],
)
def test_a_handshake_that_is_wrong_or_not_accepted_is_answered_and_closed(
    changed: tuple[bytes, bytes], status: bytes
) -> None:
    with serving(ConnectionCounts(None, None)) as address:
        connection = half_open(address, HANDSHAKE.replace(*changed))
        assert connection.recv(12) == b"HTTP/1.1 " + status
        assert is_closed(connection)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x81\x02{}", 1002),  # not masked
        (b"\xc1\x82" + bytes(4) + b"{}", 1002),  # a reserved bit
        (b"\x83\x80" + bytes(4), 1002),  # an unknown kind
        (b"\x09\x80" + bytes(4), 1002),  # a ping in parts
        (b"\x89\xfe\x00\xff" + bytes(4), 1002),  # a ping that is too large
        (b"\x80\x80" + bytes(4), 1002),  # the rest of nothing
        (b"\x81\xff" + (1 << 40).to_bytes(8) + bytes(4), 1009),  # a terabyte
        (b"\x88\x82" + bytes(4) + (4321).to_bytes(2), 4321),  # an orderly end
        (b"\x88\x82" + bytes(4) + (1005).to_bytes(2), 1002),  # an end with a code that is never sent
    ],
)
def test_a_socket_is_closed_with_the_code_that_the_protocol_wants(sent: bytes, code: int) -> None:
    with serving(ConnectionCounts(None, None)) as address:
        connection = opened(address)
        connection.sendall(sent)
        received = b""
        connection.settimeout(60)
        while data := connection.recv(4096):
            received += data
        assert received.endswith(b"\x88\x02" + code.to_bytes(2))


def test_a_socket_that_answers_no_ping_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepalive, "TICK_SECONDS", 0.005)
    counts = ConnectionCounts(None, None)
    with serving(counts) as address:
        connection = opened(address)
        assert is_closed(connection)
        answering = opened(address)
        answering.recv(4096)  # the rest of the handshake, perhaps
        for _ in range(3):
            while b"\x89\x00" not in answering.recv(4096):
                pass
            answering.sendall(b"\x8a\x80" + bytes(4))
        assert counts._open == 1
        answering.close()


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
    lost, connection_lost = threading.Event(), SocketProtocol.connection_lost

    def noted(protocol: SocketProtocol, error: Exception | None) -> None:
        connection_lost(protocol, error)
        lost.set()

    monkeypatch.setattr(SocketProtocol, "connection_lost", noted)
    with serving(ConnectionCounts(None, None)) as address:
        connection = half_open(address, HANDSHAKE.replace(b"/quiet", b"/"))
        assert lost.wait(60)
        assert is_closed(connection)


@pytest.mark.parametrize(
    ("owner", "names"),
    [
        (H11Protocol, ["connection_made", "data_received", "connection_lost", "on_response_complete"]),
        (H11Protocol, ["handle_websocket_upgrade", "pause_writing", "resume_writing", "send_400_response"]),
        (uvicorn.Server, ["startup", "shutdown"]),
    ],
)
def test_uvicorn_still_has_what_the_protocols_override(owner: type, names: list[str]) -> None:
    """Fail clearly if a new uvicorn calls them by other names: the deadlines and limits would be gone in silence."""
    missing = [name for name in names if not callable(getattr(owner, name, None))]
    assert not missing, f"uvicorn {uvicorn.__version__} has no {owner.__name__}.{', '.join(missing)} any more"


def test_uvicorn_still_has_what_the_protocols_use() -> None:
    config = uvicorn.Config(hello, log_config=None)
    config.load()
    loop = asyncio.new_event_loop()
    try:
        protocol = H11Protocol(config=config, server_state=ServerState(), app_state={}, _loop=loop)
        for name in ("conn", "flow", "loop", "client", "transport", "ws_protocol_class"):
            assert hasattr(protocol, name), f"an HTTP connection of uvicorn {uvicorn.__version__} has no {name}"
        flow = FlowControl(asyncio.Transport())
        for name in ("pause_writing", "resume_writing", "read_paused"):
            assert hasattr(flow, name), f"the flow control of uvicorn {uvicorn.__version__} has no {name}"
        for name in ("connections", "tasks"):
            assert isinstance(getattr(ServerState(), name), set)
        for name in ("loaded_app", "root_path", "asgi_version", "ws_max_size"):
            assert hasattr(config, name), f"the configuration of uvicorn {uvicorn.__version__} has no {name}"
    finally:
        loop.close()


def test_no_process_that_the_server_starts_keeps_its_port() -> None:
    """One that outlives a crash of the server would keep it from the next start."""
    listener = listen(Settings(port=0))
    assert not listener.get_inheritable()
    port = listener.getsockname()[1]
    listener.set_inheritable(True)  # as the supervisor passes it on
    passed_on = inherited(os.dup(listener.fileno()))
    listener.close()
    assert not passed_on.get_inheritable()
    command = [sys.executable, "-c", "input()"]

    async def start_and_end() -> None:
        child = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE)
        passed_on.close()  # as if the server had crashed
        listen(Settings(port=port)).close()
        child.kill()
        await child.wait()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(start_and_end())
