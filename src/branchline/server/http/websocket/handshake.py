"""The handshake of a WebSocket, as an ASGI call: the application accepts it, refuses it, or lets a handler serve it."""

from __future__ import annotations

import asyncio
import base64
import binascii
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from branchline.server.http.websocket.frames import NORMAL, accept_key
from branchline.server.logs import log

if TYPE_CHECKING:
    from starlette.types import Message, Scope
    from uvicorn import Config

    from branchline.server.http.websocket.protocol import SocketProtocol

EXTENSION = "branchline.socket"
"""The key under which the extensions of an ASGI scope have its protocol."""
VERSION = b"13"
_KEY_SIZE = 16


class Handshake:
    """A request to become a socket, until it is answered and a handler serves the socket."""

    def __init__(self, protocol: SocketProtocol, config: Config, app_state: dict[str, Any]) -> None:
        self._protocol, self._config, self._app_state = protocol, config, app_state
        self.has_begun = False
        self.disconnected = asyncio.Event()
        self._is_connected = False
        self._is_answered = False
        self._key = b""
        self._scope: Scope = {}

    def begin(self, request: bytes) -> None:
        """Take the request, which uvicorn has parsed and serialized again, and call the application."""
        self.has_begun = True
        first, *lines = request.rstrip(b"\r\n").split(b"\r\n")
        method, target, _ = first.split(b" ")
        headers = [(name, value) for name, _, value in (line.partition(b": ") for line in lines)]
        given = dict(headers)
        self._key = given.get(b"sec-websocket-key", b"")
        if given.get(b"sec-websocket-version") != VERSION:
            self._answer(HTTPStatus.UPGRADE_REQUIRED, [(b"sec-websocket-version", VERSION)])
        elif method != b"GET" or not _is_key(self._key):
            self._answer(HTTPStatus.BAD_REQUEST)
        else:
            self._scope = self._scope_of(target, headers)
            state = self._protocol.server_state
            task = asyncio.get_running_loop().create_task(self._call())
            state.tasks.add(task)
            task.add_done_callback(state.tasks.discard)
            return
        self._protocol.transport.close()

    def _scope_of(self, target: bytes, headers: list[tuple[bytes, bytes]]) -> Scope:
        path, _, query = target.partition(b"?")
        root, transport = self._config.root_path, self._protocol.transport
        return {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": _address(transport.get_extra_info("sockname")),
            "client": _address(transport.get_extra_info("peername")),
            "root_path": root,
            "path": root + unquote(path.decode("latin-1")),
            "raw_path": root.encode() + path,
            "query_string": query,
            "headers": headers,
            "subprotocols": [],
            "state": self._app_state.copy(),
            "extensions": {EXTENSION: self._protocol},
        }

    async def _call(self) -> None:
        try:
            await self._config.loaded_app(self._scope, self.receive, self.send)
        except Exception as error:  # noqa: BLE001 (reported in the log, never to the client)
            log().error("handshake_failed", error=type(error).__name__, exc_info=True)
        finally:
            if not self._is_answered:
                self._answer(HTTPStatus.INTERNAL_SERVER_ERROR)
            self._protocol.handshake_done()

    async def receive(self) -> Message:
        """Return the event of the connection, and then that of its end: messages go to a handler."""
        if not self._is_connected:
            self._is_connected = True
            return {"type": "websocket.connect"}
        await self.disconnected.wait()
        return {"type": "websocket.disconnect", "code": 1005}

    async def send(self, message: Message) -> None:
        """Accept or refuse the socket, or write to it."""
        match message["type"]:
            case "websocket.accept":
                own = [(b"upgrade", b"websocket"), (b"connection", b"Upgrade")]
                own.append((b"sec-websocket-accept", accept_key(self._key)))
                self._answer(HTTPStatus.SWITCHING_PROTOCOLS, [*own, *message.get("headers", ())])
                client = self._scope["client"]
                self._protocol.opened(client[0] if client else "?")
            case "websocket.send":
                text = message.get("text")
                self._protocol.write(message.get("bytes") or b"" if text is None else text.encode())
            case "websocket.close" if self._is_answered:
                self._protocol.close(message.get("code", NORMAL))
                self.disconnected.set()
            case "websocket.close":
                self._answer(HTTPStatus.FORBIDDEN)

    def _answer(self, status: HTTPStatus, headers: list[tuple[bytes, bytes]] | None = None) -> None:
        """Answer the request; any other status than that of a socket has no content."""
        self._is_answered = True
        if status != HTTPStatus.SWITCHING_PROTOCOLS:
            headers = [*(headers or ()), (b"content-length", b"0"), (b"connection", b"close")]
        lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode()]
        lines += [name + b": " + value for name, value in headers or ()]
        if not self._protocol.transport.is_closing():
            self._protocol.transport.write(b"\r\n".join([*lines, b"", b""]))


def _is_key(key: bytes) -> bool:
    """Return whether a text may be the key of a handshake: 16 bytes in Base64."""
    try:
        return len(base64.b64decode(key, validate=True)) == _KEY_SIZE
    except binascii.Error:
        return False


def _address(found: Any) -> tuple[str, int] | None:  # noqa: ANN401 (depends on the kind of socket)
    return (str(found[0]), int(found[1])) if isinstance(found, tuple | list) and len(found) > 1 else None
