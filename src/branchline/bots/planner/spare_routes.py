"""Spare routes: open routes outside the plan, and the points and bonuses of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.planner.plan import make_plan, route_value
from branchline.bots.planner.targets import spare_rate_bound
from branchline.bots.planner.workspace import BLOCK, DISTRICT, PATH
from branchline.engine.kernel.bits import bit, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import NOTHING
from branchline.engine.rules.claims import is_open, lacks_technology
from branchline.engine.rules.network import component_of

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import BoardRecord, RouteId, Seat, StateRecord

JOINING = 4.0
"""How much more it hurts to lose a route between two parts of a network than one that leads away from it."""


@kernel
def store_components(board: BoardRecord, workspace: Workspace) -> None:
    """Store for every city the cities that the seat's routes and plan connect it to."""
    for city in range(board.cities):
        workspace.component[city] = uint64(0)
    for city in range(board.cities):
        if workspace.component[city] == 0:
            part, _, _ = component_of(
                board, workspace.own[0] | workspace.routes[0], workspace.own[1] | workspace.routes[1], bit(city)
            )
            rest = part
            while rest:
                workspace.component[lowest(rest)] = part
                rest = drop_lowest(rest)


@kernel
def district_gain(board: BoardRecord, workspace: Workspace, a: int, b: int) -> float:
    """Return the district points of connecting two cities: those completed, and a share of those begun (E4)."""
    points = 0.0
    both = workspace.component[a] | workspace.component[b]
    for district in range(board.districts):
        cities = board.district_cities[district]
        if cities & ~workspace.component[a] == 0 or cities & ~workspace.component[b] == 0:
            continue
        if cities & ~both == 0:
            points += board.district_points[district]
        elif cities & workspace.component[a] and cities & workspace.component[b]:
            points += 0.3 * board.district_points[district]
    return workspace.settings[DISTRICT] * points


@kernel
def path_gain(board: BoardRecord, workspace: Workspace, route: RouteId) -> float:
    """Return a route's value for the longest path: positive if it touches the seat's network (E3)."""
    if board.longest_path == 0:
        return 0.0
    a, b = board.route_a[route], board.route_b[route]
    touches = int64(workspace.component[a] != bit(a)) + int64(workspace.component[b] != bit(b))
    return workspace.settings[PATH] * board.longest_path * board.route_length[route] * touches / board.pieces


@kernel
def parts_cut_off(board: BoardRecord, view: StateRecord, seat: Seat, route: RouteId) -> float:
    """Return how much a claim hurts others: 1 per network that leads on over it, more if it would join two parts."""
    twin = int64(board.route_twin[route])
    if twin != NOTHING and board.doubles_open and is_open(view, twin):
        return 0.0
    a, b = bit(board.route_a[route]), bit(board.route_b[route])
    hurt = 0.0
    for other in range(board.players):
        if other == seat:
            continue
        part, _, _ = component_of(board, view.routes[other, 0], view.routes[other, 1], a)
        across, _, _ = component_of(board, view.routes[other, 0], view.routes[other, 1], b)
        if part == across:
            continue
        if part != a and across != b:
            hurt += JOINING
        elif part != a or across != b:
            hurt += 1.0
    return hurt


@kernel
def block_gain(board: BoardRecord, view: StateRecord, workspace: Workspace, route: RouteId) -> float:
    """Return what it is worth to take a route from the others: most if it would join two parts of a network."""
    return workspace.settings[BLOCK] * workspace.pace * parts_cut_off(board, view, workspace.seat, route)


@kernel
def may_claim_spare(board: BoardRecord, view: StateRecord, workspace: Workspace, route: RouteId, spare: int) -> bool:
    """Return whether an open route could be claimed in addition to the plan."""
    if board.route_length[route] > spare or lacks_technology(board, view, workspace.seat, route):
        return False
    twin = int64(board.route_twin[route])
    if twin == NOTHING:
        return True
    mark = bit(twin & 63)
    return (workspace.own[twin >> 6] | workspace.routes[twin >> 6]) & mark == 0


@kernel
def spare_value(board: BoardRecord, view: StateRecord, workspace: Workspace, route: RouteId) -> float:
    """Return the points of a spare route, bonuses included."""
    points = route_value(board, view, workspace, route) + path_gain(board, workspace, route)
    if board.districts:
        points += district_gain(board, workspace, board.route_a[route], board.route_b[route])
    if workspace.settings[BLOCK] > 0.0:
        points += block_gain(board, view, workspace, route)
    return points


@kernel
def find_spare_routes(board: BoardRecord, view: StateRecord, workspace: Workspace) -> None:
    """List the open routes that could be claimed in addition to the plan, with their points."""
    spare = int64(view.pieces[workspace.seat]) - workspace.spaces
    workspace.spare_count = 0
    workspace.spares_sorted = 0
    if board.longest_path or board.districts:
        store_components(board, workspace)
    mask, rest = view.open[0] & ~workspace.routes[0], view.open[1] & ~workspace.routes[1]
    first = int64(0)
    while mask or rest:
        if not mask:
            mask, rest, first = rest, uint64(0), int64(64)
        route = first + lowest(mask)
        mask = drop_lowest(mask)
        if may_claim_spare(board, view, workspace, route, spare):
            workspace.spares[workspace.spare_count] = route
            workspace.spare_points[route] = spare_value(board, view, workspace, route)
            workspace.spare_bounds[route] = spare_rate_bound(board, workspace, route)
            workspace.spare_count += 1


@kernel
def prepare_plan(board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat) -> None:
    """Make the plan and list the spare routes, unless the workspace holds both for this position."""
    if make_plan(board, view, workspace, seat):
        find_spare_routes(board, view, workspace)
