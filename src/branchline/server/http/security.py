"""Protection of requests and responses: strict headers, same-site requests only, bodies of limited size."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders

from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
SMALL = 16 * 1024
LARGE = 1024 * 1024
LONGEST_NUMBER = 12


class StrictHeaders:
    """Middleware that adds the security headers of `HEADERS` to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

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
            await send(message)

        await self.app(scope, receive, send_with_headers)


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
    allowed = {urlsplit(origin).netloc} if origin else set()
    if urlsplit(source).netloc not in {headers.get("host"), *allowed} - {None, ""}:
        raise Refusal("cross_site", "This request came from another site.")


def whole_number(text: str | None) -> int | None:
    """Return the number that a few ASCII digits stand for, or `None` for any other text.

    >>> [whole_number(text) for text in ("41", "-1", "²", "9" * 5000, "", None)]
    [41, None, None, None, None, None]
    """
    return int(text) if text and len(text) < LONGEST_NUMBER and text.isascii() and text.isdigit() else None


async def read_body(request: Request, most: int) -> bytes:
    """Return the body of a request, reading no more than `most` bytes."""
    too_large = Refusal("too_large", f"The body may have at most {most:,} bytes.")
    if (whole_number(request.headers.get("content-length")) or 0) > most:
        raise too_large
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise too_large
        parts.append(part)
    return b"".join(parts)
