"""What a route or a technology costs, which cards pay for it, and paying (C2, C4, K1, K2, K18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.engine import reasons as r
from branchline.engine.bits import int64
from branchline.engine.codes import CARD_BITS, PAYMENT, paid, paid_in_all
from branchline.engine.compilation import inline, kernel
from branchline.engine.layout import KINDS
from branchline.engine.rules.market import discard
from branchline.engine.rules.technologies import cards_per_wild, discount

if TYPE_CHECKING:
    from branchline.engine.kernel_types import BoardRecord, CardKind, Code, RouteId, Seat, StateRecord, TechnologyId


@inline
def price(board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId) -> int:
    """Return how many cards a route costs a seat: at least one, and at least its ferry symbols (C2, K18)."""
    least = max(1, board.route_ferry[route])
    return max(least, board.route_length[route] - discount(board, state, seat))


@kernel
def holds_cards(state: StateRecord, seat: Seat, code: Code) -> bool:
    """Tell whether a seat has the cards an action pays."""
    for kind in range(KINDS):
        if paid(code, kind) > state.hands[seat, kind]:
            return False
    return True


@inline
def sets_among(total: int, cost: int, per_wild: int) -> int:
    """Return how many sets of cards stand for wilds in a payment, or -1 where its size cannot be (K1)."""
    if total == cost:
        return 0
    if per_wild < 2 or total < cost:
        return -1
    sets = (total - cost) // (per_wild - 1)
    if sets > cost or sets * (per_wild - 1) != total - cost:
        return -1
    return sets


@inline
def colors_fit(code: Code, kind: CardKind, singles: int, plain: int) -> bool:
    """Tell whether cards of one color, on plain spaces only, and wilds make up the single cards of a payment."""
    of_color = min(min(paid(code, kind), plain), singles)
    return singles - of_color <= paid(code, WILD)


@kernel
def why_not_route_payment(board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId, code: Code) -> int:
    """Return why cards do not pay for a route, or 0 where they do (C2, K1, K2)."""
    if not holds_cards(state, seat, code):
        return r.CARDS_NOT_HELD
    cost = price(board, state, seat, route)
    sets = sets_among(paid_in_all(code), cost, cards_per_wild(board, state, seat))
    if sets < 0:
        return r.WRONG_NUMBER_OF_CARDS
    singles = cost - sets
    plain = cost - board.route_ferry[route]
    color = board.route_color[route]
    if color != GRAY:
        return 0 if colors_fit(code, color, singles, plain) else r.WRONG_CARDS
    for kind in range(board.colors):
        if colors_fit(code, kind, singles, plain):
            return 0
    return r.WRONG_CARDS


@kernel
def why_not_technology_payment(
    board: BoardRecord, state: StateRecord, seat: Seat, technology: TechnologyId, code: Code
) -> int:
    """Return why cards do not pay for a technology, or 0 where they do (K1, K8)."""
    if not holds_cards(state, seat, code):
        return r.CARDS_NOT_HELD
    cost = board.technology_cost[technology]
    sets = sets_among(paid_in_all(code), cost, cards_per_wild(board, state, seat))
    if sets < 0:
        return r.WRONG_NUMBER_OF_CARDS
    return 0 if cost - sets <= paid(code, WILD) else r.WRONG_CARDS


@kernel
def can_afford(board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId, spent: int) -> bool:
    """Tell whether a hand, less what `spent` pays, can pay for a route in some way (C2, K1, K2)."""
    cost = price(board, state, seat, route)
    plain = cost - board.route_ferry[route]
    wilds = state.hands[seat, WILD] - paid(spent, WILD)
    others = state.hand_count[seat] - paid_in_all(spent) - wilds
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
    """Move the cards of a payment to the discards, but the one kept for the flag (C4, F1)."""
    for kind in range(KINDS):
        number = paid(code, kind)
        if number == 0:
            continue
        state.hands[seat, kind] -= number
        # The cards everyone saw this hand take are the ones it may have paid with: at least the rest are there.
        state.known[seat, kind] = max(0, state.known[seat, kind] - number)
        discard(state, kind, number - (kind == kept))
        state.hand_count[seat] -= number


@kernel
def burn(board: BoardRecord, state: StateRecord, seat: Seat, code: Code, number: int) -> int:
    """Add cards to a payment, each from the color of which most is left in the hand (K1)."""
    for _ in range(number):
        best, most = 0, int64(-1)
        for kind in range(board.colors):
            left = state.hands[seat, kind] - paid(code, kind)
            if left > most:
                best, most = kind, left
        code += int64(1) << (PAYMENT + CARD_BITS * best)
    return code
