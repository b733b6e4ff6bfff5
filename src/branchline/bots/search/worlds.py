"""Worlds for a search: what the others may hold, guessed from what they have built; the rest dealt at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.bots.greedy.policy import ticket_points
from branchline.bots.planner.plan import make_plan
from branchline.bots.planner.shortest_paths import cost_of
from branchline.bots.planner.workspace import UNIT
from branchline.bots.search.beliefs import guess_ticket, suspect_tickets
from branchline.bots.search.records import POOL
from branchline.bots.search.rollout import plan_anew
from branchline.engine.bits import bit, drop_lowest, int64, lowest, uint64
from branchline.engine.compilation import kernel
from branchline.engine.entry_points import roll
from branchline.engine.layout import FIRST_TICKETS, NOTHING, SEATS, TRUTH
from branchline.engine.rules.claims import is_open
from branchline.engine.rules.payment import wilds_required
from branchline.engine.rules.visibility import (
    choose_unseen_keeps,
    deal_unseen_cards,
    deal_unseen_tickets,
    unseen_tickets,
)

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.bots.search.records import SearchScratch
    from branchline.engine.kernel_types import BoardRecord, Ints, Mask, Seat, StateRecord

TRIES = 6
"""Sets of tickets that are looked at for a guess."""
CARD_TAKEN = 0.6
"""Points that a card seen to be taken speaks for a plan that has a use for it."""


@kernel
def chance(dice: Ints) -> float:
    """Return a number from 0 to below 1."""
    return roll(dice, 1 << 24) / 16777216.0


@kernel
def draw_guess(scratch: SearchScratch, seat: Seat, unseen: Mask, number: int) -> int:
    """Pick so many tickets that a seat may hold."""
    held = uint64(0)
    for _ in range(number):
        held |= bit(guess_ticket(scratch, seat, unseen & ~held, chance(scratch.dice)))
    return held


@kernel
def of_use(board: BoardRecord, world: StateRecord, workspace: Workspace, seat: Seat) -> int:
    """Return how many of the cards that a seat was seen to take its plan has a use for."""
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
def trouble(board: BoardRecord, world: StateRecord, workspace: Workspace, seat: Seat) -> float:
    """Return what a seat would still have to do for its tickets, and what it would lose, in points."""
    given_up = workspace.held & ~workspace.made & ~workspace.goals
    costs = cost_of(workspace, workspace.routes[0], workspace.routes[1]) / UNIT + 2.0 * ticket_points(board, given_up)
    return costs - CARD_TAKEN * of_use(board, world, workspace, seat)


@kernel
def guess_held(
    board: BoardRecord, scratch: SearchScratch, world: StateRecord, workspace: Workspace, seat: Seat, unseen: Mask
) -> int:
    """Guess the tickets of a seat: of some sets the one that it is nearest to, as tickets are kept that go together."""
    number = int64(world.ticket_count[seat])
    best, least = uint64(0), 1e18
    for _ in range(TRIES):
        world.held[seat] = draw_guess(scratch, seat, unseen, number)
        make_plan(board, world, workspace, workspace.settings, seat)
        here = trouble(board, world, workspace, seat)
        if here < least:
            best, least = world.held[seat], here
    return best


@kernel
def guess_tickets(board: BoardRecord, scratch: SearchScratch, guess: int) -> None:
    """Guess what the other seats hold, and make their plans for it."""
    scratch.worlds[1] = scratch.worlds[0]
    world = scratch.worlds[1]
    unseen = unseen_tickets(board, scratch.worlds[0])
    first = roll(scratch.dice, board.players)
    for step in range(board.players):
        seat = (first + step) % board.players
        if seat == int64(world.viewer):
            scratch.guesses[guess, seat] = world.held[seat]
            continue
        scratch.workspaces[guess * SEATS + seat] = scratch.workspaces[POOL * SEATS + seat]
        workspace = scratch.workspaces[guess * SEATS + seat]
        workspace.ready = 0
        workspace.listed = NOTHING
        held = guess_held(board, scratch, world, workspace, seat, unseen)
        scratch.guesses[guess, seat] = held
        unseen &= ~held
        world.held[seat] = held
        workspace.ready = 0  # plan again, with what is beside the plan
        plan_anew(board, world, workspace, seat)


@kernel
def suppose(board: BoardRecord, scratch: SearchScratch, world: StateRecord, guess: int) -> None:
    """Give the other seats the tickets of a guess."""
    for seat in range(board.players):
        world.held[seat] = scratch.guesses[guess, seat]


@kernel
def fill_pool(board: BoardRecord, scratch: SearchScratch) -> None:
    """Make the guesses and everyone's plans for them; note which routes the others would build."""
    view = scratch.worlds[0]
    viewer = int64(view.viewer)
    for route in range(board.routes):
        scratch.heat[route] = 0.0
    scratch.oldest = 0
    scratch.guess_visits[:] = 0.0
    scratch.guess_utility[:] = 0.0
    for seat in range(board.players):
        scratch.workspaces[POOL * SEATS + seat].settings[:] = scratch.style
        if seat != viewer:
            suspect_tickets(board, view, scratch.workspaces[POOL * SEATS + seat], scratch, seat)
    workspace = scratch.workspaces[viewer]
    scratch.workspaces[viewer] = scratch.workspaces[POOL * SEATS + viewer]
    workspace.ready = 0
    workspace.listed = NOTHING
    plan_anew(board, view, workspace, viewer)
    for guess in range(POOL):
        guess_tickets(board, scratch, guess)
        for seat in range(board.players):
            if seat != viewer:
                warm_to(scratch, scratch.workspaces[guess * SEATS + seat])
        if guess > 0:
            scratch.workspaces[guess * SEATS + viewer] = scratch.workspaces[viewer]


