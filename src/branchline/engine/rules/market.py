"""The deck, the discards and the market (S3, D)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import WILD
from branchline.engine.kernel import trace as t
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.chance import below
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.layout import NONE, NOTHING, TURN
from branchline.engine.kernel.trace import drop_resets, note
from branchline.engine.kernel.types import KINDS
from branchline.engine.rules.technologies import blind_cards, withdraw_early_offers

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, CardKind, Mask, Seat, StateRecord, Trace


@kernel
def reshuffle(board: BoardRecord, state: StateRecord, trace: Trace) -> None:
    """Shuffle the discards into a new deck; done when a card is needed and the deck is empty (D7)."""
    for kind in range(KINDS):
        state.deck[kind] += state.discards[kind]
        state.discards[kind] = 0
    state.deck_count += state.discard_count
    note(trace, t.RESHUFFLED, NOTHING, int64(state.discard_count), NONE)
    state.discard_count = 0
    if not state.reshuffled:
        withdraw_early_offers(board, state, trace)
        state.reshuffled = 1


@inline
def take_from_deck(state: StateRecord) -> int:
    """Take a card from the deck and return its kind: any card of a shuffled deck is equally likely to be its top."""
    rest = below(state, int64(state.deck_count))
    kind = 0
    while rest >= state.deck[kind]:
        rest -= state.deck[kind]
        kind += 1
    state.deck[kind] -= 1
    state.deck_count -= 1
    return kind


@inline
def draw_card(board: BoardRecord, state: StateRecord, trace: Trace) -> int:
    """Draw a card from the shuffled deck and return its kind, or `NOTHING` if no card is left (D7, D8)."""
    if state.deck_count == 0:
        if state.discard_count == 0:
            return NOTHING
        reshuffle(board, state, trace)
    return take_from_deck(state)


@inline
def discard(state: StateRecord, kind: CardKind, number: int) -> None:
    """Put cards on the discards."""
    state.discards[kind] += number
    state.discard_count += number


@kernel
def fill_market(board: BoardRecord, state: StateRecord, trace: Trace) -> None:
    """Turn up a card for every empty slot of the market while there are cards (S3, D2, D9)."""
    for slot in range(board.market):
        if state.market[slot] == NOTHING:
            kind = draw_card(board, state, trace)
            if kind == NOTHING:
                return
            state.market[slot] = kind
            note(trace, t.TURNED_UP, NOTHING, slot, kind)


@inline
def wilds_in_market(board: BoardRecord, state: StateRecord) -> int:
    """Return the number of face-up wilds."""
    wilds = 0
    for slot in range(board.market):
        wilds += state.market[slot] == WILD
    return wilds


@kernel
def reset_could_help(board: BoardRecord, state: StateRecord) -> bool:
    """Return whether a reset could leave few enough wilds face up (D10)."""
    cards = cards_to_draw(state)
    wilds = state.deck[WILD] + state.discards[WILD]
    for slot in range(board.market):
        cards += state.market[slot] != NOTHING
        wilds += state.market[slot] == WILD
    return cards > board.market and cards - wilds > board.market - board.reset_at_wilds


@kernel
def reset_market(board: BoardRecord, state: StateRecord, trace: Trace) -> int:
    """Deal a new market while too many wilds lie face up; return whether that was needed (D6, D10)."""
    start = int64(trace.used)
    was_reset = False
    while (
        board.reset_at_wilds
        and wilds_in_market(board, state) >= board.reset_at_wilds
        and reset_could_help(board, state)
    ):
        was_reset = True
        drop_resets(trace, start)
        note(trace, t.MARKET_RESET, NOTHING, NONE, NONE)
        for slot in range(board.market):
            discard(state, int64(state.market[slot]), int64(1))
            state.market[slot] = NOTHING
        fill_market(board, state, trace)
    return was_reset


@kernel
def settle_market(board: BoardRecord, state: StateRecord, trace: Trace) -> None:
    """Refill the market once there are cards again, and reset it if that has become possible (D6, D9)."""
    fill_market(board, state, trace)
    reset_market(board, state, trace)


@inline
def slot_of(board: BoardRecord, state: StateRecord, kind: CardKind) -> int:
    """Return the first market slot with a card of this kind."""
    for slot in range(board.market):
        if state.market[slot] == kind:
            return slot
    return NOTHING


@inline
def cards_to_draw(state: StateRecord) -> int:
    """Return the number of cards that can still be drawn blind (D8)."""
    return int64(state.deck_count) + state.discard_count


@inline
def blind_draw(board: BoardRecord, state: StateRecord, seat: Seat) -> int:
    """Return how many cards a seat can draw blind at once: 0 without a technology, or if too few are left (K14)."""
    many = blind_cards(board, state, seat)
    return many if cards_to_draw(state) >= many else NONE


@inline
def refill(board: BoardRecord, state: StateRecord, slot: int, trace: Trace) -> bool:
    """Turn up the replacement for a card just taken; return whether it is a wild that stays (D2, D6)."""
    kind = draw_card(board, state, trace)
    if kind == NOTHING:
        return False
    state.market[slot] = kind
    note(trace, t.TURNED_UP, NOTHING, slot, kind)
    # Only a wild can cause a reset: taking a card leaves no more wilds than before.
    return kind == WILD and not reset_market(board, state, trace)


@inline
def take_from_market(board: BoardRecord, state: StateRecord, kind: CardKind, trace: Trace) -> None:
    """Take a face-up card, which everyone sees, and replace it at once (D2)."""
    seat = int64(state.turn)
    slot = slot_of(board, state, kind)
    if kind == WILD and state.wild_may_follow:
        slot = int64(state.wild_may_follow) - 1
    state.market[slot] = NOTHING
    state.hands[seat, kind] += 1
    state.known[seat, kind] += 1
    state.hand_count[seat] += 1
    note(trace, t.DREW_MARKET, seat, slot, kind)
    wild_came = refill(board, state, slot, trace)
    state.wild_may_follow = slot + 1 if wild_came and board.replacement_wild and kind != WILD else 0


@kernel
def draw_blind(board: BoardRecord, state: StateRecord, trace: Trace) -> None:
    """Draw the top card of the deck, unseen by the others (D1, D5)."""
    kind = draw_card(board, state, trace)
    seat = int64(state.turn)
    state.hands[seat, kind] += 1
    state.hand_count[seat] += 1
    note(trace, t.DREW_BLIND, seat, kind, NONE)


@inline
def market_kinds(board: BoardRecord, state: StateRecord) -> Mask:
    """Return the kinds that may be taken face up now, as a mask (D4)."""
    kinds = int64(0)
    for slot in range(board.market):
        if state.market[slot] != NOTHING:
            kinds |= int64(1) << int64(state.market[slot])
    if state.phase != TURN and not state.wild_may_follow:
        kinds &= ~(1 << WILD)
    return kinds


@inline
def can_draw(board: BoardRecord, state: StateRecord) -> bool:
    """Return whether the seat to move can draw any card now, blind or face up (D8)."""
    return cards_to_draw(state) > 0 or market_kinds(board, state) != 0
