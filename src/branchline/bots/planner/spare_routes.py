"""Routes beside the plan: which there are, and what each would bring in points and bonuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.planner.plan import make_plan, route_worth
from branchline.bots.planner.workspace import DISTRICT, PATH
from branchline.engine.bits import bit, drop_lowest, int64, lowest, uint64
from branchline.engine.compilation import kernel
from branchline.engine.layout import NOTHING
from branchline.engine.rules.claims import lacks_technology
from branchline.engine.rules.network import part_of

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel_types import BoardRecord, Floats, RouteId, Seat, StateRecord


@kernel
def map_parts(board: BoardRecord, workspace: Workspace) -> None:
    """Note for every place which places the seat's routes and its plan join it to."""
    for city in range(board.cities):
        workspace.part[city] = uint64(0)
    for city in range(board.cities):
        if workspace.part[city] == 0:
            part, _, _ = part_of(
                board, workspace.own[0] | workspace.routes[0], workspace.own[1] | workspace.routes[1], bit(city)
            )
            rest = part
            while rest:
                workspace.part[lowest(rest)] = part
                rest = drop_lowest(rest)


@kernel
def district_gain(board: BoardRecord, workspace: Workspace, settings: Floats, a: int, b: int) -> float:
    """Return what joining two places brings in districts: those completed, and a share for those begun (E4)."""
    points = 0.0
    both = workspace.part[a] | workspace.part[b]
    for district in range(board.districts):
        cities = board.district_cities[district]
        if cities & ~workspace.part[a] == 0 or cities & ~workspace.part[b] == 0:
            continue
        if cities & ~both == 0:
            points += board.district_points[district]
        elif cities & workspace.part[a] and cities & workspace.part[b]:
            points += 0.3 * board.district_points[district]
    return settings[DISTRICT] * points


@kernel
def path_gain(board: BoardRecord, workspace: Workspace, settings: Floats, route: RouteId) -> float:
    """Return what a route brings towards the longest path: something where it joins the seat's network (E3)."""
    if board.longest_path == 0:
        return 0.0
    a, b = board.route_a[route], board.route_b[route]
    touches = int64(workspace.part[a] != bit(a)) + int64(workspace.part[b] != bit(b))
    return settings[PATH] * board.longest_path * board.route_length[route] * touches / board.pieces


@kernel
def may_fill(board: BoardRecord, view: StateRecord, workspace: Workspace, route: RouteId, spare: int) -> bool:
    """Tell whether an open route could be claimed beside the plan."""
    if board.route_length[route] > spare or lacks_technology(board, view, workspace.seat, route):
        return False
    twin = int64(board.route_twin[route])
    if twin == NOTHING:
        return True
    mark = bit(twin & 63)
    return (workspace.own[twin >> 6] | workspace.routes[twin >> 6]) & mark == 0


@kernel
def filler_worth(
    board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats, route: RouteId
) -> float:
    """Return the points a route brings beside the plan, bonuses included."""
    points = route_worth(board, view, workspace, settings, route) + path_gain(board, workspace, settings, route)
    if board.districts:
        points += district_gain(board, workspace, settings, board.route_a[route], board.route_b[route])
    return points


@kernel
def find_fillers(board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats) -> None:
    """Find the open routes that could be claimed beside the plan, with what each would bring."""
    spare = int64(view.pieces[workspace.seat]) - workspace.spaces
    workspace.filler_count = 0
    workspace.in_order = 0
    if board.longest_path or board.districts:
        map_parts(board, workspace)
    mask, rest = view.open[0] & ~workspace.routes[0], view.open[1] & ~workspace.routes[1]
    first = int64(0)
    while mask or rest:
        if not mask:
            mask, rest, first = rest, uint64(0), int64(64)
        route = first + lowest(mask)
        mask = drop_lowest(mask)
        if may_fill(board, view, workspace, route, spare):
            workspace.fillers[workspace.filler_count] = route
            workspace.filler_points[workspace.filler_count] = filler_worth(board, view, workspace, settings, route)
            workspace.filler_count += 1


@kernel
def prepare(board: BoardRecord, view: StateRecord, workspace: Workspace, settings: Floats, seat: Seat) -> None:
    """Make the plan and find what could be built beside it, unless the desk has both for this position."""
    if make_plan(board, view, workspace, settings, seat):
        find_fillers(board, view, workspace, settings)
