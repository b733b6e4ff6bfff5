"""How a game looks in the lists of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from branchline.server.live.daily import is_daily
from branchline.server.projection.wire import GameRow, SeatRow

if TYPE_CHECKING:
    from branchline.server.live.match import Match


class StoredRow(GameRow, kw_only=True):
    """A row as it is stored, with what a server needs to know of the game without loading it."""

    served: bool | None = None
    """Whether the server plays a seat or runs a clock; unknown in rows of older versions."""
    guests: list[list[str]] | None = None
    """The guests of each seat of a finished game; unknown in rows of older versions."""


def game_row(match: Match) -> StoredRow:
    """Return a game as lists show it to everyone."""
    scores = match.game.scores if match.game else None
    winners: list[int] = []
    if match.stage == "over" and match.game:
        scores, winners = match.game.result.totals, match.outcome[0]
    return StoredRow(
        served=match.can_need_server,
        id=match.id,
        map=match.map,
        title=match.title,
        stage=match.stage,
        public=match.public,
        created=match.created,
        updated=match.updated,
        options=match.options,
        clock=match.clock,
        practice=match.practice or None,
        daily=is_daily(match.id) or None,
        guests=[sorted(seat.guests) for seat in match.seats] if match.stage == "over" else None,
        seats=[
            SeatRow(
                kind=seat.kind,
                name=seat.name,
                color=seat.color,
                level=seat.level if seat.kind == "bot" else None,
                score=scores[number] if scores else None,
                won=number in winners or None,
                resigned=seat.resigned or None,
            )
            for number, seat in enumerate(match.seats)
        ],
    )


def waits_for_people(row: str) -> bool:
    """Return whether a stored row shows a running game that waits for nobody but people.

    Such a game need not be loaded when the server starts.
    """
    stored = msgspec.json.decode(row, type=StoredRow)
    return stored.served is False and stored.stage == "playing"


def seats_in(row: str, guest: str) -> list[int] | None:
    """Return the seats that a guest played in a finished game, or `None` if its stored row does not say it."""
    guests = msgspec.json.decode(row, type=StoredRow).guests
    return None if guests is None else [seat for seat, names in enumerate(guests) if guest in names]


def row_of(match: Match) -> dict[str, Any]:
    """Return the values of a game's row in the store."""
    return {
        "stage": match.stage,
        "public": match.public,
        "created": match.created,
        "updated": match.updated,
        "row": msgspec.json.encode(game_row(match)).decode(),
        "map": match.map_hash,
    }
