"""Answers that are text go out compressed, where the client takes that; what never changes is compressed once."""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALLEST = 600
"""Fewer bytes are not worth it."""
LARGE = 32 * 1024
"""More bytes are compressed in a thread, so that no game waits for it."""
QUICK, BEST = 5, 9
"""The levels for what is asked once, and for what is kept."""
_TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
LARGEST_KEPT = 2_000_000


class Compressed:
    """Compresses whole answers with gzip; sockets, and answers in several parts, are left as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, in fewer bytes."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        wanted = takes_gzip(Headers(scope=scope).get("accept-encoding", ""))
        held: list[Message] = []

        async def send_smaller(message: Message) -> None:
            if message["type"] == "http.response.start":
                held.append(message)
                return
            if held:
                start = held.pop()
                await _compress(start, message, wanted=wanted)
                await send(start)
            await send(message)

        await self.app(scope, receive, send_smaller)


def takes_gzip(header: str) -> bool:
    """Tell whether an Accept-Encoding header allows gzip.

    >>> [takes_gzip(text) for text in ("gzip, br", "br", "gzip;q=0, br", "deflate, gzip;q=1.0", "")]
    [True, False, False, True, False]
    """
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


async def _compress(start: Message, body: Message, *, wanted: bool) -> None:
    """Change an answer into its compressed form, in place, if it is whole and worth it."""
    headers = MutableHeaders(scope=start)
    if not headers.get("content-type", "").startswith(_TEXT):
        return
    headers.add_vary_header("Accept-Encoding")
    data: bytes = body.get("body", b"")
    if not wanted or body.get("more_body") or len(data) < SMALLEST or "content-encoding" in headers:
        return
    smaller = await _smaller(data, keep="etag" in headers)
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(smaller))
    body["body"] = smaller


async def _smaller(data: bytes, *, keep: bool) -> bytes:
    """Return data compressed; what has a tag is asked for again and again, so it is kept."""
    if keep and len(data) <= LARGEST_KEPT:
        return await asyncio.to_thread(_kept, data)
    if len(data) > LARGE:
        return await asyncio.to_thread(gzip.compress, data, QUICK, mtime=0)
    return gzip.compress(data, QUICK, mtime=0)


@lru_cache(maxsize=128)
def _kept(data: bytes) -> bytes:
    return gzip.compress(data, BEST, mtime=0)
