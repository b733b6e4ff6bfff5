"""A board's record, laid out once for all who play on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.layout import Records, pack_board

if TYPE_CHECKING:
    from branchline.boards.board import Board

KEPT = "_packed"


def packed(board: Board) -> Records:
    """Return the kernel's record of a board; it is kept with the board, as laying it out takes milliseconds."""
    found: Records | None = board.__dict__.get(KEPT)
    if found is None:
        found = board.__dict__[KEPT] = pack_board(board)
    return found
