"""The plan of a seat: which tickets are worth their network, and which routes and technologies that takes."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.bots.planner.shortest_paths import lay_network, price_of
from branchline.bots.planner.workspace import DISTRICT, FLAG, PIECE, RISK, TECHNOLOGY, TURN, UNIT
from branchline.engine.compilation import count, kernel, lowest
from branchline.engine.layout import NOTHING, Record
from branchline.engine.rules.claims import bit
from branchline.engine.rules.flags import is_flag_color
from branchline.engine.rules.listing import on_sale
from branchline.engine.rules.network import joined, joined_districts, length_of
from branchline.engine.rules.technologies import discount, owns

NO_LIMIT = 16
"""A budget of turns from which on time is no object."""


@kernel
def board_pace(board: Record) -> Any:
    """Return the points that a turn brings on this board: those of all routes over the turns they take."""
    points, turns = 0.0, 0.0
    for route in range(board.routes):
        points += board.route_points[route]
        turns += 1.0 + board.route_length[route] / 2.0
    return points / turns


@kernel
def turns_left(board: Record, view: Record) -> Any:
    """Estimate how many turns a seat still has, by how soon any seat runs out of pieces."""
    if view.last_turns != NOTHING:
        return np.int64(1)
    least = 1000.0
    for other in range(board.players):
        to_go = max(0.0, float(view.pieces[other] - board.last_round_at))
        used = float(board.pieces - view.pieces[other])
        claims = count(view.routes[other, 0]) + count(view.routes[other, 1])
        # A claim's usual length: what this seat has shown, and a little of what boards are like.
        usual = (used + 9.0) / (claims + 3.0)
        draws = max(0.0, to_go - 0.8 * view.hand_count[other]) / 2.0
        least = min(least, draws + to_go / usual)
    return np.int64(least) + 1


@kernel
def wilds_missing(board: Record, view: Record, seat: Any, technologies: Any) -> Any:
    """Return the wilds that a set of technologies costs a seat: of those on sale; -1 where one is gone."""
    cost = np.int64(0)
    for technology in range(board.technologies):
        if (technologies >> technology) & 1 and not owns(view, seat, technology):
            if not on_sale(view, seat, technology):
                return np.int64(-1)
            cost += board.technology_cost[technology]
    return cost


@kernel
def count_technologies(board: Record, view: Record, desk: Record, seat: Any) -> None:
    """Note what the seat's technologies do to the points and the cards of routes (K9, K18)."""
    desk.route_bonus = 0
    desk.ferry_bonus = 0
    for technology in range(board.technologies):
        if owns(view, seat, technology):
            desk.route_bonus += board.technology_route_points[technology]
            desk.ferry_bonus += board.technology_ferry_points[technology]
    less = np.int64(discount(board, view, seat))
    for route in range(board.routes):
        least = max(np.int64(1), np.int64(board.route_ferry[route]))
        desk.cards[route] = max(least, np.int64(board.route_length[route]) - less)


@kernel
def route_worth(board: Record, view: Record, desk: Record, settings: Any, route: Any) -> Any:
    """Return the points a claim brings at once, and its part of a flag (C4, K9, F3)."""
    points = float(board.route_points[route]) + desk.route_bonus
    if board.route_ferry[route]:
        points += desk.ferry_bonus
    color = board.route_color[route]
    if is_flag_color(board, color) and not (view.front[desk.seat] >> color) & 1:
        points += settings[FLAG] * board.flag_points / 3.0
    return points


@kernel
def price_route(board: Record, view: Record, desk: Record, settings: Any, seat: Any, route: Any, wanted: Any) -> Any:
    """Return what a route costs in points: turns and pieces, less what it brings; -1 where it cannot be had."""
    missing = np.int64(board.route_needs[route]) & ~wanted
    wilds = np.float64(board.route_ferry[route])
    if missing:
        extra = wilds_missing(board, view, seat, missing)
        if extra < 0:
            return np.int64(-1)
        wilds += extra * settings[TECHNOLOGY]
    length = float(board.route_length[route])
    turns = 1.0 + (desk.cards[route] + wilds) / 2.0
    cost = desk.pace * (settings[TURN] * turns + settings[PIECE] * length)
    cost -= route_worth(board, view, desk, settings, route)
    return np.int64(UNIT * max(cost, 0.2 * length + 0.3))


