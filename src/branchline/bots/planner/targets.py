"""The routes that a seat collects cards for: those of the plan, then the best spare routes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.bots.planner.workspace import CONTEST, LATE_CARDS, SPARE_WEIGHT, SPARES, TIME_PRESSURE
from branchline.engine.kernel.bits import bit, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import KINDS, NOTHING
from branchline.engine.rules.claims import is_open
from branchline.engine.rules.payment import wilds_required

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import BoardRecord, CardKind, Color, Floats, Ints, RouteId, Seat, StateRecord

SLOW_FROM = 8
"""With fewer turns left than this, the value of cards in hand declines."""


@kernel
def color_held_most(board: BoardRecord, hand: Ints) -> Color:
    """Return the color with the most cards in a hand: gray routes are paid with it."""
    best = int64(0)
    for kind in range(1, board.colors):
        if hand[kind] > hand[best]:
            best = int64(kind)
    return best


@kernel
def best_kind(board: BoardRecord, workspace: Workspace, route: RouteId) -> int:
    """Return the color to pay a route with: for a gray route, the color held most."""
    color = int64(board.route_color[route])
    return int64(workspace.most_held) if color == GRAY else color


@kernel
def missing_for(board: BoardRecord, workspace: Workspace, route: RouteId, kind: CardKind) -> int:
    """Return the number of cards missing for a route, not counting wilds."""
    cost = workspace.cards[route]
    return cost - min(workspace.hand[kind], cost - wilds_required(board, route))


@kernel
def better_twin(board: BoardRecord, view: StateRecord, workspace: Workspace, route: RouteId) -> int:
    """Return whichever track of a double route has fewer cards missing; a single route is returned as it is."""
    twin = int64(board.route_twin[route])
    if twin == NOTHING or not is_open(view, twin):
        return int64(route)
    here = missing_for(board, workspace, route, best_kind(board, workspace, route))
    there = missing_for(board, workspace, twin, best_kind(board, workspace, twin))
    return twin if there < here else int64(route)


@kernel
def contest(board: BoardRecord, view: StateRecord, seat: Seat, route: RouteId) -> float:
    """Return how contested a route is: the number of rivals with routes at its ends, less if its twin is open too."""
    ends_0 = board.city_routes[board.route_a[route], 0] | board.city_routes[board.route_b[route], 0]
    ends_1 = board.city_routes[board.route_a[route], 1] | board.city_routes[board.route_b[route], 1]
    rivals = 0.0
    for other in range(board.players):
        if other != seat and (view.routes[other, 0] & ends_0 or view.routes[other, 1] & ends_1):
            rivals += 1.0
    twin = board.route_twin[route]
    if twin != NOTHING and board.doubles_open and is_open(view, twin):
        rivals *= 0.3
    return rivals


@kernel
def reserve_cards(board: BoardRecord, workspace: Workspace, place: int) -> None:
    """Reserve the cards that a target can use, and store how many it lacks."""
    route = workspace.targets[place]
    kind = best_kind(board, workspace, route)
    missing = missing_for(board, workspace, route, kind)
    workspace.target_kind[place] = kind
    workspace.target_missing[place] = missing
    if missing < workspace.cards[route]:
        workspace.hand[kind] -= workspace.cards[route] - missing
        if kind == workspace.most_held:
            workspace.most_held = color_held_most(board, workspace.hand)


@kernel
def add_target(board: BoardRecord, workspace: Workspace, route: RouteId, weight: float) -> None:
    """Append a route to the targets and reserve the cards it can use."""
    place = workspace.target_count
    workspace.targets[place] = route
    workspace.target_weight[place] = weight
    workspace.target_count = place + 1
    reserve_cards(board, workspace, place)


@kernel
def urgency(board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats, track: RouteId) -> float:
    """Return the urgency of a planned route: higher if few cards are missing and if it is contested."""
    missing = missing_for(board, workspace, track, best_kind(board, workspace, track))
    return (1.0 + settings[CONTEST] * contest(board, view, workspace.seat, track)) / (1.0 + 0.25 * missing)


@kernel
def highest_score(workspace: Workspace, number: int) -> int:
    """Return the position of the highest score, or -1 if none is left."""
    best, most = int64(NOTHING), 0.0
    for place in range(number):
        if workspace.scores[place] > most:
            best, most = int64(place), workspace.scores[place]
    return best


@kernel
def score_planned(board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats) -> int:
    """List the plan's routes with their urgency and return their number."""
    number = 0
    for word in range(2):
        rest = workspace.routes[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest = drop_lowest(rest)
            workspace.todo[number] = route
            workspace.scores[number] = urgency(
                board, view, workspace, settings, better_twin(board, view, workspace, route)
            )
            number += 1
    return number


# Both lists are built greedily with lazy evaluation: taking a target reserves cards, which can only lower the scores
# of the others. So only those that may be the best are scored again.


@kernel
def list_planned(board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats) -> None:
    """List the plan's routes, most urgent first."""
    number = score_planned(board, view, workspace, settings)
    while True:
        place = highest_score(workspace, number)
        if place == NOTHING:
            break
        track = better_twin(board, view, workspace, workspace.todo[place])
        weight = urgency(board, view, workspace, settings, track)
        if weight < workspace.scores[place]:
            workspace.scores[place] = weight
            continue
        workspace.scores[place] = 0.0
        add_target(board, workspace, track, 1.0 + weight)
    workspace.planned_count = workspace.target_count
    store_slack(view, workspace)


@kernel
def store_slack(view: StateRecord, workspace: Workspace) -> None:
    """Store the turns to spare beyond those that the plan takes, with wilds in hand filling gaps."""
    lacking = -float(view.hands[workspace.seat, WILD])
    for place in range(workspace.planned_count):
        lacking += workspace.target_missing[place]
    workspace.slack = workspace.turns_left - workspace.planned_count - 0.5 * max(0.0, lacking)


@kernel
def is_under_time_pressure(workspace: Workspace, settings: Floats) -> bool:
    """Return whether the plan leaves too few turns for anything else."""
    return settings[TIME_PRESSURE] > 0.0 and workspace.planned_count > 0 and workspace.slack < settings[TIME_PRESSURE]


@kernel
def time_share(workspace: Workspace) -> float:
    """Return the weight of cards in hand, which falls towards the end: unspent cards are worth nothing."""
    return min(1.0, workspace.turns_left / SLOW_FROM)


@kernel
def spare_turns(board: BoardRecord, workspace: Workspace, settings: Floats, route: RouteId) -> float:
    """Return the turns that a spare route takes, including the cards it uses up; 0 if there is no time for it."""
    missing = missing_for(board, workspace, route, best_kind(board, workspace, route))
    needed = 1.0 + 0.5 * (missing + wilds_required(board, route))
    if needed > workspace.turns_left + 0.5:
        return 0.0
    used = settings[LATE_CARDS] * time_share(workspace) * (workspace.cards[route] - missing)
    return needed + 0.5 * used


@kernel
def spare_rate(board: BoardRecord, workspace: Workspace, settings: Floats, place: int) -> float:
    """Return the points per turn of a spare route."""
    turns = spare_turns(board, workspace, settings, workspace.spares[place])
    return workspace.spare_points[place] / turns if turns > 0.0 else 0.0


@kernel
def spare_rate_bound(board: BoardRecord, workspace: Workspace, settings: Floats, place: int) -> float:
    """Return an upper bound on the points per turn of a spare route: with an ideal hand, long before the end."""
    route = workspace.spares[place]
    cards = 0.5 * min(1.0, settings[LATE_CARDS]) * workspace.cards[route]
    return workspace.spare_points[place] / (1.0 + 0.5 * wilds_required(board, route) + cards)


@kernel
def is_spare_target(board: BoardRecord, workspace: Workspace, route: RouteId) -> bool:
    """Return whether a route or its twin is among the spare targets already."""
    twin = board.route_twin[route]
    for place in range(workspace.planned_count, workspace.target_count):
        if workspace.targets[place] == route or workspace.targets[place] == twin:
            return True
    return False


@kernel
def next_spare(board: BoardRecord, workspace: Workspace, settings: Floats, spare: int) -> int:
    """Return the position of the best spare route that is not yet a target, or -1."""
    best, most = int64(NOTHING), 0.0
    for place in range(workspace.spare_count):
        if workspace.scores[place] <= most:
            continue
        route = workspace.spares[place]
        rate = 0.0
        if board.route_length[route] <= spare and not is_spare_target(board, workspace, route):
            rate = spare_rate(board, workspace, settings, place)
        workspace.scores[place] = rate
        if rate > most:
            best, most = int64(place), rate
    return best


@kernel
def next_sorted_spare(board: BoardRecord, workspace: Workspace, settings: Floats, spare: int) -> int:
    """Return what `next_spare` does, for spare routes sorted by upper bound; stop where no better one can follow."""
    best, most = int64(NOTHING), 0.0
    late = time_share(workspace)  # near the end, rates exceed their bound by this factor
    worse_0, worse_1 = uint64(0), uint64(0)  # classes of routes, which take as many turns, but for fewer points
    for place in range(workspace.spare_count):
        if workspace.spare_bounds[place] <= late * most:
            break
        route = workspace.spares[place]
        alike = board.route_class[route]
        if (worse_0 if alike < 64 else worse_1) & bit(alike & 63):
            continue
        turns = spare_turns(board, workspace, settings, route)
        if turns == 0.0 or workspace.spare_points[place] <= most * turns:
            if alike < 64:
                worse_0 |= bit(alike)
            else:
                worse_1 |= bit(alike & 63)
            continue
        if board.route_length[route] <= spare and not is_spare_target(board, workspace, route):
            best, most = int64(place), workspace.spare_points[place] / turns
    if best != NOTHING:
        workspace.scores[best] = most
    return best


@kernel
def list_spares(board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats) -> None:
    """List the best spare routes for the pieces that the plan leaves."""
    spare = int64(view.pieces[workspace.seat]) - workspace.spaces
    if not workspace.spares_sorted:
        late = time_share(workspace)  # near the end, rates exceed their bound by this factor
        for place in range(workspace.spare_count):
            workspace.scores[place] = workspace.spare_bounds[place] / late
    for _ in range(int64(settings[SPARES])):
        if spare <= 0:
            return
        if workspace.spares_sorted:
            place = next_sorted_spare(board, workspace, settings, spare)
        else:
            place = next_spare(board, workspace, settings, spare)
        if place == NOTHING:
            return
        route = workspace.spares[place]
        add_target(board, workspace, route, settings[SPARE_WEIGHT] * min(2.0, workspace.scores[place] / workspace.pace))
        spare -= board.route_length[route]


@kernel
def reset_reserves(board: BoardRecord, view: StateRecord, workspace: Workspace) -> None:
    """Start with all cards unreserved; wilds are never reserved."""
    for kind in range(KINDS):
        workspace.hand[kind] = view.hands[workspace.seat, kind]
    workspace.hand[WILD] = 0
    workspace.most_held = color_held_most(board, workspace.hand)


@kernel
def list_targets(board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats) -> None:
    """List the routes to collect for, reserving cards in hand for each in turn."""
    reset_reserves(board, view, workspace)
    workspace.target_count = 0
    workspace.listed = view.turns
    list_planned(board, view, workspace, settings)
    list_spares(board, view, workspace, settings)
