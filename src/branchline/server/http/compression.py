"""Gzip for responses that are text; those that never change are compressed once."""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALLEST = 600
"""Bytes below which compression is not worth its time."""
LARGE = 32 * 1024
"""Bytes above which a thread compresses, so that the event loop does not stall."""
QUICK, BEST = 5, 9
"""The compression levels for a response that is sent once, and for one that is cached."""
_TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
LARGEST_CACHED = 2_000_000


class Compression:
    """Middleware that compresses responses; sockets, and responses in several parts, pass through."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, compressed if the client accepts that."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        wanted = accepts_gzip(Headers(scope=scope).get("accept-encoding", ""))
        held: list[Message] = []

        async def send_compressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                held.append(message)
                return
            if held:
                start = held.pop()
                await _compress(start, message, wanted=wanted)
                await send(start)
            await send(message)

        await self.app(scope, receive, send_compressed)


def accepts_gzip(header: str) -> bool:
    """Return whether an Accept-Encoding header allows gzip.

    >>> [accepts_gzip(text) for text in ("gzip, br", "br", "gzip;q=0, br", "deflate, gzip;q=1.0", "")]
    [True, False, False, True, False]
    """
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


async def _compress(start: Message, body: Message, *, wanted: bool) -> None:
    """Compress a response in place, if it is complete and worth it."""
    headers = MutableHeaders(scope=start)
    if not headers.get("content-type", "").startswith(_TEXT):
        return
    headers.add_vary_header("Accept-Encoding")
    data: bytes = body.get("body", b"")
    if not wanted or body.get("more_body") or len(data) < SMALLEST or "content-encoding" in headers:
        return
    compressed = await _gzip(data, cached="etag" in headers)
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(compressed))
    body["body"] = compressed


async def _gzip(data: bytes, *, cached: bool) -> bytes:
    """Return data compressed; a response with an ETag is requested again and again, so the result is cached."""
    if cached and len(data) <= LARGEST_CACHED:
        return await asyncio.to_thread(_cached_gzip, data)
    if len(data) > LARGE:
        return await asyncio.to_thread(gzip.compress, data, QUICK, mtime=0)
    return gzip.compress(data, QUICK, mtime=0)


@lru_cache(maxsize=128)
def _cached_gzip(data: bytes) -> bytes:
    return gzip.compress(data, BEST, mtime=0)
