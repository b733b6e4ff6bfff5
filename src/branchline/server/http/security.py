"""Protection of requests and responses: strict headers, same-site requests only, bodies of limited size."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse

from branchline.numerals import whole_number
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from branchline.server.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
ONLY_TLS = "max-age=31536000"
"""Sent over TLS: for a year, browsers use this site over TLS only."""
SMALL = 16 * 1024
LARGE = 1024 * 1024


class StrictHeaders:
    """Middleware that adds the security headers of `HEADERS` to every response."""

    def __init__(self, app: ASGIApp, *, uses_tls: bool = False) -> None:
        self.app = app
        self.uses_tls = uses_tls

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, with the security headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if self.uses_tls or scope["scheme"] == "https":
                    headers.setdefault("strict-transport-security", ONLY_TLS)
            await send(message)

        await self.app(scope, receive, send_with_headers)


_HOST = re.compile(r"[\w.-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?|[0-9A-Fa-f:.]+")
"""A name or address, with a port perhaps; links are made with it, so it must contain nothing else."""


class KnownHosts:
    """Middleware that refuses requests for a host that is not this server.

    A page of another site may let its own name point to this machine (DNS rebinding), and would then be of the same
    origin as the server. Addresses cannot be abused like that, and invitations in a local network contain them.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        own = {"localhost", socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
        listed = {name.strip().lower() for name in settings.hosts.split(",") if name.strip()}
        self._known = own | listed | {(urlsplit(settings.origin).hostname or "localhost").lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does if the request is for this server."""
        if scope["type"] == "lifespan" or self.is_known(Headers(scope=scope).get("host", "")):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})  # before accept: the handshake is answered 403
        else:
            message = "This server does not go by that name; its host can add it to the setting `hosts`."
            reply = PlainTextResponse(f"{message}\n", 421)
            await reply(scope, receive, send)

    def is_known(self, header: str) -> bool:
        """Return whether a Host header names this server: by an address, or by one of its names."""
        if not _HOST.fullmatch(header):
            return False
        name = _without_port(header).lower().rstrip(".")
        if "*" in self._known or name in self._known or name.endswith(".localhost"):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


class BehindProxy:
    """Middleware that takes the client's address, and whether it used TLS, from the headers of the proxy in front."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, to the client that the proxy names."""
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            # The proxy appends the address that it saw; the client may have made up all the others.
            client = ",".join(headers.getlist("x-forwarded-for")).rpartition(",")[2].strip()
            if client:
                scope["client"] = (_without_port(client), 0)
            if headers.getlist("x-forwarded-proto")[-1:] in (["https"], ["wss"]):
                scope["scheme"] = "https" if scope["type"] == "http" else "wss"
        await self.app(scope, receive, send)


def _without_port(address: str) -> str:
    """Return an address without brackets and port.

    >>> [_without_port(text) for text in ("203.0.113.9", "203.0.113.9:4711", "[2001:db8::1]:80", "2001:db8::1")]
    ['203.0.113.9', '203.0.113.9', '2001:db8::1', '2001:db8::1']
    """
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def check_same_site(headers: Headers | Mapping[str, str], origin: str) -> None:
    """Refuse a request that a page of another site sent. Clients other than browsers send none of these headers."""
    fetched_from = headers.get("sec-fetch-site")
    if fetched_from is not None and fetched_from not in ("same-origin", "none"):
        raise Refusal("cross_site", "This request came from another site.")
    source = headers.get("origin")
    if source is None:
        return
    if _place(source) not in {headers.get("host"), _place(origin)} - {None, ""}:
        raise Refusal("cross_site", "This request came from another site.")


def _place(origin: str) -> str:
    """Return the host and port of an origin; empty if it is malformed.

    >>> _place("https://games.example:8443"), _place("http://[")
    ('games.example:8443', '')
    """
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


async def read_body(request: Request, most: int) -> bytes:
    """Return the body of a request, reading no more than `most` bytes."""
    too_large = Refusal("too_large", f"The body may have at most {most:,} bytes.")
    if (whole_number(request.headers.get("content-length")) or 0) > most:
        raise too_large
    parts: list[bytes] = []
    size = 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > most:
                raise too_large
            parts.append(part)
    except ClientDisconnect:
        raise Refusal("bad_request", "The body ended too early.") from None
    return b"".join(parts)
