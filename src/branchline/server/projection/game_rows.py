"""How a game looks in the lists of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from branchline.server.http import bodies

if TYPE_CHECKING:
    from branchline.server.live.match import Match


class StoredRow(bodies.GameRow, kw_only=True):
    """A row as it is stored: with what a server that starts must know of the game."""

    served: bool | None = None
    """Whether the server plays a seat or runs a clock; unknown in rows of older versions."""


def game_row(match: Match) -> StoredRow:
    """Return a game as lists show it to everyone."""
    scores = match.game.scores if match.game else None
    winners: list[int] = []
    if match.stage == "over" and match.game:
        result = match.game.result
        scores, winners = result.totals, result.winners
    return StoredRow(
        served=needs_server(match),
        id=match.id,
        map=match.map,
        title=match.title,
        stage=match.stage,
        public=match.public,
        created=match.created,
        updated=match.updated,
        options=match.options,
        clock=match.clock,
        seats=[
            bodies.SeatRow(
                kind=seat.kind,
                name=seat.name,
                color=seat.color,
                score=scores[number] if scores else None,
                won=number in winners or None,
            )
            for number, seat in enumerate(match.seats)
        ],
    )


def needs_server(match: Match) -> bool:
    """Tell whether a match can come to wait for the server: for a bot, or for a clock."""
    return match.clock is not None or any(match.is_automatic(seat) for seat in range(len(match.seats)))


def goes_on_alone(row: str) -> bool:
    """Tell from a stored row that a game waits for nobody but people, so that it need not be loaded at a start."""
    stored = msgspec.json.decode(row, type=StoredRow)
    return stored.served is False and stored.stage == "playing"


def row_of(match: Match) -> dict[str, Any]:
    """Return the values of a game's row in the store."""
    return {
        "stage": match.stage,
        "public": match.public,
        "created": match.created,
        "updated": match.updated,
        "row": msgspec.json.encode(game_row(match)).decode(),
    }
