"""The endpoints of finished games: download, replay, winning chances, and import of a saved game."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.responses import Response

from branchline.engine.actions import Keep, decode
from branchline.engine.errors import BrokenSave
from branchline.engine.game import Game, parse_save
from branchline.engine.saves import save_text
from branchline.server.http import bodies, identity, rate_limits
from branchline.server.http.api.endpoint import Call, Endpoint
from branchline.server.http.api.game_creation import add_game
from branchline.server.http.api.games import GAME, finished_room
from branchline.server.live import records as r
from branchline.server.live.players import COLORS
from branchline.server.projection import wire
from branchline.server.projection.replays import replay_of
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Container

    from branchline.server.live.records import Record

LONGEST_SAVE = 5000
"""The most lines of a saved game that is imported; the longest real ones have some hundreds."""


async def download_game(call: Call) -> Response:
    """Return a finished game as the text of a saved game."""
    match = (await finished_room(call)).match
    name = f"branchline-{match.map}-{match.id}.branchline"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(save_text(match.playing).encode(), headers=headers, media_type="text/plain; charset=utf-8")


async def get_replay(call: Call) -> wire.Replay:
    """Return a finished game to step through, as one seat, a spectator or everybody at once saw it."""
    room = await finished_room(call)
    eyes = call.query("eyes") or "all"
    if eyes not in ("all", "none", *(str(seat) for seat in range(len(room.match.seats)))):
        raise Refusal("bad_request", 'eyes must be "all", "none" for a spectator, or the number of a seat.')
    return await asyncio.to_thread(replay_of, room.match, eyes)


async def get_chances(call: Call) -> wire.Chances:
    """Return the winning chances at each moment of a finished game, as far as they are known; ask again for more."""
    room = await finished_room(call)
    return call.site.chances.of(room.match)


async def import_game(call: Call) -> bodies.Entered:
    """Import a saved game as a finished game of yours."""
    await call.site.library_read.wait()
    await call.site.rules_loaded.wait()
    _check_import(call.body.text, call.site.map_store.built_in)
    try:
        save = await asyncio.to_thread(parse_save, call.body.text)
    except BrokenSave as error:
        raise Refusal("broken_save", str(error)) from None
    game = save.game
    if not game.over:
        raise Refusal("broken_save", "This game was not played to its end, so there is nothing to replay yet.")
    version = await call.site.map_store.named(game.board.map_id)
    created = r.Created(
        map=version.id,
        map_hash=version.hash,
        title=version.spec.about.name,
        seats=_imported_seats(game),
        host=call.guest,
        options=sorted(game.board.options),
        shuffle=False,
    )
    started = r.Started(game.key.hex(), list(range(game.players)))
    moves = await asyncio.to_thread(_moves, game)
    made = await add_game(call.site, call.guest, version, created, started, *moves)
    return bodies.Entered(game=made.id)


def _check_import(text: str, maps: Container[str]) -> None:
    """Refuse a text that is longer than any game, or that names a map by a path: no file may be read for a guest."""
    if text.count("\n") > LONGEST_SAVE:
        raise Refusal("broken_save", f"A saved game has at most {LONGEST_SAVE:,} lines.")
    header, _, _ = text.replace("\r\n", "\n").partition("\n\n")
    for line in header.split("\n"):
        key, _, value = line.partition(":")
        if key.strip() == "map" and value.strip().split(" ")[0] not in maps:
            raise Refusal(
                "broken_save", f'Only games on a map of this site can be imported, not on "{value.strip()[:60]}".'
            )


def _imported_seats(game: Game) -> list[r.SeatSetup]:
    names = [identity.clean(name, identity.LONGEST_NAME) for name in game.names]
    return [
        r.SeatSetup("bot", name or f"Player {seat + 1}", COLORS[seat], "imported") for seat, name in enumerate(names)
    ]


def _moves(game: Game) -> list[Record]:
    """Return the moves of an imported game, each with the seat that made it."""
    again = Game(game.board, game.key)
    moves: list[Record] = []
    for code in game.log:
        action = decode(game.board, code)
        chosen_by = action.seat if isinstance(action, Keep) else None  # first tickets may be kept out of turn (S6)
        moves.append(r.Acted(again.turn if chosen_by is None else chosen_by, code, "person"))
        again.play(code)
    return moves


ENDPOINTS = (
    Endpoint("GET", f"{GAME}/download", download_game, media="text/plain"),
    Endpoint("GET", f"{GAME}/replay", get_replay, wire.Replay, query=("eyes",), rate=rate_limits.ASKING),
    Endpoint("GET", f"{GAME}/chances", get_chances, wire.Chances, rate=rate_limits.ASKING),
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
