"""Tickets: which of those drawn to keep, and the expected gain of drawing more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.bots.planner.plan import plan_for, store_position
from branchline.bots.planner.shortest_paths import build, find_ends, nearest_target, reset_network
from branchline.bots.planner.workspace import NOISE, RISK, TICKET_CLAIMS, TICKET_MARGIN, TURN, UNIT
from branchline.engine.entry_points import roll
from branchline.engine.kernel.bits import bit, count, drop_lowest, int64, lowest, uint64
from branchline.engine.kernel.codes import target_of
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import NONE, NOTHING
from branchline.engine.rules.listing import list_keeps
from branchline.engine.rules.scoring import ticket_balance
from branchline.engine.rules.tickets import returned_by

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import (
        ActionList,
        BoardRecord,
        CityId,
        Mask,
        Seat,
        StateRecord,
        TicketId,
    )


@kernel
def kept_tickets(view: StateRecord, seat: Seat, kept: Mask) -> Mask:
    """Return the tickets that a choice keeps, as a mask."""
    tickets = uint64(0)
    for position in range(view.offer_count[seat]):
        if (kept >> position) & 1:
            tickets |= bit(view.offer[seat, position])
    return tickets


@kernel
def choose_keep(
    board: BoardRecord,
    view: StateRecord,
    workspace: Workspace,
    seat: Seat,
    listed: ActionList,
) -> int:
    """Return the choice of tickets with the most valuable plan, counting the tickets already held."""
    store_position(board, view, workspace, seat)
    number = list_keeps(board, view, listed, 0)
    best, most = listed.codes[0], -1e18
    for index in range(number):
        tickets = view.held[seat] | kept_tickets(view, seat, target_of(listed.codes[index]))
        worth = plan_for(board, view, workspace, tickets)
        worth += ticket_balance(board, tickets, workspace.made)
        if workspace.settings[NOISE] > 0.0:
            worth += workspace.settings[NOISE] * (roll(workspace.dice, 1000) / 50.0 - 10.0)
        if worth > most:
            best, most = listed.codes[index], worth
    workspace.ready = 0
    return best


@kernel
def turns_for(view: StateRecord, workspace: Workspace, claims: int, spaces: int) -> float:
    """Return the turns that these claims take in addition to the plan, counting the cards in hand as turns saved."""
    return claims + workspace.claims + (spaces + workspace.spaces - 0.7 * view.hand_count[workspace.seat]) / 2.0


@kernel
def gain_of_path(board: BoardRecord, view: StateRecord, workspace: Workspace, ticket: TicketId, end: CityId) -> float:
    """Return the expected gain of a ticket whose path ends in a city: its points, less the cost of missing routes."""
    points = float(board.ticket_points[ticket])
    if end == NOTHING:
        return -points
    spaces, claims = int64(0), int64(0)
    city = end
    while workspace.via[city] != NOTHING:
        route = workspace.via[city]
        if workspace.cost[route] > 0:
            spaces += board.route_length[route]
            claims += 1
        city = int64(board.route_a[route]) + board.route_b[route] - city
    if spaces + workspace.spaces > view.pieces[workspace.seat]:
        return -points
    if turns_for(view, workspace, claims, spaces) > workspace.turns_left - 2:
        return -points if claims else points
    sure = max(0.2, 1.0 - workspace.settings[RISK] * claims)
    return max(-points, points * (2.0 * sure - 1.0) - workspace.distance[end] / UNIT)


@kernel
def longest_worthwhile(board: BoardRecord, view: StateRecord, workspace: Workspace, ticket: TicketId) -> int:
    """Return the cost of a path beyond which a ticket gains nothing: too much for its points, or for the turns left."""
    spare_turns = workspace.turns_left - 2 - turns_for(view, workspace, NONE, NONE)
    in_time = int64(workspace.dearest * max(0.0, spare_turns)) + 1
    return min(in_time, int64(2 * UNIT * board.ticket_points[ticket]))


@kernel
def gain_of_ticket(board: BoardRecord, view: StateRecord, workspace: Workspace, ticket: TicketId) -> float:
    """Return the expected gain of a ticket once the plan is built."""
    limit = longest_worthwhile(board, view, workspace, ticket)
    end = nearest_target(board, workspace, board.ticket_a[ticket], board.ticket_b[ticket], limit)
    return gain_of_path(board, view, workspace, ticket, end)


@kernel
def store_gains(board: BoardRecord, view: StateRecord, workspace: Workspace, tickets: Mask) -> None:
    """Store the expected gain of each ticket once the plan is built, with one search per starting city."""
    while tickets:
        sources = board.ticket_a[lowest(tickets)]
        alike, limit, rest = uint64(0), int64(0), tickets
        while rest:
            ticket = lowest(rest)
            rest = drop_lowest(rest)
            if board.ticket_a[ticket] == sources:
                alike |= bit(ticket)
                limit = max(limit, longest_worthwhile(board, view, workspace, ticket))
        tickets &= ~alike
        find_ends(board, workspace, alike, limit)
        while alike:
            ticket = lowest(alike)
            alike = drop_lowest(alike)
            end = workspace.path_end[ticket]
            workspace.gains[ticket] = gain_of_path(board, view, workspace, ticket, end)


@kernel
def assume_plan_built(board: BoardRecord, workspace: Workspace) -> None:
    """Treat the plan as built: its routes cost nothing."""
    reset_network(board, workspace)
    build(workspace, workspace.routes[0], 0)
    build(workspace, workspace.routes[1], 64)


@kernel
def drawable(board: BoardRecord, view: StateRecord, seat: Seat, every: int) -> Mask:
    """Return one in `every` tickets as a mask, except those that a seat has or knows to be under the deck."""
    tickets = uint64(0)
    for ticket in range(int64(view.turns) % every, board.tickets, every):
        tickets |= bit(ticket)
    return tickets & ~(view.held[seat] | returned_by(view, seat))


@kernel
def gain_of_drawing(board: BoardRecord, view: StateRecord, workspace: Workspace, every: int) -> float:
    """Return the expected gain of drawing tickets, estimated from one ticket in `every`."""
    assume_plan_built(board, workspace)
    tickets = drawable(board, view, workspace.seat, every)
    store_gains(board, view, workspace, tickets)
    number, good, losses, bad, least_bad = float(count(tickets)), 0.0, 0.0, 0.0, -1e9
    while tickets:
        gain = workspace.gains[lowest(tickets)]
        tickets = drop_lowest(tickets)
        if gain > 0:
            good += gain
        else:
            bad += 1.0
            losses += gain
            least_bad = max(least_bad, gain)
    if number == 0:
        return -1e9
    drawn = min(float(board.later_deal), float(view.queue_count))
    none_good = 1.0
    for step in range(int(drawn)):
        none_good *= max(0.0, bad - step) / max(1.0, number - step)
    forced = 0.5 * (losses / bad + least_bad) if bad > 0 else 0.0
    return drawn * good / number + none_good * forced


@kernel
def should_draw_tickets(board: BoardRecord, view: StateRecord, workspace: Workspace, every: int) -> bool:
    """Return whether drawing tickets is worth a turn now."""
    if view.queue_count == 0 or workspace.claims > workspace.settings[TICKET_CLAIMS]:
        return False
    if np.isnan(workspace.ticket_gain):
        workspace.ticket_gain = gain_of_drawing(board, view, workspace, every)
    return workspace.ticket_gain > workspace.pace * workspace.settings[TURN] * workspace.settings[TICKET_MARGIN]
