"""Technologies: their effects, their sale, and their return to the sale (K7-K18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.kernel import trace as t
from branchline.engine.kernel.bits import bit, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.layout import NONE, NOTHING
from branchline.engine.kernel.trace import note

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, Ints, Mask, RouteId, Seat, StateRecord, TechnologyId, Trace


@inline
def owns(state: StateRecord, seat: Seat, technology: TechnologyId) -> bool:
    """Return whether a seat holds a technology."""
    return (state.technologies[seat] >> technology) & 1 != 0


@inline
def comes_back(board: BoardRecord, technology: TechnologyId) -> int:
    """Return whether a technology is for one turn only (K11, K13)."""
    return board.technology_held_route[technology] or board.technology_second_route[technology]


@inline
def set_sizes(board: BoardRecord, state: StateRecord, seat: Seat) -> Mask:
    """Return the numbers of cards that may stand for one wild, as a mask: the map's and those of technologies (K1)."""
    sizes = bit(board.cards_per_wild)
    owned = uint64(state.technologies[seat])
    while owned:
        sizes |= bit(board.technology_cards_per_wild[lowest(owned)])
        owned = drop_lowest(owned)
    return sizes & ~bit(0)  # 0 is no size


@inline
def cards_per_wild(board: BoardRecord, state: StateRecord, seat: Seat) -> int:
    """Return the fewest cards that stand for one wild, 0 if none do (K1)."""
    sizes = set_sizes(board, state, seat)
    return lowest(sizes) if sizes else NONE


@inline
def discount(board: BoardRecord, state: StateRecord, seat: Seat) -> int:
    """Return how many cards fewer a route costs a seat (K18)."""
    less = NONE
    owned = uint64(state.technologies[seat])
    while owned:
        less += board.technology_discount[lowest(owned)]
        owned = drop_lowest(owned)
    return less


@inline
def claim_bonuses(board: BoardRecord, state: StateRecord, seat: Seat) -> tuple[int, int]:
    """Return the points a seat's technologies add to each claim, and those they add to a ferry (K9)."""
    on_route, on_ferry = NONE, NONE
    owned = uint64(state.technologies[seat])
    while owned:
        on_route += board.technology_route_points[lowest(owned)]
        on_ferry += board.technology_ferry_points[lowest(owned)]
        owned = drop_lowest(owned)
    return on_route, on_ferry


@inline
def points_with_bonuses(board: BoardRecord, route: RouteId, on_route: int, on_ferry: int) -> int:
    """Return the points of claiming a route with these bonuses on each claim and on a ferry (C4, K9)."""
    points = int64(board.route_points[route]) + on_route
    return points + on_ferry if board.route_ferry[route] else points


@inline
def claim_points(board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId) -> int:
    """Return the points that the claim of a route scores for a seat (C4, K9)."""
    on_route, on_ferry = claim_bonuses(board, state, seat)
    return points_with_bonuses(board, route, on_route, on_ferry)


@kernel
def store_claim_points(board: BoardRecord, state: StateRecord, seat: Seat, points: Ints) -> None:
    """Store the points that the claim of every route scores for a seat (C4, K9)."""
    on_route, on_ferry = claim_bonuses(board, state, seat)
    for route in range(board.routes):
        points[route] = points_with_bonuses(board, route, on_route, on_ferry)


@kernel
def blind_cards(board: BoardRecord, state: StateRecord, seat: Seat) -> int:
    """Return how many cards a seat may draw blind at once, 0 without a technology for it (K14)."""
    most = NONE
    owned = uint64(state.technologies[seat])
    while owned:
        most = max(most, board.technology_blind_cards[lowest(owned)])
        owned = drop_lowest(owned)
    return most


@inline
def is_withdrawn(board: BoardRecord, state: StateRecord, technology: TechnologyId) -> bool:
    """Return whether a technology is off sale because the deck has been reshuffled (K17)."""
    return state.reshuffled != 0 and board.technology_until_reshuffle[technology] != 0


@kernel
def copies_left(board: BoardRecord, state: StateRecord, technology: TechnologyId) -> int:
    """Return how many copies of a technology are on sale (K7, K11, K13, K17)."""
    if is_withdrawn(board, state, technology):
        return NONE
    copies = int64(board.technology_copies[technology])
    for seat in range(board.players):
        copies -= owns(state, seat, technology)
    if state.bought == technology and comes_back(board, technology):
        copies -= 1  # out of stock for this turn, although nobody holds it
    return copies


@kernel
def withdraw_early_offers(board: BoardRecord, state: StateRecord, trace: Trace) -> None:
    """Note which technologies the first reshuffle takes off sale (K17); `is_withdrawn` holds from then on."""
    for technology in range(board.technologies):
        if board.technology_until_reshuffle[technology] and copies_left(board, state, technology):
            note(trace, t.WITHDRAWN, NOTHING, technology, NONE)


@kernel
def hand_over(board: BoardRecord, state: StateRecord, technology: TechnologyId, trace: Trace) -> None:
    """Give the seat to move the technology that it has paid for (K7, K8)."""
    seat = int64(state.turn)
    state.bought = technology
    if not comes_back(board, technology):
        state.technologies[seat] |= 1 << technology
    note(trace, t.BOUGHT, seat, technology, NONE)


@inline
def give_back(board: BoardRecord, state: StateRecord, trace: Trace) -> None:
    """Put a technology for one turn back on sale at the end of it (K11, K13)."""
    technology = int64(state.bought)
    if technology != NOTHING and comes_back(board, technology) and not is_withdrawn(board, state, technology):
        note(trace, t.CAME_BACK, int64(state.turn), technology, NONE)
    state.bought = NOTHING
