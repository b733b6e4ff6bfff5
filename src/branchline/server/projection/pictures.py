"""The picture of a finished game to share: the final board with names and scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.draw import PLAYER_SIGNS, PlayerMark, png, svg
from branchline.engine.position import position
from branchline.server.live.players import shorten
from branchline.server.projection.maps import PREVIEW_WIDTH, map_drawing, version_of_text

if TYPE_CHECKING:
    from branchline.boards.draw import Position
    from branchline.server.live.map_store import MapVersion
    from branchline.server.live.match import Match

LONGEST_NAME = 14
"""The most letters of a name below the board, so that the names and scores of five players fit side by side."""


def final_position(match: Match) -> Position:
    """Return the board at the end of a game, with every player's name and score, and who won."""
    totals, winners = match.playing.result.totals, match.outcome[0]
    signs = [sign.name for sign in PLAYER_SIGNS]
    end = position(match.playing)
    end.players = [
        PlayerMark(
            f"{shorten(seat.name, LONGEST_NAME)} {totals[number]}{' (won)' if number in winners else ''}",
            signs.index(seat.color),
        )
        for number, seat in enumerate(match.seats)
    ]
    return end


def final_picture(version: MapVersion, end: Position) -> bytes:
    """Return the board at the end of a game as PNG. Drawing it takes a while, so call it in a thread."""
    return png(svg(map_drawing(version), end), PREVIEW_WIDTH)


def final_picture_of_text(name: str, text: str, end: Position) -> bytes:
    """Return the same picture for a map that a guest uploaded. Run it in a process that can be killed."""
    return final_picture(version_of_text(name, text), end)
