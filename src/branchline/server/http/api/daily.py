"""The endpoints of the daily game: today's deal on a map, your game, and how others and the levels did."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from branchline.bots import warmup
from branchline.server.http import bodies, rate_limits
from branchline.server.http.api.endpoint import Call, Endpoint
from branchline.server.http.api.game_creation import add_game, seat_setups
from branchline.server.http.api.site import get_me
from branchline.server.live import daily
from branchline.server.live import records as r
from branchline.server.projection import wire
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.server.live.map_store import MapVersion

DAILY = "/api/daily/{map}"
MOST_SCORES = 200


async def get_daily(call: Call) -> bodies.Daily:
    """Return your daily game on a map, and once it is over, the scores of others and of the levels on the same deal."""
    version, day = await _version(call), _today()
    key, guest = call.site.key, call.guest
    game = daily.daily_id(key, day, version.id, guest)
    row = await _row(call, game)
    reply = bodies.Daily(day=day, map=version.id, players=daily.PLAYERS, opponent=daily.OPPONENT)
    if row is None:
        return reply
    reply.game, reply.stage = game, row.stage
    if row.stage != "over":
        return reply
    seed = daily.seed_of_day(key, day, version.id)
    own = daily.seat_of_person(seed)
    if row.seats[own].resigned:
        reply.resigned = True
        return reply
    reply.score, reply.won = row.seats[own].score, row.seats[own].won
    stored = await call.site.store.rows_with_prefix(daily.id_prefix(key, day, version.id), MOST_SCORES)
    reply.scores = scores_of([row, *(msgspec.json.decode(text, type=wire.GameRow) for text in stored)], own)
    board = call.site.map_store.finder(version)(version.id, version.hash, daily.PLAYERS, [])
    reply.levels = call.site.daily_levels.of(board, seed)
    return reply


def scores_of(rows: list[wire.GameRow], seat: int) -> list[int]:
    """Return the scores of a seat in some games, the highest first.

    A game that is listed twice counts once, and one that was given up does not count: its score is not a result.
    """
    scores = {row.id: row.seats[seat].score for row in rows if not row.seats[seat].resigned}
    return sorted((score for score in scores.values() if score is not None), reverse=True)


async def play_daily(call: Call) -> bodies.Entered:
    """Start your daily game on a map, or return to it: everybody has one per day and map."""
    version, day = await _version(call), _today()
    await call.site.rules_loaded.wait()
    game = daily.daily_id(call.site.key, day, version.id, call.guest)
    if await _row(call, game) is None:
        if not await call.site.preparation.can_use(warmup.PLANNER):
            left = call.site.preparation.seconds_left(warmup.PLANNER)
            raise Refusal("not_ready", f"The bots will be ready in about {left} seconds.", retry_after=float(left))
        await _add(call, version, day, game)
    return bodies.Entered(game=game)


async def _add(call: Call, version: MapVersion, day: str, game: str) -> None:
    """Add a daily game, unless another tab of the guest adds it at the same time."""
    try:
        await add_game(call, version, *await _beginning(call, version, day), game_id=game)
    except Exception:
        if await _row(call, game) is None:
            raise


async def _beginning(call: Call, version: MapVersion, day: str) -> tuple[r.Created, r.Started]:
    """Return the first records of a daily game, which has no hints: they would not be the same for everyone.

    It starts at once. At a table, the guest could change the seats, or the deal by entropy.
    """
    seed = daily.seed_of_day(call.site.key, day, version.id)
    wishes = [bodies.SeatWish(kind="bot", level=daily.OPPONENT) for _ in range(daily.PLAYERS)]
    wishes[daily.seat_of_person(seed)] = bodies.SeatWish(kind="me")
    created = r.Created(
        map=version.id,
        map_hash=version.hash,
        title=version.spec.about.name,
        seats=seat_setups(wishes, await get_me(call), call.guest),
        host=call.guest,
        hints=False,
        shuffle=False,
        seed=seed.hex(),
    )
    return created, r.Started(seed.hex(), list(range(daily.PLAYERS)))


async def _version(call: Call) -> MapVersion:
    """Return the built-in map in the path."""
    await call.site.library_read.wait()
    name = str(call.request.path_params["map"])
    version = call.site.map_store.built_in.get(name)
    if version is None:
        raise Refusal("not_found", f'There is no daily game on "{name[:40]}": only built-in maps have one.')
    return version


async def _row(call: Call, game: str) -> wire.GameRow | None:
    text = await call.site.store.game_row(game)
    return None if text is None else msgspec.json.decode(text, type=wire.GameRow)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


ENDPOINTS = (
    Endpoint("GET", DAILY, get_daily, bodies.Daily, rate=rate_limits.ASKING),
    Endpoint("POST", DAILY, play_daily, bodies.Entered, rate=rate_limits.CREATING),
)
