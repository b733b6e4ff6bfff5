"""Setting up a game, playing an action, and ending turns and games (S, T, E1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import WILD
from branchline.engine.kernel import trace as t
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.chance import below
from branchline.engine.kernel.codes import (
    BUY,
    CLAIM,
    DECK,
    DRAW,
    DRAW_BLIND,
    KEEP,
    PASS,
    TAKE_TICKETS,
    keep_seat,
    kind_of,
    target_of,
)
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.layout import (
    FIRST_TICKETS,
    HELD_ROUTE,
    KEEP_TICKETS,
    NONE,
    NOTHING,
    OVER,
    SECOND_CARD,
    SECOND_ROUTE,
    TRUTH,
    TURN,
)
from branchline.engine.kernel.trace import note
from branchline.engine.kernel.types import KINDS
from branchline.engine.rules.claims import claim
from branchline.engine.rules.flags import score_flag
from branchline.engine.rules.market import can_draw, draw_blind, draw_card, settle_market, take_from_market
from branchline.engine.rules.payment import pay
from branchline.engine.rules.technologies import blind_cards, give_back, hand_over
from branchline.engine.rules.tickets import has_chosen, offer_tickets, settle_offer

if TYPE_CHECKING:
    from branchline.engine.kernel.types import (
        BoardRecord,
        Code,
        Mask,
        RouteId,
        Seat,
        StateRecord,
        TechnologyId,
        Trace,
    )


@kernel
def clear(state: StateRecord) -> None:
    """Reset a record to an empty game; its key stays."""
    state.routes[:] = 0
    state.held[:] = 0
    state.returned[:] = 0
    state.block[:] = 0
    state.counter = 0
    state.block_left = 0
    state.technologies[:] = 0
    state.score[:] = 0
    state.technology_score[:] = 0
    state.hand_count[:] = 0
    state.discard_count = 0
    state.turns = 0
    state.pieces[:] = 0
    state.hands[:] = 0
    state.known[:] = 0
    state.front[:] = 0
    state.flags_scored[:] = 0
    state.discards[:] = 0
    state.market[:] = NOTHING
    state.queue[:] = NOTHING
    state.queue_head = 0
    state.queue_count = 0
    state.ticket_count[:] = 0
    state.offer[:] = NOTHING
    state.offer_count[:] = 0
    state.chosen[:] = NOTHING
    state.last_turns = NOTHING
    state.passes = 0
    state.bought = NOTHING
    state.drawn = 0
    state.wild_may_follow = 0
    state.reshuffled = 0
    state.viewer = TRUTH


@kernel
def shuffle_tickets(board: BoardRecord, state: StateRecord) -> None:
    """Shuffle all tickets into the deck."""
    for ticket in range(board.tickets):
        state.queue[ticket] = ticket
    state.queue_count = board.tickets
    for last in range(board.tickets - 1, 0, -1):
        other = below(state, last + 1)
        ticket = state.queue[last]
        state.queue[last] = state.queue[other]
        state.queue[other] = ticket


@kernel
def deal_hands(board: BoardRecord, state: StateRecord, trace: Trace) -> None:
    """Give each seat the map's first wilds, then its first hand from the deck (S2)."""
    for seat in range(board.players):
        state.hands[seat, WILD] = board.first_wilds
        state.known[seat, WILD] = board.first_wilds
        state.hand_count[seat] = board.first_wilds
        state.deck[WILD] -= board.first_wilds
        state.deck_count -= board.first_wilds
    for seat in range(board.players):
        for _ in range(board.first_hand):
            kind = draw_card(board, state, trace)
            state.hands[seat, kind] += 1
            state.hand_count[seat] += 1
            note(trace, t.DEALT, seat, kind, NONE)


@kernel
def deal_game(board: BoardRecord, state: StateRecord, trace: Trace) -> None:
    """Set up a game from the key in its record (S)."""
    clear(state)
    state.deck_count = 0
    for kind in range(KINDS):
        state.deck[kind] = board.cards[kind]
        state.deck_count += board.cards[kind]
    for word in range(2):
        state.open[word] = board.all_routes[word]
    for seat in range(board.players):
        state.pieces[seat] = board.pieces
    shuffle_tickets(board, state)
    deal_hands(board, state, trace)
    settle_market(board, state, trace)
    for seat in range(board.players):
        offer_tickets(state, seat, board.first_deal, trace)
    state.phase = FIRST_TICKETS
    state.turn = 0


@inline
def begin_turn(state: StateRecord, seat: Seat, trace: Trace) -> None:
    """Begin the turn of a seat."""
    state.turn = seat
    state.phase = TURN
    state.drawn = 0
    state.wild_may_follow = 0
    state.turns += 1
    note(trace, t.TURN_BEGINS, seat, NONE, NONE)


