"""Cards kept from flag-colored routes, and full flags (F)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.kernel import trace as t
from branchline.engine.kernel.bits import count, int64, uint64
from branchline.engine.kernel.codes import paid
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.layout import NONE
from branchline.engine.kernel.trace import note
from branchline.engine.rules.market import discard

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, Code, Color, RouteId, Seat, StateRecord, Trace


@inline
def is_flag_color(board: BoardRecord, color: Color) -> bool:
    """Return whether routes of this color give a card for the flag (F1)."""
    return (board.flag_colors >> color) & 1 != 0


@inline
def is_in_front(state: StateRecord, seat: Seat, color: Color) -> bool:
    """Return whether a seat has kept a card of this color for its flag (F1, F4)."""
    return (state.front[seat] >> color) & 1 != 0


@inline
def cards_in_front(state: StateRecord, seat: Seat) -> int:
    """Return how many cards a seat has kept for its flag (F4)."""
    return count(uint64(state.front[seat]))


@inline
def flag_lacks(board: BoardRecord, state: StateRecord, seat: Seat, color: Color) -> bool:
    """Return whether a seat could keep a card of this color for its flag: it has none in front yet (F1)."""
    return is_flag_color(board, color) and not is_in_front(state, seat, color)


@inline
def may_keep_flag_card(board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId, code: Code) -> bool:
    """Return whether one of the cards played may be kept in front (F1, F2)."""
    color = board.route_color[route]
    return flag_lacks(board, state, seat, color) and paid(code, color) > 0


@inline
def completes_flag(board: BoardRecord, state: StateRecord, seat: Seat, color: Color) -> bool:
    """Return whether a card of this color in front of a seat completes its flag (F3)."""
    return state.front[seat] | 1 << color == board.flag_colors


@inline
def flag_score(board: BoardRecord, state: StateRecord, seat: Seat) -> int:
    """Return the points that a seat has scored with flags (F3)."""
    return int64(state.flags_scored[seat]) * board.flag_points


@kernel
def put_in_front(state: StateRecord, seat: Seat, color: Color, trace: Trace) -> None:
    """Lay a card in front of a seat: it is in no hand and not among the discards (F1, F4)."""
    state.front[seat] |= 1 << color
    note(trace, t.FLAG_CARD, seat, color, NONE)


@inline
def score_flag(board: BoardRecord, state: StateRecord, seat: Seat, trace: Trace) -> bool:
    """Score a full flag and discard its cards; return whether there was one (F3)."""
    if board.flag_colors == 0 or state.front[seat] != board.flag_colors:
        return False
    for color in range(board.colors):
        if is_flag_color(board, color):
            discard(state, color, int64(1))
    state.front[seat] = 0
    state.flags_scored[seat] += 1
    state.score[seat] += board.flag_points
    note(trace, t.FLAG_SCORED, seat, board.flag_points, NONE)
    return True
