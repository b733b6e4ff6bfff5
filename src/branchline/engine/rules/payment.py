"""What a route or a technology costs, which cards pay for it, and paying (C2, C4, K1, K2, K18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.engine.kernel import reasons as r
from branchline.engine.kernel.bits import bit, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.codes import CARD_BITS, PAYMENT, paid, paid_in_all
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.types import KINDS
from branchline.engine.rules.market import discard
from branchline.engine.rules.technologies import cards_per_wild, discount, set_sizes

if TYPE_CHECKING:
    from branchline.engine.kernel.types import (
        BoardRecord,
        CardKind,
        Code,
        Ints,
        Mask,
        RouteId,
        Seat,
        StateRecord,
        TechnologyId,
    )


@inline
def wilds_required(board: BoardRecord, route: RouteId) -> int:
    """Return how many of a route's cards must be wilds: one for each ferry symbol (K2)."""
    return int64(board.route_ferry[route])


@inline
def price_after(board: BoardRecord, route: RouteId, less: int) -> int:
    """Return how many cards a route costs after a discount: at least one, and at least its ferry symbols (C2, K18)."""
    return max(max(1, wilds_required(board, route)), board.route_price[route] - less)


@inline
def price(board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId) -> int:
    """Return how many cards a route costs a seat, a set of cards for a wild counted as one (C2, K18).

    This is the lowest price: every one up to the full price is legal too.
    """
    return price_after(board, route, discount(board, state, seat))


@kernel
def store_prices(board: BoardRecord, state: StateRecord, seat: Seat, prices: Ints) -> None:
    """Store the price of every route for a seat."""
    less = discount(board, state, seat)
    for route in range(board.routes):
        prices[route] = price_after(board, route, less)


@kernel
def holds_cards(state: StateRecord, seat: Seat, code: Code) -> bool:
    """Return whether a seat has the cards an action pays."""
    for kind in range(KINDS):
        if paid(code, kind) > state.hands[seat, kind]:
            return False
    return True


@kernel
def add_set(sizes: Mask, sums_0: Mask, sums_1: Mask) -> tuple[Mask, Mask]:
    """Return the sums that one more set leads to, as two masks of 64.

    What a set adds to a payment is its size less the one card that it stands for.
    """
    next_0, next_1 = uint64(0), uint64(0)
    while sizes:
        added = uint64(lowest(sizes) - 1)
        sizes = drop_lowest(sizes)
        next_0 |= sums_0 << added
        next_1 |= sums_1 << added
        if added:
            next_1 |= sums_0 >> (uint64(64) - added)
    return next_0, next_1


@inline
def has_sum(sums_0: Mask, sums_1: Mask, number: int) -> bool:
    """Return whether a number is among the sums of two masks of 64."""
    if number < 0 or number >= 128:
        return False
    return (sums_0 if number < 64 else sums_1) & bit(number & 63) != 0


@inline
def color_fits(code: Code, kind: CardKind, singles: int, plain: int) -> bool:
    """Return whether cards of one color, on plain spaces only, and wilds make up the single cards of a payment."""
    of_color = min(min(paid(code, kind), plain), singles)
    return singles - of_color <= paid(code, WILD)


@kernel
def singles_fit(board: BoardRecord, route: RouteId, code: Code, singles: int, plain: int) -> bool:
    """Return whether a payment has the single cards that a route takes, of its color or any one color (C2, K2)."""
    color = board.route_color[route]
    if color != GRAY:
        return color_fits(code, color, singles, plain)
    for kind in range(board.colors):
        if color_fits(code, kind, singles, plain):
            return True
    return False


@kernel
def why_not_route_payment(board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId, code: Code) -> int:
    """Return why cards do not pay for a route, or 0 if they do (C2, K1, K2, K18).

    Technologies say "may": every price from the lowest to the full one is legal, and each set has any of the
    sizes that the seat may use.
    """
    if not holds_cards(state, seat, code):
        return r.CARDS_NOT_HELD
    total, ferry = int64(paid_in_all(code)), wilds_required(board, route)
    sizes = set_sizes(board, state, seat)
    reason = r.WRONG_NUMBER_OF_CARDS
    for cost in range(price(board, state, seat, route), board.route_price[route] + 1):
        sums_0, sums_1 = uint64(1), uint64(0)  # without a set, nothing is added
        for sets in range(cost + 1):
            if has_sum(sums_0, sums_1, total - cost):
                if singles_fit(board, route, code, cost - sets, cost - ferry):
                    return r.LEGAL
                reason = r.WRONG_CARDS
            sums_0, sums_1 = add_set(sizes, sums_0, sums_1)
    return reason


@kernel
def why_not_technology_payment(
    board: BoardRecord, state: StateRecord, seat: Seat, technology: TechnologyId, code: Code
) -> int:
    """Return why cards do not pay for a technology, or 0 if they do (K1, K8)."""
    if not holds_cards(state, seat, code):
        return r.CARDS_NOT_HELD
    total, cost = int64(paid_in_all(code)), int64(board.technology_cost[technology])
    sizes = set_sizes(board, state, seat)
    reason = r.WRONG_NUMBER_OF_CARDS
    sums_0, sums_1 = uint64(1), uint64(0)
    for sets in range(cost + 1):
        if has_sum(sums_0, sums_1, total - cost):
            if cost - sets <= paid(code, WILD):
                return r.LEGAL
            reason = r.WRONG_CARDS
        sums_0, sums_1 = add_set(sizes, sums_0, sums_1)
    return reason


@kernel
def can_afford(board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId, spent: int) -> bool:
    """Return whether a hand can pay for a route in some way after paying `spent` (C2, K1, K2)."""
    cost = price(board, state, seat, route)
    plain = cost - wilds_required(board, route)
    wilds = state.hands[seat, WILD] - paid(spent, WILD)
    others = int64(state.hand_count[seat]) - paid_in_all(spent) - wilds
    per_wild = cards_per_wild(board, state, seat)
    color = board.route_color[route]
    for kind in range(board.colors):
        if color != kind and color != GRAY:
            continue
        of_color = min(state.hands[seat, kind] - paid(spent, kind), plain)
        sets = (others - of_color) // per_wild if per_wild else 0
        if of_color + wilds + sets >= cost:
            return True
    return False


@kernel
def pay(state: StateRecord, seat: Seat, code: Code, kept: CardKind) -> None:
    """Move the cards of a payment to the discards, except the one kept for the flag (C4, F1)."""
    for kind in range(KINDS):
        number = paid(code, kind)
        if number == 0:
            continue
        state.hands[seat, kind] -= number
        # It may have paid with cards that everyone saw it take: only what exceeds the payment is still known.
        state.known[seat, kind] = max(0, state.known[seat, kind] - number)
        discard(state, kind, number - (kind == kept))
        state.hand_count[seat] -= number


@kernel
def add_set_cards(board: BoardRecord, state: StateRecord, seat: Seat, code: Code, number: int) -> int:
    """Return a payment with more cards, for sets: each of the color with the most cards left in the hand (K1)."""
    for _ in range(number):
        best, most = 0, int64(-1)
        for kind in range(board.colors):
            left = state.hands[seat, kind] - paid(code, kind)
            if left > most:
                best, most = kind, left
        code += int64(1) << (PAYMENT + CARD_BITS * best)
    return code
