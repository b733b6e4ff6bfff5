"""The evaluation of a position: the expected final score of each seat, and its chance of winning.

The weights of the features are fitted on games between planners: see tools/fit_value.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.board import WILD
from branchline.bots.planner.plan import turns_left
from branchline.bots.planner.targets import list_targets
from branchline.bots.search.records import FEATURES, PLAYOUT, POINTS, STAGES, WORLD
from branchline.bots.search.rollout import update_plan
from branchline.engine.kernel.bits import count, int64, sum_over
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import OVER
from branchline.engine.rules.flags import cards_in_front
from branchline.engine.rules.network import longest_path
from branchline.engine.rules.scoring import TOTAL, district_points, score_game, ticket_balance, ticket_points, win_share
from branchline.engine.rules.technologies import owns

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.bots.search.records import SearchScratch
    from branchline.engine.kernel.types import BoardRecord, Floats, Seat, StateRecord

# The features of a seat. Turns and cards are converted to points with the board's pace, the average points per turn.
(
    PACE,
    GOALS,
    DROPPED,
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

POINTS_PER_WIN = 100.0
"""The points that are worth as much as a win if both have the same weight."""
TURNS_PER_STAGE = 10.0
"""Turns from one stage of the game to the next: the last turns, the middle, the beginning."""


@kernel
def secured_points(board: BoardRecord, state: StateRecord, workspace: Workspace, seat: Seat) -> float:
    """Return the points of a seat if it did nothing more: routes, tickets completed and not, districts."""
    points = np.float64(state.score[seat])
    points += ticket_balance(board, state.held[seat], workspace.made)
    return points + district_points(board, state.routes[seat, 0], state.routes[seat, 1])


@kernel
def plan_points(workspace: Workspace) -> float:
    """Return the points of the planned routes, without tickets and bonuses."""
    return np.float64(sum_over(workspace.points, workspace.routes[0], workspace.routes[1]))


@kernel
def technology_points(board: BoardRecord, state: StateRecord, seat: Seat, completed: int) -> float:
    """Return the points of technologies: for tickets, and a share of the bets on tickets and path (K10, K15, K16)."""
    points = 0.0
    for technology in range(board.technologies):
        if owns(state, seat, technology):
            points += board.technology_ticket_points[technology] * completed
            points += 0.3 * (board.technology_most_tickets[technology] + board.technology_longest_path[technology])
    return points


@kernel
def store_plan_features(
    board: BoardRecord, state: StateRecord, workspace: Workspace, seat: Seat, left: float, row: Floats
) -> None:
    """Store the features of the plan: its points, its turns, and whether there is time for it."""
    wilds = np.float64(state.hands[seat, WILD])
    missing, ready = 0.0, 0.0
    for place in range(workspace.planned_count):
        missing += workspace.target_missing[place]
        ready += workspace.target_missing[place] == 0
    spare_points, spare_missing = 0.0, 0.0
    for place in range(workspace.planned_count, workspace.target_count):
        spare_points += board.route_points[workspace.targets[place]]
        spare_missing += workspace.target_missing[place]
    turns = workspace.planned_count + max(0.0, missing - wilds) / 2.0
    goals = np.float64(ticket_points(board, workspace.goals))
    row[GOALS] = goals
    row[DROPPED] = ticket_points(board, state.held[seat] & ~workspace.made & ~workspace.goals)
    row[PLAN_TURNS] = workspace.pace * turns
    row[SLACK] = workspace.pace * max(0.0, left - turns)
    row[SHORT] = goals * min(1.0, max(0.0, turns - left) / 4.0)
    row[PLAN_POINTS] = plan_points(workspace)
    row[SPARES] = spare_points / (1.0 + 0.2 * spare_missing)
    row[READY] = workspace.pace * ready


@kernel
def store_seat_features(
    board: BoardRecord, state: StateRecord, workspace: Workspace, seat: Seat, left: float, row: Floats
) -> None:
    """Store the features of a seat, except those that compare it with the others."""
    store_plan_features(board, state, workspace, seat, left, row)
    pace = workspace.pace
    row[PACE] = pace
    row[TURNS_LEFT] = pace * left
    row[CARDS] = pace * 0.5 * state.hand_count[seat]
    row[WILDS] = pace * 0.5 * state.hands[seat, WILD]
    row[PIECES] = pace * 0.4 * state.pieces[seat]
    own_0, own_1 = workspace.own[0], workspace.own[1]
    planned = district_points(board, own_0 | workspace.routes[0], own_1 | workspace.routes[1])
    row[DISTRICTS] = planned - district_points(board, own_0, own_1)
    row[FLAG] = 0.0
    if board.flag_colors:
        row[FLAG] = board.flag_points * cards_in_front(state, seat) / 3.0
    row[TECHNOLOGY] = technology_points(board, state, seat, count(workspace.made | workspace.goals))
    row[TICKETS] = pace * count(state.held[seat])


@kernel
def store_path_features(board: BoardRecord, state: StateRecord, scratch: SearchScratch) -> None:
    """Store the features of the longest path: shares of its bonus by length, and by the lead over the others (E3)."""
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
def store_features(board: BoardRecord, scratch: SearchScratch) -> None:
    """Store the features of every seat of the playout's world, and as its score the points it has secured."""
    state = scratch.states[WORLD]
    left = np.float64(turns_left(board, state))
    scratch.turns_left = left
    for seat in range(board.players):
        workspace = scratch.workspaces[PLAYOUT + seat]
        update_plan(board, state, workspace, seat)
        list_targets(board, state, workspace)
        store_seat_features(board, state, workspace, seat, left, scratch.features[seat])
        scratch.scores[seat] = secured_points(board, state, workspace, seat)
    store_path_features(board, state, scratch)
    for seat in range(board.players):
        least = 100.0
        for other in range(board.players):
            if other != seat:
                least = min(least, state.pieces[other] - 0.5 * state.hand_count[other])
        scratch.features[seat, RIVAL] = 0.4 * scratch.features[seat, PACE] * least


