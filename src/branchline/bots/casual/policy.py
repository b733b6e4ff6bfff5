"""The casual policy: one ticket after another along the shortest path, considering only what is noticed at a glance.

It never blocks, ignores bonuses and does not count the turns left. Now and then, when it takes care, it plays like a
planner. Like every policy it is a function of the view, its settings and its dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.bots.greedy import most_held
from branchline.bots.planner.plan import needs_of
from branchline.bots.planner.policy import best_points_now, plan_move
from branchline.bots.planner.shortest_paths import add_path, nearest_target, reset_network
from branchline.bots.planner.spending import pay_any_color, pay_technology
from branchline.bots.planner.targets import color_held_most
from branchline.bots.planner.workspace import (
    ATTENTION,
    CARE,
    COLOR_SENSE,
    FAR,
    HOARD,
    LONGEST_SPARE,
    MORE_TICKETS,
    TICKETS_IN_MIND,
    TICKETS_KEPT,
    WILD_GREED,
)
from branchline.engine.entry_points import roll
from branchline.engine.kernel.bits import bit, count, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.codes import DECK, DRAW, OPTION, PASS, TAKE_TICKETS, TARGET, target_of
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import FIRST_TICKETS, KEEP_TICKETS, NOTHING, SECOND_CARD, TURN
from branchline.engine.rules.claims import lacks_technology
from branchline.engine.rules.listing import count_legal, list_draws, list_keeps, nth_legal, on_sale
from branchline.engine.rules.market import cards_to_draw, market_kinds
from branchline.engine.rules.network import joined, length_of

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import (
        ActionList,
        BoardRecord,
        Code,
        Color,
        Floats,
        Ints,
        Mask,
        RouteId,
        Seat,
        StateRecord,
    )

FLAG_KEPT = 1 << OPTION
"""The bit of a claim that keeps a card for a flag (F1), which a casual player forgets."""
TECHNOLOGY_DETOUR = 4
"""How many spaces of a detour a player accepts to avoid a route that needs a technology."""


@kernel
def happens(dice: Ints, chance: float) -> bool:
    """Return `True` with this probability."""
    return roll(dice, 1000) < 1000.0 * chance


# -- tickets -----------------------------------------------------------------------------------


@kernel
def best_paid_ticket(board: BoardRecord, tickets: Mask) -> int:
    """Return the ticket of a set that has the most points, or -1 if the set is empty."""
    best, most = int64(NOTHING), int64(-1)
    while tickets:
        ticket = lowest(tickets)
        tickets = drop_lowest(tickets)
        if board.ticket_points[ticket] > most:
            best, most = ticket, int64(board.ticket_points[ticket])
    return best


@kernel
def keep_some(board: BoardRecord, view: StateRecord, seat: Seat, most: int, listed: ActionList) -> Code:
    """Keep up to `most` tickets, those with the most points, or more if the rules require it."""
    number = list_keeps(board, view, listed, 0)
    best, best_worth = listed.codes[0], -1e9
    for index in range(number):
        kept = target_of(listed.codes[index])
        worth = -100.0 * max(0, count(uint64(kept)) - most)
        for position in range(view.offer_count[seat]):
            if (kept >> position) & 1:
                worth += board.ticket_points[view.offer[seat, position]]
        if worth > best_worth:
            best, best_worth = listed.codes[index], worth
    return best


# -- the path of a ticket ------------------------------------------------------------------------


@kernel
def store_lengths(board: BoardRecord, view: StateRecord, workspace: Workspace) -> None:
    """Set the cost of every open route to its length, and that of own routes to 0."""
    seat = workspace.seat
    for word in range(2):
        workspace.usable[word] = workspace.free[word] = view.routes[seat, word]
    for route in range(board.routes):
        word, mark = route >> 6, bit(route & 63)
        workspace.price[route] = 0
        if view.open[word] & mark == 0 or board.route_length[route] > view.pieces[seat]:
            continue
        workspace.price[route] = board.route_length[route]
        if lacks_technology(board, view, seat, route):
            if not may_buy_all(board, view, seat, board.route_needs[route]):
                continue
            workspace.price[route] += TECHNOLOGY_DETOUR
        workspace.usable[word] |= mark


@kernel
def may_buy_all(board: BoardRecord, view: StateRecord, seat: Seat, technologies: int) -> bool:
    """Return whether every technology of a set is owned or still on sale."""
    missing = int64(technologies) & ~int64(view.technologies[seat])
    while missing:
        if not on_sale(board, view, seat, lowest(uint64(missing))):
            return False
        missing &= missing - 1
    return True


@kernel
def plan_tickets(board: BoardRecord, view: StateRecord, workspace: Workspace, most: int) -> None:
    """Find the shortest path for each ticket that the player has in mind, one after another."""
    seat = workspace.seat
    done = joined(board, view.routes[seat, 0], view.routes[seat, 1], view.held[seat])
    tickets = view.held[seat] & ~done
    store_lengths(board, view, workspace)
    reset_network(board, workspace)
    chosen = count(done)
    while tickets and chosen < most:
        ticket = best_paid_ticket(board, tickets)
        tickets &= ~bit(ticket)
        end = nearest_target(board, workspace, board.ticket_a[ticket], board.ticket_b[ticket], FAR)
        if end == NOTHING:
            continue
        before_0, before_1 = workspace.network[0], workspace.network[1]
        add_path(board, workspace, end)
        if length_of(board, workspace.network[0], workspace.network[1]) > view.pieces[seat]:
            workspace.network[0], workspace.network[1] = before_0, before_1
            continue
        chosen += 1


@kernel
def longest_payable(
    board: BoardRecord, view: StateRecord, workspace: Workspace, routes_0: Mask, routes_1: Mask, longest: int
) -> Code:
    """Return the claim of the longest route of a set, up to a length, that the player can pay; 0 if there is none."""
    best, most = int64(0), int64(0)
    for word in range(2):
        rest = routes_0 if word == 0 else routes_1
        while rest:
            route = 64 * word + lowest(rest)
            rest = drop_lowest(rest)
            length = int64(board.route_length[route])
            if length <= most or length > longest:
                continue
            code = pay_any_color(board, view, workspace, route)
            if code:
                best, most = code & ~FLAG_KEPT, length
    return best


@kernel
def buy_wanted(board: BoardRecord, view: StateRecord, workspace: Workspace) -> Code:
    """Return the purchase of a technology that the path needs, or 0."""
    if view.bought != NOTHING:
        return int64(0)
    wanted = int64(needs_of(board, workspace.network[0], workspace.network[1]))
    wanted &= ~int64(view.technologies[workspace.seat])
    while wanted:
        code = pay_technology(board, view, workspace, lowest(uint64(wanted)))
        if code:
            return code
        wanted &= wanted - 1
    return int64(0)


# -- cards -------------------------------------------------------------------------------------


@kernel
def next_route(board: BoardRecord, view: StateRecord, workspace: Workspace) -> int:
    """Return the route that the player collects for: the longest one on the path, or -1."""
    best, most = int64(NOTHING), int64(0)
    for word in range(2):
        rest = workspace.network[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest = drop_lowest(rest)
            if board.route_length[route] > most and not lacks_technology(board, view, workspace.seat, route):
                best, most = int64(route), int64(board.route_length[route])
    return best


@kernel
def color_for(board: BoardRecord, view: StateRecord, seat: Seat, route: RouteId) -> Color:
    """Return the color that a player collects for a route: for a gray one, or none, the color held most."""
    if route == NOTHING or board.route_color[route] == GRAY:
        return color_held_most(board, view.hands[seat])
    return int64(board.route_color[route])


@kernel
def draw_card(
    board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats, listed: ActionList
) -> Code:
    """Draw a face-up wild, the color of the next route, or else whatever looks good; 0 if nothing can be drawn."""
    dice, seat = workspace.dice, workspace.seat
    kinds = market_kinds(board, view)
    if view.phase != SECOND_CARD and (kinds >> WILD) & 1 and happens(dice, settings[WILD_GREED]):
        return int64(DRAW | WILD << TARGET)
    color = color_for(board, view, seat, next_route(board, view, workspace))
    if (kinds >> color) & 1 and happens(dice, settings[COLOR_SENSE]):
        return int64(DRAW | color << TARGET)
    if cards_to_draw(view) > 0 and happens(dice, settings[COLOR_SENSE]):
        return int64(DRAW | DECK << TARGET)
    number = list_draws(board, view, listed, int64(0))
    return most_held(view, seat, listed, number, dice)


# -- a turn ------------------------------------------------------------------------------------


@kernel
def play_turn(board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList) -> Code:
    """Return what to do at the start of a turn, or 0 to draw a card."""
    settings, dice, seat = workspace.settings, workspace.dice, workspace.seat
    network_0, network_1 = workspace.network[0], workspace.network[1]
    if board.technologies:
        code = buy_wanted(board, view, workspace)
        if code:
            return code
    noticed = happens(dice, settings[ATTENTION])
    if noticed and view.last_turns != NOTHING:
        return best_points_now(board, view, seat, listed)
    if network_0 or network_1:
        return longest_payable(board, view, workspace, network_0, network_1, board.pieces) if noticed else int64(0)
    if view.queue_count > 0 and happens(dice, settings[MORE_TICKETS]):
        return int64(TAKE_TICKETS)
    if not noticed:
        return int64(0)
    longest = board.pieces if view.hand_count[seat] >= settings[HOARD] else int64(settings[LONGEST_SPARE])
    return longest_payable(board, view, workspace, view.open[0], view.open[1], longest)


@kernel
def improvise(board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList) -> Code:
    """Choose an action without a plan for the whole game."""
    settings, seat = workspace.settings, int64(view.turn)
    workspace.seat = seat
    workspace.ready = 0  # what follows overwrites the plan
    if view.phase == FIRST_TICKETS or view.phase == KEEP_TICKETS:
        return keep_some(board, view, seat, int64(settings[TICKETS_KEPT]) - count(view.held[seat]), listed)
    if view.phase != TURN and view.phase != SECOND_CARD:
        return best_points_now(board, view, seat, listed) or int64(PASS)
    plan_tickets(board, view, workspace, int64(settings[TICKETS_IN_MIND]))
    code = int64(0)
    if view.phase == TURN:
        code = play_turn(board, view, workspace, listed)
    if code == 0:
        code = draw_card(board, view, workspace, settings, listed)
    # Neither cards nor tickets are left: any claim, or any other legal action.
    return code or nth_legal(board, listed, count_legal(board, view, listed) - 1)


@kernel
def plan_or_improvise(board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList) -> Code:
    """Choose an action for the seat to move, whose view this is; a player who always takes care is a planner."""
    care = workspace.settings[CARE]
    if care >= 1.0 or happens(workspace.dice, care):
        return plan_move(board, view, workspace, listed)
    return improvise(board, view, workspace, listed)
