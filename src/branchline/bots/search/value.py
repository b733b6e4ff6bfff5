"""What a position is worth: each seat's final score, expected from what it has and what it plans, and who will win.

The weights of the features are fitted on games between planners: see tools/fit_value.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.board import WILD
from branchline.bots.greedy.policy import points_of_districts, ticket_points
from branchline.bots.planner.plan import turns_left
from branchline.bots.planner.targets import list_targets
from branchline.bots.search.records import FEATURES, POINTS, POOL, STAGES
from branchline.bots.search.rollout import refresh
from branchline.engine.bits import count, drop_lowest, int64, lowest, uint64
from branchline.engine.compilation import kernel
from branchline.engine.layout import OVER, SEATS
from branchline.engine.rules.network import longest_path
from branchline.engine.rules.scoring import RANK, TOTAL, score_game
from branchline.engine.rules.technologies import owns

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.bots.search.records import SearchScratch
    from branchline.engine.kernel_types import BoardRecord, Floats, Mask, Seat, StateRecord

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
    SPARES,
    READY,
    RIVAL,
    TICKETS,
) = range(FEATURES)

FULL_SCORE = 100.0
"""So many points are worth a win where both count alike."""
FULL_STAGE = 10.0
"""Turns from one stage of the game to the next: the last turns, the middle, the beginning."""


@kernel
def secured(board: BoardRecord, state: StateRecord, workspace: Workspace, seat: Seat) -> float:
    """Return the points a seat would have if it did nothing more: routes, tickets made and missed, districts."""
    made = workspace.made & state.held[seat]
    points = np.float64(state.score[seat])
    points += ticket_points(board, made) - ticket_points(board, state.held[seat] & ~made)
    if board.districts:
        points += points_of_districts(board, state.routes[seat, 0], state.routes[seat, 1])
    return points


@kernel
def plan_points(workspace: Workspace) -> float:
    """Return the points of the planned routes themselves."""
    points = 0.0
    for word in range(2):
        rest = workspace.routes[word]
        while rest:
            points += workspace.points[64 * word + lowest(rest)]
            rest = drop_lowest(rest)
    return points


@kernel
def technology_points(board: BoardRecord, state: StateRecord, seat: Seat, made: Mask) -> float:
    """Return what technologies add for tickets, and the half of a bet for each that is open (K10, K15, K16)."""
    points = 0.0
    for technology in range(board.technologies):
        if owns(state, seat, technology):
            points += board.technology_ticket_points[technology] * made
            points += 0.3 * (board.technology_most_tickets[technology] + board.technology_longest_path[technology])
    return points


@kernel
def describe_plan(
    board: BoardRecord, state: StateRecord, workspace: Workspace, seat: Seat, left: float, row: Floats
) -> None:
    """Fill the features that come from the plan: what it brings, what it takes, whether there is time for it."""
    wilds = np.float64(state.hands[seat, WILD])
    missing, ready = 0.0, 0.0
    for place in range(workspace.planned_count):
        missing += workspace.target_missing[place]
        ready += workspace.target_missing[place] == 0
    fill, best = 0.0, 0.0
    for place in range(workspace.planned_count, workspace.target_count):
        fill += board.route_points[workspace.targets[place]]
        best += workspace.target_missing[place]
    turns = workspace.planned_count + max(0.0, missing - wilds) / 2.0
    goals = np.float64(ticket_points(board, workspace.goals))
    row[GOALS] = goals
    row[GIVEN_UP] = ticket_points(board, state.held[seat] & ~workspace.made & ~workspace.goals)
    row[PLAN_TURNS] = workspace.pace * turns
    row[SLACK] = workspace.pace * max(0.0, left - turns)
    row[SHORT] = goals * min(1.0, max(0.0, turns - left) / 4.0)
    row[PLAN_POINTS] = plan_points(workspace)
    row[SPARES] = fill / (1.0 + 0.2 * best)
    row[READY] = workspace.pace * ready


@kernel
def describe(
    board: BoardRecord, state: StateRecord, workspace: Workspace, seat: Seat, left: float, row: Floats
) -> None:
    """Fill the features of a seat, but for those that compare it with others."""
    describe_plan(board, state, workspace, seat, left, row)
    pace = workspace.pace
    row[ONE] = pace
    row[TURNS_LEFT] = pace * left
    row[CARDS] = pace * 0.5 * state.hand_count[seat]
    row[WILDS] = pace * 0.5 * state.hands[seat, WILD]
    row[PIECES] = pace * 0.4 * state.pieces[seat]
    row[DISTRICTS] = 0.0
    if board.districts:
        now = points_of_districts(board, workspace.own[0], workspace.own[1])
        row[DISTRICTS] = (
            points_of_districts(board, workspace.own[0] | workspace.routes[0], workspace.own[1] | workspace.routes[1])
            - now
        )
    row[FLAG] = 0.0
    if board.flag_colors:
        row[FLAG] = board.flag_points * count(uint64(state.front[seat])) / 3.0
    row[TECHNOLOGY] = technology_points(board, state, seat, count(workspace.made | workspace.goals))
    row[TICKETS] = pace * count(state.held[seat])


@kernel
def compare_paths(board: BoardRecord, state: StateRecord, scratch: SearchScratch) -> None:
    """Fill the features of the longest path, a share of its bonus by how far a seat is ahead (E3)."""
    for seat in range(board.players):
        scratch.features[seat, PATH_LENGTH] = 0.0
        scratch.features[seat, PATH_LEAD] = 0.0
        if board.longest_path:
            scratch.path_length[seat] = longest_path(board, state.routes[seat, 0], state.routes[seat, 1])
    if board.longest_path == 0:
        return
    for seat in range(board.players):
        others = int64(0)
        for other in range(board.players):
            if other != seat:
                others = max(others, scratch.path_length[other])
        lead = max(-8.0, min(8.0, float(scratch.path_length[seat] - others)))
        scratch.features[seat, PATH_LENGTH] = board.longest_path * scratch.path_length[seat] / board.pieces
        scratch.features[seat, PATH_LEAD] = board.longest_path * lead / 8.0


@kernel
def describe_all(board: BoardRecord, scratch: SearchScratch) -> None:
    """Fill the features of every seat of the playout's world, and what each has secured."""
    state = scratch.worlds[1]
    left = np.float64(turns_left(board, state))
    scratch.turns_left = left
    for seat in range(board.players):
        workspace = scratch.workspaces[POOL * SEATS + seat]
        refresh(board, state, workspace, seat)
        list_targets(board, state, workspace, workspace.settings)
        describe(board, state, workspace, seat, left, scratch.features[seat])
        scratch.final[seat] = secured(board, state, workspace, seat)
    compare_paths(board, state, scratch)
    for seat in range(board.players):
        least = 100.0
        for other in range(board.players):
            if other != seat:
                least = min(least, state.pieces[other] - 0.5 * state.hand_count[other])
        scratch.features[seat, RIVAL] = 0.4 * scratch.features[seat, ONE] * least


