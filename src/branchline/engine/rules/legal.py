"""Which actions are legal: the list of them, and the reason for any that is not."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.boards.board import GRAY, WILD
from branchline.engine import reasons as r
from branchline.engine.codes import (
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
    keep_seat,
    kind_of,
    paid,
    target_of,
)
from branchline.engine.jit import inline, kernel, lowest
from branchline.engine.layout import (
    FIRST_TICKETS,
    HELD_ROUTE,
    KEEP_TICKETS,
    LENGTHS,
    NONE,
    NOTHING,
    OVER,
    SECOND_CARD,
    SECOND_ROUTE,
    TURN,
    Record,
)
from branchline.engine.rules.claims import (
    beside_own_track,
    could_claim_held_route,
    lacks_technology,
    why_not_claim,
)
from branchline.engine.rules.flags import is_flag_color
from branchline.engine.rules.market import cards_to_draw, slot_of
from branchline.engine.rules.payment import can_afford, price, why_not_technology_payment
from branchline.engine.rules.technologies import blind_cards, cards_per_wild, owns
from branchline.engine.rules.tickets import least_to_keep, why_not_keep

# -- drawing cards -----------------------------------------------------------------------------


@inline
def may_take(board: Record, state: Record, kind: Any) -> Any:
    """Tell whether a face-up card of this kind may be taken now (D3, D4)."""
    if slot_of(board, state, kind) == NOTHING:
        return False
    return kind != WILD or state.phase == TURN or state.wild_may_follow != 0


@inline
def market_kinds(board: Record, state: Record) -> Any:
    """Return the kinds that may be taken face up now, as a mask (D4)."""
    kinds = np.int64(0)
    for slot in range(board.market):
        if state.market[slot] != NOTHING:
            kinds |= np.int64(1) << np.int64(state.market[slot])
    if state.phase != TURN and not state.wild_may_follow:
        kinds &= ~(1 << WILD)
    return kinds


@inline
def second_card_exists(board: Record, state: Record) -> Any:
    """Tell whether a second card may be taken at all (D8)."""
    if cards_to_draw(state) > 0:
        return True
    for slot in range(board.market):
        kind = state.market[slot]
        if kind != NOTHING and (kind != WILD or state.wild_may_follow):
            return True
    return False


@kernel
def list_draws(board: Record, state: Record, out: Any, n: Any) -> Any:
    """List the cards that may be drawn."""
    kinds = np.uint64(market_kinds(board, state))
    while kinds:
        out[n] = DRAW | lowest(kinds) << TARGET
        kinds &= kinds - np.uint64(1)
        n += 1
    if cards_to_draw(state) > 0:
        out[n] = DRAW | DECK << TARGET
        n += 1
    return n


# -- claims and their payments -----------------------------------------------------------------


@inline
def list_one(board: Record, state: Record, seat: Any, route: Any, code: Any, out: Any, n: Any) -> Any:
    """List a payment, and the same with a card kept for the flag where that is possible (F1)."""
    out[n] = code
    n += 1
    color = board.route_color[route]
    if is_flag_color(board, color) and not (state.front[seat] >> color) & 1 and paid(code, color) > 0:
        out[n] = code | 1 << OPTION
        n += 1
    return n


@inline
def list_plain_payments(board: Record, state: Record, seat: Any, route: Any, cost: Any, out: Any, n: Any) -> Any:
    """List every payment of one colour and wilds, fewest wilds first (C2, K2)."""
    wilds = np.int64(state.hands[seat, WILD])
    plain = cost - board.route_ferry[route]
    color = board.route_color[route]
    base = CLAIM | np.int64(route) << TARGET
    first, last = (0, np.int64(board.colors)) if color == GRAY else (np.int64(color), np.int64(color) + 1)
    for kind in range(first, last):
        most = min(np.int64(state.hands[seat, kind]), plain)
        for number in range(most, max(1, cost - wilds) - 1, -1):
            code = base | number << (PAYMENT + CARD_BITS * kind) | (cost - number) << WILD_SHIFT
            n = list_one(board, state, seat, route, code, out, n)
    if wilds >= cost:
        out[n] = base | cost << WILD_SHIFT
        n += 1
    return n


@kernel
def burn(board: Record, state: Record, seat: Any, code: Any, number: Any) -> Any:
    """Add cards to a payment, each from the colour of which most is left in the hand (K1)."""
    for _ in range(number):
        best, most = 0, np.int64(-1)
        for kind in range(board.colors):
            left = state.hands[seat, kind] - paid(code, kind)
            if left > most:
                best, most = kind, left
        code += np.int64(1) << (PAYMENT + CARD_BITS * best)
    return code


@kernel
def list_set_payments(
    board: Record, state: Record, seat: Any, route: Any, cost: Any, kind: Any, out: Any, n: Any
) -> Any:
    """List, for one colour, the useful payments in which sets of cards stand for wilds (K1).

    With as few sets as can be, one that keeps colours; then with more sets, until no wild is spent.
    """
    wilds = np.int64(state.hands[seat, WILD])
    others = np.int64(state.hand_count[seat]) - wilds
    per_wild = cards_per_wild(board, state, seat)
    most = min(np.int64(state.hands[seat, kind]), cost - board.route_ferry[route])
    base = CLAIM | np.int64(route) << TARGET
    shift = PAYMENT + CARD_BITS * kind
    listed = False
    for sets in range(1, cost + 1):
        of_color = min(most, cost - sets)
        real = cost - sets - of_color
        if others - of_color < per_wild * sets:
            break
        if real > wilds:
            continue
        if not listed:
            listed = True
            fewer = cost - sets - min(wilds, cost - sets)
            if fewer < of_color:
                code = base | fewer << shift | (cost - sets - fewer) << WILD_SHIFT
                n = list_one(board, state, seat, route, burn(board, state, seat, code, per_wild * sets), out, n)
        code = base | of_color << shift | real << WILD_SHIFT
        n = list_one(board, state, seat, route, burn(board, state, seat, code, per_wild * sets), out, n)
        if real == 0:
            break
    return n


@kernel
def list_payments(board: Record, state: Record, seat: Any, route: Any, out: Any, n: Any) -> Any:
    """List the sensible payments for a route: all of them where no cards stand for wilds."""
    cost = np.int64(price(board, state, seat, route))
    n = list_plain_payments(board, state, seat, route, cost, out, n)
    if cards_per_wild(board, state, seat) == 0:
        return n
    color = board.route_color[route]
    if color != GRAY:
        return list_set_payments(board, state, seat, route, cost, color, out, n)
    start = n
    for kind in range(board.colors):
        if state.hands[seat, kind] > 0:
            n = list_set_payments(board, state, seat, route, cost, kind, out, n)
    return drop_repeats(out, start, n)


@kernel
def drop_repeats(out: Any, start: Any, n: Any) -> Any:
    """Drop what is listed twice: a gray route's payments that use no single colour card."""
    kept = start
    for index in range(start, n):
        seen = False
        for earlier in range(start, kept):
            seen = seen or out[earlier] == out[index]
        if not seen:
            out[kept] = out[index]
            kept += 1
    return kept


