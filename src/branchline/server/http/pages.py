"""The web page: the files built from web/, or a plain page that says how to build them."""

from __future__ import annotations

import hashlib
import mimetypes
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response

from branchline.server.http.access import unreachable
from branchline.server.http.api.endpoint import IMMUTABLE, refusal_response
from branchline.server.http.link_previews import preview_of
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from starlette.requests import Request

    from branchline.server.site import Site

STATIC = Path(__file__).parents[1] / "static"
INDEX = "index.html"
FINGERPRINTED = "assets/"
"""The folder of files whose names contain a hash of their content, so that they never change."""
_MEDIA_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}

HTML = "text/html; charset=utf-8"
_HEAD_END = b"</head>"

_UNBUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{name}</title>
<meta name="viewport" content="width=device-width"></head>
<body><h1>{name}</h1>
<p>The server is running, but its web page is not built.</p>
<p>In a clone of the project, <code>make web</code> builds it; an installed package contains it.</p>
<p>Programs can play already: see <a href="/api/docs">the API</a>.</p></body></html>
"""


async def page(request: Request) -> Response:
    """Return a file of the page; any other address belongs to the page's router and returns the page itself.

    An address that does not exist returns the page with status 404: people read its explanation, programs the status.
    """
    if request.method not in ("GET", "HEAD"):
        return refusal_response(Refusal("wrong_method", "Nothing can be sent to this address."))
    path = request.url.path.lstrip("/")
    if path.startswith("api/"):
        return refusal_response(Refusal("not_found", "There is no such endpoint: /api/docs lists them all."))
    return file_response(request, STATIC, path) or await _index(request, path)


def file_response(request: Request, folder: Path, path: str) -> Response | None:
    """Return the response that sends a file below a folder, or `None` if there is no such file."""
    file = file_below(folder, path)
    if file is None:
        return None
    caching = IMMUTABLE if path.startswith(FINGERPRINTED) else "no-cache"
    data, etag = _read(file, file.stat().st_mtime_ns)
    media = _MEDIA_TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return _send(request, data, etag, media, caching)


def file_below(folder: Path, path: str) -> Path | None:
    """Return the file at a path below a folder, or `None` if there is no such file."""
    try:
        file = (folder / path).resolve()
        found = bool(path) and file.is_relative_to(folder.resolve()) and file.is_file()
    except (OSError, ValueError):  # a null character, or a name too long for a file
        found = False
    return file if found else None


async def _index(request: Request, path: str) -> Response:
    if "." in path.rpartition("/")[2]:
        return refusal_response(Refusal("not_found", "There is no such file."))
    site: Site = request.app.state.site
    if not (STATIC / INDEX).is_file():
        name = escape(site.settings.name)
        return Response(_UNBUILT.format(name=name), media_type=HTML)
    data, _ = _read(STATIC / INDEX, (STATIC / INDEX).stat().st_mtime_ns)
    try:
        preview = await preview_of(site, path)
    except Refusal as refusal:
        return Response(data, refusal.status, {"cache-control": "no-cache"}, HTML)
    except SQLAlchemyError as error:
        return Response(data, unreachable(error).status, {"cache-control": "no-store"}, HTML)
    base = site.settings.origin.rstrip("/") or f"{request.url.scheme}://{request.url.netloc}"
    data = data.replace(_HEAD_END, preview.tags(base, path, site.settings.name).encode() + _HEAD_END, 1)
    return _send(request, data, _etag(data), HTML, "no-cache")


def _send(request: Request, data: bytes, etag: str, media: str, caching: str) -> Response:
    headers = {"cache-control": caching, "etag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(data, headers=headers, media_type=media)


def _etag(data: bytes) -> str:
    return f'"{hashlib.sha256(data).hexdigest()[:20]}"'


@lru_cache(maxsize=256)
def _read(file: Path, changed: int) -> tuple[bytes, str]:
    del changed  # part of the cache key, so that a rebuilt file is read again
    data = file.read_bytes()
    return data, _etag(data)
