"""Creating a game: its seats as the host asks for them, its first records, and the secrets of its links."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from branchline.server import metrics
from branchline.server.http import bodies, identity
from branchline.server.live import commands
from branchline.server.live import records as r
from branchline.server.live.bot_players import check_level
from branchline.server.live.game_ids import new_game_id
from branchline.server.live.match import Match
from branchline.server.live.players import COLORS, bot_name, free_color, free_name
from branchline.server.projection.game_rows import row_of
from branchline.server.store import Append

if TYPE_CHECKING:
    from branchline.server.http.api.endpoint import Call
    from branchline.server.live.map_store import MapVersion
    from branchline.server.live.records import Record

AT_ONCE = 32
"""How many records are applied before other tasks get a turn."""
INVITE = -1
"""The place of the invite among the secrets of a game; the others are those of chairs."""


async def add_game(call: Call, version: MapVersion, *records: Record, game_id: str | None = None) -> bodies.Made:
    """Store a new game with its first records and its secrets, and open its room."""
    site, guest = call.site, call.guest
    game, now = game_id or new_game_id(), time.time()
    match = Match(game, site.map_store.finder(version))
    for seq, record in enumerate(records):
        match.apply(seq, now, None, record)
        if seq % AT_ONCE == AT_ONCE - 1:
            await asyncio.sleep(0)  # an imported game has hundreds of records: give other tasks a turn
    mine = [seat.chair for seat in match.seats if guest in seat.guests]
    secrets = {chair: identity.new_secret() for chair in (INVITE, *mine)}
    entries = [Append(game, seq, now, None, r.to_text(record), guest) for seq, record in enumerate(records)]
    digests = {identity.digest(secret): chair for chair, secret in secrets.items()}
    await site.store.add_game(entries, row_of(match), digests)
    site.rooms.add(match).bot_time_owner = f"address {call.address}"
    metrics.GAMES_MADE.inc()
    return bodies.Made(id=game, invite=secrets[INVITE], seats={chair: secrets[chair] for chair in mine})


def seat_setups(wishes: list[bodies.SeatWish], host: bodies.Me, guest: str) -> list[r.SeatSetup]:
    """Return the seats that the host asked for, no two with the same name or color."""
    asked_colors = {wish.color for wish in wishes if wish.color}
    setups: list[r.SeatSetup] = []
    for wish in wishes:
        used_colors = {setup.color for setup in setups}
        color = wish.color or (host.color if wish.kind == "me" else COLORS[0])
        if wish.color is None or color in used_colors:
            color = free_color(color, used_colors | (asked_colors - {wish.color}))
        level = check_level(wish.level or "medium") if wish.kind == "bot" else None
        name = _name(wish, host, level)
        if name:
            name = free_name(name, {setup.name for setup in setups})
        kind = "person" if wish.kind == "me" else wish.kind
        setups.append(r.SeatSetup(kind, name, color, level, guest if wish.kind == "me" else None))
    return setups


def _name(wish: bodies.SeatWish, host: bodies.Me, level: str | None) -> str:
    if wish.kind == "open":
        return ""
    default = host.name if level is None else bot_name(level)
    return identity.clean_name(wish.name or "") or default


def same_table(match: Match, host: str) -> list[Record]:
    """Return the first records of a game with the seats of another; all devices of a player join it."""
    seats = sorted(match.seats, key=lambda seat: seat.chair)
    guests = [sorted(seat.guests) for seat in seats]
    created = r.Created(
        map=match.map,
        map_hash=match.map_hash,
        title=match.title,
        seats=[
            r.SeatSetup(seat.kind, seat.name, seat.color, seat.level, devices[0] if devices else None)
            for seat, devices in zip(seats, guests, strict=True)
        ],
        host=host,
        options=match.options,
        public=match.public,
        hints=match.hints,
        clock=match.clock,
        shuffle=match.shuffle,
        seed=commands.new_seed(),
    )
    return [created, *(r.Joined(chair, guest) for chair, devices in enumerate(guests) for guest in devices[1:])]