@inline
def affordable(board: Record, state: Record, seat: Any) -> Any:
    """Return the routes a hand can pay for with one colour and wilds, as two masks of 64 (C2)."""
    wilds = np.int64(state.hands[seat, WILD])
    best = np.int64(0)
    mask_0, mask_1 = np.uint64(0), np.uint64(0)
    for kind in range(board.colors):
        number = np.int64(state.hands[seat, kind])
        best = max(best, number)
        reach = min(number + wilds, LENGTHS - 1)
        mask_0 |= board.upto[kind, reach, 0]
        mask_1 |= board.upto[kind, reach, 1]
    reach = min(best + wilds, LENGTHS - 1)
    return mask_0 | board.upto[GRAY, reach, 0], mask_1 | board.upto[GRAY, reach, 1]


@kernel
def held_by_others(board: Record, state: Record, seat: Any) -> Any:
    """Return the routes that others hold and the seat does not, as two masks of 64 (K11)."""
    mask_0, mask_1 = np.uint64(0), np.uint64(0)
    for other in range(board.players):
        mask_0 |= state.routes[other, 0]
        mask_1 |= state.routes[other, 1]
    return mask_0 & ~state.routes[seat, 0], mask_1 & ~state.routes[seat, 1]


@inline
def candidates(board: Record, state: Record, seat: Any) -> Any:
    """Return the routes worth a closer look, as two masks of 64: open, and pieces enough (C1, C3)."""
    mask_0, mask_1 = state.open[0], state.open[1]
    if state.phase == HELD_ROUTE:
        mask_0, mask_1 = held_by_others(board, state, seat)
    most = min(np.int64(state.pieces[seat]), LENGTHS - 1)
    mask_0 &= board.of_length_upto[most, 0]
    mask_1 &= board.of_length_upto[most, 1]
    if board.cards_per_wild == 0 and board.technologies == 0:
        pay_0, pay_1 = affordable(board, state, seat)
        return mask_0 & pay_0, mask_1 & pay_1
    return mask_0, mask_1