@kernel
def price_routes(board: Record, view: Record, desk: Record, settings: Any, seat: Any, wanted: Any) -> None:
    """Price every route for a seat that has, or is going to have, these technologies."""
    desk.usable[0] = view.routes[seat, 0]
    desk.usable[1] = view.routes[seat, 1]
    pieces = view.pieces[seat]
    for route in range(board.routes):
        word, mark = route >> 6, bit(route & 63)
        desk.price[route] = 0
        if view.open[word] & mark == 0 or board.route_length[route] > pieces:
            continue
        price = price_route(board, view, desk, settings, seat, route, wanted)
        if price >= 0:
            desk.price[route] = price
            desk.usable[word] |= mark


@kernel
def needs_of(board: Record, routes_0: Any, routes_1: Any) -> Any:
    """Return the technologies that a set of routes needs, as a mask."""
    needs = np.int64(0)
    while routes_0:
        needs |= board.route_needs[lowest(routes_0)]
        routes_0 &= routes_0 - np.uint64(1)
    while routes_1:
        needs |= board.route_needs[64 + lowest(routes_1)]
        routes_1 &= routes_1 - np.uint64(1)
    return needs


@kernel
def worth_of_tickets(board: Record, settings: Any, goals: Any, claims: Any) -> Any:
    """Return what completing tickets is worth: gained and not lost, less the fear of being blocked."""
    points = 0.0
    while goals:
        points += 2.0 * board.ticket_points[lowest(goals)]
        goals &= goals - np.uint64(1)
    return points * max(0.2, 1.0 - settings[RISK] * claims)


@kernel
def worth_of_districts(board: Record, desk: Record, settings: Any) -> Any:
    """Return the points of the districts that the network would join beyond those joined already (E4)."""
    if board.districts == 0:
        return 0.0
    after = joined_districts(board, desk.own[0] | desk.laid[0], desk.own[1] | desk.laid[1])
    before = joined_districts(board, desk.own[0], desk.own[1])
    points = 0.0
    for district in range(board.districts):
        if ((after & ~before) >> district) & 1:
            points += board.district_points[district]
    return settings[DISTRICT] * points


@kernel
def try_goals(board: Record, view: Record, desk: Record, settings: Any, goals: Any) -> Any:
    """Lay a network for tickets; return its worth, far below zero where pieces or time do not suffice."""
    reached = lay_network(board, desk, goals)
    if reached != goals:
        return -1e9
    spaces = length_of(board, desk.laid[0], desk.laid[1])
    claims = count(desk.laid[0]) + count(desk.laid[1])
    if spaces > view.pieces[desk.seat]:
        return -1e8 - spaces
    if desk.budget < NO_LIMIT and 2 * claims + spaces > 2 * desk.budget:
        return -1e7 - claims
    worth = worth_of_tickets(board, settings, goals, claims) + worth_of_districts(board, desk, settings)
    return worth - price_of(desk, desk.laid[0], desk.laid[1]) / UNIT


@kernel
def is_doubtful(board: Record, desk: Record, ticket: Any, worth: Any) -> Any:
    """Tell whether dropping a ticket is worth a thought: the plan cannot be done, or its own way costs more than it."""
    return worth < -1e6 or 2.0 * board.ticket_points[ticket] * UNIT < desk.reach[ticket]


@kernel
def worst_goal(board: Record, view: Record, desk: Record, settings: Any, goals: Any, worth: Any) -> Any:
    """Return the ticket without which the plan is worth most or -1, that worth, and whether any trial was laid."""
    best, dropped, tried = worth, np.int64(NOTHING), False
    rest = goals
    while rest:
        ticket = lowest(rest)
        rest &= rest - np.uint64(1)
        if is_doubtful(board, desk, ticket, worth):
            other = try_goals(board, view, desk, settings, goals & ~bit(ticket))
            tried = True
            if other > best:
                best, dropped = other, ticket
    return dropped, best, tried


