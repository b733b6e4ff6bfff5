"""The position of a game, for `boards/draw.py` to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.draw import PlayerMark, Position, TicketMark

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from branchline.engine.table import Table


def position(table: Table, names: Sequence[str] = (), tickets: Iterable[int] = (), seat: int | None = None) -> Position:
    """Return who holds which routes, which are closed, and the tickets to show for a seat."""
    board = table.board
    held = {route.index: holders for route in board.routes if (holders := table.holders(route.index))}
    open_ = set(table.open_routes)
    cards = [board.tickets[ticket] for ticket in tickets]
    made = [seat is not None and table.has_completed(seat, card.index) for card in cards]
    marks = [
        TicketMark(sorted(card.a), sorted(card.b), card.points, done=done)
        for card, done in zip(cards, made, strict=True)
    ]
    return Position(
        held=held,
        closed=[route.index for route in board.routes if route.index not in open_ and route.index not in held],
        players=[PlayerMark(name, number, table.scores[number]) for number, name in enumerate(names)],
        tickets=marks,
    )