@kernel
def add_expected_points(board: BoardRecord, scratch: SearchScratch) -> None:
    """Add the points that the features predict to every score, with weights interpolated between two stages."""
    stage = min(STAGES - 1.0001, scratch.turns_left / TURNS_PER_STAGE)
    low = int64(stage)
    part = stage - low
    for seat in range(board.players):
        expected = 0.0
        for feature in range(FEATURES):
            weight = (1.0 - part) * scratch.value_weights[low, feature] + part * scratch.value_weights[low + 1, feature]
            expected += weight * scratch.features[seat, feature]
        scratch.scores[seat] += expected


@kernel
def estimate_wins(board: BoardRecord, scratch: SearchScratch) -> None:
    """Estimate the chances of winning as a softmax of the expected scores: the more turns are left, the flatter."""
    turns = min(TURNS_PER_STAGE, scratch.turns_left)
    scale = scratch.features[0, PACE] * (scratch.lead_scale[0] + scratch.lead_scale[1] * turns)
    best = -1e9
    for seat in range(board.players):
        best = max(best, scratch.scores[seat])
    total = 0.0
    for seat in range(board.players):
        scratch.wins[seat] = np.exp((scratch.scores[seat] - best) / scale)
        total += scratch.wins[seat]
    for seat in range(board.players):
        scratch.wins[seat] /= total


@kernel
def score_finished_game(board: BoardRecord, scratch: SearchScratch) -> None:
    """Store the scores and the winners of a playout that reached the end of the game."""
    score_game(board, scratch.states[WORLD], scratch.score_table)
    for seat in range(board.players):
        scratch.scores[seat] = scratch.score_table[seat, TOTAL]
        scratch.wins[seat] = win_share(board, scratch.score_table, seat)


@kernel
def evaluate(board: BoardRecord, scratch: SearchScratch) -> None:
    """Store the final score, the chance of winning and the utility of every seat of the playout's world."""
    if scratch.states[WORLD].phase == OVER:
        score_finished_game(board, scratch)
    else:
        store_features(board, scratch)
        add_expected_points(board, scratch)
        estimate_wins(board, scratch)
    share = scratch.settings[POINTS]
    for seat in range(board.players):
        scratch.utility[seat] = (1.0 - share) * scratch.wins[seat] + share * scratch.scores[seat] / POINTS_PER_WIN