@kernel
def best_goals(board: Record, view: Record, desk: Record, settings: Any, goals: Any) -> Any:
    """Drop tickets one by one while that is better, and leave the network of the rest; return its worth."""
    worth = try_goals(board, view, desk, settings, goals)
    if worth <= -1e9:
        goals = lay_network(board, desk, goals)
        worth = try_goals(board, view, desk, settings, goals)
    trial_laid = False  # whether the network on the desk may be another than that of the goals
    while goals:
        dropped, best, tried = worst_goal(board, view, desk, settings, goals, worth)
        trial_laid = trial_laid or tried
        if dropped == NOTHING:
            break
        goals &= ~bit(dropped)
        worth = best
    desk.goals = goals
    return try_goals(board, view, desk, settings, goals) if trial_laid else worth


@kernel
def plan_for(board: Record, view: Record, desk: Record, settings: Any, tickets: Any) -> Any:
    """Plan for a set of tickets, held or offered; return what the plan is worth."""
    seat = desk.seat
    made = joined(board, view.routes[seat, 0], view.routes[seat, 1], tickets)
    desk.made = made
    owned = np.int64(view.technologies[seat])
    price_routes(board, view, desk, settings, seat, owned)
    worth = best_goals(board, view, desk, settings, tickets & ~made)
    wanted = needs_of(board, desk.laid[0], desk.laid[1]) & ~owned
    if wanted:  # what is bought for one route opens others too
        price_routes(board, view, desk, settings, seat, owned | wanted)
        worth = best_goals(board, view, desk, settings, tickets & ~made)
        wanted = needs_of(board, desk.laid[0], desk.laid[1]) & ~owned
        worth -= desk.pace * 0.5 * settings[TECHNOLOGY] * wilds_missing(board, view, seat, wanted)
    desk.wanted = wanted
    return worth


@kernel
def balance_of(board: Record, tickets: Any, made: Any) -> Any:
    """Return the points of tickets if only those already made are ever completed (E2)."""
    points = 0.0
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - np.uint64(1)
        points += board.ticket_points[ticket] if made & bit(ticket) else -board.ticket_points[ticket]
    return points


@kernel
def is_current(view: Record, desk: Record, seat: Any, budget: Any) -> Any:
    """Tell whether the plan on the desk was made for exactly this position."""
    return (
        desk.ready != 0
        and desk.seat == seat
        and desk.own[0] == view.routes[seat, 0]
        and desk.own[1] == view.routes[seat, 1]
        and desk.open[0] == view.open[0]
        and desk.open[1] == view.open[1]
        and desk.held == view.held[seat]
        and desk.technologies == np.int64(view.technologies[seat])
        and desk.budget == budget
    )


@kernel
def turn_budget(view: Record, desk: Record, seat: Any) -> Any:
    """Return the turns left, with what the hand saves of them; a large one is no limit."""
    return min(desk.turns_left + np.int64(view.hand_count[seat]) * 2 // 5, np.int64(NO_LIMIT))


@kernel
def sit_down(board: Record, view: Record, desk: Record, seat: Any) -> None:
    """Note on the desk which position the plan is for."""
    if desk.ready == 0:
        desk.pace = board_pace(board)
    desk.turns_left = turns_left(board, view)
    desk.budget = turn_budget(view, desk, seat)
    desk.seat = seat
    for word in range(2):
        desk.own[word] = view.routes[seat, word]
        desk.open[word] = view.open[word]
    desk.held = view.held[seat]
    if desk.ready == 0 or desk.technologies != np.int64(view.technologies[seat]):
        count_technologies(board, view, desk, seat)
    desk.technologies = np.int64(view.technologies[seat])
    desk.ready = 1
    desk.ticket_gain = np.nan


@kernel
def make_plan(board: Record, view: Record, desk: Record, settings: Any, seat: Any) -> Any:
    """Plan for the tickets held, unless the plan on the desk still fits; tell whether a new one was made."""
    desk.turns_left = turns_left(board, view)
    if is_current(view, desk, seat, turn_budget(view, desk, seat)):
        return False
    sit_down(board, view, desk, seat)
    desk.worth = plan_for(board, view, desk, settings, view.held[seat])
    desk.routes[0] = desk.laid[0]
    desk.routes[1] = desk.laid[1]
    desk.spaces = length_of(board, desk.laid[0], desk.laid[1])
    desk.claims = count(desk.laid[0]) + count(desk.laid[1])
    return True
