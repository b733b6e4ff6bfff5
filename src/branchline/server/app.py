"""The server: its ASGI application, and how it is run."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import sys
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

from branchline.server.http.api import asyncapi, openapi
from branchline.server.http.api.all_endpoints import ENDPOINTS
from branchline.server.http.api.endpoint import in_turn, refusal_response
from branchline.server.http.budgets import QUESTIONS_SHARE, REQUESTS_SHARE, Gate, ProcessorBudget
from branchline.server.http.compression import Compression
from branchline.server.http.connections import counts_for, protocol_for, raise_descriptor_limit
from branchline.server.http.documentation import documentation
from branchline.server.http.listener import url_of
from branchline.server.http.pacing import InputPace, PacedRequests
from branchline.server.http.pages import page
from branchline.server.http.rate_limits import Limits
from branchline.server.http.security import BehindProxy, KnownHosts, StrictHeaders
from branchline.server.http.sockets import serve_socket
from branchline.server.http.websocket.protocol import socket_protocol_for
from branchline.server.logs import configure, log
from branchline.server.refusal import Refusal
from branchline.server.site import Site
from branchline.server.store import open_store
from branchline.server.watchdog import Watchdog

if TYPE_CHECKING:
    import socket
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from branchline.server.settings import Settings
    from branchline.server.store import Store

LARGEST_FRAME = 16 * 1024
GRACE_SECONDS = 2
SWITCH_SECONDS = 0.0005
"""How often threads may switch. The store's writer needs the interpreter at each statement; by default it would wait
5 ms for it whenever the event loop is busy."""


def build(settings: Settings, store: Store | None = None) -> ASGIApp:
    """Return the application for these settings, and for a store that is already open."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        site = app.state.site = Site(settings, store)
        app.state.limits = Limits(settings.limits)
        app.state.budget = ProcessorBudget(settings.limits)
        app.state.questions = Gate(QUESTIONS_SHARE if settings.limits else 1.0)
        app.state.requests = Gate(REQUESTS_SHARE if settings.limits else 1.0)
        await site.start()
        try:
            yield
        finally:
            await site.stop()

    async def wrong_method(request: Request, error: Exception) -> Response:
        del error
        message = f"{request.method} is not possible at this address: /api/docs lists what is."
        return refusal_response(Refusal("wrong_method", message))

    app = Starlette(
        routes=[
            *(endpoint.route() for endpoint in ENDPOINTS),
            WebSocketRoute(asyncapi.ADDRESS, serve_socket),
            Route("/api/openapi.json", in_turn(openapi.json_page)),
            Route("/api/asyncapi.json", in_turn(asyncapi.json_page)),
            Route("/api/docs", in_turn(openapi.html_page)),
            Route("/docs", in_turn(documentation)),
            Route("/docs/{path:path}", in_turn(documentation)),
            Route("/{path:path}", in_turn(page), methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
        ],
        lifespan=lifespan,
        exception_handlers={405: wrong_method},
    )
    known = KnownHosts(Compression(app), settings)
    strict = StrictHeaders(known, uses_tls=settings.origin.startswith("https://"))
    paced = PacedRequests(strict, settings.limits)
    return BehindProxy(paced) if settings.behind_proxy else paced


def run(settings: Settings, listener: socket.socket, on_ready: Callable[[], None] | None = None) -> None:
    """Serve until a signal stops the server; then finish what is being written."""
    configure(settings)
    store = open_store(settings.address)  # here, so that a database that cannot be used is reported in a sentence
    faulthandler.enable()  # a crash in compiled code then leaves a traceback in the log
    sys.setswitchinterval(SWITCH_SECONDS)
    # The connections of a proxy are everybody's; those that become sockets have the address that it saw.
    request_pace = InputPace(0.0 if settings.behind_proxy else settings.limits)
    counts = counts_for(settings, raise_descriptor_limit())
    config = uvicorn.Config(
        build(settings, store),
        http=protocol_for(counts, request_pace),
        ws=socket_protocol_for(InputPace(settings.limits), counts),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws_max_size=LARGEST_FRAME,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=False,  # BehindProxy reads them
    )
    server = _Server(config, on_ready)
    log().info("starting", address=url_of(listener))
    server.run(sockets=[listener])
    log().info("stopped")


class _Server(uvicorn.Server):
    """A uvicorn server that calls back once it listens, and whose event loop is watched."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._watchdog: Watchdog | None = None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, without raising the signal again that stopped it."""
        await super().shutdown(sockets)
        self._captured_signals.clear()
        if self._watchdog is not None:
            self._watchdog.stop()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call back."""
        self._watchdog = Watchdog(asyncio.get_running_loop())
        await super().startup(sockets)
        if self.started and self._on_ready is not None:
            self._on_ready()
