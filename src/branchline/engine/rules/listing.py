"""Listing the legal actions: draws, claims with their sensible payments, purchases, tickets, a pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.engine.kernel.bits import bit, count, drop_lowest, int64, lowest, uint64
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
    NONE,
    NOTHING,
    SECOND_CARD,
    SECOND_ROUTE,
    TURN,
)
from branchline.engine.rules.claimable import claimable_routes, colors_held
from branchline.engine.rules.claims import could_claim_held_route
from branchline.engine.rules.flags import may_keep_flag_card
from branchline.engine.rules.market import blind_draw, cards_to_draw, market_kinds
from branchline.engine.rules.payment import add_set_cards, price_after, wilds_required
from branchline.engine.rules.technologies import cards_per_wild, copies_left, discount, owns
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
#
# What pays for a route depends only on its color, its price and its ferry symbols, so payments are listed once for
# each class of routes. Most callers need only the number of claims, or one of them.


@inline
def list_one(
    board: BoardRecord, state: StateRecord, seat: Seat, route: RouteId, payment: Code, listed: ActionList, n: int
) -> int:
    """List a payment, and the same payment with a card kept for the flag if that is legal (F1)."""
    listed.payments[n] = payment
    n += 1
    if may_keep_flag_card(board, state, seat, route, payment):
        listed.payments[n] = payment | 1 << OPTION
        n += 1
    return n


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
    plain = cost - wilds_required(board, route)
    least = max(int64(1), cost - wilds)
    while kinds:
        kind = lowest(kinds)
        kinds = drop_lowest(kinds)
        number = min(int64(state.hands[seat, kind]), plain)
        shift = PAYMENT + CARD_BITS * kind
        while number >= least:
            payment = CLAIM | number << shift | (cost - number) << WILD_SHIFT
            n = list_one(board, state, seat, route, payment, listed, n)
            number -= 1
    if wilds >= cost:
        listed.payments[n] = CLAIM | cost << WILD_SHIFT
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
    most = min(int64(state.hands[seat, kind]), cost - wilds_required(board, route))
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
                payment = CLAIM | fewer << shift | (cost - sets - fewer) << WILD_SHIFT
                payment = add_set_cards(board, state, seat, payment, per_wild * sets)
                n = list_one(board, state, seat, route, payment, listed, n)
        payment = CLAIM | of_color << shift | real << WILD_SHIFT
        payment = add_set_cards(board, state, seat, payment, per_wild * sets)
        n = list_one(board, state, seat, route, payment, listed, n)
        if real == 0:
            break
    return n


@inline
def list_payments(
    board: BoardRecord,
    state: StateRecord,
    seat: Seat,
    route: RouteId,
    held: Mask,
    per_wild: int,
    less: int,
    listed: ActionList,
    n: int,
) -> int:
    """List the sensible payments for a route: all payments at the lowest price if no cards stand for wilds."""
    cost = price_after(board, route, less)
    color = board.route_color[route]
    kinds = held if color == GRAY else held & bit(color)
    first = n
    n = list_plain_payments(board, state, seat, route, cost, kinds, listed, n)
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
            seen = seen or listed.payments[earlier] == listed.payments[index]
        if not seen:
            listed.payments[kept] = listed.payments[index]
            kept += 1
    return kept


@kernel
def count_claims(board: BoardRecord, state: StateRecord, listed: ActionList) -> int:
    """List the payments for each class of routes that can be claimed, and return the number of claims."""
    seat = int64(state.turn)
    per_wild, less = cards_per_wild(board, state, seat), discount(board, state, seat)
    held = colors_held(board, state, seat)
    mask_0, mask_1 = claimable_routes(board, state, seat, held, per_wild, less)
    listed.claimable[0], listed.claimable[1] = mask_0, mask_1
    claims, n = int64(0), int64(0)
    while mask_0 or mask_1:
        route = lowest(mask_0) if mask_0 else 64 + lowest(mask_1)
        alike_0, alike_1 = mask_0 & board.alike[route, 0], mask_1 & board.alike[route, 1]
        mask_0 &= ~alike_0
        mask_1 &= ~alike_1
        end = list_payments(board, state, seat, route, held, per_wild, less, listed, n)
        listed.first_payment[board.route_class[route]] = n
        listed.payment_count[board.route_class[route]] = end - n
        claims += (end - n) * (count(alike_0) + count(alike_1))
        n = end
    return claims


@kernel
def nth_claim(board: BoardRecord, listed: ActionList, place: int) -> Code:
    """Return one of the claims that were counted last, in the order in which `write_claims` writes them."""
    mask, rest = listed.claimable[0], listed.claimable[1]
    first = int64(0)
    while True:
        if not mask:
            mask, rest, first = rest, uint64(0), int64(64)
        route = first + lowest(mask)
        mask = drop_lowest(mask)
        number = listed.payment_count[board.route_class[route]]
        if place < number:
            return listed.payments[listed.first_payment[board.route_class[route]] + place] | route << TARGET
        place -= number


@kernel
def write_claims(board: BoardRecord, listed: ActionList, n: int) -> int:
    """Write out the claims that were counted last: by route, each with its payments."""
    mask, rest = listed.claimable[0], listed.claimable[1]
    first = int64(0)
    while mask or rest:
        if not mask:
            mask, rest, first = rest, uint64(0), int64(64)
        route = first + lowest(mask)
        mask = drop_lowest(mask)
        start = listed.first_payment[board.route_class[route]]
        for place in range(start, start + listed.payment_count[board.route_class[route]]):
            listed.codes[n] = listed.payments[place] | route << TARGET
            n += 1
    return n


@kernel
def list_claims(board: BoardRecord, state: StateRecord, listed: ActionList, n: int) -> int:
    """List the routes that can be claimed, each with its payments."""
    return write_claims(board, listed, n) if count_claims(board, state, listed) else n


# -- technologies, tickets and whole lists -----------------------------------------------------


@inline
def on_sale(board: BoardRecord, state: StateRecord, seat: Seat, technology: TechnologyId) -> bool:
    """Return whether a copy of a technology is left for a seat to buy (K7)."""
    return not owns(state, seat, technology) and copies_left(board, state, technology) > 0


@kernel
def list_purchases(board: BoardRecord, state: StateRecord, listed: ActionList, n: int) -> int:
    """List the technologies that can be bought, each from most wilds to fewest (K1, K8)."""
    if state.bought != NOTHING:
        return n
    seat = int64(state.turn)
    wilds = int64(state.hands[seat, WILD])
    per_wild = cards_per_wild(board, state, seat)
    most_sets = (int64(state.hand_count[seat]) - wilds) // per_wild if per_wild else NONE
    for technology in range(board.technologies):
        cost = int64(board.technology_cost[technology])
        if cost > wilds + most_sets or not on_sale(board, state, seat, technology):
            continue
        for sets in range(max(NONE, cost - wilds), min(cost, most_sets) + 1):
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


@inline
def count_turn(board: BoardRecord, state: StateRecord, listed: ActionList) -> int:
    """List and count the legal actions at the start of a turn (T1, T3, K8, K14)."""
    n = list_draws(board, state, listed, NONE)
    if blind_draw(board, state, int64(state.turn)):
        listed.codes[n] = DRAW_BLIND
        n += 1
    if state.queue_count > 0:  # P3
        listed.codes[n] = TAKE_TICKETS
        n += 1
    listed.before_claims = n
    listed.claims = count_claims(board, state, listed)
    if n + listed.claims == 0:
        listed.codes[0] = PASS
        n = 1
    if board.technologies:
        n = list_purchases(board, state, listed, n)
    return n + listed.claims


@kernel
def count_legal(board: BoardRecord, state: StateRecord, listed: ActionList) -> int:
    """List the legal actions of the seat to move, without writing out the claims, and return their number."""
    phase = state.phase
    if phase == TURN:
        return count_turn(board, state, listed)
    n = NONE
    listed.claims = 0
    if phase == SECOND_CARD:
        n = list_draws(board, state, listed, NONE)
        if board.single_draw:
            listed.codes[n] = PASS
            n += 1
    elif phase == KEEP_TICKETS or phase == FIRST_TICKETS:
        n = list_keeps(board, state, listed, NONE)
    elif phase == HELD_ROUTE or phase == SECOND_ROUTE:
        listed.before_claims = 0
        listed.claims = count_claims(board, state, listed)
        if phase == SECOND_ROUTE:
            listed.codes[0] = PASS
            n = int64(1)
    return n + listed.claims


@inline
def nth_legal(board: BoardRecord, listed: ActionList, place: int) -> Code:
    """Return one of the actions that `count_legal` counted, in the order in which `list_legal` writes them."""
    if listed.claims == 0 or place < listed.before_claims:
        return listed.codes[place]
    if place < listed.before_claims + listed.claims:
        return nth_claim(board, listed, place - listed.before_claims)
    return listed.codes[place - listed.claims]


@kernel
def list_legal(board: BoardRecord, state: StateRecord, listed: ActionList) -> int:
    """List the legal actions of the seat to move and return their number."""
    number = count_legal(board, state, listed)
    if listed.claims:
        for place in range(number - 1, listed.before_claims + listed.claims - 1, -1):
            listed.codes[place] = listed.codes[place - listed.claims]
        write_claims(board, listed, listed.before_claims)
    return number
