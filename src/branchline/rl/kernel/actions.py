"""The number of an action in a map's discrete space, and the action of a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.boards.format.schema import Limits
from branchline.engine.kernel import codes
from branchline.engine.kernel.bits import drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.codes import (
    CARD_BITS,
    CARD_MASK,
    PAYMENT,
    WILD_SHIFT,
    kind_of,
    option_of,
    paid,
    paid_in_all,
    paying,
    target_of,
)
from branchline.engine.kernel.compilation import entry, inline, kernel
from branchline.engine.rules.flags import is_flag_color
from branchline.engine.rules.payment import add_set_cards, price, why_not_route_payment
from branchline.engine.rules.technologies import cards_per_wild
from branchline.rl.kernel import offsets

if TYPE_CHECKING:
    from branchline.engine.kernel.layout import Records
    from branchline.engine.kernel.types import (
        ActionList,
        BoardRecord,
        CardKind,
        Code,
        Ints,
        Mask,
        RouteId,
        StateRecord,
        TechnologyId,
    )

COLORS_MASK = (1 << CARD_BITS * WILD) - 1
MOST_CARDS = Limits.CARDS


@inline
def payment(board: BoardRecord, state: StateRecord, base: int, kind: CardKind, of_color: int, sets: int) -> Code:
    """Add to an action the cards of one color, and those of the sets that stand for wilds (K1)."""
    seat = int64(state.turn)
    code = base | paying(kind, of_color)
    return add_set_cards(board, state, seat, code, sets * cards_per_wild(board, state, seat))


# -- from the action to its number -------------------------------------------------------------


@inline
def first_color(code: Code) -> int:
    """Return the first color that a payment has, or `NO_COLOR`."""
    colors = (code >> PAYMENT) & COLORS_MASK
    return lowest(uint64(colors)) // CARD_BITS if colors else int64(offsets.NO_COLOR)


@inline
def payment_place(lookup: Ints, slot: int, sets: int, wilds: int, option: int) -> int:
    """Return the place of a payment among all payments for a route."""
    return ((slot * lookup[offsets.SETS] + sets) * lookup[offsets.WILDS] + wilds) * 2 + option


@inline
def look_up_claim(lookup: Ints, route: RouteId, place: int) -> int:
    """Return the number of a claim, given the place of its payment; -1 if the space has none."""
    places = payment_place(lookup, int64(offsets.SLOTS), int64(0), int64(0), int64(0))
    return int64(lookup[lookup[offsets.CLAIMS] + route * places + place])


@kernel
def slot_of(board: BoardRecord, state: StateRecord, code: Code, base: int, of_color: int, sets: int) -> int:
    """Return the color that pays for itself in a payment with sets: the first one that gives the same cards, or -1."""
    color = int64(board.route_color[target_of(code)])
    for kind in range(board.colors):
        if (kind == color or color == GRAY) and payment(board, state, base, kind, of_color, sets) == code:
            return kind
    return int64(-1)


@kernel
def place_with_sets(board: BoardRecord, state: StateRecord, lookup: Ints, code: Code, per_wild: int) -> int:
    """Return the place of a payment in which cards may stand for wilds: the first one that gives the same cards."""
    route, wilds, option = int64(target_of(code)), paid(code, WILD), option_of(code)
    total, cost = paid_in_all(code), int64(price(board, state, int64(state.turn), route))
    base = codes.CLAIM | route << codes.TARGET | wilds << WILD_SHIFT | option << codes.OPTION
    for sets in range(cost - wilds + 1):
        of_color = cost - wilds - sets
        if of_color + wilds + sets * per_wild != total:
            continue
        slot = int64(offsets.NO_COLOR)
        if of_color and (sets or per_wild == 1):
            slot = slot_of(board, state, code, base, of_color, sets)
        elif of_color:
            slot = first_color(code)
        if slot >= 0:
            place = payment_place(lookup, slot, sets, wilds, option)
            if look_up_claim(lookup, route, place) >= 0:
                return place
    return int64(-1)


@kernel
def place_of(board: BoardRecord, state: StateRecord, lookup: Ints, code: Code) -> int:
    """Return the place of a legal claim's payment among all payments for its route."""
    per_wild = int64(cards_per_wild(board, state, int64(state.turn)))
    if per_wild:
        return place_with_sets(board, state, lookup, code, per_wild)
    return payment_place(lookup, first_color(code), int64(0), paid(code, WILD), option_of(code))


@kernel
def mark_claims(board: BoardRecord, state: StateRecord, lookup: Ints, listed: ActionList, mask: Ints) -> None:
    """Mark the claims that `count_legal` counted: all routes of a class have the same payments."""
    mask_0, mask_1 = listed.claimable[0], listed.claimable[1]
    while mask_0 or mask_1:
        route = lowest(mask_0) if mask_0 else 64 + lowest(mask_1)
        alike_0, alike_1 = mask_0 & board.alike[route, 0], mask_1 & board.alike[route, 1]
        mask_0 &= ~alike_0
        mask_1 &= ~alike_1
        first = listed.first_payment[board.route_class[route]]
        for index in range(first, first + listed.payment_count[board.route_class[route]]):
            place = place_of(board, state, lookup, listed.payments[index] | route << codes.TARGET)
            mark_routes(lookup, alike_0, int64(0), place, mask)
            mark_routes(lookup, alike_1, int64(64), place, mask)


