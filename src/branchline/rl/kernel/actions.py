"""The number of an action in a map's discrete space, and the action of a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.engine.bits import int64, lowest, uint64
from branchline.engine.codes import (
    BUY,
    CARD_BITS,
    CLAIM,
    DECK,
    DRAW,
    DRAW_BLIND,
    KEEP,
    OPTION,
    PAYMENT,
    TAKE_TICKETS,
    TARGET,
    WILD_SHIFT,
    kind_of,
    option_of,
    paid,
    paid_in_all,
    target_of,
)
from branchline.engine.compilation import inline, kernel
from branchline.engine.rules.payment import add_set_cards, price
from branchline.engine.rules.technologies import cards_per_wild
from branchline.rl.kernel import offsets as p

if TYPE_CHECKING:
    from branchline.engine.kernel_types import BoardRecord, CardKind, Code, Ints, StateRecord

COLORS_MASK = (1 << CARD_BITS * WILD) - 1


@inline
def only_color(code: Code) -> int:
    """Return the first color that a payment has, or the slot of none."""
    colors = (code >> PAYMENT) & COLORS_MASK
    return lowest(uint64(colors)) // CARD_BITS if colors else int64(p.NO_COLOR)


@inline
def payment_with(
    board: BoardRecord, state: StateRecord, base: int, kind: CardKind, of_color: int, set_cards: int
) -> int:
    """Return a payment: cards of one color for themselves, then what stands for wilds (K1)."""
    code = base | of_color << (PAYMENT + CARD_BITS * kind)
    return add_set_cards(board, state, int64(state.turn), code, set_cards)


@kernel
def slot_of_sets(board: BoardRecord, state: StateRecord, code: Code, base: int, of_color: int, set_cards: int) -> int:
    """Return the color that stands for itself in a gray route's payment with sets: the first that gives the same."""
    for kind in range(board.colors):
        if payment_with(board, state, base, kind, of_color, set_cards) == code:
            return int64(kind)
    return int64(p.NO_COLOR)


@kernel
def sets_of_one(board: BoardRecord, state: StateRecord, code: Code, cost: int) -> tuple[int, int]:
    """Return the sets of a payment, and its slot, where one card is a set: the fewest that give this payment (K1)."""
    route, wilds = int64(target_of(code)), int64(paid(code, WILD))
    base = CLAIM | route << TARGET | wilds << WILD_SHIFT | int64(option_of(code)) << OPTION
    color = int64(board.route_color[route])
    for sets in range(max(0, board.route_ferry[route] - wilds), cost - wilds):
        of_color = cost - wilds - sets
        if color == GRAY:
            slot = int64(slot_of_sets(board, state, code, base, of_color, sets))
            if slot != p.NO_COLOR:
                return int64(sets), slot
        elif payment_with(board, state, base, color, of_color, sets) == code:
            return int64(sets), color
    return cost - wilds, int64(p.NO_COLOR)


@kernel
def claim_number(board: BoardRecord, state: StateRecord, plan: Ints, code: Code) -> int:
    """Return the number of a claim."""
    seat = int64(state.turn)
    route = int64(target_of(code))
    option = option_of(code)
    wilds = paid(code, WILD)
    sets, slot = int64(0), only_color(code)
    per_wild = int64(cards_per_wild(board, state, seat))
    cost = int64(price(board, state, seat, route))
    if per_wild == 1:
        sets, slot = sets_of_one(board, state, code, cost)
    elif per_wild > 1:
        sets = (paid_in_all(code) - cost) // (per_wild - 1)
        if sets > 0:
            of_color = cost - sets - wilds
            color = int64(board.route_color[route])
            if of_color == 0:
                slot = int64(p.NO_COLOR)
            elif color != GRAY:
                slot = color
            else:
                base = CLAIM | route << TARGET | wilds << WILD_SHIFT
                slot = int64(slot_of_sets(board, state, code, base, of_color, per_wild * sets))
    place = (((route * p.SLOTS + slot) * plan[p.SETS] + sets) * plan[p.WILDS] + wilds) * 2 + option
    return int64(plan[plan[p.CLAIMS] + place])


@kernel
def number_of(board: BoardRecord, state: StateRecord, plan: Ints, code: Code) -> int:
    """Return the number of a legal action."""
    kind = kind_of(code)
    if kind == CLAIM:
        return claim_number(board, state, plan, code)
    if kind == DRAW:
        card = int64(target_of(code))
        if card == DECK:
            return int64(p.DECK_ID)
        return int64(p.WILD_ID) if card == WILD else p.COLOR_ID + card
    if kind == KEEP:
        return int64(plan[p.KEEPS]) + target_of(code)
    if kind == BUY:
        technology = int64(target_of(code))
        sets = int64(board.technology_cost[technology]) - paid(code, WILD)
        return int64(plan[plan[p.BUYS] + technology * plan[p.SETS] + sets])
    if kind == TAKE_TICKETS:
        return int64(p.TICKETS_ID)
    return int64(p.BLIND_ID) if kind == DRAW_BLIND else int64(p.PASS_ID)


@kernel
def claim_code(board: BoardRecord, state: StateRecord, plan: Ints, row: int) -> int:
    """Return the claim of a row for the seat on turn, or 0 where the price does not allow such a payment."""
    seat = int64(state.turn)
    route = int64(plan[row + p.TARGET])
    slot = int64(plan[row + p.SLOT])
    sets, wilds = int64(plan[row + p.ROW_SETS]), int64(plan[row + p.ROW_WILDS])
    of_color = int64(price(board, state, seat, route)) - sets - wilds
    if (slot == p.NO_COLOR) != (of_color == 0) or of_color < 0:
        return int64(0)
    base = CLAIM | route << TARGET | wilds << WILD_SHIFT | int64(plan[row + p.OPTION]) << OPTION
    return payment_with(board, state, base, slot, of_color, sets * cards_per_wild(board, state, seat))


@kernel
def code_of(board: BoardRecord, state: StateRecord, plan: Ints, number: int) -> int:
    """Return the code of the action with a number, for the seat on turn; 0 where it cannot be."""
    row = int64(plan[p.ROWS]) + number * p.ROW
    kind, target = int64(plan[row + p.KIND]), int64(plan[row + p.TARGET])
    if kind == CLAIM:
        return claim_code(board, state, plan, row)
    if kind == BUY:
        sets = int64(plan[row + p.ROW_SETS])
        base = BUY | target << TARGET | (int64(board.technology_cost[target]) - sets) << WILD_SHIFT
        seat = int64(state.turn)
        return add_set_cards(board, state, seat, base, sets * cards_per_wild(board, state, seat))
    return kind | target << TARGET
