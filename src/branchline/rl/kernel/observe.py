"""What a seat observes: numbers from its view, and nothing else of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import WILD
from branchline.engine.kernel.bits import bit, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.layout import NOTHING, OVER
from branchline.engine.kernel.types import KINDS
from branchline.engine.rules.flags import is_in_front
from branchline.engine.rules.network import joined_districts
from branchline.engine.rules.technologies import copies_left
from branchline.engine.rules.ticket_distances import update_distances
from branchline.engine.rules.tickets import has_chosen, returned_by
from branchline.rl.kernel import offsets

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, CardKind, Ints, Mask, Seat, StateRecord
    from branchline.engine.rules.ticket_distances import DistanceSearch, TicketDistances


@inline
def slice_start(lookup: Ints, which: int) -> int:
    """Return where a slice of the observation begins."""
    return int64(lookup[offsets.HEADER + which])


@inline
def card_column(board: BoardRecord, kind: CardKind) -> int:
    """Return the position of a card kind in a slice: the colors of the map, then the wild."""
    return int64(board.colors) if kind == WILD else int64(kind)


@inline
def write_bits(word_0: Mask, word_1: Mask, number: int, out: Ints, at: int) -> None:
    """Write up to 128 bits as zeros and ones; the loops run over slices so that they are vectorized."""
    low, high = out[at : at + min(number, 64)], out[at + 64 : at + number]
    for place in range(low.size):
        low[place] = (word_0 >> uint64(place)) & uint64(1)
    for place in range(high.size):
        high[place] = (word_1 >> uint64(place)) & uint64(1)


@kernel
def observe_moment(board: BoardRecord, state: StateRecord, seat: Seat, lookup: Ints, out: Ints) -> None:
    """Write the phase, the seats of the observer and of the decision, and the clock."""
    players = int64(board.players)
    out[slice_start(lookup, offsets.PHASE) + state.phase] = 1
    out[slice_start(lookup, offsets.SEAT) + seat] = 1
    if state.phase != OVER:
        out[slice_start(lookup, offsets.TO_DECIDE) + (state.turn - seat + players) % players] = 1
    at = slice_start(lookup, offsets.CLOCK)
    out[at + offsets.TURNS] = state.turns
    out[at + offsets.LAST_TURNS] = state.last_turns + 1
    out[at + offsets.DRAWN] = state.drawn
    out[at + offsets.WILD_MAY_FOLLOW] = state.wild_may_follow
    out[at + offsets.RESHUFFLED] = state.reshuffled
    out[at + offsets.PASSES] = state.passes
    out[at + offsets.DECK_COUNT] = state.deck_count
    out[at + offsets.TICKET_DECK] = state.queue_count


@kernel
def observe_cards(board: BoardRecord, state: StateRecord, seat: Seat, lookup: Ints, out: Ints) -> None:
    """Write the observer's hand, the market, the discards, and the cards that the observer has not seen anywhere."""
    hand, unseen = slice_start(lookup, offsets.HAND), slice_start(lookup, offsets.UNSEEN)
    discards, market = slice_start(lookup, offsets.DISCARDS), slice_start(lookup, offsets.MARKET)
    colors = int64(board.colors)
    for place in range(colors + 1):
        kind = place if place < colors else int64(WILD)
        held, discarded = int64(state.hands[seat, kind]), int64(state.discards[kind])
        out[hand + place] = held
        out[discards + place] = discarded
        out[unseen + place] = board.cards[kind] - held - discarded
    for slot in range(board.market):
        if state.market[slot] != NOTHING:
            place = card_column(board, int64(state.market[slot]))
            out[market + place] += 1
            out[unseen + place] -= 1


