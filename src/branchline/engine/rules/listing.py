"""Listing the legal actions: draws, claims with their sensible payments, purchases, tickets, a pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.engine.kernel.bits import bit, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.codes import (
    BUY,
    CARD_BITS,
    CLAIM,
    DECK,
    DRAW,
    DRAW_BLIND,
    KEEP,
    OPTION,
    PASS,
    PAYMENT,
    TAKE_TICKETS,
    TARGET,
    WILD_SHIFT,
)
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.layout import (
    FIRST_TICKETS,
    HELD_ROUTE,
    KEEP_TICKETS,
    LENGTHS,
    NONE,
    NOTHING,
    SECOND_CARD,
    SECOND_ROUTE,
    TURN,
)
from branchline.engine.rules.claims import beside_own_track, could_claim_held_route, lacks_technology
from branchline.engine.rules.flags import may_keep_flag_card
from branchline.engine.rules.market import cards_to_draw, market_kinds
from branchline.engine.rules.payment import add_set_cards, can_afford, price
from branchline.engine.rules.technologies import blind_cards, cards_per_wild, owns
from branchline.engine.rules.tickets import least_to_keep, why_not_keep

if TYPE_CHECKING:
    from branchline.engine.kernel.types import (
        ActionList,
        BoardRecord,
        CardKind,
        Code,
        Mask,
        RouteId,
        Seat,
        StateRecord,
        TechnologyId,
    )


@kernel
def list_draws(board: BoardRecord, state: StateRecord, listed: ActionList, n: int) -> int:
    """List the cards that may be drawn."""
    kinds = uint64(market_kinds(board, state))
    while kinds:
        listed.codes[n] = DRAW | lowest(kinds) << TARGET
        kinds = drop_lowest(kinds)
        n += 1
    if cards_to_draw(state) > 0:
        listed.codes[n] = DRAW | DECK << TARGET
        n += 1
    return n


# -- claims and their payments -----------------------------------------------------------------


@inline
def list_one(
    board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId, code: Code, listed: ActionList, n: int
) -> int:
    """List a payment, and the same payment with a card kept for the flag if that is legal (F1)."""
    listed.codes[n] = code
    n += 1
    if may_keep_flag_card(board, state, seat, route, code):
        listed.codes[n] = code | 1 << OPTION
        n += 1
    return n


@inline
def colors_held(board: BoardRecord, state: StateRecord, seat: Seat) -> Mask:
    """Return the colors in a hand, as a mask."""
    kinds = uint64(0)
    for kind in range(board.colors):
        kinds |= uint64(state.hands[seat, kind] > 0) << uint64(kind)
    return kinds


@inline
def list_plain_payments(
    board: BoardRecord,
    state: StateRecord,
    seat: Seat,
    route: RouteId,
    cost: int,
    kinds: Mask,
    listed: ActionList,
    n: int,
) -> int:
    """List every payment of one color and wilds, fewest wilds first (C2, K2)."""
    wilds = int64(state.hands[seat, WILD])
    plain = cost - board.route_ferry[route]
    least = max(int64(1), cost - wilds)
    base = CLAIM | route << TARGET
    while kinds:
        kind = lowest(kinds)
        kinds = drop_lowest(kinds)
        number = min(int64(state.hands[seat, kind]), plain)
        shift = PAYMENT + CARD_BITS * kind
        while number >= least:
            code = base | number << shift | (cost - number) << WILD_SHIFT
            n = list_one(board, state, seat, route, code, listed, n)
            number -= 1
    if wilds >= cost:
        listed.codes[n] = base | cost << WILD_SHIFT
        n += 1
    return n


@kernel
def list_set_payments(
    board: BoardRecord,
    state: StateRecord,
    seat: Seat,
    route: RouteId,
    cost: int,
    kind: CardKind,
    per_wild: int,
    listed: ActionList,
    n: int,
) -> int:
    """List, for one color, the sensible payments in which sets of cards stand for wilds (K1).

    With the fewest sets possible, one payment spends wilds before the color; from there on, payments with more and
    more sets spend the color before wilds, until no wild is spent.
    """
    wilds = int64(state.hands[seat, WILD])
    others = int64(state.hand_count[seat]) - wilds
    most = min(int64(state.hands[seat, kind]), cost - board.route_ferry[route])
    base = CLAIM | route << TARGET
    shift = PAYMENT + CARD_BITS * kind
    found = False
    for sets in range(1, cost + 1):
        of_color = min(most, cost - sets)
        real = cost - sets - of_color
        if others - of_color < per_wild * sets:
            break
        if real > wilds:
            continue
        if not found:
            found = True
            fewer = cost - sets - min(wilds, cost - sets)
            if fewer < of_color:
                code = base | fewer << shift | (cost - sets - fewer) << WILD_SHIFT
                n = list_one(
                    board, state, seat, route, add_set_cards(board, state, seat, code, per_wild * sets), listed, n
                )
        code = base | of_color << shift | real << WILD_SHIFT
        n = list_one(board, state, seat, route, add_set_cards(board, state, seat, code, per_wild * sets), listed, n)
        if real == 0:
            break
    return n


@kernel
def list_payments(
    board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId, held: Mask, listed: ActionList, n: int
) -> int:
    """List the sensible payments for a route: all payments at the lowest price if no cards stand for wilds."""
    cost = price(board, state, seat, route)
    color = board.route_color[route]
    kinds = held if color == GRAY else held & bit(color)
    first = n
    n = list_plain_payments(board, state, seat, route, cost, kinds, listed, n)
    per_wild = cards_per_wild(board, state, seat)
    if per_wild == 0:
        return n
    # Only sets of one card can repeat a payment without sets.
    start = first if per_wild == 1 else n
    if color != GRAY:
        n = list_set_payments(board, state, seat, route, cost, color, per_wild, listed, n)
        return drop_repeats(listed, start, n) if per_wild == 1 else n
    while kinds:
        n = list_set_payments(board, state, seat, route, cost, lowest(kinds), per_wild, listed, n)
        kinds = drop_lowest(kinds)
    return drop_repeats(listed, start, n)


@kernel
def drop_repeats(listed: ActionList, start: int, n: int) -> int:
    """Drop repeated payments: those without a single color card, and those with sets of one card."""
    kept = start
    for index in range(start, n):
        seen = False
        for earlier in range(start, kept):
            seen = seen or listed.codes[earlier] == listed.codes[index]
        if not seen:
            listed.codes[kept] = listed.codes[index]
            kept += 1
    return kept


@inline
def affordable(board: BoardRecord, state: StateRecord, seat: Seat) -> tuple[int, int]:
    """Return the routes a hand can pay for with one color and wilds, as two masks of 64 (C2)."""
    wilds = int64(state.hands[seat, WILD])
    best = int64(0)
    mask_0, mask_1 = uint64(0), uint64(0)
    for kind in range(board.colors):
        number = int64(state.hands[seat, kind])
        best = max(best, number)
        reach = min(number + wilds, LENGTHS - 1)
        mask_0 |= board.upto[kind, reach, 0]
        mask_1 |= board.upto[kind, reach, 1]
    reach = min(best + wilds, LENGTHS - 1)
    return mask_0 | board.upto[GRAY, reach, 0], mask_1 | board.upto[GRAY, reach, 1]


@kernel
def held_by_others(board: BoardRecord, state: StateRecord, seat: Seat) -> tuple[int, int]:
    """Return the routes that others hold and the seat does not, as two masks of 64 (K11)."""
    mask_0, mask_1 = uint64(0), uint64(0)
    for other in range(board.players):
        mask_0 |= state.routes[other, 0]
        mask_1 |= state.routes[other, 1]
    return mask_0 & ~state.routes[seat, 0], mask_1 & ~state.routes[seat, 1]


@inline
def candidates(board: BoardRecord, state: StateRecord, seat: Seat) -> tuple[int, int]:
    """Return the routes worth checking, as two masks of 64: claimable by the board and the pieces (C1, C3)."""
    mask_0, mask_1 = state.open[0], state.open[1]
    if state.phase == HELD_ROUTE:
        mask_0, mask_1 = held_by_others(board, state, seat)
    most = min(int64(state.pieces[seat]), LENGTHS - 1)
    mask_0 &= board.of_length_upto[most, 0]
    mask_1 &= board.of_length_upto[most, 1]
    if board.cards_per_wild == 0 and board.technologies == 0:
        pay_0, pay_1 = affordable(board, state, seat)
        return mask_0 & pay_0, mask_1 & pay_1
    return mask_0, mask_1


@kernel
def list_claims(board: BoardRecord, state: StateRecord, listed: ActionList, n: int) -> int:
    """List the routes that can be claimed, each with its payments."""
    seat = int64(state.turn)
    held = colors_held(board, state, seat)
    mask, rest = candidates(board, state, seat)
    first = int64(0)
    while mask or rest:
        if not mask:
            mask, rest, first = rest, uint64(0), int64(64)
        route = first + lowest(mask)
        mask = drop_lowest(mask)
        if not beside_own_track(board, state, seat, route) and not lacks_technology(board, state, seat, route):
            n = list_payments(board, state, seat, route, held, listed, n)
    return n


@kernel
def can_claim_something(board: BoardRecord, state: StateRecord) -> bool:
    """Return whether the seat on turn can claim any route."""
    seat = int64(state.turn)
    mask, rest = candidates(board, state, seat)
    first = int64(0)
    while mask or rest:
        if not mask:
            mask, rest, first = rest, uint64(0), int64(64)
        route = first + lowest(mask)
        mask = drop_lowest(mask)
        if (
            not beside_own_track(board, state, seat, route)
            and not lacks_technology(board, state, seat, route)
            and can_afford(board, state, seat, route, NONE)
        ):
            return True
    return False


# -- technologies, tickets and whole lists -----------------------------------------------------


@inline
def on_sale(state: StateRecord, seat: Seat, technology: TechnologyId) -> bool:
    """Return whether a copy of a technology is left for a seat to buy (K7)."""
    return state.copies[technology] > 0 and not owns(state, seat, technology)


@kernel
def list_purchases(board: BoardRecord, state: StateRecord, listed: ActionList, n: int) -> int:
    """List the technologies that can be bought, each from most wilds to fewest (K1, K8)."""
    if state.bought != NOTHING:
        return n
    seat = int64(state.turn)
    wilds = int64(state.hands[seat, WILD])
    others = int64(state.hand_count[seat]) - wilds
    per_wild = cards_per_wild(board, state, seat)
    for technology in range(board.technologies):
        if not on_sale(state, seat, technology):
            continue
        cost = int64(board.technology_cost[technology])
        for sets in range(max(NONE, cost - wilds), cost + 1):
            if sets > 0 and (per_wild == 0 or others < per_wild * sets):
                break
            code = BUY | int64(technology) << TARGET | (cost - sets) << WILD_SHIFT
            code = add_set_cards(board, state, seat, code, per_wild * sets)
            if board.technology_held_route[technology] and not could_claim_held_route(board, state, seat, code):
                continue
            listed.codes[n] = code
            n += 1
    return n


@kernel
def list_keeps(board: BoardRecord, state: StateRecord, listed: ActionList, n: int) -> int:
    """List the choices that keep enough tickets of an offer."""
    seat = int64(state.turn)
    for kept in range(1, 1 << int64(state.offer_count[seat])):
        if why_not_keep(board, state, seat, kept) == 0:
            listed.codes[n] = KEEP | kept << TARGET
            n += 1
    if least_to_keep(board, state, seat) == 0:
        listed.codes[n] = KEEP
        n += 1
    return n


@kernel
def list_turn(board: BoardRecord, state: StateRecord, listed: ActionList) -> int:
    """List the legal actions at the start of a turn (T1, T3, K8, K14)."""
    n = list_draws(board, state, listed, NONE)
    many = blind_cards(board, state, int64(state.turn))
    if many and cards_to_draw(state) >= many:
        listed.codes[n] = DRAW_BLIND
        n += 1
    if state.queue_count > 0:  # P3
        listed.codes[n] = TAKE_TICKETS
        n += 1
    n = list_claims(board, state, listed, n)
    if n == 0:
        listed.codes[0] = PASS
        n = 1
    if board.technologies:
        n = list_purchases(board, state, listed, n)
    return n


@kernel
def list_legal(board: BoardRecord, state: StateRecord, listed: ActionList) -> int:
    """List the legal actions of the seat on turn and return their number."""
    phase = state.phase
    if phase == TURN:
        return list_turn(board, state, listed)
    if phase == SECOND_CARD:
        n = list_draws(board, state, listed, NONE)
        if board.single_draw:
            listed.codes[n] = PASS
            n += 1
        return n
    if phase == KEEP_TICKETS or phase == FIRST_TICKETS:
        return list_keeps(board, state, listed, NONE)
    if phase == HELD_ROUTE:
        return list_claims(board, state, listed, NONE)
    if phase == SECOND_ROUTE:
        n = list_claims(board, state, listed, NONE)
        listed.codes[n] = PASS
        return n + 1
    return 0
