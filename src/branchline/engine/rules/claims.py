"""Claiming a route (C, K3-K6, K11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.kernel import reasons as r
from branchline.engine.kernel import trace as t
from branchline.engine.kernel.bits import bit, int64
from branchline.engine.kernel.codes import option_of
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.layout import HELD_ROUTE, NOTHING
from branchline.engine.kernel.trace import note
from branchline.engine.rules.flags import may_keep_flag_card, put_in_front
from branchline.engine.rules.payment import can_afford, pay, why_not_route_payment
from branchline.engine.rules.technologies import claim_points

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, Code, RouteId, Seat, StateRecord, Trace


@inline
def holds(state: StateRecord, seat: Seat, route: RouteId) -> bool:
    """Return whether a seat holds a route."""
    return state.routes[seat, route >> 6] & bit(route & 63) != 0


@inline
def is_open(state: StateRecord, route: RouteId) -> bool:
    """Return whether nobody holds a route and no rule has closed it."""
    return state.open[route >> 6] & bit(route & 63) != 0


@kernel
def is_held(board: BoardRecord, state: StateRecord, route: RouteId) -> bool:
    """Return whether anybody holds a route."""
    for seat in range(board.players):
        if holds(state, seat, route):
            return True
    return False


@inline
def beside_own_track(board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId) -> bool:
    """Return whether a seat holds the other track of this double (C5)."""
    twin = board.route_twin[route]
    return twin != NOTHING and holds(state, seat, twin)


@inline
def lacks_technology(board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId) -> bool:
    """Return whether a route needs a technology that the seat does not have (K3-K6)."""
    return board.route_needs[route] & ~int64(state.technologies[seat]) != 0


@kernel
def why_not_route(board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId) -> int:
    """Return why a seat may not claim a route whatever the cards, or 0 if it may (C1, C3, C5, C6, K11)."""
    if route >= board.routes:
        return r.NO_SUCH_ROUTE
    if holds(state, seat, route):
        return r.ROUTE_IS_YOURS
    if state.phase == HELD_ROUTE:
        if not is_held(board, state, route):
            return r.ROUTE_NOT_HELD
    elif not is_open(state, route):
        return r.ROUTE_TAKEN if is_held(board, state, route) else r.ROUTE_CLOSED
    if beside_own_track(board, state, seat, route):
        return r.BESIDE_OWN_TRACK
    if board.route_length[route] > state.pieces[seat]:
        return r.TOO_FEW_PIECES
    if lacks_technology(board, state, seat, route):
        return r.TECHNOLOGY_MISSING
    return 0


@kernel
def why_not_claim(board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId, code: Code) -> int:
    """Return why a seat may not claim a route with these cards, or 0 if it may."""
    reason = why_not_route(board, state, seat, route)
    if reason:
        return reason
    reason = why_not_route_payment(board, state, seat, route, code)
    if reason:
        return reason
    if option_of(code) and not may_keep_flag_card(board, state, seat, route, code):
        return r.NO_FLAG_CARD
    return 0


@kernel
def could_claim_held_route(board: BoardRecord, state: StateRecord, seat: Seat, spent: int) -> bool:
    """Return whether a seat could claim a route that another holds after paying `spent` (K11)."""
    for route in range(board.routes):
        if (
            is_held(board, state, route)
            and not holds(state, seat, route)
            and not beside_own_track(board, state, seat, route)
            and board.route_length[route] <= state.pieces[seat]
            and not lacks_technology(board, state, seat, route)
            and can_afford(board, state, seat, route, spent)
        ):
            return True
    return False


@inline
def close(state: StateRecord, route: RouteId) -> None:
    """Close a route."""
    state.open[route >> 6] &= ~bit(route & 63)


@inline
def claim(board: BoardRecord, state: StateRecord, route: RouteId, code: Code, trace: Trace) -> None:
    """Claim a route for the seat to move: cards, pieces, points (C3, C4, C6, K9, K19)."""
    seat = int64(state.turn)
    kept = board.route_color[route] if option_of(code) else NOTHING
    pay(state, seat, code, kept)
    state.routes[seat, route >> 6] |= bit(route & 63)
    close(state, route)
    twin = board.route_twin[route]
    if twin != NOTHING and not board.doubles_open:
        close(state, twin)
    state.pieces[seat] -= board.route_length[route]
    points = claim_points(board, state, seat, route)
    state.technology_score[seat] += points - board.route_points[route]
    state.score[seat] += points
    note(trace, t.CLAIMED, seat, route, points)
    if kept != NOTHING:
        put_in_front(state, seat, kept, trace)
