"""The endpoints of finished games: download, replay, winning chances, and import of a saved game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from branchline.engine.saves import save_text
from branchline.errors import BranchlineError
from branchline.server.http import bodies, identity, rate_limits
from branchline.server.http.api.endpoint import Call, Endpoint
from branchline.server.http.api.game_creation import add_game
from branchline.server.http.api.games import GAME, finished_room
from branchline.server.http.api.maps import drawn_once
from branchline.server.http.api.site import get_me
from branchline.server.live import records as r
from branchline.server.live.imports import read_finished_game
from branchline.server.live.players import COLORS
from branchline.server.live.practice import practice_game
from branchline.server.projection import wire
from branchline.server.projection.pictures import (
    final_picture,
    final_picture_of_text,
    final_position,
    picture_language,
)
from branchline.server.projection.replays import replay_of
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Container

    from branchline.server.live.match import Match


async def download_game(call: Call) -> Response:
    """Return a finished game as the text of a saved game."""
    match = (await finished_room(call)).match
    name = f"branchline-{match.map}-{match.id}.branchline"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    text = await call.in_thread(save_text, match.playing)
    return Response(text.encode(), headers=headers, media_type="text/plain; charset=utf-8")


async def get_final_picture(call: Call) -> Response:
    """Return the final board of a finished game as PNG, with names and scores."""
    match = (await finished_room(call)).match
    language = picture_language(call.query("language") or "")
    data = await drawn_once(call, (match.id, f"final picture {language}"), lambda: _drawn_end(call, match, language))
    headers = {"content-disposition": f'inline; filename="branchline-{match.map}-{match.id}.png"'}
    return Response(data, headers={**headers, "cache-control": "private, max-age=3600"}, media_type="image/png")


async def _drawn_end(call: Call, match: Match, language: str) -> bytes:
    version, end = await call.site.map_store.version(match.map_hash), final_position(match, language)
    if version.id in call.site.map_store.built_in:
        return await call.in_thread(final_picture, version, end, language)
    return await call.site.isolated.run(call.address, final_picture_of_text, version.id, version.text, end, language)


async def get_replay(call: Call) -> wire.Replay:
    """Return a finished game to step through, as one seat, a spectator or everybody at once saw it."""
    room = await finished_room(call)
    viewer = call.query("viewer") or "all"
    if viewer not in ("all", "none", *(str(seat) for seat in range(len(room.match.seats)))):
        raise Refusal("bad_request", 'viewer must be "all", "none" for a spectator, or the number of a seat.')
    return await call.in_thread(replay_of, room.match, viewer)


async def get_chances(call: Call) -> wire.Chances:
    """Return the winning chances at each moment of a finished game, as far as they are known; ask again for more."""
    room = await finished_room(call)
    return call.site.chances.of(room.match, call.address)


async def get_review(call: Call) -> wire.ReviewStatus:
    """Return the review of a finished game, or how far it is; nothing is reviewed unless somebody asks for it."""
    room = await finished_room(call)
    return await call.site.reviews.of(room.match)


async def ask_review(call: Call) -> wire.ReviewStatus:
    """Have a finished game reviewed in the background."""
    room = await finished_room(call)
    return await call.site.reviews.ask(room.match, f"{call.address}")


async def retry_game(call: Call) -> bodies.Made:
    """Create a practice game that begins at a moment of a finished game, against bots."""
    match = (await finished_room(call)).match
    version = await call.site.map_store.version(match.map_hash)
    records = practice_game(match, call.body.moves, call.guest, (await get_me(call)).name)
    return await add_game(call, version, *records)


async def import_game(call: Call) -> bodies.Entered:
    """Import a saved game as a finished game of yours."""
    await call.site.library_read.wait()
    await call.site.rules_loaded.wait()
    _check_import(call.body.text, call.site.map_store.built_in)
    try:
        game = await call.site.isolated.run(call.address, read_finished_game, call.body.text)
    except Refusal:
        raise
    except BranchlineError as error:
        raise Refusal("broken_save", str(error)) from None
    version = await call.site.map_store.to_play(game.map, call.guest)
    created = r.Created(
        map=version.id,
        map_hash=version.hash,
        title=version.spec.about.name,
        seats=_imported_seats(game.names),
        host=call.guest,
        options=game.options,
        shuffle=False,
    )
    made = await add_game(call, version, created, *game.records)
    return bodies.Entered(game=made.id)


def _check_import(text: str, maps: Container[str]) -> None:
    """Refuse a text that names a map by a path: no file may be read for a guest."""
    header, _, _ = text.replace("\r\n", "\n").partition("\n\n")
    for line in header.split("\n"):
        key, _, value = line.partition(":")
        if key.strip() == "map" and value.strip().rpartition(" ")[0] not in maps:
            raise Refusal(
                "broken_save", f'Only games on a map of this site can be imported, not on "{value.strip()[:60]}".'
            )


def _imported_seats(names: list[str]) -> list[r.SeatSetup]:
    cleaned = [identity.clean_name(name) for name in names]
    return [
        r.SeatSetup("bot", name or f"Player {seat + 1}", COLORS[seat], "imported") for seat, name in enumerate(cleaned)
    ]


ENDPOINTS = (
    Endpoint("GET", f"{GAME}/download", download_game, media="text/plain"),
    Endpoint(
        "GET",
        f"{GAME}/picture.png",
        get_final_picture,
        media="image/png",
        rate=rate_limits.ASKING,
        query=("language",),
    ),
    Endpoint("GET", f"{GAME}/replay", get_replay, wire.Replay, query=("viewer",), rate=rate_limits.ASKING),
    Endpoint("GET", f"{GAME}/chances", get_chances, wire.Chances, rate=rate_limits.ASKING),
    Endpoint("GET", f"{GAME}/review", get_review, wire.ReviewStatus, rate=rate_limits.ASKING),
    Endpoint("POST", f"{GAME}/review", ask_review, wire.ReviewStatus, rate=rate_limits.REVIEWING),
    Endpoint("POST", f"{GAME}/retry", retry_game, bodies.Made, bodies.Retry, rate_limits.CREATING, status=201),
    Endpoint(
        "POST",
        "/api/replays",
        import_game,
        bodies.Entered,
        bodies.ImportGame,
        rate_limits.UPLOADING,
        large=True,
    ),
)
