"""The best points at once: the greedy bot, and everyone's last turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.boards.board import WILD
from branchline.engine.codes import CLAIM, DRAW, OPTION, PASS, kind_of, paid, target_of
from branchline.engine.compilation import count, kernel, lowest
from branchline.engine.entry_points import roll
from branchline.engine.layout import FIRST_TICKETS, KEEP_TICKETS, SECOND_ROUTE, Record
from branchline.engine.rules.claims import bit
from branchline.engine.rules.listing import list_legal
from branchline.engine.rules.network import joined, joined_districts
from branchline.engine.rules.technologies import extra_points


@kernel
def ticket_points(board: Record, tickets: Any) -> Any:
    """Return the points of a set of tickets."""
    points = np.int64(0)
    while tickets:
        points += board.ticket_points[lowest(tickets)]
        tickets &= tickets - np.uint64(1)
    return points


@kernel
def points_of_claim(board: Record, view: Record, seat: Any, code: Any) -> Any:
    """Return the points that a claim brings: its own, tickets completed, districts, a flag."""
    route = target_of(code)
    points = np.int64(board.route_points[route]) + extra_points(board, view, seat, route)
    own_0, own_1 = view.routes[seat, 0], view.routes[seat, 1]
    new_0, new_1 = own_0, own_1
    if route < 64:
        new_0 |= bit(route)
    else:
        new_1 |= bit(route - 64)
    held = view.held[seat]
    # A ticket completed is gained and no longer lost.
    points += 2 * ticket_points(board, joined(board, new_0, new_1, held) & ~joined(board, own_0, own_1, held))
    if board.districts:
        points += points_of_districts(board, new_0, new_1) - points_of_districts(board, own_0, own_1)
    if (code >> OPTION) & 1 and view.front[seat] | 1 << board.route_color[route] == board.flag_colors:
        points += board.flag_points
    return points


@kernel
def points_of_districts(board: Record, routes_0: Any, routes_1: Any) -> Any:
    """Return the points of the districts that routes join (E4)."""
    made = joined_districts(board, routes_0, routes_1)
    points = np.int64(0)
    for district in range(board.districts):
        if (made >> district) & 1:
            points += board.district_points[district]
    return points


@kernel
def claim_now(board: Record, view: Record, seat: Any, room: Record, number: Any) -> Any:
    """Return the listed claim that brings most points at once, with the fewest wilds, or 0; and its points."""
    best, most, wilds = np.int64(0), np.int64(0), np.int64(0)
    last, points = np.int64(-1), np.int64(0)
    for index in range(number):
        code = room.codes[index]
        if kind_of(code) != CLAIM:
            continue
        key = target_of(code) * 2 + ((code >> OPTION) & 1)
        if key != last:
            last, points = key, points_of_claim(board, view, seat, code)
        if points > most or (points == most and paid(code, WILD) < wilds) or best == 0:
            best, most, wilds = code, points, paid(code, WILD)
    return best, most


@kernel
def most_held(view: Record, seat: Any, room: Record, number: Any, dice: Any) -> Any:
    """Return the draw of the color held most that lies open, else any draw."""
    best, most = np.int64(0), np.int64(-1)
    for index in range(number):
        code = room.codes[index]
        if kind_of(code) != DRAW:
            continue
        target = target_of(code)
        held = np.int64(1) if target > WILD else np.int64(view.hands[seat, target])
        if target == WILD:
            held = np.int64(2)
        if held > most or (held == most and roll(dice, 2) == 0):
            best, most = code, held
    return best


@kernel
def keep_fewest(board: Record, view: Record, seat: Any, room: Record, number: Any) -> Any:
    """Return the choice that keeps the fewest tickets, of those the one with the least points at stake."""
    best, least = room.codes[0], np.int64(1) << 40
    for index in range(number):
        kept = target_of(room.codes[index])
        stake = np.int64(1000) * count(np.uint64(kept))
        for position in range(view.offer_count[seat]):
            if (kept >> position) & 1:
                stake += board.ticket_points[view.offer[seat, position]]
        if stake < least:
            best, least = room.codes[index], stake
    return best


@kernel
def greedy(board: Record, view: Record, dice: Any, room: Record) -> Any:
    """Choose what brings most points at once; without a claim, draw towards one."""
    number = list_legal(board, view, room)
    seat = np.int64(view.turn)
    if view.phase == FIRST_TICKETS or view.phase == KEEP_TICKETS:
        return keep_fewest(board, view, seat, room, number)
    best, _ = claim_now(board, view, seat, room, number)
    if best:
        return best
    if view.phase == SECOND_ROUTE:
        return np.int64(PASS)
    best = most_held(view, seat, room, number, dice)
    return best or room.codes[0]