@kernel
def observe_seats(board: BoardRecord, state: StateRecord, seat: Seat, lookup: Ints, out: Ints) -> None:
    """Write what is public about each seat, the observer first: counts, points, and cards it was seen to take."""
    players = int64(board.players)
    kinds = int64(board.colors) + 1
    unseen, known_cards = slice_start(lookup, offsets.UNSEEN), slice_start(lookup, offsets.KNOWN)
    hand_counts, pieces = slice_start(lookup, offsets.HAND_COUNTS), slice_start(lookup, offsets.PIECES)
    scores, ticket_counts = slice_start(lookup, offsets.SCORES), slice_start(lookup, offsets.TICKET_COUNTS)
    chosen = slice_start(lookup, offsets.CHOSEN)
    for step in range(players):
        other = (seat + step) % players
        out[hand_counts + step] = state.hand_count[other]
        out[pieces + step] = state.pieces[other]
        out[scores + step] = state.score[other]
        out[ticket_counts + step] = state.ticket_count[other]
        out[chosen + step] = has_chosen(state, other)
        for color in range(board.colors if board.flag_colors else int64(0)):
            if is_in_front(state, other, color):
                out[slice_start(lookup, offsets.FRONT) + step * board.colors + color] = 1
                out[unseen + color] -= 1
        if step == 0:
            continue
        for kind in range(KINDS):
            known = int64(state.known[other, kind])
            if known:
                place = card_column(board, kind)
                out[known_cards + (step - 1) * kinds + place] = known
                out[unseen + place] -= known


@kernel
def observe_tickets(
    board: BoardRecord,
    state: StateRecord,
    seat: Seat,
    lookup: Ints,
    distances: TicketDistances,
    search: DistanceSearch,
    out: Ints,
) -> None:
    """Write the seat's tickets, its offer, the distance of each of them, and the tickets that it returned."""
    tickets = int64(board.tickets)
    shown = state.held[seat]
    write_bits(shown, uint64(0), tickets, out, slice_start(lookup, offsets.TICKETS))
    write_bits(returned_by(state, seat), uint64(0), tickets, out, slice_start(lookup, offsets.RETURNED))
    for position in range(state.offer_count[seat]):
        ticket = int64(state.offer[seat, position])
        out[slice_start(lookup, offsets.OFFER) + position * tickets + ticket] = 1
        shown |= bit(ticket)
    update_distances(board, state, seat, shown, int64(lookup[offsets.LONGEST]), distances, search)
    missing = slice_start(lookup, offsets.MISSING)
    while shown:
        ticket = lowest(shown)
        shown = drop_lowest(shown)
        out[missing + ticket] = distances.distance[ticket]


@kernel
def observe_board(board: BoardRecord, state: StateRecord, seat: Seat, lookup: Ints, out: Ints) -> None:
    """Write the open routes, each seat's routes, and the districts that the observer has connected."""
    players, routes = int64(board.players), int64(board.routes)
    write_bits(state.open[0], state.open[1], routes, out, slice_start(lookup, offsets.OPEN))
    for step in range(players):
        other = (seat + step) % players
        write_bits(
            state.routes[other, 0],
            state.routes[other, 1],
            routes,
            out,
            slice_start(lookup, offsets.ROUTES) + step * routes,
        )
    if board.districts:
        made = joined_districts(board, state.routes[seat, 0], state.routes[seat, 1])
        write_bits(uint64(made), uint64(0), int64(board.districts), out, slice_start(lookup, offsets.DISTRICTS))


@kernel
def observe_technologies(board: BoardRecord, state: StateRecord, seat: Seat, lookup: Ints, out: Ints) -> None:
    """Write each seat's technologies, the copies on sale, and the technology bought this turn."""
    players, number = int64(board.players), int64(board.technologies)
    for step in range(players):
        owned = uint64(state.technologies[(seat + step) % players])
        write_bits(owned, uint64(0), number, out, slice_start(lookup, offsets.OWNED) + step * number)
    for technology in range(number):
        out[slice_start(lookup, offsets.COPIES) + technology] = copies_left(board, state, technology)
    if state.bought != NOTHING:
        out[slice_start(lookup, offsets.BOUGHT) + state.bought] = 1


@kernel
def observe(
    board: BoardRecord,
    state: StateRecord,
    seat: Seat,
    lookup: Ints,
    distances: TicketDistances,
    search: DistanceSearch,
    out: Ints,
) -> None:
    """Write the observation of a seat."""
    out[:] = 0
    observe_moment(board, state, seat, lookup, out)
    observe_cards(board, state, seat, lookup, out)
    observe_seats(board, state, seat, lookup, out)
    observe_tickets(board, state, seat, lookup, distances, search, out)
    observe_board(board, state, seat, lookup, out)
    if board.technologies:
        observe_technologies(board, state, seat, lookup, out)
