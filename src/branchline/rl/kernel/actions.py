"""The number of an action in a map's discrete space, and the action of a number."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.boards.board import GRAY, WILD
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
from branchline.engine.compilation import inline, kernel, lowest
from branchline.engine.layout import Record  # noqa: TC001 (the kernel is not for type checkers alone)
from branchline.engine.rules.payment import burn, price
from branchline.engine.rules.technologies import cards_per_wild
from branchline.rl.kernel import offsets as p

COLORS_MASK = (1 << CARD_BITS * WILD) - 1


@inline
def only_color(code: Any) -> Any:
    """Return the first color that a payment has, or the slot of none."""
    colors = (code >> PAYMENT) & COLORS_MASK
    return lowest(np.uint64(colors)) // CARD_BITS if colors else np.int64(p.NO_COLOR)


@inline
def payment_with(board: Record, state: Record, base: Any, kind: Any, of_color: Any, burnt: Any) -> Any:
    """Return a payment: cards of one color for themselves, then what stands for wilds (K1)."""
    code = base | of_color << (PAYMENT + CARD_BITS * kind)
    return burn(board, state, np.int64(state.turn), code, burnt)


@kernel
def slot_of_sets(board: Record, state: Record, code: Any, base: Any, of_color: Any, burnt: Any) -> Any:
    """Return the color that stands for itself in a gray route's payment with sets: the first that gives the same."""
    for kind in range(board.colors):
        if payment_with(board, state, base, kind, of_color, burnt) == code:
            return kind
    return np.int64(p.NO_COLOR)


@kernel
def claim_number(board: Record, state: Record, plan: Any, code: Any) -> Any:
    """Return the number of a claim."""
    seat = np.int64(state.turn)
    route = np.int64(target_of(code))
    option = option_of(code)
    wilds = paid(code, WILD)
    sets, slot = np.int64(0), only_color(code)
    per_wild = np.int64(cards_per_wild(board, state, seat))
    if per_wild > 1:
        cost = np.int64(price(board, state, seat, route))
        sets = (paid_in_all(code) - cost) // (per_wild - 1)
        if sets > 0:
            of_color = cost - sets - wilds
            color = np.int64(board.route_color[route])
            if of_color == 0:
                slot = np.int64(p.NO_COLOR)
            elif color != GRAY:
                slot = color
            else:
                base = CLAIM | route << TARGET | wilds << WILD_SHIFT
                slot = np.int64(slot_of_sets(board, state, code, base, of_color, per_wild * sets))
    place = (((route * p.SLOTS + slot) * plan[p.SETS] + sets) * plan[p.WILDS] + wilds) * 2 + option
    return np.int64(plan[plan[p.CLAIMS] + place])


@kernel
def number_of(board: Record, state: Record, plan: Any, code: Any) -> Any:
    """Return the number of a legal action."""
    kind = kind_of(code)
    if kind == CLAIM:
        return claim_number(board, state, plan, code)
    if kind == DRAW:
        card = np.int64(target_of(code))
        if card == DECK:
            return np.int64(p.DECK_ID)
        return np.int64(p.WILD_ID) if card == WILD else p.COLOR_ID + card
    if kind == KEEP:
        return np.int64(plan[p.KEEPS]) + target_of(code)
    if kind == BUY:
        technology = np.int64(target_of(code))
        sets = np.int64(board.technology_cost[technology]) - paid(code, WILD)
        return np.int64(plan[plan[p.BUYS] + technology * plan[p.SETS] + sets])
    if kind == TAKE_TICKETS:
        return np.int64(p.TICKETS_ID)
    return np.int64(p.BLIND_ID) if kind == DRAW_BLIND else np.int64(p.PASS_ID)


@kernel
def claim_code(board: Record, state: Record, plan: Any, row: Any) -> Any:
    """Return the claim of a row for the seat on turn, or 0 where the price does not allow such a payment."""
    seat = np.int64(state.turn)
    route = np.int64(plan[row + p.TARGET])
    slot = np.int64(plan[row + p.SLOT])
    sets, wilds = np.int64(plan[row + p.ROW_SETS]), np.int64(plan[row + p.ROW_WILDS])
    of_color = np.int64(price(board, state, seat, route)) - sets - wilds
    if (slot == p.NO_COLOR) != (of_color == 0) or of_color < 0:
        return np.int64(0)
    base = CLAIM | route << TARGET | wilds << WILD_SHIFT | np.int64(plan[row + p.OPTION]) << OPTION
    return payment_with(board, state, base, slot, of_color, sets * cards_per_wild(board, state, seat))


@kernel
def code_of(board: Record, state: Record, plan: Any, number: Any) -> Any:
    """Return the code of the action with a number, for the seat on turn; 0 where it cannot be."""
    row = np.int64(plan[p.ROWS]) + number * p.ROW
    kind, target = np.int64(plan[row + p.KIND]), np.int64(plan[row + p.TARGET])
    if kind == CLAIM:
        return claim_code(board, state, plan, row)
    if kind == BUY:
        sets = np.int64(plan[row + p.ROW_SETS])
        base = BUY | target << TARGET | (np.int64(board.technology_cost[target]) - sets) << WILD_SHIFT
        seat = np.int64(state.turn)
        return burn(board, state, seat, base, sets * cards_per_wild(board, state, seat))
    return kind | target << TARGET
