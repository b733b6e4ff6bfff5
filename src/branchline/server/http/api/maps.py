"""The endpoints of maps: the list, uploads, and each map's facts, geometry and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from branchline._version import __version__
from branchline.boards.draw import Geometry, PageFonts
from branchline.boards.map_facts import Facts
from branchline.server.http import bodies, rate_limits
from branchline.server.http.api.endpoint import IMMUTABLE, Call, Endpoint
from branchline.server.live.map_store import is_short_hash
from branchline.server.projection.maps import PARTS, has_translation, map_row, part_of_text
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from branchline.server.live.map_store import MapVersion


LABEL_SIZES = ("0", "1", "2")
LARGEST_CACHE = 32 * 1024 * 1024
"""The most bytes of drawn maps and final pictures that are remembered; a picture may have a megabyte."""


async def list_maps(call: Call) -> bodies.MapList:
    """List the built-in maps and those you uploaded."""
    await call.site.library_read.wait()
    map_store = call.site.map_store
    rows = [map_row(version) for version in map_store.built_in.values()]
    rows += [map_row(version, yours=True) for version in await map_store.uploaded_by(call.guest)]
    return bodies.MapList(maps=rows)


async def upload_map(call: Call) -> bodies.MapReport:
    """Check a map file, and keep it if it can be played."""
    await call.site.library_read.wait()
    upload = await call.site.map_store.upload(call.guest, call.address, call.body.text)
    return bodies.MapReport(problems=upload.problems, map=map_row(upload.version, yours=True))


async def get_map_facts(call: Call) -> Response:
    """Return the cities, routes, tickets and rules of a map."""
    return await _part(call, "facts", "application/json")


async def get_map_geometry(call: Call) -> Response:
    """Return where everything on the board of a map lies, and the symbols to put there."""
    return await _part(call, "geometry", "application/json")


async def get_map_picture(call: Call) -> Response:
    """Return the empty board of a map as SVG."""
    return await _part(call, "picture", "image/svg+xml")


async def get_map_preview(call: Call) -> Response:
    """Return the empty board of a map as PNG, for previews of links."""
    return await _part(call, "preview", "image/png")


async def get_map_ground(call: Call) -> Response:
    """Return the part of the board that lies below the pieces as SVG."""
    return await _part(call, "ground", "image/svg+xml")


async def get_map_labels(call: Call) -> Response:
    """Return the part of the board that lies above the pieces as SVG, with labels of one of the geometry's sizes."""
    size = call.query("size") or "0"
    if size not in LABEL_SIZES:
        raise Refusal("bad_request", f"size must be one of {', '.join(LABEL_SIZES)}, not {size!r}.")
    return await _part(call, "labels", "image/svg+xml", size)


async def get_map_fonts(call: Call) -> Response:
    """Return fonts (WOFF2) for the letters of a map's names that the fonts of the page lack."""
    return await _part(call, "fonts", "application/json")


async def _part(call: Call, part: str, media: str, *variant: str) -> Response:
    digest = str(call.request.path_params["hash"])
    if not is_short_hash(digest):
        raise Refusal("not_found", "There is no such map here.")
    await call.site.library_read.wait()
    version = await call.site.map_store.version(digest)
    asked = call.query("language") or ""
    if has_translation(version, part, asked):
        variant = (*variant, asked)
    etag = f'"{"-".join((digest, *variant, __version__))}"'
    headers = {"cache-control": IMMUTABLE, "etag": etag}
    if call.request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(await _data(call, version, part, *variant), headers=headers, media_type=media)


async def _data(call: Call, version: MapVersion, part: str, *variant: str) -> bytes:
    """Return a part of a map; those of an uploaded one are drawn in a process that can be killed."""
    if version.id in call.site.map_store.built_in:
        return await call.in_thread(PARTS[part], version, *variant)
    return await drawn_once(
        call,
        (version.hash, " ".join((part, *variant))),
        lambda: call.site.isolated.run(call.address, part_of_text, part, version.id, version.text, *variant),
    )


async def drawn_once(call: Call, key: tuple[str, str], draw: Callable[[], Awaitable[bytes]]) -> bytes:
    """Return what was drawn for a key, and draw it only if it is not remembered."""
    cache = call.site.drawn_maps
    if key in cache:
        return cache[key]
    cache[key] = drawn = await draw()
    while sum(map(len, cache.values())) > LARGEST_CACHE:
        del cache[next(iter(cache))]
    return drawn


_VERSION = "/api/maps/{map}/{hash}"
ENDPOINTS = (
    Endpoint("GET", "/api/maps", list_maps, bodies.MapList),
    Endpoint("POST", "/api/maps", upload_map, bodies.MapReport, bodies.UploadMap, rate_limits.UPLOADING, large=True),
    Endpoint("GET", f"{_VERSION}/facts", get_map_facts, Facts),
    Endpoint("GET", f"{_VERSION}/geometry", get_map_geometry, Geometry),
    Endpoint("GET", f"{_VERSION}/board.svg", get_map_picture, media="image/svg+xml", query=("language",)),
    Endpoint("GET", f"{_VERSION}/board.png", get_map_preview, media="image/png"),
    Endpoint("GET", f"{_VERSION}/ground.svg", get_map_ground, media="image/svg+xml", query=("language",)),
    Endpoint("GET", f"{_VERSION}/labels.svg", get_map_labels, media="image/svg+xml", query=("size",)),
    Endpoint("GET", f"{_VERSION}/fonts", get_map_fonts, PageFonts),
)
