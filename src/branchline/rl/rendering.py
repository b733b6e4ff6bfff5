"""A game of an environment as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.rl.errors import RlError

if TYPE_CHECKING:
    from branchline.rl.games import Games


def checked_mode(mode: str | None) -> str | None:
    """Return a render mode, or raise an error if it is unknown."""
    if mode not in (None, "ansi"):
        raise RlError(f'The render mode is "ansi" or None, not {mode!r}.')
    return mode


def as_text(games: Games) -> str:
    """Return what every spectator of the first game sees."""
    table = games.table()
    lines = [f"{games.board.name}, turn {table.turns}: {table.phase}"]
    lines.append("market: " + " ".join(card or "–" for card in table.market) + f", deck {table.deck_count}")
    for seat in range(table.players):
        mark = ">" if seat == table.turn and not table.over else " "
        counts = f"{table.pieces[seat]} pieces, {table.hand_counts[seat]} cards, {table.ticket_counts[seat]} tickets"
        routes = ", ".join(games.board.route_name(route) for route in table.routes_of(seat))
        lines.append(f"{mark} player_{seat}: {table.scores[seat]} points, {counts}; {routes or 'no routes'}")
    return "\n".join(lines)
