"""The HTTP API: people, maps and lists. What happens at one table is in table_endpoints.py."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response

from branchline._version import __version__
from branchline.boards.map_facts import Facts
from branchline.server import metrics
from branchline.server.http import bodies, identity, rate_limits, table_endpoints
from branchline.server.http.endpoints import FOR_EVER, Call, Endpoint
from branchline.server.live.bot_players import LEVELS
from branchline.server.live.map_store import is_short_hash
from branchline.server.live.players import COLORS
from branchline.server.projection import maps as map_files
from branchline.server.projection import wire
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.server.live.map_store import MapVersion

PHRASES = (
    "Good luck!",
    "Nice move!",
    "Well played!",
    "Oops!",
    "Your turn.",
    "Hurry up, please.",
    "Thank you!",
    "One more?",
)
MOST_LISTED = 60


# -- the site and its guests -------------------------------------------------------------------


async def site(call: Call) -> bodies.Site:
    """What a page needs to know before anything else."""
    return bodies.Site(
        name=call.site.settings.name,
        version=__version__,
        protocol=wire.PROTOCOL,
        ready=call.site.ready,
        compiling=not call.site.rules_loaded.is_set(),
        phrases=list(PHRASES),
        colors=list(COLORS),
        levels=list(LEVELS),
    )


async def who_am_i(call: Call) -> bodies.Me:
    """Your name and color here."""
    return await table_endpoints.me(call)


async def edit_me(call: Call) -> bodies.Me:
    """Change your name or color."""
    now = await table_endpoints.me(call)
    body: bodies.EditMe = call.body
    name = now.name if body.name is None else identity.clean(body.name, identity.LONGEST_NAME)
    if not name:
        raise Refusal("bad_request", "A name needs letters that can be seen.")
    color = body.color or now.color
    await call.site.store.save_guest(call.guest, name, color)
    return bodies.Me(id=call.guest[:8], name=name, color=color)


# -- maps --------------------------------------------------------------------------------------


async def maps(call: Call) -> bodies.MapList:
    """The built-in maps, and those you uploaded."""
    await call.site.library_read.wait()
    map_store = call.site.map_store
    rows = [map_files.map_row(version) for version in map_store.built_in.values()]
    rows += [map_files.map_row(version, yours=True) for version in await map_store.uploaded_by(call.guest)]
    return bodies.MapList(maps=rows)


async def upload_map(call: Call) -> bodies.MapReport:
    """Check a map file, and keep it if it is sound."""
    await call.site.library_read.wait()
    upload = await call.site.map_store.upload(call.guest, call.body.text)
    return bodies.MapReport(problems=upload.problems, map=map_files.map_row(upload.version, yours=True))


async def map_facts(call: Call) -> Response:
    """All that never changes about a map."""
    return await _part(call, map_files.map_facts, "application/json")


async def map_geometry(call: Call) -> Response:
    """Everything needed to draw a map's board."""
    return await _part(call, map_files.map_geometry, "application/json")


async def map_picture(call: Call) -> Response:
    """The empty board as a picture."""
    return await _part(call, map_files.map_picture, "image/svg+xml")


async def _part(call: Call, render: Callable[[MapVersion], bytes], media: str) -> Response:
    digest = str(call.request.path_params["hash"])
    if not is_short_hash(digest):
        raise Refusal("not_found", "There is no such map here.")
    await call.site.library_read.wait()
    etag = f'"{digest}"'
    headers = {"cache-control": FOR_EVER, "etag": etag}
    if call.request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    data = await asyncio.to_thread(render, await call.site.map_store.version(digest))
    return Response(data, headers=headers, media_type=media)


# -- lists of games ----------------------------------------------------------------------------


async def list_games(call: Call) -> bodies.Games:
    """Public games that are open, running or finished, or your own."""
    show = call.query("show") or "open"
    stages = {"open": "table", "running": "playing", "finished": "over"}
    if show == "mine":
        rows = await call.site.store.game_rows(guest=call.guest, most=MOST_LISTED)
    elif show in stages:
        rows = await call.site.store.game_rows(stage=stages[show], public=True, most=MOST_LISTED)
    else:
        raise Refusal("bad_request", 'show is "open", "running", "finished" or "mine".')
    games = [msgspec.json.decode(row, type=wire.GameRow) for _, row, _ in rows]
    if show == "mine":
        for game in games:
            await _mark_mine(call, game)
    return bodies.Games(games=games)


async def _mark_mine(call: Call, game: wire.GameRow) -> None:
    if not call.site.ready or game.stage == "over":
        return
    room = await call.site.rooms.get(game.id)
    game.yours = room.match.seats_of(call.guest)
    game.your_turn = any(seat in game.yours for seat in room.match.deciding) or None


# -- for the host ------------------------------------------------------------------------------


async def healthz(call: Call) -> Response:
    """Whether the process answers."""
    del call
    return Response(b"ok\n", media_type="text/plain")


async def readyz(call: Call) -> Response:
    """Whether games can be played: the store answers and the rules are compiled."""
    store = True
    try:
        await call.site.store.check()
    except Exception:  # noqa: BLE001 (whatever it is, the store does not answer)
        store = False
    ready = store and call.site.ready
    told = {
        "ready": ready,
        "store": store,
        "maps": call.site.library_read.is_set(),
        "rules": call.site.rules_loaded.is_set(),
    }
    return Response(msgspec.json.encode(told), 200 if ready else 503, media_type="application/json")


async def figures(call: Call) -> Response:
    """The figures that a host watches."""
    del call
    return Response(metrics.text(), media_type="text/plain; version=0.0.4")


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/site", site, "What a page needs to know before anything else", bodies.Site),
    Endpoint("GET", "/api/me", who_am_i, "Your name and color", bodies.Me),
    Endpoint("PUT", "/api/me", edit_me, "Change your name or color", bodies.Me, bodies.EditMe, rate_limits.JOINING),
    Endpoint("GET", "/api/maps", maps, "All maps you can play", bodies.MapList),
    Endpoint(
        "POST",
        "/api/maps",
        upload_map,
        "Check a map file and keep it",
        bodies.MapReport,
        bodies.UploadMap,
        rate_limits.UPLOADING,
        large=True,
    ),
    Endpoint("GET", "/api/maps/{map}/{hash}/facts", map_facts, "The facts of a map", Facts),
    Endpoint("GET", "/api/maps/{map}/{hash}/geometry", map_geometry, "What to draw a board from"),
    Endpoint("GET", "/api/maps/{map}/{hash}/board.svg", map_picture, "The empty board", media="image/svg+xml"),
    Endpoint("GET", "/api/games", list_games, "Public games, or your own", bodies.Games, query=("show",)),
    *table_endpoints.ENDPOINTS,
    Endpoint("GET", "/healthz", healthz, "Whether the process answers", media="text/plain"),
    Endpoint("GET", "/readyz", readyz, "Whether games can be played"),
    Endpoint("GET", "/metrics", figures, "Figures for Prometheus", media="text/plain"),
)
