"""The deck, the discards and the market (S3, D)."""

from __future__ import annotations

from typing import Any

from branchline.boards.board import WILD
from branchline.engine import trace as t
from branchline.engine.chance import below
from branchline.engine.jit import kernel
from branchline.engine.layout import KINDS, NOTHING, Record
from branchline.engine.rules.technologies import withdraw_early_offers
from branchline.engine.trace import note


@kernel
def reshuffle(board: Record, state: Record, trace: Any) -> None:
    """Make the discards the new deck, when a card is needed and the deck is empty (D7)."""
    for kind in range(KINDS):
        state.deck[kind] += state.discards[kind]
        state.discards[kind] = 0
    state.deck_count += state.discard_count
    note(trace, t.RESHUFFLED, -1, state.discard_count, 0)
    state.discard_count = 0
    if not state.reshuffled:
        state.reshuffled = 1
        withdraw_early_offers(board, state, trace)


@kernel
def draw_card(board: Record, state: Record, trace: Any) -> Any:
    """Draw a card from the shuffled deck, or nothing where none is left (D7, D8)."""
    if state.deck_count == 0:
        if state.discard_count == 0:
            return NOTHING
        reshuffle(board, state, trace)
    # Any card of a shuffled deck is equally likely to be its top.
    rest = below(state, state.deck_count)
    kind = 0
    while rest >= state.deck[kind]:
        rest -= state.deck[kind]
        kind += 1
    state.deck[kind] -= 1
    state.deck_count -= 1
    return kind


@kernel
def discard(state: Record, kind: Any, number: Any) -> None:
    """Put cards on the discards."""
    state.discards[kind] += number
    state.discard_count += number


@kernel
def fill_market(board: Record, state: Record, trace: Any) -> None:
    """Turn up a card for every gap of the market while there are cards (S3, D2, D9)."""
    for slot in range(board.market):
        if state.market[slot] == NOTHING:
            kind = draw_card(board, state, trace)
            if kind == NOTHING:
                return
            state.market[slot] = kind
            note(trace, t.TURNED_UP, -1, slot, kind)


@kernel
def wilds_in_market(board: Record, state: Record) -> Any:
    """Count the wilds lying face up."""
    wilds = 0
    for slot in range(board.market):
        wilds += state.market[slot] == WILD
    return wilds


@kernel
def reset_could_help(board: Record, state: Record) -> Any:
    """Tell whether a new market could have fewer wilds: enough other cards are left somewhere (D10)."""
    cards = state.deck_count + state.discard_count
    wilds = state.deck[WILD] + state.discards[WILD]
    for slot in range(board.market):
        cards += state.market[slot] != NOTHING
        wilds += state.market[slot] == WILD
    return cards > board.market and cards - wilds > board.market - board.reset_at_wilds


@kernel
def settle_market(board: Record, state: Record, trace: Any) -> Any:
    """Fill the market and deal it anew while it has too many wilds; tell whether it was dealt anew (D6, D9)."""
    fill_market(board, state, trace)
    was_reset = False
    while (
        board.reset_at_wilds
        and wilds_in_market(board, state) >= board.reset_at_wilds
        and reset_could_help(board, state)
    ):
        was_reset = True
        note(trace, t.MARKET_RESET, -1, 0, 0)
        for slot in range(board.market):
            discard(state, state.market[slot], 1)
            state.market[slot] = NOTHING
        fill_market(board, state, trace)
    return was_reset


@kernel
def slot_of(board: Record, state: Record, kind: Any) -> Any:
    """Return the first market slot with a card of this kind."""
    for slot in range(board.market):
        if state.market[slot] == kind:
            return slot
    return NOTHING


@kernel
def cards_to_draw(state: Record) -> Any:
    """Count the cards that can still be drawn blind (D8)."""
    return state.deck_count + state.discard_count


@kernel
def take_from_market(board: Record, state: Record, kind: Any, trace: Any) -> None:
    """Take a face-up card; everyone sees it, and its place is filled at once (D2)."""
    seat = state.turn
    slot = slot_of(board, state, kind)
    state.market[slot] = NOTHING
    state.hands[seat, kind] += 1
    state.known[seat, kind] += 1
    state.hand_count[seat] += 1
    note(trace, t.DREW_MARKET, seat, slot, kind)
    was_reset = settle_market(board, state, trace)
    state.wild_may_follow = (
        board.replacement_wild and not was_reset and kind != WILD and state.market[slot] == WILD
    )


@kernel
def draw_blind(board: Record, state: Record, trace: Any) -> None:
    """Take the top card of the deck, unseen by the others (D1, D5)."""
    kind = draw_card(board, state, trace)
    state.hands[state.turn, kind] += 1
    state.hand_count[state.turn] += 1
    note(trace, t.DREW_BLIND, state.turn, kind, 0)
