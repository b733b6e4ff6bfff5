"""What a seat may know: hiding secrets in a copy of a state, and dealing them again at random (P5, S6, F4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import WILD
from branchline.engine.kernel.bits import bit, copy_numbers, count, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.chance import below
from branchline.engine.kernel.compilation import entry, kernel
from branchline.engine.kernel.layout import NOTHING, OVER, TRUTH, Records
from branchline.engine.kernel.types import KINDS, TICKETS
from branchline.engine.rules.flags import is_in_front
from branchline.engine.rules.market import take_from_deck
from branchline.engine.rules.tickets import all_tickets, forget_returns, has_chosen, returned_by, why_not_keep

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, Ints, Mask, Seat, StateRecord


@kernel
def hide_chance(view: StateRecord) -> None:
    """Hide the key, the stream of chance and the deck."""
    view.key[:] = 0
    view.block[:] = 0
    view.counter = 0
    view.block_left = 0
    view.deck[:] = 0


@kernel
def hide_seat(view: StateRecord, other: Seat) -> None:
    """Hide what only another seat knows; cards that everyone saw it take stay visible."""
    for kind in range(KINDS):
        view.hands[other, kind] = view.known[other, kind]
    view.offer[other, :] = NOTHING
    if has_chosen(view, other):
        view.chosen[other] = 0
    if view.phase != OVER:  # P5: the final scoring shows all tickets
        view.held[other] = 0


@kernel
def hide_ticket_deck(view: StateRecord, known: Mask) -> None:
    """Hide the ticket deck, except the tickets whose place the viewer knows."""
    for place in range(TICKETS):
        ticket = view.queue[place]
        if ticket != NOTHING and known & bit(ticket) == 0:
            view.queue[place] = NOTHING


@kernel
def redact(board: BoardRecord, view: StateRecord, seat: Seat) -> None:
    """Turn a copy of a state into the view of a seat; a seat below 0 is a spectator."""
    hide_chance(view)
    known = returned_by(view, seat) if seat >= 0 else uint64(0)
    forget_returns(view, known)
    hide_ticket_deck(view, known)
    for other in range(board.players):
        if other != seat:
            hide_seat(view, other)
    view.viewer = seat


@entry
def see_at(boards: Records, states: Records, index: int, seat: Seat, views: Records) -> None:
    """Write a seat's view of one of many games into `views`."""
    views[0] = states[index]
    redact(boards[0], views[0], seat)


# -- worlds: states that are consistent with a view --------------------------------------------


@kernel
def gather_unseen_cards(board: BoardRecord, world: StateRecord) -> None:
    """Put every card that is not visible anywhere into the deck."""
    world.deck_count = 0
    for kind in range(KINDS):
        world.deck[kind] = board.cards[kind] - world.discards[kind]
        for seat in range(board.players):
            world.deck[kind] -= world.hands[seat, kind]
            world.deck[kind] -= kind != WILD and is_in_front(world, seat, kind)
    for slot in range(board.market):
        if world.market[slot] != NOTHING:
            world.deck[world.market[slot]] -= 1
    for kind in range(KINDS):
        world.deck_count += world.deck[kind]


@kernel
def deal_unseen_cards(board: BoardRecord, world: StateRecord, viewer: Seat) -> None:
    """Fill the other hands from the unseen cards; the rest are the deck."""
    gather_unseen_cards(board, world)
    for seat in range(board.players):
        if seat == viewer:
            continue
        missing = int64(world.hand_count[seat])
        for kind in range(KINDS):
            missing -= world.hands[seat, kind]
        for _ in range(missing):
            world.hands[seat, take_from_deck(world)] += 1


@kernel
def unseen_tickets(board: BoardRecord, world: StateRecord) -> Mask:
    """Return the tickets that are not visible anywhere, as a mask."""
    seen = uint64(0)
    for seat in range(board.players):
        seen |= world.held[seat]
        for position in range(world.offer_count[seat]):
            if world.offer[seat, position] != NOTHING:
                seen |= bit(world.offer[seat, position])
    for place in range(TICKETS):
        if world.queue[place] != NOTHING:
            seen |= bit(world.queue[place])
    return all_tickets(board) & ~seen


@kernel
def pick_ticket(world: StateRecord, tickets: Mask) -> int:
    """Return a random ticket of a mask, each equally likely."""
    chosen = below(world, count(tickets))
    for _ in range(chosen):
        tickets = drop_lowest(tickets)
    return lowest(tickets) if tickets else int64(NOTHING)


@kernel
def deal_unseen_tickets(board: BoardRecord, world: StateRecord, viewer: Seat) -> None:
    """Deal the unseen tickets to the other seats, to their offers and to the unknown places of the deck.

    A seat that holds all its tickets already is dealt none: at the end, when all are shown (P5), or because the caller
    chose them.
    """
    unseen = unseen_tickets(board, world)
    for seat in range(board.players):
        if seat == viewer:
            continue
        for _ in range(world.ticket_count[seat] - count(world.held[seat])):
            ticket = pick_ticket(world, unseen)
            unseen &= ~bit(ticket)
            world.held[seat] |= bit(ticket)
        for position in range(world.offer_count[seat]):
            ticket = pick_ticket(world, unseen)
            unseen &= ~bit(ticket)
            world.offer[seat, position] = ticket
    for step in range(world.queue_count):
        place = (world.queue_head + step) % TICKETS
        if world.queue[place] == NOTHING:
            ticket = pick_ticket(world, unseen)
            unseen &= ~bit(ticket)
            world.queue[place] = ticket


@kernel
def choose_unseen_keeps(board: BoardRecord, world: StateRecord, viewer: Seat) -> None:
    """Choose at random what the other seats may have kept of their first tickets (S6)."""
    for seat in range(board.players):
        if seat == viewer or not has_chosen(world, seat):
            continue
        kept = below(world, 1 << int64(world.offer_count[seat]))
        while why_not_keep(board, world, seat, kept) != 0:
            kept = below(world, 1 << int64(world.offer_count[seat]))
        world.chosen[seat] = kept


@kernel
def deal_world(board: BoardRecord, world: StateRecord, key: Ints) -> None:
    """Turn a copy of a view into a whole state that is consistent with it."""
    viewer = int64(world.viewer)
    copy_numbers(key, world.key)
    world.counter = 0
    world.block_left = 0
    deal_unseen_cards(board, world, viewer)
    deal_unseen_tickets(board, world, viewer)
    choose_unseen_keeps(board, world, viewer)
    world.viewer = TRUTH


@entry
def deal_world_at(boards: Records, views: Records, key: Ints, worlds: Records) -> None:
    """Write a state that is consistent with a view into `worlds`."""
    worlds[0] = views[0]
    deal_world(boards[0], worlds[0], key)
