"""What a seat observes: numbers that its view holds, and nothing else of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import WILD
from branchline.engine.bits import bit, drop_lowest, int64, lowest, uint64
from branchline.engine.compilation import inline, kernel
from branchline.engine.layout import KINDS, NOTHING, OVER
from branchline.engine.rules.network import joined_districts
from branchline.rl.kernel import offsets as p
from branchline.rl.kernel.progress import bring_up_to_date, remembered

if TYPE_CHECKING:
    from branchline.engine.kernel_types import BoardRecord, CardKind, Ints, Mask, Seat, StateRecord


@inline
def start(plan: Ints, which: int) -> int:
    """Return where a slice of the observation begins."""
    return int64(plan[p.HEAD + which])


@inline
def card_place(board: BoardRecord, kind: CardKind) -> int:
    """Return the place of a card kind in a slice: the colors of the map, then the wild."""
    return int64(board.colors) if kind == WILD else int64(kind)


@inline
def spread(word_0: Mask, word_1: Mask, number: int, out: Ints, at: int) -> None:
    """Write up to 128 bits as zeros and ones; slices, so that the loops can be done many places at a time."""
    low, high = out[at : at + min(number, 64)], out[at + 64 : at + number]
    for place in range(low.size):
        low[place] = (word_0 >> uint64(place)) & uint64(1)
    for place in range(high.size):
        high[place] = (word_1 >> uint64(place)) & uint64(1)


@kernel
def observe_moment(board: BoardRecord, state: StateRecord, seat: Seat, plan: Ints, out: Ints) -> None:
    """Write whose decision it is, which, and how far the game has come."""
    players = int64(board.players)
    out[start(plan, p.PHASE) + state.phase] = 1
    out[start(plan, p.SEAT) + seat] = 1
    if state.phase != OVER:
        out[start(plan, p.TO_DECIDE) + (state.turn - seat + players) % players] = 1
    at = start(plan, p.CLOCK)
    out[at + p.TURNS] = state.turns
    out[at + p.LAST_TURNS] = state.last_turns + 1
    out[at + p.DRAWN] = state.drawn
    out[at + p.WILD_MAY_FOLLOW] = state.wild_may_follow
    out[at + p.RESHUFFLED] = state.reshuffled
    out[at + p.PASSES] = state.passes
    out[at + p.DECK_COUNT] = state.deck_count
    out[at + p.TICKET_DECK] = state.queue_count


@kernel
def observe_cards(board: BoardRecord, state: StateRecord, seat: Seat, plan: Ints, out: Ints) -> None:
    """Write the own hand, the market, the discards, and which cards the observer has not seen anywhere."""
    hand, unseen = start(plan, p.HAND), start(plan, p.UNSEEN)
    discards, market = start(plan, p.DISCARDS), start(plan, p.MARKET)
    for kind in range(KINDS):
        if kind < WILD and kind >= board.colors:
            continue
        place = card_place(board, kind)
        out[hand + place] = state.hands[seat, kind]
        out[discards + place] = state.discards[kind]
        out[unseen + place] = board.cards[kind] - state.hands[seat, kind] - state.discards[kind]
    for slot in range(board.market):
        if state.market[slot] != NOTHING:
            place = card_place(board, int64(state.market[slot]))
            out[market + place] += 1
            out[unseen + place] -= 1


@kernel
def observe_seats(board: BoardRecord, state: StateRecord, seat: Seat, plan: Ints, out: Ints) -> None:
    """Write what everyone knows of each seat, the observer first: counts, points, and cards it was seen to take."""
    players = int64(board.players)
    kinds = int64(board.colors) + 1
    unseen = start(plan, p.UNSEEN)
    for step in range(players):
        other = (seat + step) % players
        out[start(plan, p.HAND_COUNTS) + step] = state.hand_count[other]
        out[start(plan, p.PIECES) + step] = state.pieces[other]
        out[start(plan, p.SCORES) + step] = state.score[other]
        out[start(plan, p.TICKET_COUNTS) + step] = state.ticket_count[other]
        out[start(plan, p.CHOSEN) + step] = state.chosen[other] != NOTHING
        for color in range(board.colors):
            if (int64(state.front[other]) >> color) & 1:
                out[start(plan, p.FRONT) + step * board.colors + color] = 1
                out[unseen + color] -= 1
        if step == 0:
            continue
        for kind in range(KINDS):
            known = int64(state.known[other, kind])
            if known:
                place = card_place(board, kind)
                out[start(plan, p.KNOWN) + (step - 1) * kinds + place] = known
                out[unseen + place] -= known


@kernel
def observe_tickets(
    board: BoardRecord, state: StateRecord, seat: Seat, plan: Ints, memo: Ints, ways: Ints, out: Ints
) -> None:
    """Write the own tickets, how far each is from done, the own offer, and what the seat put under the deck."""
    tickets = int64(board.tickets)
    wanted = state.held[seat]
    spread(wanted, uint64(0), tickets, out, start(plan, p.TICKETS))
    spread(state.returned[seat], uint64(0), tickets, out, start(plan, p.RETURNED))
    for position in range(state.offer_count[seat]):
        ticket = int64(state.offer[seat, position])
        out[start(plan, p.OFFER) + position * tickets + ticket] = 1
        wanted |= bit(ticket)
    bring_up_to_date(board, state, seat, wanted, int64(plan[p.LONGEST]) + 1, memo, ways)
    missing = start(plan, p.MISSING)
    while wanted:
        ticket = lowest(wanted)
        wanted = drop_lowest(wanted)
        out[missing + ticket] = remembered(memo, ticket)


@kernel
def observe_board(board: BoardRecord, state: StateRecord, seat: Seat, plan: Ints, out: Ints) -> None:
    """Write the open tracks, each seat's tracks, and the districts the observer has joined."""
    players, routes = int64(board.players), int64(board.routes)
    spread(state.open[0], state.open[1], routes, out, start(plan, p.OPEN))
    for step in range(players):
        other = (seat + step) % players
        spread(state.routes[other, 0], state.routes[other, 1], routes, out, start(plan, p.TRACKS) + step * routes)
    if board.districts:
        made = joined_districts(board, state.routes[seat, 0], state.routes[seat, 1])
        spread(uint64(made), uint64(0), int64(board.districts), out, start(plan, p.DISTRICTS))


@kernel
def observe_technologies(board: BoardRecord, state: StateRecord, seat: Seat, plan: Ints, out: Ints) -> None:
    """Write each seat's technologies, what is on sale, and what was bought this turn."""
    players, number = int64(board.players), int64(board.technologies)
    for step in range(players):
        owned = uint64(state.technologies[(seat + step) % players])
        spread(owned, uint64(0), number, out, start(plan, p.OWNED) + step * number)
    for technology in range(number):
        out[start(plan, p.COPIES) + technology] = state.copies[technology]
    if state.bought != NOTHING:
        out[start(plan, p.BOUGHT) + state.bought] = 1


@kernel
def observe(board: BoardRecord, state: StateRecord, seat: Seat, plan: Ints, memo: Ints, ways: Ints, out: Ints) -> None:
    """Write all that a seat observes."""
    out[:] = 0
    observe_moment(board, state, seat, plan, out)
    observe_cards(board, state, seat, plan, out)
    observe_seats(board, state, seat, plan, out)
    observe_tickets(board, state, seat, plan, memo, ways, out)
    observe_board(board, state, seat, plan, out)
    if board.technologies:
        observe_technologies(board, state, seat, plan, out)
