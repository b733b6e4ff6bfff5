"""The ticket deck, offers and kept tickets (S4, S6, P)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.kernel import reasons as r
from branchline.engine.kernel import trace as t
from branchline.engine.kernel.bits import bit, int64, uint64
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.layout import FIRST_TICKETS, NONE, NOTHING
from branchline.engine.kernel.trace import note
from branchline.engine.kernel.types import TICKETS

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, Mask, Seat, StateRecord, TicketId, Trace


# `returned` has three bits for each ticket, one in each of its masks: the number of the seat that put it under
# the deck, counted from 1, or 0.


@inline
def returned_by(state: StateRecord, seat: Seat) -> Mask:
    """Return the tickets that a seat has put under the deck, whose places it knows, as a mask (P2)."""
    tickets = ~uint64(0)
    for place in range(state.returned.size):
        tickets &= state.returned[place] if ((seat + 1) >> place) & 1 else ~state.returned[place]
    return tickets


@inline
def store_return(state: StateRecord, seat: Seat, ticket: TicketId) -> None:
    """Store that a seat has put a ticket under the deck."""
    for place in range(state.returned.size):
        if ((seat + 1) >> place) & 1:
            state.returned[place] |= bit(ticket)


@inline
def forget_returns(state: StateRecord, others: Mask) -> None:
    """Forget who put tickets under the deck, except these."""
    for place in range(state.returned.size):
        state.returned[place] &= others


@kernel
def offer_tickets(state: StateRecord, seat: Seat, number: int, trace: Trace) -> None:
    """Offer a seat tickets from the top of the deck, as many as there are (P1)."""
    for position in range(min(number, state.queue_count)):
        ticket = int64(state.queue[state.queue_head])
        state.queue[state.queue_head] = NOTHING
        state.queue_head = (state.queue_head + 1) % TICKETS
        state.queue_count -= 1
        state.offer[seat, position] = ticket
        state.offer_count[seat] += 1
        if ticket != NOTHING:
            forget_returns(state, ~bit(ticket))
        note(trace, t.OFFERED, seat, ticket, NONE)


@inline
def put_under(state: StateRecord, seat: Seat, ticket: TicketId) -> None:
    """Put a ticket under the deck; the seat that returned it knows its place (P2)."""
    state.queue[(state.queue_head + state.queue_count) % TICKETS] = ticket
    state.queue_count += 1
    if ticket != NOTHING:
        store_return(state, seat, ticket)


@kernel
def settle_offer(state: StateRecord, seat: Seat, kept: Mask, trace: Trace) -> None:
    """Keep the chosen tickets of an offer and put the others under the deck in the order offered (P2, P4)."""
    for position in range(state.offer_count[seat]):
        ticket = int64(state.offer[seat, position])
        state.offer[seat, position] = NOTHING
        if (kept >> position) & 1:
            state.held[seat] |= bit(ticket)
            state.ticket_count[seat] += 1
            note(trace, t.KEPT, seat, ticket, NONE)
        else:
            put_under(state, seat, ticket)
            note(trace, t.RETURNED, seat, ticket, NONE)
    state.offer_count[seat] = 0


@kernel
def all_tickets(board: BoardRecord) -> Mask:
    """Return all tickets of the board, as a mask."""
    tickets = uint64(0)
    for ticket in range(board.tickets):
        tickets |= bit(ticket)
    return tickets


@inline
def has_chosen(state: StateRecord, seat: Seat) -> bool:
    """Return whether a seat has chosen its first tickets (S6)."""
    return state.chosen[seat] != NOTHING


@inline
def least_to_keep(board: BoardRecord, state: StateRecord, seat: Seat) -> int:
    """Return how many tickets of its offer a seat must keep (S4, P1)."""
    least = board.first_keep if state.phase == FIRST_TICKETS else board.later_keep
    return min(least, state.offer_count[seat])


@inline
def most_offered(board: BoardRecord) -> int:
    """Return how many tickets an offer can have (S4, P1)."""
    return max(board.first_deal, board.later_deal)


@kernel
def why_not_keep(board: BoardRecord, state: StateRecord, seat: Seat, kept: Mask) -> int:
    """Return why a seat may not keep these positions of its offer, or 0 if it may."""
    if kept >> state.offer_count[seat]:
        return r.NOT_OFFERED
    number = 0
    for position in range(state.offer_count[seat]):
        number += (kept >> position) & 1
    return 0 if number >= least_to_keep(board, state, seat) else r.TOO_FEW_TICKETS
