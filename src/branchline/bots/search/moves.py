"""The moves worth a thought: the planner's choice, and what a seat could sensibly do instead."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.boards.board import GRAY
from branchline.bots.planner.card_choice import choose_draw
from branchline.bots.planner.policy import plan_move
from branchline.bots.planner.spending import cheapest_claim, pay_for, pay_somehow, pay_technology, pays_off
from branchline.bots.search.records import MOST_MOVES
from branchline.bots.search.rollout import plan_in_haste
from branchline.engine.codes import CLAIM, DRAW, DRAW_BLIND, PASS, TAKE_TICKETS, kind_of, target_of
from branchline.engine.compilation import kernel
from branchline.engine.layout import (
    FIRST_TICKETS,
    HELD_ROUTE,
    KEEP_TICKETS,
    NONE,
    NOTHING,
    SECOND_CARD,
    SECOND_ROUTE,
    TURN,
    Record,
)
from branchline.engine.rules.claims import is_open
from branchline.engine.rules.listing import list_claims, list_draws, list_keeps, on_sale
from branchline.engine.rules.market import cards_to_draw
from branchline.engine.rules.technologies import blind_cards


@kernel
def propose(bench: Record, code: Any, weight: Any) -> None:
    """Put a move on the list, or raise its weight where it is there already."""
    if code == 0:
        return
    for place in range(bench.count):
        if bench.moves[place] == code:
            bench.weight[place] = max(bench.weight[place], weight)
            return
    if bench.count < MOST_MOVES:
        bench.moves[bench.count] = code
        bench.weight[bench.count] = weight
        bench.count += 1


@kernel
def propose_listed(bench: Record, room: Record, number: Any, weight: Any) -> None:
    """Put the moves listed in a room on the list, one claim a route."""
    last = np.int64(NOTHING)
    for place in range(number):
        code = room.codes[place]
        if kind_of(code) == CLAIM:
            if target_of(code) == last:
                continue
            last = target_of(code)
        propose(bench, code, weight)


@kernel
def propose_targets(board: Record, state: Record, desk: Record, bench: Record) -> None:
    """Claims of what the seat collects for, where it can pay."""
    for place in range(desk.target_count):
        code, _ = cheapest_claim(board, state, desk, desk.targets[place], desk.target_kind[place])
        propose(bench, code, 0.4 if place < desk.planned_count else 0.2)


@kernel
def propose_others(board: Record, state: Record, desk: Record, bench: Record) -> None:
    """Claims beside the plan, and of routes that the others seem to want."""
    for place in range(desk.filler_count):
        code = pay_somehow(board, state, desk, desk.fillers[place])
        propose(bench, code, 0.03 + 0.004 * desk.filler_points[place])
    for route in range(board.routes):
        if bench.heat[route] > 0.15 and is_open(state, route):
            propose(bench, pay_somehow(board, state, desk, route), 0.05 + 0.3 * bench.heat[route])


@kernel
def propose_colors(board: Record, state: Record, desk: Record, bench: Record) -> None:
    """Other colors to pay a gray route of the plan with."""
    for place in range(desk.planned_count):
        route = desk.targets[place]
        if board.route_color[route] != GRAY:
            continue
        for kind in range(board.colors):
            if state.hands[desk.seat, kind] >= desk.cards[route] - board.route_ferry[route]:
                propose(bench, pay_for(board, state, desk, route, np.int64(kind)), 0.1)


@kernel
def propose_purchases(board: Record, state: Record, desk: Record, bench: Record) -> None:
    """Technologies that can be paid for."""
    if state.bought != NOTHING:
        return
    for technology in range(board.technologies):
        if on_sale(state, desk.seat, technology):
            weight = 0.3 if (desk.wanted >> technology) & 1 else 0.06
            if pays_off(board, state, desk, technology) > 0:
                weight += 0.1
            propose(bench, pay_technology(board, state, desk, technology), weight)


@kernel
def propose_turn(board: Record, state: Record, desk: Record, bench: Record, room: Record) -> None:
    """Everything sensible at the start of the searching seat's own turn."""
    propose_listed(bench, room, list_draws(board, state, room, NONE), 0.08)
    many = blind_cards(board, state, desk.seat)
    if many and cards_to_draw(state) >= many:
        propose(bench, np.int64(DRAW_BLIND), 0.08)
    if state.queue_count > 0:
        propose(bench, np.int64(TAKE_TICKETS), 0.08)
    propose_targets(board, state, desk, bench)
    propose_others(board, state, desk, bench)
    propose_colors(board, state, desk, bench)
    if board.technologies:
        propose_purchases(board, state, desk, bench)


@kernel
def propose_later(board: Record, state: Record, desk: Record, bench: Record) -> None:
    """The few moves of a later turn: to draw cards, to claim what is collected for."""
    if kind_of(bench.moves[0]) != DRAW:
        propose(bench, choose_draw(board, state, desk, desk.settings, desk.dice), 0.3)
    propose_targets(board, state, desk, bench)
    if state.queue_count > 0 and desk.claims == 0:
        propose(bench, np.int64(TAKE_TICKETS), 0.05)


@kernel
def list_moves(board: Record, state: Record, desk: Record, bench: Record, room: Record, own: Any, root: Any) -> None:
    """List the moves of the seat on turn, the planner's first; all that is sensible in its own turn, else a few."""
    bench.count = 0
    phase = state.phase
    favourite = plan_move(board, state, desk, room) if root else plan_in_haste(board, state, desk, room)
    propose(bench, favourite, 1.0)
    if phase == TURN:
        if own:
            propose_turn(board, state, desk, bench, room)
        else:
            propose_later(board, state, desk, bench)
    elif own:
        if phase == SECOND_CARD:
            propose_listed(bench, room, list_draws(board, state, room, NONE), 0.1)
        elif phase == KEEP_TICKETS or phase == FIRST_TICKETS:
            propose_listed(bench, room, list_keeps(board, state, room, NONE), 0.3)
        elif phase == HELD_ROUTE or phase == SECOND_ROUTE:
            propose_listed(bench, room, list_claims(board, state, room, NONE), 0.1)
            if phase == SECOND_ROUTE:
                propose(bench, np.int64(PASS), 0.1)
