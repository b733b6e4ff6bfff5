"""Worlds for a search: what the others may hold, guessed from what they have built; the rest dealt at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.boards.board import GRAY, WILD
from branchline.bots.greedy.policy import ticket_points
from branchline.bots.planner.plan import make_plan
from branchline.bots.planner.shortest_paths import price_of
from branchline.bots.planner.workspace import UNIT
from branchline.bots.search.beliefs import guess_ticket, suspect_tickets
from branchline.bots.search.records import POOL
from branchline.bots.search.rollout import plan_anew
from branchline.engine.compilation import kernel, lowest
from branchline.engine.entry_points import roll
from branchline.engine.layout import FIRST_TICKETS, NOTHING, SEATS, TICKETS, TRUTH, Record
from branchline.engine.rules.claims import bit, is_open
from branchline.engine.rules.visibility import choose_unseen_keeps, deal_unseen_cards, pick_ticket, unseen_tickets

TRIES = 6
"""Sets of tickets that are looked at for a guess."""
CARD_TAKEN = 0.6
"""Points that a card seen to be taken speaks for a plan that has a use for it."""


@kernel
def chance(dice: Any) -> Any:
    """Return a number from 0 to below 1."""
    return roll(dice, 1 << 24) / 16777216.0


@kernel
def draw_guess(bench: Record, seat: Any, unseen: Any, number: Any) -> Any:
    """Pick so many tickets that a seat may hold."""
    held = np.uint64(0)
    for _ in range(number):
        held |= bit(guess_ticket(bench, seat, unseen & ~held, chance(bench.dice)))
    return held


@kernel
def of_use(board: Record, world: Record, desk: Record, seat: Any) -> Any:
    """Return how many of the cards that a seat was seen to take its plan has a use for."""
    for kind in range(board.colors):
        desk.hand[kind] = world.hands[seat, kind]
    used = np.int64(0)
    for word in range(2):
        rest = desk.routes[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            color = np.int64(board.route_color[route])
            twin = np.int64(board.route_twin[route])
            if twin != NOTHING and is_open(world, twin) and color != GRAY:
                other = np.int64(board.route_color[twin])
                if desk.hand[other] > desk.hand[color]:
                    color = other
            if color != GRAY:
                cards = min(desk.hand[color], desk.cards[route])
                desk.hand[color] -= cards
                used += cards
    return used


@kernel
def trouble(board: Record, world: Record, desk: Record, seat: Any) -> Any:
    """Return what a seat would still have to do for its tickets, and what it would lose, in points."""
    given_up = desk.held & ~desk.made & ~desk.goals
    costs = price_of(desk, desk.routes[0], desk.routes[1]) / UNIT + 2.0 * ticket_points(board, given_up)
    return costs - CARD_TAKEN * of_use(board, world, desk, seat)


@kernel
def guess_held(board: Record, bench: Record, world: Record, desk: Record, seat: Any, unseen: Any) -> Any:
    """Guess the tickets of a seat: of some sets the one that it is nearest to, as tickets are kept that go together."""
    number = np.int64(world.ticket_count[seat])
    best, least = np.uint64(0), 1e18
    for _ in range(TRIES):
        world.held[seat] = draw_guess(bench, seat, unseen, number)
        make_plan(board, world, desk, desk.settings, seat)
        here = trouble(board, world, desk, seat)
        if here < least:
            best, least = world.held[seat], here
    return best


@kernel
def guess_tickets(board: Record, bench: Record, guess: Any) -> None:
    """Guess what the other seats hold, and make their plans for it."""
    bench.worlds[1] = bench.worlds[0]
    world = bench.worlds[1]
    unseen = unseen_tickets(board, bench.worlds[0])
    first = roll(bench.dice, board.players)
    for step in range(board.players):
        seat = (first + step) % board.players
        if seat == np.int64(world.viewer):
            bench.guesses[guess, seat] = world.held[seat]
            continue
        bench.desks[guess * SEATS + seat] = bench.desks[POOL * SEATS + seat]
        desk = bench.desks[guess * SEATS + seat]
        desk.ready = 0
        desk.listed = NOTHING
        held = guess_held(board, bench, world, desk, seat, unseen)
        bench.guesses[guess, seat] = held
        unseen &= ~held
        world.held[seat] = held
        desk.ready = 0  # plan again, with what is beside the plan
        plan_anew(board, world, desk, seat)


@kernel
def suppose(board: Record, bench: Record, world: Record, guess: Any) -> None:
    """Give the other seats the tickets of a guess."""
    for seat in range(board.players):
        world.held[seat] = bench.guesses[guess, seat]


@kernel
def fill_pool(board: Record, bench: Record) -> None:
    """Make the guesses and everyone's plans for them; note which routes the others would build."""
    view = bench.worlds[0]
    viewer = np.int64(view.viewer)
    for route in range(board.routes):
        bench.heat[route] = 0.0
    bench.oldest = 0
    bench.guess_visits[:] = 0.0
    bench.guess_utility[:] = 0.0
    for seat in range(board.players):
        bench.desks[POOL * SEATS + seat].settings[:] = bench.style
        if seat != viewer:
            suspect_tickets(board, view, bench.desks[POOL * SEATS + seat], bench, seat)
    desk = bench.desks[viewer]
    bench.desks[viewer] = bench.desks[POOL * SEATS + viewer]
    desk.ready = 0
    desk.listed = NOTHING
    plan_anew(board, view, desk, viewer)
    for guess in range(POOL):
        guess_tickets(board, bench, guess)
        for seat in range(board.players):
            if seat != viewer:
                warm_to(bench, bench.desks[guess * SEATS + seat])
        if guess > 0:
            bench.desks[guess * SEATS + viewer] = bench.desks[viewer]


@kernel
def renew_guess(board: Record, bench: Record) -> None:
    """Guess anew in place of the oldest guess: a long search sees more than a pool of them."""
    guess = np.int64(bench.oldest)
    bench.oldest = (guess + 1) % POOL
    for seat in range(board.players):
        bench.guess_utility[POOL, seat] -= bench.guess_utility[guess, seat]
        bench.guess_utility[guess, seat] = 0.0
    bench.guess_visits[POOL] -= bench.guess_visits[guess]
    bench.guess_visits[guess] = 0.0
    guess_tickets(board, bench, guess)


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
