"""What a seat collects cards for: the plan's routes, then the best others for the pieces to spare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.bots.planner.workspace import CONTEST, FILLER, FILLERS, LATE_CARDS, RUSH
from branchline.engine.bits import drop_lowest, int64, lowest
from branchline.engine.compilation import kernel
from branchline.engine.layout import KINDS, NOTHING
from branchline.engine.rules.claims import is_open

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel_types import BoardRecord, CardKind, Floats, RouteId, Seat, StateRecord

SLOW_FROM = 8
"""With fewer turns left than this, cards in hand are worth less and less."""


@kernel
def note_most_held(board: BoardRecord, workspace: Workspace) -> None:
    """Note the color of which most cards are not set aside: gray routes are paid with it."""
    best = int64(0)
    for kind in range(1, board.colors):
        if workspace.hand[kind] > workspace.hand[best]:
            best = int64(kind)
    workspace.most_held = best


@kernel
def best_kind(board: BoardRecord, workspace: Workspace, route: RouteId) -> int:
    """Return the color that pays for a route with the fewest cards missing: for gray, the one held most."""
    color = int64(board.route_color[route])
    return int64(workspace.most_held) if color == GRAY else color


@kernel
def missing_for(board: BoardRecord, workspace: Workspace, route: RouteId, kind: CardKind) -> int:
    """Return how many cards a route lacks, wilds not counted."""
    cost = workspace.cards[route]
    return cost - min(workspace.hand[kind], cost - board.route_ferry[route])


@kernel
def better_track(board: BoardRecord, view: StateRecord, workspace: Workspace, route: RouteId) -> int:
    """Return the track of a double that lacks fewer cards; the route itself where it stands alone."""
    twin = int64(board.route_twin[route])
    if twin == NOTHING or not is_open(view, twin):
        return int64(route)
    here = missing_for(board, workspace, route, best_kind(board, workspace, route))
    there = missing_for(board, workspace, twin, best_kind(board, workspace, twin))
    return twin if there < here else int64(route)


@kernel
def contest(board: BoardRecord, view: StateRecord, seat: Seat, route: RouteId) -> float:
    """Return how likely others are to want a route, from 0 on: their tracks at its ends, and its being short."""
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
def set_aside(board: BoardRecord, workspace: Workspace, place: int) -> None:
    """Set the cards aside that the target at a place can use, and note what it lacks."""
    route = workspace.targets[place]
    kind = best_kind(board, workspace, route)
    missing = missing_for(board, workspace, route, kind)
    workspace.target_kind[place] = kind
    workspace.target_missing[place] = missing
    if missing < workspace.cards[route]:
        workspace.hand[kind] -= workspace.cards[route] - missing
        if kind == workspace.most_held:
            note_most_held(board, workspace)


@kernel
def add_target(board: BoardRecord, workspace: Workspace, route: RouteId, weight: float) -> None:
    """Put a route on the list and set aside the cards it can use."""
    place = workspace.target_count
    workspace.targets[place] = route
    workspace.target_weight[place] = weight
    workspace.target_count = place + 1
    set_aside(board, workspace, place)


@kernel
def urgency(board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats, track: RouteId) -> float:
    """Return how pressing a planned route is: near done, and contested."""
    missing = missing_for(board, workspace, track, best_kind(board, workspace, track))
    return (1.0 + settings[CONTEST] * contest(board, view, workspace.seat, track)) / (1.0 + 0.25 * missing)


@kernel
def keenest(workspace: Workspace, number: int) -> int:
    """Return the place of what is to be done first, or -1 where nothing is left."""
    best, most = int64(NOTHING), 0.0
    for place in range(number):
        if workspace.keenness[place] > most:
            best, most = int64(place), workspace.keenness[place]
    return best


@kernel
def write_todo(board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats) -> int:
    """Write down the plan's routes and how pressing each is; return how many there are."""
    number = 0
    for word in range(2):
        rest = workspace.routes[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest = drop_lowest(rest)
            workspace.todo[number] = route
            workspace.keenness[number] = urgency(
                board, view, workspace, settings, better_track(board, view, workspace, route)
            )
            number += 1
    return number


# Both lists are made by taking the best, again and again. What is taken sets cards aside, which makes others less
# keen, never keener: so only the one that seems best is reckoned again, and taken if it is as good as it seemed.


@kernel
def list_planned(board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats) -> None:
    """List the plan's routes, the most pressing first."""
    number = write_todo(board, view, workspace, settings)
    while True:
        place = keenest(workspace, number)
        if place == NOTHING:
            break
        track = better_track(board, view, workspace, workspace.todo[place])
        weight = urgency(board, view, workspace, settings, track)
        if weight < workspace.keenness[place]:
            workspace.keenness[place] = weight
            continue
        workspace.keenness[place] = 0.0
        add_target(board, workspace, track, 1.0 + weight)
    workspace.planned_count = workspace.target_count
    note_slack(view, workspace)


@kernel
def note_slack(view: StateRecord, workspace: Workspace) -> None:
    """Note the turns to spare beyond those that the plan takes, wilds in hand filling its gaps."""
    lacking = -float(view.hands[workspace.seat, WILD])
    for place in range(workspace.planned_count):
        lacking += workspace.target_missing[place]
    workspace.slack = workspace.turns_left - workspace.planned_count - 0.5 * max(0.0, lacking)


@kernel
def is_pressed(workspace: Workspace, settings: Floats) -> bool:
    """Tell whether the plan has too few turns to spare for anything beside it."""
    return settings[RUSH] > 0.0 and workspace.planned_count > 0 and workspace.slack < settings[RUSH]


@kernel
def time_share(workspace: Workspace) -> float:
    """Return what cards are worth at this time: late in the game those in hand have no other use."""
    return min(1.0, workspace.turns_left / SLOW_FROM)


@kernel
def filler_turns(board: BoardRecord, workspace: Workspace, settings: Floats, route: RouteId) -> float:
    """Return the turns that a route beside the plan takes, those of the cards it uses up included; 0 for too many."""
    missing = missing_for(board, workspace, route, best_kind(board, workspace, route))
    needed = 1.0 + 0.5 * (missing + board.route_ferry[route])
    if needed > workspace.turns_left + 0.5:
        return 0.0
    used = settings[LATE_CARDS] * time_share(workspace) * (workspace.cards[route] - missing)
    return needed + 0.5 * used


@kernel
def filler_rate(board: BoardRecord, workspace: Workspace, settings: Floats, place: int) -> float:
    """Return the points a turn that a route beside the plan brings."""
    turns = filler_turns(board, workspace, settings, workspace.fillers[place])
    return workspace.filler_points[place] / turns if turns > 0.0 else 0.0


@kernel
def rate_at_best(board: BoardRecord, workspace: Workspace, settings: Floats, place: int) -> float:
    """Return the points a turn that a route beside the plan brings with the best of hands, long before the end."""
    route = workspace.fillers[place]
    cards = 0.5 * min(1.0, settings[LATE_CARDS]) * workspace.cards[route]
    return workspace.filler_points[place] / (1.0 + 0.5 * board.route_ferry[route] + cards)


@kernel
def is_target(board: BoardRecord, workspace: Workspace, route: RouteId) -> bool:
    """Tell whether a route, or the track beside it, is on the list already."""
    twin = board.route_twin[route]
    for place in range(workspace.planned_count, workspace.target_count):
        if workspace.targets[place] == route or workspace.targets[place] == twin:
            return True
    return False


@kernel
def next_filler(board: BoardRecord, workspace: Workspace, settings: Floats, spare: int) -> int:
    """Return the place of the best filler that is not yet a target, or -1."""
    while True:
        place = keenest(workspace, workspace.filler_count)
        if place == NOTHING:
            return place
        route = workspace.fillers[place]
        rate = 0.0
        if board.route_length[route] <= spare and not is_target(board, workspace, route):
            rate = filler_rate(board, workspace, settings, place)
        if rate > 0.0 and rate >= workspace.keenness[place]:
            return place
        workspace.keenness[place] = rate


@kernel
def next_in_order(board: BoardRecord, workspace: Workspace, settings: Floats, spare: int) -> int:
    """Return the same where the fillers stand in order: no further than to those that cannot be better."""
    best, most = int64(NOTHING), 0.0
    late = time_share(workspace)  # by as much more may a route bring near the end
    for place in range(workspace.filler_count):
        if workspace.filler_best[place] <= late * most:
            break
        route = workspace.fillers[place]
        turns = filler_turns(board, workspace, settings, route)
        if turns == 0.0 or workspace.filler_points[place] <= most * turns:
            continue
        if board.route_length[route] <= spare and not is_target(board, workspace, route):
            best, most = int64(place), workspace.filler_points[place] / turns
    if best != NOTHING:
        workspace.keenness[best] = most
    return best


@kernel
def list_fillers(board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats) -> None:
    """List the best routes for the pieces that the plan leaves."""
    spare = int64(view.pieces[workspace.seat]) - workspace.spaces
    if not workspace.in_order:
        for place in range(workspace.filler_count):
            workspace.keenness[place] = filler_rate(board, workspace, settings, place)
    for _ in range(int64(settings[FILLERS])):
        if spare <= 0:
            return
        if workspace.in_order:
            place = next_in_order(board, workspace, settings, spare)
        else:
            place = next_filler(board, workspace, settings, spare)
        if place == NOTHING:
            return
        route = workspace.fillers[place]
        add_target(board, workspace, route, settings[FILLER] * min(2.0, workspace.keenness[place] / workspace.pace))
        spare -= board.route_length[route]


@kernel
def take_up_hand(board: BoardRecord, view: StateRecord, workspace: Workspace) -> None:
    """Begin with all cards in hand; wilds are not set aside for anything."""
    for kind in range(KINDS):
        workspace.hand[kind] = view.hands[workspace.seat, kind]
    workspace.hand[WILD] = 0
    note_most_held(board, workspace)


@kernel
def list_targets(board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats) -> None:
    """List what to collect for, setting the hand's cards aside for each in turn."""
    take_up_hand(board, view, workspace)
    workspace.target_count = 0
    workspace.listed = view.turns
    list_planned(board, view, workspace, settings)
    list_fillers(board, view, workspace, settings)
