"""The routes that a seat collects cards for: those of the plan, then the best spare routes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.bots.planner.workspace import CONTEST, LATE_CARDS, SPARE_WEIGHT, SPARES, TIME_PRESSURE
from branchline.engine.kernel.bits import bit, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import NOTHING
from branchline.engine.kernel.types import KINDS
from branchline.engine.rules.claims import is_open
from branchline.engine.rules.payment import wilds_required

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import BoardRecord, CardKind, Color, Ints, RouteId, Seat, StateRecord

LAST_COLOR = 15
"""Colors are below this power of 2 less 1."""
SLOW_FROM = 8
"""With fewer turns left than this, the value of cards in hand declines."""


@kernel
def color_held_most(board: BoardRecord, hand: Ints) -> Color:
    """Return the color with the most cards in a hand: gray routes are paid with it."""
    most = int64(0)  # the number of cards and, so that the first color wins a tie, the color counted down
    for kind in range(board.colors):
        most = max(most, int64(hand[kind]) * (LAST_COLOR + 1) + LAST_COLOR - kind)
    return LAST_COLOR - (most & LAST_COLOR)


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
def urgency(board: BoardRecord, workspace: Workspace, track: RouteId, demand: float) -> float:
    """Return the urgency of a planned route: higher if few cards are missing and if it is in demand."""
    missing = missing_for(board, workspace, track, best_kind(board, workspace, track))
    return demand / (1.0 + 0.25 * missing)


@kernel
def demand_for(board: BoardRecord, view: StateRecord, workspace: Workspace, route: RouteId) -> float:
    """Return how much sooner to claim a planned route because it is contested: 1 if it is not."""
    return 1.0 + workspace.settings[CONTEST] * contest(board, view, workspace.seat, route)


@kernel
def highest_score(workspace: Workspace, number: int) -> int:
    """Return the position of the highest score, or -1 if none is left."""
    best, most = int64(NOTHING), 0.0
    for place in range(number):
        if workspace.scores[place] > most:
            best, most = int64(place), workspace.scores[place]
    return best


@kernel
def score_planned(board: BoardRecord, view: StateRecord, workspace: Workspace) -> int:
    """List the plan's routes with their urgency and return their number."""
    number = 0
    for word in range(2):
        rest = workspace.routes[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest = drop_lowest(rest)
            workspace.todo[number] = route
            # Both tracks of a double are contested alike while both are open; otherwise only one can be planned.
            workspace.demand[number] = demand_for(board, view, workspace, route)
            track = better_twin(board, view, workspace, route)
            workspace.scores[number] = urgency(board, workspace, track, workspace.demand[number])
            number += 1
    return number


# Both lists are built greedily with lazy evaluation: taking a target reserves cards, which can only lower the scores
# of the others. So only those that may be the best are scored again.


@kernel
def list_planned(board: BoardRecord, view: StateRecord, workspace: Workspace) -> None:
    """List the plan's routes, most urgent first."""
    number = score_planned(board, view, workspace)
    while True:
        place = highest_score(workspace, number)
        if place == NOTHING:
            break
        track = better_twin(board, view, workspace, workspace.todo[place])
        weight = urgency(board, workspace, track, workspace.demand[place])
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
def is_under_time_pressure(workspace: Workspace) -> bool:
    """Return whether the plan leaves too few turns for anything else."""
    return (
        workspace.settings[TIME_PRESSURE] > 0.0
        and workspace.planned_count > 0
        and workspace.slack < workspace.settings[TIME_PRESSURE]
    )


@kernel
def time_share(workspace: Workspace) -> float:
    """Return the weight of cards in hand, which falls towards the end: unspent cards are worth nothing."""
    return min(1.0, workspace.turns_left / SLOW_FROM)


@kernel
def spare_turns(board: BoardRecord, workspace: Workspace, route: RouteId) -> float:
    """Return the turns that a spare route takes, including the cards it uses up; 0 if there is no time for it."""
    missing = missing_for(board, workspace, route, best_kind(board, workspace, route))
    needed = 1.0 + 0.5 * (missing + wilds_required(board, route))
    if needed > workspace.turns_left + 0.5:
        return 0.0
    used = workspace.settings[LATE_CARDS] * time_share(workspace) * (workspace.cards[route] - missing)
    return needed + 0.5 * used


@kernel
def spare_rate(board: BoardRecord, workspace: Workspace, route: RouteId) -> float:
    """Return the points per turn of a spare route."""
    turns = spare_turns(board, workspace, route)
    return workspace.spare_points[route] / turns if turns > 0.0 else 0.0


@kernel
def spare_rate_bound(board: BoardRecord, workspace: Workspace, route: RouteId) -> float:
    """Return an upper bound on the points per turn of a spare route: with an ideal hand, long before the end."""
    cards = 0.5 * min(1.0, workspace.settings[LATE_CARDS]) * workspace.cards[route]
    return workspace.spare_points[route] / (1.0 + 0.5 * wilds_required(board, route) + cards)


@kernel
def is_spare_target(board: BoardRecord, workspace: Workspace, route: RouteId) -> bool:
    """Return whether a route or its twin is among the spare targets already."""
    twin = board.route_twin[route]
    for place in range(workspace.planned_count, workspace.target_count):
        if workspace.targets[place] == route or workspace.targets[place] == twin:
            return True
    return False


@kernel
def next_spare(board: BoardRecord, workspace: Workspace, spare: int) -> int:
    """Return the position of the best spare route that is not yet a target, or -1."""
    best, most = int64(NOTHING), 0.0
    for place in range(workspace.spare_count):
        if workspace.scores[place] <= most:
            continue
        route = workspace.spares[place]
        rate = 0.0
        if board.route_length[route] <= spare and not is_spare_target(board, workspace, route):
            rate = spare_rate(board, workspace, route)
        workspace.scores[place] = rate
        if rate > most:
            best, most = int64(place), rate
    return best


@kernel
def next_sorted_spare(board: BoardRecord, workspace: Workspace, spare: int) -> int:
    """Return what `next_spare` does, for spare routes sorted by upper bound; stop where no better one can follow."""
    best, most = int64(NOTHING), 0.0
    late = time_share(workspace)  # near the end, rates exceed their bound by this factor
    worse_0, worse_1 = uint64(0), uint64(0)  # classes of routes, which take as many turns, but for fewer points
    for place in range(workspace.spare_count):
        route = workspace.spares[place]
        if workspace.spare_bounds[route] <= late * most:
            break
        alike = board.route_class[route]
        if (worse_0 if alike < 64 else worse_1) & bit(alike & 63):
            continue
        turns, points = spare_turns(board, workspace, route), workspace.spare_points[route]
        if turns > 0.0 and points > most * turns:
            if board.route_length[route] > spare or is_spare_target(board, workspace, route):
                continue
            best, most = int64(place), points / turns
            if points > most * turns:  # rounding: another one for as many points counts as better
                continue
        if alike < 64:
            worse_0 |= bit(alike)
        else:
            worse_1 |= bit(alike & 63)
    if best != NOTHING:
        workspace.scores[best] = most
    return best


@kernel
def list_spares(board: BoardRecord, view: StateRecord, workspace: Workspace) -> None:
    """List the best spare routes for the pieces that the plan leaves."""
    spare = int64(view.pieces[workspace.seat]) - workspace.spaces
    if not workspace.spares_sorted:
        late = time_share(workspace)  # near the end, rates exceed their bound by this factor
        for place in range(workspace.spare_count):
            workspace.scores[place] = workspace.spare_bounds[workspace.spares[place]] / late
    for _ in range(int64(workspace.settings[SPARES])):
        if spare <= 0:
            return
        if workspace.spares_sorted:
            place = next_sorted_spare(board, workspace, spare)
        else:
            place = next_spare(board, workspace, spare)
        if place == NOTHING:
            return
        route = workspace.spares[place]
        add_target(
            board,
            workspace,
            route,
            workspace.settings[SPARE_WEIGHT] * min(2.0, workspace.scores[place] / workspace.pace),
        )
        spare -= board.route_length[route]


@kernel
def reset_reserves(board: BoardRecord, view: StateRecord, workspace: Workspace) -> None:
    """Start with all cards unreserved; wilds are never reserved."""
    for kind in range(KINDS):
        workspace.hand[kind] = view.hands[workspace.seat, kind]
    workspace.hand[WILD] = 0
    workspace.most_held = color_held_most(board, workspace.hand)


@kernel
def list_targets(board: BoardRecord, view: StateRecord, workspace: Workspace) -> None:
    """List the routes to collect for, reserving cards in hand for each in turn."""
    reset_reserves(board, view, workspace)
    workspace.target_count = 0
    workspace.listed = view.turns
    list_planned(board, view, workspace)
    list_spares(board, view, workspace)
