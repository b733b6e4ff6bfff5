"""Tickets: which of an offer to keep, and what drawing more is likely to bring."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.bots.planner.plan import balance_of, plan_for, sit_down
from branchline.bots.planner.shortest_paths import begin_network, spread
from branchline.bots.planner.workspace import NOISE, RISK, TICKET_CLAIMS, TICKET_MARGIN, TURN, UNIT
from branchline.engine.codes import target_of
from branchline.engine.compilation import kernel, lowest
from branchline.engine.entry_points import roll
from branchline.engine.layout import NOTHING, Record
from branchline.engine.rules.claims import bit
from branchline.engine.rules.listing import list_keeps


@kernel
def kept_tickets(view: Record, seat: Any, kept: Any) -> Any:
    """Return the tickets that a choice keeps, as a mask."""
    tickets = np.uint64(0)
    for position in range(view.offer_count[seat]):
        if (kept >> position) & 1:
            tickets |= bit(view.offer[seat, position])
    return tickets


@kernel
def choose_keep(board: Record, view: Record, desk: Record, settings: Any, seat: Any, dice: Any, room: Record) -> Any:
    """Return the choice of tickets whose plan, with the tickets held, is worth most."""
    sit_down(board, view, desk, seat)
    number = list_keeps(board, view, room, 0)
    best, most = room.codes[0], -1e18
    for index in range(number):
        tickets = view.held[seat] | kept_tickets(view, seat, target_of(room.codes[index]))
        worth = plan_for(board, view, desk, settings, tickets)
        worth += balance_of(board, tickets, desk.made)
        if settings[NOISE] > 0.0:
            worth += settings[NOISE] * (roll(dice, 1000) / 50.0 - 10.0)
        if worth > most:
            best, most = room.codes[index], worth
    desk.ready = 0
    return best


@kernel
def gain_of_ticket(board: Record, view: Record, desk: Record, settings: Any, ticket: Any) -> Any:
    """Return what a ticket would bring, the network and the plan being there: its points less the way still missing."""
    points = float(board.ticket_points[ticket])
    end = spread(board, desk, board.ticket_a[ticket], board.ticket_b[ticket], np.int64(2 * UNIT * points))
    if end == NOTHING:
        return -points
    spaces, claims = np.int64(0), np.int64(0)
    city = end
    while desk.via[city] != NOTHING:
        route = desk.via[city]
        if desk.cost[route] > 0:
            spaces += board.route_length[route]
            claims += 1
        city = np.int64(board.route_a[route]) + board.route_b[route] - city
    if spaces + desk.spaces > view.pieces[desk.seat]:
        return -points
    if claims + desk.claims + (spaces + desk.spaces - 0.7 * view.hand_count[desk.seat]) / 2.0 > desk.turns_left - 2:
        return -points if claims else points
    sure = max(0.2, 1.0 - settings[RISK] * claims)
    return max(-points, points * (2.0 * sure - 1.0) - desk.distance[end] / UNIT)


@kernel
def use_plan(board: Record, desk: Record) -> None:
    """Reckon as if the plan were built: its routes cost nothing."""
    begin_network(board, desk)
    for word in range(2):
        rest = desk.routes[word]
        while rest:
            desk.cost[64 * word + lowest(rest)] = 0
            rest &= rest - np.uint64(1)


@kernel
def gain_of_drawing(board: Record, view: Record, desk: Record, settings: Any, every: Any) -> Any:
    """Return what drawing tickets is likely to bring, by one in so many: the good ones kept, or the least bad."""
    use_plan(board, desk)
    number, good, losses, bad, least_bad = 0.0, 0.0, 0.0, 0.0, -1e9
    for ticket in range(np.int64(view.turns) % every, board.tickets, every):
        if (view.held[desk.seat] | view.returned[desk.seat]) & bit(ticket):
            continue
        gain = gain_of_ticket(board, view, desk, settings, ticket)
        number += 1.0
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
def should_draw_tickets(board: Record, view: Record, desk: Record, settings: Any, every: Any) -> Any:
    """Tell whether drawing tickets is worth its turn now."""
    if view.queue_count == 0 or desk.claims > settings[TICKET_CLAIMS]:
        return False
    if np.isnan(desk.ticket_gain):
        desk.ticket_gain = gain_of_drawing(board, view, desk, settings, every)
    return desk.ticket_gain > desk.pace * settings[TURN] * settings[TICKET_MARGIN]