@kernel
def end_game(state: StateRecord, trace: Trace) -> None:
    """End the game; its result can be scored at any time."""
    state.phase = OVER
    note(trace, t.GAME_OVER, NOTHING, NONE, NONE)


@inline
def starts_last_round(board: BoardRecord, pieces: int) -> bool:
    """Return whether a seat that ends its turn with this many pieces starts the last round (E1)."""
    return pieces <= board.last_round_at


@kernel
def end_turn(board: BoardRecord, state: StateRecord, trace: Trace) -> None:
    """End the turn: flags, technologies for one turn, the last round, the next seat (F3, K11, K13, E1, T2, T3)."""
    seat = int64(state.turn)
    if score_flag(board, state, seat, trace):
        settle_market(board, state, trace)  # D9: cards were discarded
    give_back(board, state, trace)
    if state.last_turns != NOTHING:
        state.last_turns -= 1
    elif starts_last_round(board, state.pieces[seat]):
        state.last_turns = board.players
        note(trace, t.LAST_ROUND, seat, NONE, NONE)
    if state.last_turns == 0 or state.passes >= board.players:
        end_game(state, trace)
    else:
        begin_turn(state, (seat + 1) % board.players, trace)


@kernel
def choose_first_tickets(board: BoardRecord, state: StateRecord, seat: Seat, kept: Mask, trace: Trace) -> None:
    """Store a seat's choice of first tickets; when all have chosen, settle every offer and begin (S4, S6)."""
    state.chosen[seat] = kept
    note(trace, t.CHOSEN, seat, NONE, NONE)
    waiting = 0
    while waiting < board.players and has_chosen(state, waiting):
        waiting += 1
    state.turn = waiting
    if waiting < board.players:
        return
    for other in range(board.players):
        settle_offer(state, other, int64(state.chosen[other]), trace)
    begin_turn(state, NONE, trace)


@inline
def draw(board: BoardRecord, state: StateRecord, target: int, trace: Trace) -> None:
    """Draw one card; a face-up wild, or the second card, ends the turn (D1-D8)."""
    if target == DECK:
        draw_blind(board, state, trace)
    else:
        take_from_market(board, state, target, trace)
    state.drawn += 1
    state.phase = SECOND_CARD
    if target == WILD or state.drawn == 2 or not can_draw(board, state):
        end_turn(board, state, trace)


@inline
def claim_route(board: BoardRecord, state: StateRecord, route: RouteId, code: Code, trace: Trace) -> None:
    """Claim a route; a technology may allow a second one (C1, K13)."""
    first = state.phase == TURN
    claim(board, state, route, code, trace)
    settle_market(board, state, trace)  # D9
    bought = int64(state.bought)
    if first and bought != NOTHING and board.technology_second_route[bought]:
        # Even if no second route can be paid for: skipping the choice would reveal that.
        state.phase = SECOND_ROUTE
    else:
        end_turn(board, state, trace)


@inline
def buy(board: BoardRecord, state: StateRecord, technology: TechnologyId, code: Code, trace: Trace) -> None:
    """Buy a technology before the action of the turn (K8, K11)."""
    pay(state, int64(state.turn), code, NOTHING)
    hand_over(board, state, technology, trace)
    settle_market(board, state, trace)  # D9
    if board.technology_held_route[technology]:
        state.phase = HELD_ROUTE


@kernel
def act(board: BoardRecord, state: StateRecord, code: Code, trace: Trace) -> None:
    """Play a legal action."""
    kind = kind_of(code)
    target = target_of(code)
    if kind != KEEP and kind != PASS and kind != BUY:  # T3: a pass after a purchase is a pass
        state.passes = 0
    if kind == DRAW:
        draw(board, state, target, trace)
    elif kind == CLAIM:
        claim_route(board, state, target, code, trace)
    elif kind == TAKE_TICKETS:
        offer_tickets(state, int64(state.turn), board.later_deal, trace)
        state.phase = KEEP_TICKETS
    elif kind == KEEP:
        keep(board, state, target, code, trace)
    elif kind == BUY:
        buy(board, state, target, code, trace)
    elif kind == DRAW_BLIND:
        for _ in range(blind_cards(board, state, int64(state.turn))):  # K14
            draw_blind(board, state, trace)
        end_turn(board, state, trace)
    else:
        state.passes += state.phase == TURN  # T3
        note(trace, t.PASSED, int64(state.turn), NONE, NONE)
        end_turn(board, state, trace)


@inline
def keep(board: BoardRecord, state: StateRecord, kept: Mask, code: Code, trace: Trace) -> None:
    """Keep tickets of an offer, the first one or one just drawn (S4, P1)."""
    if state.phase == FIRST_TICKETS:
        seat = keep_seat(code)
        choose_first_tickets(board, state, seat if seat >= 0 else int64(state.turn), kept, trace)
    else:
        settle_offer(state, int64(state.turn), kept, trace)
        end_turn(board, state, trace)
