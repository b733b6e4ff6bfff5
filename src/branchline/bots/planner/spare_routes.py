"""Routes beside the plan: which there are, and what each would bring in points and bonuses."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.bots.planner.plan import make_plan, route_worth
from branchline.bots.planner.workspace import DISTRICT, PATH
from branchline.engine.compilation import kernel, lowest
from branchline.engine.layout import NOTHING, Record
from branchline.engine.rules.claims import bit, lacks_technology
from branchline.engine.rules.network import part_of


@kernel
def map_parts(board: Record, desk: Record) -> None:
    """Note for every place which places the seat's routes and its plan join it to."""
    for city in range(board.cities):
        desk.part[city] = np.uint64(0)
    for city in range(board.cities):
        if desk.part[city] == 0:
            part, _, _ = part_of(board, desk.own[0] | desk.routes[0], desk.own[1] | desk.routes[1], bit(city))
            rest = part
            while rest:
                desk.part[lowest(rest)] = part
                rest &= rest - np.uint64(1)


@kernel
def district_gain(board: Record, desk: Record, settings: Any, a: Any, b: Any) -> Any:
    """Return what joining two places brings in districts: those completed, and a share for those begun (E4)."""
    points = 0.0
    both = desk.part[a] | desk.part[b]
    for district in range(board.districts):
        cities = board.district_cities[district]
        if cities & ~desk.part[a] == 0 or cities & ~desk.part[b] == 0:
            continue
        if cities & ~both == 0:
            points += board.district_points[district]
        elif cities & desk.part[a] and cities & desk.part[b]:
            points += 0.3 * board.district_points[district]
    return settings[DISTRICT] * points


@kernel
def path_gain(board: Record, desk: Record, settings: Any, route: Any) -> Any:
    """Return what a route brings towards the longest path: something where it joins the seat's network (E3)."""
    if board.longest_path == 0:
        return 0.0
    a, b = board.route_a[route], board.route_b[route]
    touches = np.int64(desk.part[a] != bit(a)) + np.int64(desk.part[b] != bit(b))
    return settings[PATH] * board.longest_path * board.route_length[route] * touches / board.pieces


@kernel
def may_fill(board: Record, view: Record, desk: Record, route: Any, spare: Any) -> Any:
    """Tell whether an open route could be claimed beside the plan."""
    if board.route_length[route] > spare or lacks_technology(board, view, desk.seat, route):
        return False
    twin = np.int64(board.route_twin[route])
    if twin == NOTHING:
        return True
    mark = bit(twin & 63)
    return (desk.own[twin >> 6] | desk.routes[twin >> 6]) & mark == 0


@kernel
def filler_worth(board: Record, view: Record, desk: Record, settings: Any, route: Any) -> Any:
    """Return the points a route brings beside the plan, bonuses included."""
    points = route_worth(board, view, desk, settings, route) + path_gain(board, desk, settings, route)
    if board.districts:
        points += district_gain(board, desk, settings, board.route_a[route], board.route_b[route])
    return points


@kernel
def find_fillers(board: Record, view: Record, desk: Record, settings: Any) -> None:
    """Find the open routes that could be claimed beside the plan, with what each would bring."""
    spare = np.int64(view.pieces[desk.seat]) - desk.spaces
    desk.filler_count = 0
    desk.in_order = 0
    if board.longest_path or board.districts:
        map_parts(board, desk)
    mask, rest = view.open[0] & ~desk.routes[0], view.open[1] & ~desk.routes[1]
    first = np.int64(0)
    while mask or rest:
        if not mask:
            mask, rest, first = rest, np.uint64(0), np.int64(64)
        route = first + lowest(mask)
        mask &= mask - np.uint64(1)
        if may_fill(board, view, desk, route, spare):
            desk.fillers[desk.filler_count] = route
            desk.filler_points[desk.filler_count] = filler_worth(board, view, desk, settings, route)
            desk.filler_count += 1


@kernel
def prepare(board: Record, view: Record, desk: Record, settings: Any, seat: Any) -> None:
    """Make the plan and find what could be built beside it, unless the desk has both for this position."""
    if make_plan(board, view, desk, settings, seat):
        find_fillers(board, view, desk, settings)
