"""How a game looks in the lists of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from branchline.server import forms

if TYPE_CHECKING:
    from branchline.server.match import Match


def game_row(match: Match) -> forms.GameRow:
    """Return a game as lists show it to everyone."""
    scores = match.game.scores if match.game else None
    winners: list[int] = []
    if match.stage == "over" and match.game:
        result = match.game.result
        scores, winners = result.totals, result.winners
    return forms.GameRow(
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
            forms.SeatRow(
                kind=seat.kind,
                name=seat.name,
                colour=seat.colour,
                score=scores[number] if scores else None,
                won=number in winners or None,
            )
            for number, seat in enumerate(match.seats)
        ],
    )


def row_of(match: Match) -> dict[str, Any]:
    """Return the values of a game's row in the store."""
    return {
        "stage": match.stage,
        "public": match.public,
        "created": match.created,
        "updated": match.updated,
        "row": msgspec.json.encode(game_row(match)).decode(),
    }