@kernel
def expect_scores(board: BoardRecord, scratch: SearchScratch) -> None:
    """Add to what each seat has secured what the features promise, between the stages by how near the end is."""
    stage = min(STAGES - 1.0001, scratch.turns_left / FULL_STAGE)
    low = int64(stage)
    part = stage - low
    for seat in range(board.players):
        promise = 0.0
        for feature in range(FEATURES):
            weight = (1.0 - part) * scratch.weights[low, feature] + part * scratch.weights[low + 1, feature]
            promise += weight * scratch.features[seat, feature]
        scratch.final[seat] += promise


@kernel
def share_wins(board: BoardRecord, scratch: SearchScratch) -> None:
    """Turn expected scores into chances to win: the more turns are left, the less a lead means."""
    doubt = scratch.features[0, ONE] * (scratch.spread[0] + scratch.spread[1] * min(FULL_STAGE, scratch.turns_left))
    best = -1e9
    for seat in range(board.players):
        best = max(best, scratch.final[seat])
    total = 0.0
    for seat in range(board.players):
        scratch.wins[seat] = np.exp((scratch.final[seat] - best) / doubt)
        total += scratch.wins[seat]
    for seat in range(board.players):
        scratch.wins[seat] /= total


@kernel
def settle(board: BoardRecord, scratch: SearchScratch) -> None:
    """Score a playout that came to the end of the game."""
    score_game(board, scratch.worlds[1], scratch.table)
    winners = 0
    for seat in range(board.players):
        scratch.final[seat] = scratch.table[seat, TOTAL]
        winners += scratch.table[seat, RANK] == 1
    for seat in range(board.players):
        scratch.wins[seat] = 1.0 / winners if scratch.table[seat, RANK] == 1 else 0.0


@kernel
def evaluate(board: BoardRecord, scratch: SearchScratch) -> None:
    """Work out for every seat of the playout's world the final score, the chance to win, and what it plays for."""
    if scratch.worlds[1].phase == OVER:
        settle(board, scratch)
    else:
        describe_all(board, scratch)
        expect_scores(board, scratch)
        share_wins(board, scratch)
    share = scratch.knobs[POINTS]
    for seat in range(board.players):
        scratch.utility[seat] = (1.0 - share) * scratch.wins[seat] + share * scratch.final[seat] / FULL_SCORE