@inline
def mark_routes(lookup: Ints, routes: Mask, first: int, place: int, mask: Ints) -> None:
    """Mark the claims of up to 64 routes, numbered from `first` on, with the payment at a place."""
    while routes:
        mask[look_up_claim(lookup, first + lowest(routes), place)] = 1
        routes = drop_lowest(routes)


@kernel
def number_of(board: BoardRecord, state: StateRecord, lookup: Ints, code: Code) -> int:
    """Return the number of a legal action."""
    kind = kind_of(code)
    if kind == codes.CLAIM:
        return look_up_claim(lookup, int64(target_of(code)), place_of(board, state, lookup, code))
    if kind == codes.DRAW:
        card = int64(target_of(code))
        if card == codes.DECK:
            return int64(offsets.DECK_ID)
        return int64(offsets.WILD_ID) if card == WILD else offsets.COLOR_ID + card
    if kind == codes.KEEP:
        return int64(lookup[offsets.KEEPS]) + target_of(code)
    if kind == codes.BUY:
        technology = int64(target_of(code))
        sets = int64(board.technology_cost[technology]) - paid(code, WILD)
        return int64(lookup[lookup[offsets.PURCHASES] + technology * lookup[offsets.SETS] + sets])
    if kind == codes.TAKE_TICKETS:
        return int64(offsets.TICKETS_ID)
    return int64(offsets.BLIND_ID) if kind == codes.DRAW_BLIND else int64(offsets.PASS_ID)


# -- from the number to its action -------------------------------------------------------------


@kernel
def claim_code(
    board: BoardRecord, state: StateRecord, route: RouteId, cost: int, slot: int, sets: int, wilds: int, option: int
) -> Code:
    """Return the claim of the seat on turn with this payment, or 0 if there is none at the current price."""
    of_color = cost - sets - wilds
    if of_color < 0 or (slot == offsets.NO_COLOR) != (of_color == 0):
        return int64(0)
    base = codes.CLAIM | route << codes.TARGET | wilds << WILD_SHIFT | option << codes.OPTION
    return payment(board, state, base, slot, of_color, sets)


@kernel
def purchase_code(board: BoardRecord, state: StateRecord, technology: TechnologyId, sets: int) -> Code:
    """Return the purchase of the seat on turn with this number of sets."""
    wilds = int64(board.technology_cost[technology]) - sets
    return payment(board, state, codes.BUY | technology << codes.TARGET | wilds << WILD_SHIFT, int64(0), int64(0), sets)


@kernel
def code_of(board: BoardRecord, state: StateRecord, lookup: Ints, number: int) -> Code:
    """Return the code of the action with a number, for the seat on turn; 0 if there is none at the current price."""
    row = int64(lookup[offsets.ROWS]) + number * offsets.ROW
    kind, target = int64(lookup[row + offsets.KIND]), int64(lookup[row + offsets.TARGET])
    sets, wilds = int64(lookup[row + offsets.ROW_SETS]), int64(lookup[row + offsets.ROW_WILDS])
    if kind == codes.CLAIM:
        slot, option = int64(lookup[row + offsets.SLOT]), int64(lookup[row + offsets.OPTION])
        cost = int64(price(board, state, int64(state.turn), target))
        return claim_code(board, state, target, cost, slot, sets, wilds, option)
    if kind == codes.BUY:
        return purchase_code(board, state, target, sets)
    return kind | target << codes.TARGET


# -- what the space contains -------------------------------------------------------------------


@entry
def equip(boards: Records, states: Records) -> None:
    """Give the first seat all technologies, and as many cards of each kind as a code has room for."""
    board, state = boards[0], states[0]
    state.technologies[0] = (1 << int64(board.technologies)) - 1
    state.hands[0, :] = CARD_MASK
    state.hand_count[0] = MOST_CARDS


@entry
def can_pay(boards: Records, states: Records, route: RouteId, slot: int, wilds: int) -> bool:
    """Return whether wilds and cards of a color pay for a route, at any of its prices."""
    board, state, seat = boards[0], states[0], int64(0)
    for cost in range(int64(price(board, state, seat, route)), int64(board.route_price[route]) + 1):
        code = claim_code(board, state, route, cost, slot, int64(0), wilds, int64(0))
        if code and why_not_route_payment(board, state, seat, route, code) == 0:
            return True
    return False


@entry
def gives_flag_card(boards: Records, route: RouteId) -> bool:
    """Return whether a card paid for a route may be kept for the flag (F1)."""
    return is_flag_color(boards[0], int64(boards[0].route_color[route]))
