"""The documentation site under /docs, if it was built into the package."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response

from branchline.server.http.pages import HTML, file_below, file_response

if TYPE_CHECKING:
    from starlette.requests import Request

FOLDER = Path(__file__).parents[1] / "documentation"
_INLINE_SCRIPT = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
_MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Documentation</title>
<meta name="viewport" content="width=device-width"></head>
<body><h1>{title}</h1><p>{text}</p><p><a href="/">Back to the games</a></p></body></html>
"""


async def documentation(request: Request) -> Response:
    """Return a page or a file of the documentation."""
    path = request.path_params.get("path", "")
    if not (FOLDER / "index.html").is_file():
        text = "In a clone of the project, <code>make docs</code> builds it; a released package contains it."
        return Response(_MISSING.format(title="The documentation is not built.", text=text), 404, media_type=HTML)
    if not request.url.path.startswith("/docs/") or (not path.endswith("/") and _has_page(path)):
        return RedirectResponse(f"{request.url.path}/", 307)
    name = f"{path}index.html" if not path or path.endswith("/") else path
    found = file_response(request, FOLDER, name)
    if found is None:
        found = Response(_MISSING.format(title="There is no such page.", text=""), 404, media_type=HTML)
    elif name.endswith(".html"):
        file = FOLDER / name
        found.headers["content-security-policy"] = _policy(file, file.stat().st_mtime_ns)
    return found


def _has_page(path: str) -> bool:
    """Return whether there is a page at a path that lacks its final slash."""
    return bool(path) and file_below(FOLDER, f"{path}/index.html") is not None


@lru_cache(maxsize=256)
def _policy(file: Path, changed: int) -> str:
    """Return what a page may load: only files of this server, and the scripts inside it, each by its hash."""
    del changed  # part of the cache key, so that a rebuilt page is read again
    scripts = {hashlib.sha256(script).digest() for script in _INLINE_SCRIPT.findall(file.read_bytes())}
    hashes = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in sorted(scripts))
    return (
        f"default-src 'none'; script-src 'self' {hashes}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
