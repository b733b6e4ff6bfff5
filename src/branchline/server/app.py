"""The server: its routes, its life, and how it is run."""

from __future__ import annotations

import contextlib
import faulthandler
import socket
import sys
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

from branchline.server.http import openapi
from branchline.server.http.compression import Compressed
from branchline.server.http.endpoints import refused
from branchline.server.http.pages import page
from branchline.server.http.security import BehindProxy, StrictHeaders
from branchline.server.http.site_endpoints import ENDPOINTS
from branchline.server.http.sockets import serve_socket
from branchline.server.logs import configure, log
from branchline.server.refusal import Refusal
from branchline.server.settings import SettingsError
from branchline.server.site import Site

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from branchline.server.settings import Settings

LARGEST_FRAME = 16 * 1024
GRACE_SECONDS = 5
SWITCH_SECONDS = 0.0005


def build(settings: Settings) -> ASGIApp:
    """Return the application for these settings."""

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        site = app.state.site = Site(settings)
        await site.start()
        try:
            yield
        finally:
            await site.stop()

    async def wrong_method(request: Request, error: Exception) -> Response:
        del error
        return refused(Refusal("wrong_method", f"{request.method} is not possible here: /api/docs lists what is."))

    app = Starlette(
        routes=[
            *(endpoint.route() for endpoint in ENDPOINTS),
            WebSocketRoute("/api/games/{game}/socket", serve_socket),
            Route("/api/openapi.json", openapi.json_page),
            Route("/api/docs", openapi.html_page),
            Route("/{path:path}", page, methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
        ],
        lifespan=life,
        exception_handlers={405: wrong_method},
    )
    strict = StrictHeaders(Compressed(app))
    return BehindProxy(strict) if settings.behind_proxy else strict


def listen(settings: Settings) -> socket.socket:
    """Return a socket that listens where the settings say; a port that is taken is said so."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise SettingsError(
            f"Cannot listen on {settings.host}, port {settings.port}: {error.strerror}. "
            "Give another with --port; 0 takes a free one."
        ) from None
    listener.set_inheritable(True)
    return listener


def address_of(listener: socket.socket) -> str:
    """Return the address at which a browser on this machine finds the server."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 (shown, not bound)
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def run(settings: Settings, listener: socket.socket, on_ready: Callable[[], None] | None = None) -> None:
    """Serve until stopped by a signal; then say goodbye and finish what is being written."""
    configure(settings)
    faulthandler.enable()  # should compiled code ever fail, the log says where
    # The writer asks for the interpreter at each statement; behind a busy loop it would wait for 5 ms each time.
    sys.setswitchinterval(SWITCH_SECONDS)
    config = uvicorn.Config(
        build(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=False,  # BehindProxy reads them
    )
    server = _Server(config, on_ready)
    log().info("starting", address=address_of(listener))
    server.run(sockets=[listener])
    log().info("stopped")


class _Server(uvicorn.Server):
    """A server that tells when it listens."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; a signal that was obeyed is not raised again."""
        await super().shutdown(sockets)
        self._captured_signals.clear()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if self.started and self._on_ready is not None:
            self._on_ready()
