"""Build the state of a view. Only the view is read, so nothing else can leak."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from branchline.engine.view_state.legal_moves import legal_moves
from branchline.engine.view_state.network import NetworkCache
from branchline.engine.view_state.types import Offer, SeatState, ViewState

if TYPE_CHECKING:
    from branchline.engine.view_state.network import Network
    from branchline.engine.view_state.types import OwnState, Phase
    from branchline.engine.views import View


def view_state(view: View, cache: NetworkCache | None = None) -> ViewState:
    """Return what the viewer may know of the play."""
    state = ViewState(
        players=view.players,
        options=sorted(view.board.options),
        seats={seat: SeatState() for seat in range(view.players)},
        deciding=view.deciding,
    )
    fill(state, view, cache or NetworkCache())
    return state


def fill(state: ViewState, view: View, cache: NetworkCache) -> None:
    """Fill in what a view shows of the play."""
    fill_public(state, view, cache)
    if view.seat is not None:
        fill_own(state, view, view.seat, cache, may_decide=view.seat in state.deciding)


def fill_public(state: ViewState, view: View, cache: NetworkCache) -> None:
    """Fill in what everyone sees of the play: the same from every view."""
    network = cache.network(view)
    state.phase = cast("Phase", view.phase)
    state.turn = None if view.over or view.phase == "first tickets" else view.turn
    state.market = view.market
    state.deck, state.discards, state.ticket_deck = view.deck_count, view.discards, view.ticket_deck_count
    state.routes, state.closed = network.holders, network.closed
    state.last_turns = view.last_turns
    if view.board.technologies:
        state.copies = view.copies
    _fill_seats(state, view, network)


def _fill_seats(state: ViewState, view: View, network: Network) -> None:
    board = view.board
    scores, pieces, cards, tickets = view.scores, view.pieces, view.hand_counts, view.ticket_counts
    flags = view.flag_points if board.flag else []
    for number, seat in state.seats.items():
        seat.score, seat.pieces = scores[number], pieces[number]
        seat.cards, seat.tickets = cards[number], tickets[number]
        seat.seen = view.cards_seen(number)
        if board.technologies:
            seat.technologies = view.technologies_of(number)
        if board.flag:
            seat.front, seat.flags = view.in_front_of(number), flags[number]
        if board.district_table:
            seat.districts = network.districts[number]
            seat.district_progress = network.district_progress[number]
        if network.paths:
            seat.path, longest = network.paths[number]
            seat.longest = longest or None


def fill_own(state: OwnState, view: View, seat: int, cache: NetworkCache, *, may_decide: bool) -> None:
    """Fill in what only the viewer knows, with the legal actions if the viewer has to decide."""
    state.you = seat
    state.hand = view.hand
    state.cards_per_wild = view.cards_per_wild(seat) or None
    state.tickets = cache.tickets(view, seat, view.tickets)
    if view.offer and not view.over:
        state.offer = _offer(view, seat, cache)
    elif may_decide:
        state.legal = legal_moves(view)


def _offer(view: View, seat: int, cache: NetworkCache) -> Offer:
    return Offer(
        tickets=view.offer,
        least=view.least_to_keep(seat),
        help=cache.tickets(view, seat, view.offer),
        chosen=view.own_choice if view.phase == "first tickets" else None,
    )
