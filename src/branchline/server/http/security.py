"""Who may send what from where: same-site requests only, strict headers, small bodies."""

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
    """Adds the headers that keep a page to itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, with the headers."""
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
    """Believes the proxy in front: the last address it names, which is the one it saw, and whether it spoke TLS."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, to whom the proxy says."""
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            # What stands before the last address was sent by the client, who may have made it up.
            seen = ",".join(headers.getlist("x-forwarded-for")).rpartition(",")[2].strip()
            if seen:
                scope["client"] = (_without_port(seen), 0)
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
    """Refuse what another site's page sent; a program that is no browser sends none of these headers."""
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
    """Return the number that a text of a few plain digits means, or nothing.

    >>> [whole_number(text) for text in ("41", "-1", "²", "9" * 5000, "", None)]
    [41, None, None, None, None, None]
    """
    return int(text) if text and len(text) < LONGEST_NUMBER and text.isascii() and text.isdigit() else None


async def read_body(request: Request, most: int) -> bytes:
    """Return the body, never reading more than allowed."""
    if (whole_number(request.headers.get("content-length")) or 0) > most:
        raise Refusal("too_large", f"At most {most:,} bytes are taken here.")
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Refusal("too_large", f"At most {most:,} bytes are taken here.")
        parts.append(part)
    return b"".join(parts)
