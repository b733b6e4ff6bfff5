"""What a position is worth: each seat's final score, expected from what it has and what it plans, and who will win.

The weights of the features are fitted on games between planners: see tools/fit_value.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.boards.board import WILD
from branchline.bots.greedy.policy import points_of_districts, ticket_points
from branchline.bots.planner.plan import turns_left
from branchline.bots.planner.targets import list_targets
from branchline.bots.search.records import FEATURES, POINTS, POOL, STAGES
from branchline.bots.search.rollout import refresh
from branchline.engine.compilation import count, kernel, lowest
from branchline.engine.layout import OVER, SEATS, Record
from branchline.engine.rules.network import longest_path
from branchline.engine.rules.scoring import RANK, TOTAL, score_game
from branchline.engine.rules.technologies import owns

# What the weights are for: points, or turns in the points that a turn brings on the board.
(
    ONE,
    GOALS,
    GIVEN_UP,
    PLAN_TURNS,
    TURNS_LEFT,
    SLACK,
    SHORT,
    CARDS,
    WILDS,
    PLAN_POINTS,
    PIECES,
    PATH_LENGTH,
    PATH_LEAD,
    DISTRICTS,
    FLAG,
    TECHNOLOGY,
    FILLERS,
    READY,
    RIVAL,
    TICKETS,
) = range(FEATURES)

FULL_SCORE = 100.0
"""So many points are worth a win where both count alike."""
FULL_STAGE = 10.0
"""Turns from one stage of the game to the next: the last turns, the middle, the beginning."""


@kernel
def secured(board: Record, state: Record, desk: Record, seat: Any) -> Any:
    """Return the points a seat would have if it did nothing more: routes, tickets made and missed, districts."""
    made = desk.made & state.held[seat]
    points = np.float64(state.score[seat])
    points += ticket_points(board, made) - ticket_points(board, state.held[seat] & ~made)
    if board.districts:
        points += points_of_districts(board, state.routes[seat, 0], state.routes[seat, 1])
    return points


@kernel
def plan_points(board: Record, desk: Record) -> Any:
    """Return the points of the planned routes themselves."""
    points = 0.0
    for word in range(2):
        rest = desk.routes[word]
        while rest:
            points += board.route_points[64 * word + lowest(rest)] + desk.route_bonus
            rest &= rest - np.uint64(1)
    return points


@kernel
def technology_points(board: Record, state: Record, seat: Any, made: Any) -> Any:
    """Return what technologies add for tickets, and the half of a bet for each that is open (K10, K15, K16)."""
    points = 0.0
    for technology in range(board.technologies):
        if owns(state, seat, technology):
            points += board.technology_ticket_points[technology] * made
            points += 0.3 * (board.technology_most_tickets[technology] + board.technology_longest_path[technology])
    return points


@kernel
def describe_plan(board: Record, state: Record, desk: Record, seat: Any, left: Any, row: Any) -> None:
    """Fill the features that come from the plan: what it brings, what it takes, whether there is time for it."""
    wilds = np.float64(state.hands[seat, WILD])
    missing, ready = 0.0, 0.0
    for place in range(desk.planned_count):
        missing += desk.target_missing[place]
        ready += desk.target_missing[place] == 0
    fill, best = 0.0, 0.0
    for place in range(desk.planned_count, desk.target_count):
        fill += board.route_points[desk.targets[place]]
        best += desk.target_missing[place]
    turns = desk.planned_count + max(0.0, missing - wilds) / 2.0
    goals = np.float64(ticket_points(board, desk.goals))
    row[GOALS] = goals
    row[GIVEN_UP] = ticket_points(board, state.held[seat] & ~desk.made & ~desk.goals)
    row[PLAN_TURNS] = desk.pace * turns
    row[SLACK] = desk.pace * max(0.0, left - turns)
    row[SHORT] = goals * min(1.0, max(0.0, turns - left) / 4.0)
    row[PLAN_POINTS] = plan_points(board, desk)
    row[FILLERS] = fill / (1.0 + 0.2 * best)
    row[READY] = desk.pace * ready


@kernel
def describe(board: Record, state: Record, desk: Record, seat: Any, left: Any, row: Any) -> None:
    """Fill the features of a seat, but for those that compare it with others."""
    describe_plan(board, state, desk, seat, left, row)
    pace = desk.pace
    row[ONE] = pace
    row[TURNS_LEFT] = pace * left
    row[CARDS] = pace * 0.5 * state.hand_count[seat]
    row[WILDS] = pace * 0.5 * state.hands[seat, WILD]
    row[PIECES] = pace * 0.4 * state.pieces[seat]
    row[DISTRICTS] = 0.0
    if board.districts:
        now = points_of_districts(board, desk.own[0], desk.own[1])
        row[DISTRICTS] = points_of_districts(board, desk.own[0] | desk.routes[0], desk.own[1] | desk.routes[1]) - now
    row[FLAG] = 0.0
    if board.flag_colors:
        row[FLAG] = board.flag_points * count(np.uint64(state.front[seat])) / 3.0
    row[TECHNOLOGY] = technology_points(board, state, seat, count(desk.made | desk.goals))
    row[TICKETS] = pace * count(state.held[seat])


@kernel
def compare_paths(board: Record, state: Record, bench: Record) -> None:
    """Fill the features of the longest path, a share of its bonus by how far a seat is ahead (E3)."""
    for seat in range(board.players):
        bench.features[seat, PATH_LENGTH] = 0.0
        bench.features[seat, PATH_LEAD] = 0.0
        if board.longest_path:
            bench.path_length[seat] = longest_path(board, state.routes[seat, 0], state.routes[seat, 1])
    if board.longest_path == 0:
        return
    for seat in range(board.players):
        others = np.int64(0)
        for other in range(board.players):
            if other != seat:
                others = max(others, bench.path_length[other])
        lead = max(-8.0, min(8.0, float(bench.path_length[seat] - others)))
        bench.features[seat, PATH_LENGTH] = board.longest_path * bench.path_length[seat] / board.pieces
        bench.features[seat, PATH_LEAD] = board.longest_path * lead / 8.0


@kernel
def describe_all(board: Record, bench: Record) -> None:
    """Fill the features of every seat of the playout's world, and what each has secured."""
    state = bench.worlds[1]
    left = np.float64(turns_left(board, state))
    bench.turns_left = left
    for seat in range(board.players):
        desk = bench.desks[POOL * SEATS + seat]
        refresh(board, state, desk, seat)
        list_targets(board, state, desk, desk.settings)
        describe(board, state, desk, seat, left, bench.features[seat])
        bench.final[seat] = secured(board, state, desk, seat)
    compare_paths(board, state, bench)
    for seat in range(board.players):
        least = 100.0
        for other in range(board.players):
            if other != seat:
                least = min(least, state.pieces[other] - 0.5 * state.hand_count[other])
        bench.features[seat, RIVAL] = 0.4 * bench.features[seat, ONE] * least