@kernel
def list_claims(board: Record, state: Record, out: Any, n: Any) -> Any:
    """List the routes that can be claimed, each with its payments."""
    seat = np.int64(state.turn)
    mask, rest = candidates(board, state, seat)
    first = np.int64(0)
    while mask or rest:
        if not mask:
            mask, rest, first = rest, np.uint64(0), np.int64(64)
        route = first + lowest(mask)
        mask &= mask - np.uint64(1)
        if not beside_own_track(board, state, seat, route) and not lacks_technology(board, state, seat, route):
            n = list_payments(board, state, seat, route, out, n)
    return n


@kernel
def can_claim_something(board: Record, state: Record) -> Any:
    """Tell whether the seat on turn can claim any route."""
    seat = np.int64(state.turn)
    mask, rest = candidates(board, state, seat)
    first = np.int64(0)
    while mask or rest:
        if not mask:
            mask, rest, first = rest, np.uint64(0), np.int64(64)
        route = first + lowest(mask)
        mask &= mask - np.uint64(1)
        if (
            not beside_own_track(board, state, seat, route)
            and not lacks_technology(board, state, seat, route)
            and can_afford(board, state, seat, route, NONE)
        ):
            return True
    return False


# -- technologies ------------------------------------------------------------------------------


@inline
def on_sale(state: Record, seat: Any, technology: Any) -> Any:
    """Tell whether a technology has a copy left that the seat may buy (K7)."""
    return state.copies[technology] > 0 and not owns(state, seat, technology)


@kernel
def list_purchases(board: Record, state: Record, out: Any, n: Any) -> Any:
    """List the technologies that can be bought, from all in wilds to as few wilds as possible (K1, K8)."""
    if state.bought != NOTHING:
        return n
    seat = np.int64(state.turn)
    wilds = np.int64(state.hands[seat, WILD])
    others = np.int64(state.hand_count[seat]) - wilds
    per_wild = cards_per_wild(board, state, seat)
    for technology in range(board.technologies):
        if not on_sale(state, seat, technology):
            continue
        cost = np.int64(board.technology_cost[technology])
        for sets in range(max(NONE, cost - wilds), cost + 1):
            if sets > 0 and (per_wild == 0 or others < per_wild * sets):
                break
            code = BUY | np.int64(technology) << TARGET | (cost - sets) << WILD_SHIFT
            code = burn(board, state, seat, code, per_wild * sets)
            if board.technology_held_route[technology] and not could_claim_held_route(board, state, seat, code):
                continue
            out[n] = code
            n += 1
    return n


@kernel
def why_not_buy(board: Record, state: Record, technology: Any, code: Any) -> Any:
    """Return why a technology may not be bought with these cards, or 0 where it may (K7, K8, K11, K17)."""
    if state.phase != TURN:
        return r.NOT_NOW
    if technology >= board.technologies:
        return r.NO_SUCH_TECHNOLOGY
    if state.bought != NOTHING:
        return r.ALREADY_BOUGHT
    if owns(state, np.int64(state.turn), technology):
        return r.TECHNOLOGY_OWNED
    if state.copies[technology] == 0:
        return r.TECHNOLOGY_GONE
    reason = why_not_technology_payment(board, state, np.int64(state.turn), technology, code)
    if reason:
        return reason
    if board.technology_held_route[technology] and not could_claim_held_route(board, state, np.int64(state.turn), code):
        return r.NO_HELD_ROUTE_TO_CLAIM
    return 0


# -- tickets, passing, and all together --------------------------------------------------------


@kernel
def list_keeps(board: Record, state: Record, out: Any, n: Any) -> Any:
    """List the choices of an offer that keep enough tickets."""
    seat = np.int64(state.turn)
    for kept in range(1, 1 << np.int64(state.offer_count[seat])):
        if why_not_keep(board, state, seat, kept) == 0:
            out[n] = KEEP | kept << TARGET
            n += 1
    if least_to_keep(board, state, seat) == 0:
        out[n] = KEEP
        n += 1
    return n


@kernel
def can_act(board: Record, state: Record) -> Any:
    """Tell whether the seat on turn can do any of the three actions (T1, T3)."""
    return (
        cards_to_draw(state) > 0
        or market_kinds(board, state) != 0
        or state.queue_count > 0
        or can_claim_something(board, state)
    )


@kernel
def list_turn(board: Record, state: Record, out: Any) -> Any:
    """List what may be done at the start of a turn: the three actions, a purchase, or a pass (T1, T3, K8, K14)."""
    n = list_draws(board, state, out, NONE)
    many = blind_cards(board, state, np.int64(state.turn))
    if many and cards_to_draw(state) >= many:
        out[n] = DRAW_BLIND
        n += 1
    if state.queue_count > 0:  # P3
        out[n] = TAKE_TICKETS
        n += 1
    n = list_claims(board, state, out, n)
    if n == 0:
        out[0] = PASS
        n = 1
    if board.technologies:
        n = list_purchases(board, state, out, n)
    return n


