"""What the others may be after: how well each ticket fits what a seat has built.

The weights of the clues are fitted on games between planners: see tools/fit_beliefs.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.bots.planner.shortest_paths import nearest_target
from branchline.bots.planner.workspace import FAR
from branchline.bots.search.records import CLUES, SUSPICION
from branchline.engine.bits import bit, drop_lowest, int64, lowest
from branchline.engine.compilation import entry, kernel
from branchline.engine.layout import NOTHING, Records

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.bots.search.records import SearchScratch
    from branchline.engine.kernel_types import BoardRecord, Floats, Mask, RouteId, Seat, StateRecord, TicketId

# Whether the seat has made the ticket, the share of its routes on the way, the routes still missing, whether it is cut
# off from it, and the ticket's points in those of a usual one.
MADE, USED, MISSING, CUT_OFF, POINTS = range(CLUES)

OPEN_SPACE, OWN_SPACE = 1000, 1
"""What a space costs on the way that is looked for: few open ones, then few of one's own."""
MOST_SURE = 40.0


@kernel
def owns_route(view: StateRecord, seat: Seat, route: RouteId) -> bool:
    """Tell whether a route is a seat's."""
    return view.routes[seat, route >> 6] & bit(route & 63) != 0


@kernel
def measure_ways(board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat) -> None:
    """Let every route cost its spaces, for the ways of a seat over its own routes and open ones."""
    for word in range(2):
        workspace.usable[word] = view.open[word] | view.routes[seat, word]
    for route in range(board.routes):
        space = OWN_SPACE if owns_route(view, seat, route) else OPEN_SPACE
        workspace.cost[route] = space * int64(board.route_length[route])


@kernel
def find_clues(
    board: BoardRecord, view: StateRecord, workspace: Workspace, seat: Seat, ticket: TicketId, clues: Floats
) -> None:
    """Fill the clues to a ticket, but for its points."""
    clues[:] = 0.0
    city = nearest_target(board, workspace, board.ticket_a[ticket], board.ticket_b[ticket], int64(FAR))
    if city == NOTHING:
        clues[CUT_OFF] = 1.0
        return
    spaces = 0.0
    while workspace.via[city] != NOTHING:
        route = workspace.via[city]
        if owns_route(view, seat, route):
            spaces += board.route_length[route]
        else:
            clues[MISSING] += 1.0
        city = int64(board.route_a[route]) + board.route_b[route] - city
    clues[MADE] = 1.0 if clues[MISSING] == 0.0 else 0.0
    clues[USED] = spaces / max(1.0, float(board.pieces - view.pieces[seat]))


@kernel
def look_at_seat(
    board: BoardRecord, view: StateRecord, workspace: Workspace, scratch: SearchScratch, seat: Seat
) -> None:
    """Fill the clues to every ticket for a seat."""
    measure_ways(board, view, workspace, seat)
    points = 0.0
    for ticket in range(board.tickets):
        points += board.ticket_points[ticket]
    for ticket in range(board.tickets):
        find_clues(board, view, workspace, seat, ticket, scratch.clues[ticket])
        scratch.clues[ticket, POINTS] = board.ticket_points[ticket] * board.tickets / points
    workspace.ready = 0


@kernel
def suspect_tickets(
    board: BoardRecord, view: StateRecord, workspace: Workspace, scratch: SearchScratch, seat: Seat
) -> None:
    """Weigh for another seat how likely it holds each ticket; what counts shifts as the game goes on."""
    look_at_seat(board, view, workspace, scratch, seat)
    part = (board.pieces - view.pieces[seat]) / board.pieces
    for ticket in range(board.tickets):
        hunch = 0.0
        for clue in range(CLUES):
            weight = (1.0 - part) * scratch.hunches[0, clue] + part * scratch.hunches[1, clue]
            hunch += weight * scratch.clues[ticket, clue]
        hunch = max(-MOST_SURE, min(MOST_SURE, scratch.knobs[SUSPICION] * hunch))
        scratch.likely[seat, ticket] = np.exp(hunch)


@kernel
def guess_ticket(scratch: SearchScratch, seat: Seat, tickets: Mask, point: float) -> int:
    """Pick one ticket of a mask by its weight for a seat, at a point from 0 to below 1."""
    total = 0.0
    rest = tickets
    while rest:
        total += scratch.likely[seat, lowest(rest)]
        rest = drop_lowest(rest)
    point *= total
    last = int64(NOTHING)
    while tickets:
        last = lowest(tickets)
        tickets = drop_lowest(tickets)
        point -= scratch.likely[seat, last]
        if point < 0:
            break
    return last


@entry
def clues_to_tickets(boards: Records, views: Records, scratches: Records, seat: Seat) -> None:
    """Fill the bench's clues to what a seat holds: what the weights are fitted on."""
    scratch = scratches[0]
    look_at_seat(boards[0], views[0], scratch.workspaces[seat], scratch, seat)
