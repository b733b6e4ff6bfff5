"""Worlds for a search: what the others may hold, guessed from what they have built; the rest dealt at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.boards.board import GRAY, WILD
from branchline.bots.kernel.desk import UNIT
from branchline.bots.kernel.fillers import prepare
from branchline.bots.kernel.search.haste import plan_anew
from branchline.bots.kernel.search.records import POOL, SUSPICION
from branchline.bots.kernel.ways import begin_network, spread
from branchline.engine.jit import kernel, lowest
from branchline.engine.layout import FIRST_TICKETS, NOTHING, SEATS, TICKETS, TRUTH, Record
from branchline.engine.playout import roll
from branchline.engine.rules.claims import bit
from branchline.engine.rules.sight import choose_unseen_keeps, deal_unseen_cards, pick_ticket, unseen_tickets


@kernel
def chance(dice: Any) -> Any:
    """Return a number from 0 to below 1."""
    return roll(dice, 1 << 24) / 16777216.0


@kernel
def way_between(board: Record, desk: Record, ticket: Any) -> Any:
    """Return the points that the cheapest way between a ticket's places costs, -1 where there is none."""
    end = spread(board, desk, board.ticket_a[ticket], board.ticket_b[ticket], np.int64(1 << 40))
    return -1.0 if end == NOTHING else desk.distance[end] / UNIT


@kernel
def suspect_tickets(board: Record, view: Record, desk: Record, bench: Record, seat: Any) -> None:
    """Weigh for another seat how well each ticket fits what it has built: the more of its way, the likelier."""
    prepare(board, view, desk, desk.settings, seat)
    for ticket in range(board.tickets):
        begin_network(board, desk)
        left = way_between(board, desk, ticket)
        for word in range(2):
            rest = view.routes[seat, word]
            while rest:  # what the way would cost had the seat built nothing: about its length
                route = 64 * word + lowest(rest)
                desk.cost[route] = UNIT * board.route_length[route]
                rest &= rest - np.uint64(1)
        whole = way_between(board, desk, ticket)
        share = 0.0 if left < 0 or whole <= 0 else max(0.0, 1.0 - left / whole)
        likely = np.exp(bench.knobs[SUSPICION] * share)
        bench.likely[seat, ticket] = likely if left >= 0 else 0.5
    desk.ready = 0


@kernel
def guess_ticket(bench: Record, seat: Any, tickets: Any) -> Any:
    """Pick one ticket of a mask by its weight for a seat."""
    total = 0.0
    rest = tickets
    while rest:
        total += bench.likely[seat, lowest(rest)]
        rest &= rest - np.uint64(1)
    point = chance(bench.dice) * total
    last = np.int64(NOTHING)
    while tickets:
        last = lowest(tickets)
        tickets &= tickets - np.uint64(1)
        point -= bench.likely[seat, last]
        if point < 0:
            break
    return last


@kernel
def guess_tickets(board: Record, view: Record, bench: Record, guess: Any) -> None:
    """Guess what the other seats hold, by what they have built."""
    viewer = np.int64(view.viewer)
    unseen = unseen_tickets(board, view)
    first = roll(bench.dice, board.players)
    for step in range(board.players):
        seat = (first + step) % board.players
        bench.guesses[guess, seat] = view.held[seat]
        if seat == viewer:
            continue
        held = np.uint64(0)
        for _ in range(view.ticket_count[seat]):
            ticket = guess_ticket(bench, seat, unseen & ~held)
            held |= bit(ticket)
        unseen &= ~held
        bench.guesses[guess, seat] = held


@kernel
def suppose(board: Record, bench: Record, world: Record, guess: Any) -> None:
    """Give the other seats the tickets of a guess."""
    for seat in range(board.players):
        world.held[seat] = bench.guesses[guess, seat]


@kernel
def fill_pool(board: Record, bench: Record) -> None:
    """Make the guesses and everyone's plans for them; note which routes the others would build."""
    view, world = bench.worlds[0], bench.worlds[1]
    viewer = np.int64(view.viewer)
    for route in range(board.routes):
        bench.heat[route] = 0.0
    bench.guess_visits[:] = 0.0
    bench.guess_utility[:] = 0.0
    for seat in range(board.players):
        if seat != viewer:
            suspect_tickets(board, view, bench.desks[POOL * SEATS + seat], bench, seat)
    for guess in range(POOL):
        guess_tickets(board, view, bench, guess)
        bench.worlds[1] = bench.worlds[0]
        suppose(board, bench, world, guess)
        for seat in range(board.players):
            if seat == viewer and guess > 0:
                bench.desks[guess * SEATS + seat] = bench.desks[seat]
                continue
            bench.desks[guess * SEATS + seat] = bench.desks[POOL * SEATS + seat]
            desk = bench.desks[guess * SEATS + seat]
            desk.ready = 0
            desk.listed = NOTHING
            plan_anew(board, world, desk, seat)
            if seat != viewer:
                warm_to(bench, desk)


@kernel
def warm_to(bench: Record, desk: Record) -> None:
    """Note the routes of another's plan."""
    for word in range(2):
        rest = desk.routes[word]
        while rest:
            bench.heat[64 * word + lowest(rest)] += 1.0 / POOL
            rest &= rest - np.uint64(1)


@kernel
def deal_rest_of_tickets(board: Record, world: Record, viewer: Any) -> None:
    """Deal the tickets nobody is supposed to hold to the others' offers and the unknown places of the deck."""
    unseen = unseen_tickets(board, world)
    for seat in range(board.players):
        if seat == viewer:
            continue
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
def could_have_built(board: Record, world: Record, desk: Record, seat: Any) -> Any:
    """Tell whether a hand pays for a planned route with two cards to spare: then it would have, a turn ago."""
    wilds = np.int64(world.hands[seat, WILD])
    for word in range(2):
        rest = desk.routes[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            color = board.route_color[route]
            if color == GRAY or board.route_ferry[route] > wilds:
                continue
            if np.int64(world.hands[seat, color]) >= board.route_length[route] + 2:
                return True
    return False


@kernel
def deal_hands(board: Record, bench: Record, world: Record, viewer: Any) -> None:
    """Deal the others' unseen cards; a hand that would have been spent already is mostly dealt again."""
    for attempt in range(2):
        for seat in range(board.players):
            if seat != viewer:
                for kind in range(WILD + 1):
                    world.hands[seat, kind] = bench.worlds[0].hands[seat, kind]
        deal_unseen_cards(board, world, viewer)
        if attempt == 1 or roll(bench.dice, 4) == 0:
            return
        odd = False
        for seat in range(board.players):
            if seat != viewer:
                odd = odd or could_have_built(board, world, bench.desks[POOL * SEATS + seat], seat)
        if not odd:
            return


@kernel
def new_world(board: Record, bench: Record) -> None:
    """Lay out a world that the searching seat cannot tell from the true one, and everyone's plan in it."""
    bench.worlds[1] = bench.worlds[0]
    world = bench.worlds[1]
    viewer = np.int64(world.viewer)
    guess = roll(bench.dice, POOL)
    bench.guess = guess
    for seat in range(board.players):
        bench.desks[POOL * SEATS + seat] = bench.desks[guess * SEATS + seat]
    for word in range(8):
        world.key[word] = roll(bench.dice, 1 << 31)
    world.counter = 0
    world.block_left = 0
    deal_hands(board, bench, world, viewer)
    if world.phase != FIRST_TICKETS:
        suppose(board, bench, world, guess)
    deal_rest_of_tickets(board, world, viewer)
    choose_unseen_keeps(board, world, viewer)
    world.viewer = TRUTH