@kernel
def expect_scores(board: Record, bench: Record) -> None:
    """Add to what each seat has secured what the features promise, between the stages by how near the end is."""
    stage = min(STAGES - 1.0001, bench.turns_left / FULL_STAGE)
    low = np.int64(stage)
    part = stage - low
    for seat in range(board.players):
        promise = 0.0
        for feature in range(FEATURES):
            weight = (1.0 - part) * bench.weights[low, feature] + part * bench.weights[low + 1, feature]
            promise += weight * bench.features[seat, feature]
        bench.final[seat] += promise


@kernel
def share_wins(board: Record, bench: Record) -> None:
    """Turn expected scores into chances to win: the more turns are left, the less a lead means."""
    doubt = bench.features[0, ONE] * (bench.spread[0] + bench.spread[1] * min(FULL_STAGE, bench.turns_left))
    best = -1e9
    for seat in range(board.players):
        best = max(best, bench.final[seat])
    total = 0.0
    for seat in range(board.players):
        bench.wins[seat] = np.exp((bench.final[seat] - best) / doubt)
        total += bench.wins[seat]
    for seat in range(board.players):
        bench.wins[seat] /= total


@kernel
def settle(board: Record, bench: Record) -> None:
    """Score a playout that came to the end of the game."""
    score_game(board, bench.worlds[1], bench.table)
    winners = 0
    for seat in range(board.players):
        bench.final[seat] = bench.table[seat, TOTAL]
        winners += bench.table[seat, RANK] == 1
    for seat in range(board.players):
        bench.wins[seat] = 1.0 / winners if bench.table[seat, RANK] == 1 else 0.0


@kernel
def evaluate(board: Record, bench: Record) -> None:
    """Work out for every seat of the playout's world the final score, the chance to win, and what it plays for."""
    if bench.worlds[1].phase == OVER:
        settle(board, bench)
    else:
        describe_all(board, bench)
        expect_scores(board, bench)
        share_wins(board, bench)
    share = bench.knobs[POINTS]
    for seat in range(board.players):
        bench.utility[seat] = (1.0 - share) * bench.wins[seat] + share * bench.final[seat] / FULL_SCORE
