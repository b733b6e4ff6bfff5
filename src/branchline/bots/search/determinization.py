"""Determinization: sample a world that the searching seat cannot distinguish from the true one.

The other seats' tickets are sampled from the beliefs about them and kept in a pool with everyone's plans; their cards,
their offers and the decks are dealt at random for every playout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.bots.planner.plan import make_plan
from branchline.bots.planner.shortest_paths import cost_of
from branchline.bots.planner.workspace import UNIT
from branchline.bots.search.beliefs import sample_ticket, store_beliefs
from branchline.bots.search.records import ALL_SAMPLES, PLAYOUT, POOL, VIEW, WORLD
from branchline.bots.search.rollout import replan
from branchline.engine.entry_points import roll
from branchline.engine.kernel.bits import bit, copy_numbers, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import FIRST_TICKETS, NOTHING, TRUTH
from branchline.engine.kernel.types import SEATS
from branchline.engine.rules.claims import is_open
from branchline.engine.rules.payment import wilds_required
from branchline.engine.rules.scoring import ticket_points
from branchline.engine.rules.visibility import (
    choose_unseen_keeps,
    deal_unseen_cards,
    deal_unseen_tickets,
    unseen_tickets,
)

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.bots.search.records import SearchScratch
    from branchline.engine.kernel.types import BoardRecord, Ints, Mask, Seat, StateRecord

CANDIDATES = 6
"""The number of ticket sets drawn for a seat; the best fitting one is kept."""
CARD_CREDIT = 0.6
"""The points by which a card that a seat took face up favors a plan that uses it."""


# -- the tickets of the other seats ------------------------------------------------------------


@kernel
def uniform(dice: Ints) -> float:
    """Return a random number from 0 to below 1."""
    return roll(dice, 1 << 24) / 16777216.0


@kernel
def draw_tickets(scratch: SearchScratch, seat: Seat, unseen: Mask, number: int) -> Mask:
    """Draw a number of tickets that a seat may hold, as a mask."""
    held = uint64(0)
    for _ in range(number):
        held |= bit(sample_ticket(scratch, seat, unseen & ~held, uniform(scratch.dice)))
    return held


@kernel
def useful_cards(board: BoardRecord, world: StateRecord, workspace: Workspace, seat: Seat) -> int:
    """Return how many of the cards that a seat is known to hold its plan can use."""
    for kind in range(board.colors):
        workspace.hand[kind] = world.hands[seat, kind]
    used = int64(0)
    for word in range(2):
        rest = workspace.routes[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest = drop_lowest(rest)
            color = int64(board.route_color[route])
            twin = int64(board.route_twin[route])
            if twin != NOTHING and is_open(world, twin) and color != GRAY:
                other = int64(board.route_color[twin])
                if workspace.hand[other] > workspace.hand[color]:
                    color = other
            if color != GRAY:
                cards = min(workspace.hand[color], workspace.cards[route])
                workspace.hand[color] -= cards
                used += cards
    return used


@kernel
def mismatch(board: BoardRecord, world: StateRecord, workspace: Workspace, seat: Seat) -> float:
    """Return how badly tickets fit what a seat has done, in points.

    That is the cost of completing them and the points of those out of reach, less a credit for the cards taken.
    """
    dropped = workspace.held & ~workspace.made & ~workspace.goals
    costs = cost_of(workspace, workspace.routes[0], workspace.routes[1]) / UNIT + 2.0 * ticket_points(board, dropped)
    return costs - CARD_CREDIT * useful_cards(board, world, workspace, seat)


@kernel
def sample_held(
    board: BoardRecord, scratch: SearchScratch, world: StateRecord, workspace: Workspace, seat: Seat, unseen: Mask
) -> Mask:
    """Return tickets that a seat may hold: the best fitting of several sets, since players keep what combines well."""
    number = int64(world.ticket_count[seat])
    best, least = uint64(0), 1e18
    for _ in range(CANDIDATES):
        world.held[seat] = draw_tickets(scratch, seat, unseen, number)
        make_plan(board, world, workspace, seat)
        here = mismatch(board, world, workspace, seat)
        if here < least:
            best, least = world.held[seat], here
    return best


@kernel
def draw_sample(board: BoardRecord, scratch: SearchScratch, sample: int) -> None:
    """Sample the tickets of the other seats and plan for them."""
    scratch.states[WORLD] = scratch.states[VIEW]
    world = scratch.states[WORLD]
    unseen = unseen_tickets(board, scratch.states[VIEW])
    first = roll(scratch.dice, board.players)
    for step in range(board.players):
        seat = (first + step) % board.players
        if seat == int64(world.viewer):
            scratch.samples[sample, seat] = world.held[seat]
            continue
        scratch.workspaces[sample * SEATS + seat] = scratch.workspaces[PLAYOUT + seat]
        workspace = scratch.workspaces[sample * SEATS + seat]
        workspace.ready = 0
        workspace.listed = NOTHING
        held = sample_held(board, scratch, world, workspace, seat, unseen)
        scratch.samples[sample, seat] = held
        unseen &= ~held
        world.held[seat] = held
        workspace.ready = 0  # the candidates were planned without spare routes
        replan(board, world, workspace, seat)


@kernel
def add_demand(scratch: SearchScratch, workspace: Workspace) -> None:
    """Add the routes of another seat's plan to the demand for routes."""
    for word in range(2):
        rest = workspace.routes[word]
        while rest:
            scratch.demand[64 * word + lowest(rest)] += 1.0 / POOL
            rest = drop_lowest(rest)


