"""A game of an environment as text, as an SVG document and as an array of pixels."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.boards.draw import png, svg
from branchline.engine.position import position
from branchline.errors import import_extra
from branchline.rl.errors import RlError

if TYPE_CHECKING:
    from branchline.rl.games import Games

MODES = ("ansi", "rgb_array", "svg")
WIDTH = 960
"""The width in pixels of a rendered array."""


def checked_mode(mode: str | None) -> str | None:
    """Return a render mode, or raise an error if it is unknown."""
    if mode not in (None, *MODES):
        raise RlError(f"The render mode is {', '.join(map(repr, MODES))} or None, not {mode!r}.")
    return mode


def rendered(games: Games, mode: str | None) -> Any:
    """Return what every spectator of the first game sees, in a render mode."""
    if mode is None:
        return None
    if mode == "ansi":
        return as_text(games)
    return as_svg(games) if mode == "svg" else as_pixels(games)


def as_svg(games: Games) -> str:
    """Return the board with the routes that are claimed."""
    names = [f"player_{seat}" for seat in range(games.board.players)]
    return svg(games.board.drawing, position(games.table(), names))


def as_pixels(games: Games) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return the board as an array of height, width and the three colors."""
    image = import_extra("PIL.Image", "rl").open(io.BytesIO(png(as_svg(games), WIDTH)))
    return np.asarray(image.convert("RGB"), dtype=np.uint8)


def as_text(games: Games) -> str:
    """Return the table as text."""
    table = games.table()
    lines = [f"{games.board.name}, turn {table.turns}: {table.phase}"]
    lines.append("market: " + " ".join(card or "–" for card in table.market) + f", deck {table.deck_count}")
    for seat in range(table.players):
        mark = ">" if seat == table.turn and not table.over else " "
        counts = f"{table.pieces[seat]} pieces, {table.hand_counts[seat]} cards, {table.ticket_counts[seat]} tickets"
        routes = ", ".join(games.board.route_name(route) for route in table.routes_of(seat))
        lines.append(f"{mark} player_{seat}: {table.scores[seat]} points, {counts}; {routes or 'no routes'}")
    return "\n".join(lines)