@kernel
def renew_guess(board: BoardRecord, scratch: SearchScratch) -> None:
    """Guess anew in place of the oldest guess: a long search sees more than a pool of them."""
    guess = int64(scratch.oldest)
    scratch.oldest = (guess + 1) % POOL
    for seat in range(board.players):
        scratch.guess_utility[POOL, seat] -= scratch.guess_utility[guess, seat]
        scratch.guess_utility[guess, seat] = 0.0
    scratch.guess_visits[POOL] -= scratch.guess_visits[guess]
    scratch.guess_visits[guess] = 0.0
    guess_tickets(board, scratch, guess)


@kernel
def warm_to(scratch: SearchScratch, workspace: Workspace) -> None:
    """Note the routes of another's plan."""
    for word in range(2):
        rest = workspace.routes[word]
        while rest:
            scratch.heat[64 * word + lowest(rest)] += 1.0 / POOL
            rest = drop_lowest(rest)


@kernel
def could_have_built(board: BoardRecord, world: StateRecord, workspace: Workspace, seat: Seat) -> bool:
    """Tell whether a hand pays for a planned route with two cards to spare: then it would have, a turn ago."""
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
    """Deal the others' unseen cards; a hand that would have been spent already is mostly dealt again."""
    for attempt in range(2):
        for seat in range(board.players):
            if seat != viewer:
                for kind in range(WILD + 1):
                    world.hands[seat, kind] = scratch.worlds[0].hands[seat, kind]
        deal_unseen_cards(board, world, viewer)
        if attempt == 1 or roll(scratch.dice, 4) == 0:
            return
        odd = False
        for seat in range(board.players):
            if seat != viewer:
                odd = odd or could_have_built(board, world, scratch.workspaces[POOL * SEATS + seat], seat)
        if not odd:
            return


@kernel
def new_world(board: BoardRecord, scratch: SearchScratch) -> None:
    """Lay out a world that the searching seat cannot tell from the true one, and everyone's plan in it."""
    scratch.worlds[1] = scratch.worlds[0]
    world = scratch.worlds[1]
    viewer = int64(world.viewer)
    guess = roll(scratch.dice, POOL)
    scratch.guess = guess
    for seat in range(board.players):
        scratch.workspaces[POOL * SEATS + seat] = scratch.workspaces[guess * SEATS + seat]
    for word in range(8):
        world.key[word] = roll(scratch.dice, 1 << 31)
    world.counter = 0
    world.block_left = 0
    deal_hands(board, scratch, world, viewer)
    if world.phase != FIRST_TICKETS:
        suppose(board, scratch, world, guess)
    deal_unseen_tickets(board, world, viewer)
    choose_unseen_keeps(board, world, viewer)
    world.viewer = TRUTH