@kernel
def fill_pool(board: BoardRecord, scratch: SearchScratch) -> None:
    """Draw every sample of the pool, with everyone's plans, and store the demand for routes."""
    view = scratch.states[VIEW]
    viewer = int64(view.viewer)
    for route in range(board.routes):
        scratch.demand[route] = 0.0
    scratch.oldest_sample = 0
    scratch.sample_visits[:] = 0.0
    scratch.sample_utility[:] = 0.0
    for seat in range(board.players):
        copy_numbers(scratch.rollout_settings, scratch.workspaces[PLAYOUT + seat].settings)
        if seat != viewer:
            store_beliefs(board, scratch, scratch.workspaces[PLAYOUT + seat], seat)
    workspace = scratch.workspaces[viewer]
    scratch.workspaces[viewer] = scratch.workspaces[PLAYOUT + viewer]
    workspace.ready = 0
    workspace.listed = NOTHING
    replan(board, view, workspace, viewer)
    for sample in range(POOL):
        draw_sample(board, scratch, sample)
        for seat in range(board.players):
            if seat != viewer:
                add_demand(scratch, scratch.workspaces[sample * SEATS + seat])
        if sample > 0:
            scratch.workspaces[sample * SEATS + viewer] = scratch.workspaces[viewer]


@kernel
def replace_oldest_sample(board: BoardRecord, scratch: SearchScratch) -> None:
    """Draw the oldest sample again, so that a long search does not depend on its first samples."""
    sample = int64(scratch.oldest_sample)
    scratch.oldest_sample = (sample + 1) % POOL
    for seat in range(board.players):
        scratch.sample_utility[ALL_SAMPLES, seat] -= scratch.sample_utility[sample, seat]
        scratch.sample_utility[sample, seat] = 0.0
    scratch.sample_visits[ALL_SAMPLES] -= scratch.sample_visits[sample]
    scratch.sample_visits[sample] = 0.0
    draw_sample(board, scratch, sample)


# -- worlds ------------------------------------------------------------------------------------


@kernel
def could_have_claimed(board: BoardRecord, world: StateRecord, workspace: Workspace, seat: Seat) -> bool:
    """Return whether a hand pays for a planned route with two cards to spare: its owner would have claimed it."""
    wilds = int64(world.hands[seat, WILD])
    for word in range(2):
        rest = workspace.routes[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest = drop_lowest(rest)
            color = board.route_color[route]
            if color == GRAY or wilds_required(board, route) > wilds:
                continue
            if int64(world.hands[seat, color]) >= board.route_length[route] + 2:
                return True
    return False


@kernel
def deal_hands(board: BoardRecord, scratch: SearchScratch, world: StateRecord, viewer: Seat) -> None:
    """Deal the other seats' unseen cards; usually deal once more if a hand is implausible."""
    for attempt in range(2):
        for seat in range(board.players):
            if seat != viewer:
                for kind in range(WILD + 1):
                    world.hands[seat, kind] = scratch.states[VIEW].hands[seat, kind]
        deal_unseen_cards(board, world, viewer)
        if attempt == 1 or roll(scratch.dice, 4) == 0:
            return
        implausible = False
        for seat in range(board.players):
            if seat != viewer:
                implausible = implausible or could_have_claimed(board, world, scratch.workspaces[PLAYOUT + seat], seat)
        if not implausible:
            return


@kernel
def determinize(board: BoardRecord, scratch: SearchScratch) -> None:
    """Turn a copy of the view into a world, with everyone's plan in it."""
    scratch.states[WORLD] = scratch.states[VIEW]
    world = scratch.states[WORLD]
    viewer = int64(world.viewer)
    sample = roll(scratch.dice, POOL)
    scratch.sample = sample
    for seat in range(board.players):
        scratch.workspaces[PLAYOUT + seat] = scratch.workspaces[sample * SEATS + seat]
    for word in range(8):
        world.key[word] = roll(scratch.dice, 1 << 31)
    world.counter = 0
    world.block_left = 0
    deal_hands(board, scratch, world, viewer)
    if world.phase != FIRST_TICKETS:
        for seat in range(board.players):
            world.held[seat] = scratch.samples[sample, seat]
    deal_unseen_tickets(board, world, viewer)
    choose_unseen_keeps(board, world, viewer)
    world.viewer = TRUTH
