"""Judging an action: whether it is legal, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import WILD
from branchline.engine.kernel import reasons as r
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.codes import (
    BUY,
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
    keep_seat,
    kind_of,
    paid,
    target_of,
)
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import (
    FIRST_TICKETS,
    HELD_ROUTE,
    KEEP_TICKETS,
    NOTHING,
    OVER,
    SECOND_CARD,
    SECOND_ROUTE,
    TURN,
)
from branchline.engine.rules.claimable import can_claim_something
from branchline.engine.rules.claims import could_claim_held_route, why_not_claim
from branchline.engine.rules.market import can_draw, cards_to_draw, market_kinds, slot_of
from branchline.engine.rules.payment import why_not_technology_payment
from branchline.engine.rules.technologies import blind_cards, copies_left, owns
from branchline.engine.rules.tickets import has_chosen, why_not_keep

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, Code, StateRecord, TechnologyId


@kernel
def why_not_buy(board: BoardRecord, state: StateRecord, technology: TechnologyId, code: Code) -> int:
    """Return why a technology may not be bought with these cards, or 0 if it may (K7, K8, K11, K17)."""
    if state.phase != TURN:
        return r.NOT_NOW
    if technology >= board.technologies:
        return r.NO_SUCH_TECHNOLOGY
    seat = int64(state.turn)
    if state.bought != NOTHING:
        return r.ALREADY_BOUGHT
    if owns(state, seat, technology):
        return r.TECHNOLOGY_OWNED
    if copies_left(board, state, technology) == 0:
        return r.TECHNOLOGY_GONE
    reason = why_not_technology_payment(board, state, seat, technology, code)
    if reason:
        return reason
    if board.technology_held_route[technology] and not could_claim_held_route(board, state, seat, code):
        return r.NO_HELD_ROUTE_TO_CLAIM
    return 0


@kernel
def can_act(board: BoardRecord, state: StateRecord) -> bool:
    """Return whether the seat to move can do any of the three actions (T1, T3)."""
    return can_draw(board, state) or state.queue_count > 0 or can_claim_something(board, state)


@kernel
def why_not_draw(board: BoardRecord, state: StateRecord, target: int) -> int:
    """Return why a card may not be drawn, or 0 if it may (D)."""
    if state.phase != TURN and state.phase != SECOND_CARD:
        return r.NOT_NOW
    if target == DECK:
        return 0 if cards_to_draw(state) > 0 else r.NO_CARDS_LEFT
    if target > DECK:
        return r.MALFORMED
    if slot_of(board, state, target) == NOTHING:
        return r.NOT_IN_MARKET
    return 0 if (market_kinds(board, state) >> target) & 1 else r.WILD_IS_NOT_SECOND


@kernel
def why_not_draw_blind(board: BoardRecord, state: StateRecord) -> int:
    """Return why several cards may not be drawn blind at once, or 0 if they may (K14)."""
    if state.phase != TURN:
        return r.NOT_NOW
    many = blind_cards(board, state, int64(state.turn))
    if many == 0:
        return r.NO_BLIND_TECHNOLOGY
    return 0 if cards_to_draw(state) >= many else r.NO_CARDS_LEFT


@kernel
def why_not_keep_now(board: BoardRecord, state: StateRecord, code: Code) -> int:
    """Return why tickets may not be kept, or 0 if they may; seats choose first tickets in any order (S6)."""
    if state.phase == KEEP_TICKETS:
        if keep_seat(code) >= 0 and keep_seat(code) != int64(state.turn):
            return r.NOT_THIS_SEAT
        return why_not_keep(board, state, int64(state.turn), target_of(code))
    if state.phase != FIRST_TICKETS:
        return r.NOT_NOW
    seat = keep_seat(code)
    if seat >= board.players:
        return r.NOT_THIS_SEAT
    if seat < 0:
        seat = int64(state.turn)
    if has_chosen(state, seat):
        return r.NOT_THIS_SEAT
    return why_not_keep(board, state, seat, target_of(code))


@kernel
def why_not_pass(board: BoardRecord, state: StateRecord) -> int:
    """Return why a seat may not pass, or 0 if it may (T3, K13, `single_draw`)."""
    if state.phase == SECOND_ROUTE or (state.phase == SECOND_CARD and board.single_draw):
        return 0
    if state.phase != TURN:
        return r.NOT_NOW
    return r.MUST_ACT if can_act(board, state) else 0


@kernel
def is_well_formed(board: BoardRecord, code: Code) -> bool:
    """Return whether a code uses only the bits of its kind, and pays only with cards of the map."""
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
def why_not(board: BoardRecord, state: StateRecord, code: Code) -> int:
    """Return why an action is not legal, or 0 if it is."""
    if code <= 0 or code >> (OPTION + 1) or not is_well_formed(board, code):
        return r.MALFORMED
    if state.phase == OVER:
        return r.GAME_OVER
    kind = kind_of(code)
    if kind == DRAW:
        return why_not_draw(board, state, target_of(code))
    if kind == CLAIM:
        if state.phase != TURN and state.phase != HELD_ROUTE and state.phase != SECOND_ROUTE:
            return r.NOT_NOW
        return why_not_claim(board, state, int64(state.turn), target_of(code), code)
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
