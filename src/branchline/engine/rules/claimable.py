"""Which routes a seat can claim, as two masks of 64, without testing each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.engine.kernel.bits import bit, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.layout import HELD_ROUTE, NONE
from branchline.engine.kernel.types import LENGTHS
from branchline.engine.rules.claims import beside_own_track, lacks_technology
from branchline.engine.rules.payment import can_afford
from branchline.engine.rules.technologies import cards_per_wild, discount

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, Mask, Seat, StateRecord


@inline
def colors_held(board: BoardRecord, state: StateRecord, seat: Seat) -> Mask:
    """Return the colors in a hand, as a mask."""
    kinds = uint64(0)
    for kind in range(board.colors):
        kinds |= uint64(state.hands[seat, kind] > 0) << uint64(kind)
    return kinds


@inline
def within_means(
    board: BoardRecord, state: StateRecord, seat: Seat, held: Mask, per_wild: int, less: int
) -> tuple[Mask, Mask]:
    """Return the routes that a hand may be able to pay for; it cannot pay for any other (C2, K1, K18).

    Cards are counted twice, as a color and in sets that stand for wilds, and ferry symbols are ignored.
    """
    wilds = int64(state.hands[seat, WILD])
    more = wilds + less
    if per_wild:
        more += (int64(state.hand_count[seat]) - wilds) // per_wild
    reach = min(more, LENGTHS - 1)
    mask_0, mask_1 = board.of_price_upto[reach, 0], board.of_price_upto[reach, 1]
    most = int64(0)
    while held:
        kind = lowest(held)
        held = drop_lowest(held)
        number = int64(state.hands[seat, kind])
        most = max(most, number)
        reach = min(number + more, LENGTHS - 1)
        mask_0 |= board.upto[kind, reach, 0]
        mask_1 |= board.upto[kind, reach, 1]
    reach = min(most + more, LENGTHS - 1)
    return mask_0 | board.upto[GRAY, reach, 0], mask_1 | board.upto[GRAY, reach, 1]


@kernel
def held_by_others(board: BoardRecord, state: StateRecord, seat: Seat) -> tuple[Mask, Mask]:
    """Return the routes that others hold and the seat does not (K11)."""
    mask_0, mask_1 = uint64(0), uint64(0)
    for other in range(board.players):
        mask_0 |= state.routes[other, 0]
        mask_1 |= state.routes[other, 1]
    return mask_0 & ~state.routes[seat, 0], mask_1 & ~state.routes[seat, 1]


@kernel
def beside_own_tracks(board: BoardRecord, state: StateRecord, seat: Seat, routes: Mask, first: int) -> Mask:
    """Return the routes among up to 64 whose other track the seat holds (C5)."""
    found = uint64(0)
    while routes:
        place = lowest(routes)
        routes = drop_lowest(routes)
        if beside_own_track(board, state, seat, first + place):
            found |= bit(place)
    return found


@kernel
def lacking_technology(board: BoardRecord, state: StateRecord, seat: Seat, routes: Mask, first: int) -> Mask:
    """Return the routes among up to 64 that need a technology which the seat does not have (K3-K6)."""
    if state.technologies[seat] == 0:
        return routes
    found = uint64(0)
    while routes:
        place = lowest(routes)
        routes = drop_lowest(routes)
        if lacks_technology(board, state, seat, first + place):
            found |= bit(place)
    return found


@inline
def claimable_routes(
    board: BoardRecord, state: StateRecord, seat: Seat, held: Mask, per_wild: int, less: int
) -> tuple[Mask, Mask]:
    """Return the routes that a seat may claim if it can pay for them, except those far beyond its means (C1, C3, C5).

    `held` are the colors in its hand, `per_wild` cards stand for a wild (0: none do), and a route costs `less` cards
    fewer.
    """
    mask_0, mask_1 = state.open[0], state.open[1]
    if state.phase == HELD_ROUTE:
        mask_0, mask_1 = held_by_others(board, state, seat)
    most = min(int64(state.pieces[seat]), LENGTHS - 1)
    mask_0 &= board.of_length_upto[most, 0]
    mask_1 &= board.of_length_upto[most, 1]
    means_0, means_1 = within_means(board, state, seat, held, per_wild, less)
    mask_0 &= means_0
    mask_1 &= means_1
    if board.doubles_open:  # otherwise the other track is closed as soon as one is claimed
        mask_0 &= ~beside_own_tracks(board, state, seat, mask_0 & board.doubles[0], NONE)
        mask_1 &= ~beside_own_tracks(board, state, seat, mask_1 & board.doubles[1], int64(64))
    if board.technologies:
        mask_0 &= ~lacking_technology(board, state, seat, mask_0 & board.with_needs[0], NONE)
        mask_1 &= ~lacking_technology(board, state, seat, mask_1 & board.with_needs[1], int64(64))
    return mask_0, mask_1


@kernel
def can_claim_something(board: BoardRecord, state: StateRecord) -> bool:
    """Return whether the seat to move can claim any route."""
    seat = int64(state.turn)
    per_wild, less = cards_per_wild(board, state, seat), discount(board, state, seat)
    mask, rest = claimable_routes(board, state, seat, colors_held(board, state, seat), per_wild, less)
    first = int64(0)
    while mask or rest:
        if not mask:
            mask, rest, first = rest, uint64(0), int64(64)
        if can_afford(board, state, seat, first + lowest(mask), NONE):
            return True
        mask = drop_lowest(mask)
    return False