@kernel
def legal(board: Record, state: Record, out: Any) -> Any:
    """Write the legal actions of the seat on turn into `out` and return their number."""
    phase = state.phase
    if phase == TURN:
        return list_turn(board, state, out)
    if phase == SECOND_CARD:
        n = list_draws(board, state, out, NONE)
        if board.single_draw:
            out[n] = PASS
            n += 1
        return n
    if phase == KEEP_TICKETS or phase == FIRST_TICKETS:
        return list_keeps(board, state, out, NONE)
    if phase == HELD_ROUTE:
        return list_claims(board, state, out, NONE)
    if phase == SECOND_ROUTE:
        n = list_claims(board, state, out, NONE)
        out[n] = PASS
        return n + 1
    return 0


@kernel
def why_not_draw(board: Record, state: Record, target: Any) -> Any:
    """Return why a card may not be drawn, or 0 where it may (D)."""
    if state.phase != TURN and state.phase != SECOND_CARD:
        return r.NOT_NOW
    if target == DECK:
        return 0 if cards_to_draw(state) > 0 else r.NO_CARDS_LEFT
    if target > DECK:
        return r.MALFORMED
    if slot_of(board, state, target) == NOTHING:
        return r.NOT_IN_MARKET
    return 0 if may_take(board, state, target) else r.WILD_IS_NOT_SECOND


@kernel
def why_not_draw_blind(board: Record, state: Record) -> Any:
    """Return why several cards may not be drawn blind in one go, or 0 where they may (K14)."""
    if state.phase != TURN:
        return r.NOT_NOW
    many = blind_cards(board, state, np.int64(state.turn))
    if many == 0:
        return r.NO_BLIND_TECHNOLOGY
    return 0 if cards_to_draw(state) >= many else r.NO_CARDS_LEFT


@kernel
def why_not_keep_now(board: Record, state: Record, code: Any) -> Any:
    """Return why tickets may not be kept, or 0 where they may; first tickets in any order of seats (S6)."""
    if state.phase == KEEP_TICKETS:
        if keep_seat(code) >= 0 and keep_seat(code) != np.int64(state.turn):
            return r.NOT_THIS_SEAT
        return why_not_keep(board, state, np.int64(state.turn), target_of(code))
    if state.phase != FIRST_TICKETS:
        return r.NOT_NOW
    seat = keep_seat(code)
    if seat >= board.players:
        return r.NOT_THIS_SEAT
    if seat < 0:
        seat = np.int64(state.turn)
    if state.chosen[seat] != NOTHING:
        return r.NOT_THIS_SEAT
    return why_not_keep(board, state, seat, target_of(code))


@kernel
def why_not_pass(board: Record, state: Record) -> Any:
    """Return why a seat may not pass, or 0 where it may (T3, K13, the house rule)."""
    if state.phase == SECOND_ROUTE or (state.phase == SECOND_CARD and board.single_draw):
        return 0
    if state.phase != TURN:
        return r.NOT_NOW
    return r.MUST_ACT if can_act(board, state) else 0


@kernel
def is_plain(board: Record, code: Any) -> Any:
    """Tell whether a code has no bits that its kind has no use for, and pays only cards that the map has."""
    kind = kind_of(code)
    if kind == CLAIM or kind == BUY:
        for card in range(board.colors, WILD):
            if paid(code, card):
                return False
        return kind == CLAIM or not (code >> OPTION) & 1
    if kind == KEEP:
        return code >> (PAYMENT + 4) == 0
    if kind == DRAW:
        return code >> PAYMENT == 0
    return code >> TARGET == 0


@kernel
def why_not(board: Record, state: Record, code: Any) -> Any:
    """Return the reason why any action is not legal, or 0 where it is."""
    if code <= 0 or code >> (OPTION + 1) or not is_plain(board, code):
        return r.MALFORMED
    if state.phase == OVER:
        return r.GAME_OVER
    kind = kind_of(code)
    if kind == DRAW:
        return why_not_draw(board, state, target_of(code))
    if kind == CLAIM:
        if state.phase != TURN and state.phase != HELD_ROUTE and state.phase != SECOND_ROUTE:
            return r.NOT_NOW
        return why_not_claim(board, state, np.int64(state.turn), target_of(code), code)
    if kind == TAKE_TICKETS:
        if state.phase != TURN:
            return r.NOT_NOW
        return 0 if state.queue_count > 0 else r.NO_TICKETS_LEFT
    if kind == KEEP:
        return why_not_keep_now(board, state, code)
    if kind == BUY:
        return why_not_buy(board, state, target_of(code), code)
    if kind == DRAW_BLIND:
        return why_not_draw_blind(board, state)
    return why_not_pass(board, state) if kind == PASS else r.MALFORMED
