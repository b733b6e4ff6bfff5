"""The inputs that describe a position from the view of the seat to move: its plan, its cards, its rivals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.board import WILD
from branchline.bots.learned.inputs import (
    BEST_SPARE,
    BOARD_COPIES,
    BOARD_LENGTH,
    BOARD_PIECES,
    DECK_LEFT,
    DECK_VALUE,
    DROPPED_POINTS,
    FACE_UP_VALUE,
    FREE_CARDS,
    GOAL_POINTS,
    HAND,
    HAS_DISTRICTS,
    HAS_PATH,
    HAS_TECHNOLOGIES,
    IN_LAST_ROUND,
    IS_FIRST_TICKETS,
    IS_KEEPING,
    IS_SECOND_CARD,
    LARGEST_COLOR,
    LAST_TURNS,
    LONG_OPEN,
    MADE_POINTS,
    OWN_SPEED,
    PACE,
    PATH_LEAD,
    PATH_LENGTH,
    PAYABLE_POINTS,
    PAYABLE_SPARES,
    PIECES,
    PLAN_MISSING,
    PLAN_READY,
    PLAN_ROUTES,
    PLAN_SPACES,
    PLAYERS,
    POSITION_FEATURES,
    RIVAL_HAND,
    RIVAL_KNOWN,
    RIVAL_PIECES,
    RIVAL_SPEED,
    RIVAL_TICKETS,
    SCORE_LEAD,
    SHORTAGE,
    SLACK,
    TECHNOLOGIES_WANTED,
    TICKET_GAIN,
    TICKET_GAIN_KNOWN,
    TICKETS_HELD,
    TICKETS_LEFT,
    TURN_NUMBER,
    TURNS_LEFT,
    WILDS_FACE_UP,
    WILDS_HELD,
)
from branchline.bots.learned.records import SHORT
from branchline.bots.planner.card_choice import best_face_up, blind_value
from branchline.bots.planner.plan import turns_left
from branchline.bots.planner.targets import best_kind, missing_for
from branchline.bots.planner.ticket_choice import gain_of_drawing
from branchline.bots.search.rollout import TICKET_STRIDE
from branchline.engine.kernel.bits import count, int64, uint64
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import FIRST_TICKETS, KEEP_TICKETS, NOTHING, SECOND_CARD, TURN
from branchline.engine.kernel.types import KINDS
from branchline.engine.rules.market import market_kinds
from branchline.engine.rules.network import completed_tickets, longest_path
from branchline.engine.rules.scoring import ticket_points

if TYPE_CHECKING:
    from branchline.bots.learned.records import Decision
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import BoardRecord, Seat, StateRecord

LONG = 5
"""Routes of at least this length score much more per space."""
CLAIMS_BEFORE_TICKETS = 2
"""With more planned claims than this, the gain of drawing tickets is not estimated."""
MOST_GAIN = 40.0


@kernel
def path_of(board: BoardRecord, view: StateRecord, decision: Decision, seat: Seat) -> int:
    """Return the length of a seat's longest path, which is computed only after a claim."""
    if decision.path_routes[seat, 0] != view.routes[seat, 0] or decision.path_routes[seat, 1] != view.routes[seat, 1]:
        decision.path_routes[seat, 0] = view.routes[seat, 0]
        decision.path_routes[seat, 1] = view.routes[seat, 1]
        decision.path_length[seat] = longest_path(board, view.routes[seat, 0], view.routes[seat, 1])
    return int64(decision.path_length[seat])


@kernel
def store_path(board: BoardRecord, view: StateRecord, decision: Decision, seat: Seat) -> None:
    """Store the inputs about the longest path."""
    if board.longest_path == 0:
        return
    own, most = path_of(board, view, decision, seat), int64(0)
    for other in range(board.players):
        if other != seat:
            most = max(most, path_of(board, view, decision, other))
    decision.position[PATH_LENGTH] = own / board.pieces
    decision.position[PATH_LEAD] = (own - most) / 10.0


@kernel
def store_rivals(board: BoardRecord, view: StateRecord, decision: Decision, seat: Seat) -> None:
    """Store the inputs about the other seats."""
    pieces, hand, tickets, score, known = int64(1000), int64(0), int64(0), int64(-1000), int64(0)
    for other in range(board.players):
        if other != seat:
            seen = int64(0)
            for kind in range(KINDS):
                seen += view.known[other, kind]
            known = max(known, seen)
            pieces = min(pieces, int64(view.pieces[other]))
            hand = max(hand, int64(view.hand_count[other]))
            tickets = max(tickets, int64(view.ticket_count[other]))
            score = max(score, int64(view.score[other]))
    decision.position[RIVAL_PIECES] = pieces / board.pieces
    decision.position[RIVAL_HAND] = hand / 20.0
    decision.position[RIVAL_TICKETS] = tickets / 5.0
    decision.position[RIVAL_KNOWN] = known / 20.0
    played = 1.0 + view.turns / board.players
    decision.position[TURN_NUMBER] = played / 40.0
    decision.position[OWN_SPEED] = (board.pieces - view.pieces[seat]) / played
    decision.position[RIVAL_SPEED] = (board.pieces - pieces) / played
    decision.position[SCORE_LEAD] = (view.score[seat] - score) / 40.0


@kernel
def store_cards(board: BoardRecord, view: StateRecord, decision: Decision, seat: Seat) -> None:
    """Store the inputs about the seat's cards and the market."""
    most = int64(0)
    for kind in range(board.colors):
        most = max(most, int64(view.hands[seat, kind]))
    wilds = 0.0
    for slot in range(board.market):
        wilds += view.market[slot] == WILD
    decision.position[HAND] = view.hand_count[seat] / 20.0
    decision.position[WILDS_HELD] = view.hands[seat, WILD] / 4.0
    decision.position[LARGEST_COLOR] = most / 6.0
    decision.position[WILDS_FACE_UP] = wilds / 2.0
    decision.position[DECK_LEFT] = view.deck_count / 100.0


@kernel
def store_needs(workspace: Workspace, decision: Decision) -> float:
    """Store for each kind the cards that targets reserve and lack; return how many the planned routes lack."""
    for kind in range(KINDS):
        decision.reserved[kind] = 0
        decision.planned_need[kind] = 0
        decision.spare_need[kind] = 0
    missing, ready = 0.0, 0.0
    for place in range(workspace.target_count):
        kind, lacking = workspace.target_kind[place], workspace.target_missing[place]
        if place < workspace.planned_count:
            decision.reserved[kind] += workspace.cards[workspace.targets[place]] - lacking
            decision.planned_need[kind] += lacking
            missing += lacking
            ready += lacking == 0
        else:
            decision.spare_need[kind] += lacking
    decision.position[PLAN_READY] = ready / 4.0
    return missing


@kernel
def store_plan(board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision) -> None:
    """Store the inputs about the seat's plan, whose targets must be listed."""
    seat = workspace.seat
    missing = store_needs(workspace, decision) - view.hands[seat, WILD]
    decision.position[PLAN_MISSING] = max(0.0, missing) / 10.0
    decision.position[PLAN_ROUTES] = workspace.planned_count / 8.0
    decision.position[PLAN_SPACES] = workspace.spaces / board.pieces
    decision.position[GOAL_POINTS] = ticket_points(board, workspace.goals) / 30.0
    dropped = view.held[seat] & ~workspace.made & ~workspace.goals
    decision.position[DROPPED_POINTS] = ticket_points(board, dropped) / 30.0
    decision.position[SLACK] = min(20.0, max(0.0, workspace.slack)) / 10.0
    decision.position[SHORTAGE] = min(10.0, max(0.0, -workspace.slack)) / 5.0
    if workspace.target_count > workspace.planned_count:
        decision.position[BEST_SPARE] = workspace.target_weight[workspace.planned_count]
    decision.position[TECHNOLOGIES_WANTED] = count(uint64(workspace.wanted)) / 2.0


@kernel
def store_spares(board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision) -> None:
    """Store which spare routes can be paid, and by kind what those are worth that lack a few cards."""
    for kind in range(KINDS):
        for short in range(SHORT):
            decision.pays[kind, short] = 0.0
    number, most, long_open, long = 0.0, 0.0, 0.0, 0.001
    for place in range(workspace.spare_count):
        route = workspace.spares[place]
        kind = best_kind(board, workspace, route)
        missing, points = missing_for(board, workspace, route, kind), float(workspace.points[route])
        if missing == 0:
            number += 1.0
            most = max(most, points)
        else:
            short = min(missing, SHORT) - 1
            decision.pays[kind, short] = max(decision.pays[kind, short], points / 10.0)
    for word in range(2):
        routes = board.all_routes[word] & ~board.of_length_upto[LONG - 1, word]
        long += count(routes)
        long_open += count(routes & view.open[word])
    decision.position[PAYABLE_SPARES] = number / 8.0
    decision.position[PAYABLE_POINTS] = most / 10.0
    decision.position[LONG_OPEN] = long_open / long


@kernel
def store_card_values(board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision) -> None:
    """Store what the market and the deck offer, and the cards that planned routes do not need."""
    _, worth = best_face_up(board, workspace, market_kinds(board, view))
    decision.position[FACE_UP_VALUE] = min(3.0, max(0.0, worth)) / 2.0
    decision.position[DECK_VALUE] = min(3.0, blind_value(board, view, workspace)) / 2.0
    free = int64(view.hand_count[workspace.seat])
    for kind in range(KINDS):
        free -= decision.reserved[kind]
    decision.position[FREE_CARDS] = free / 20.0


@kernel
def store_board(board: BoardRecord, decision: Decision) -> None:
    """Store the inputs about the board, by which a network tells maps apart."""
    spaces = 0.0
    for route in range(board.routes):
        spaces += board.route_length[route]
    position = decision.position
    position[BOARD_PIECES] = board.pieces / 45.0
    position[BOARD_LENGTH] = spaces / board.routes / 4.0
    position[BOARD_COPIES] = board.cards[0] / 12.0
    position[HAS_PATH] = 1.0 if board.longest_path else 0.0
    position[HAS_DISTRICTS] = 1.0 if board.districts else 0.0
    position[HAS_TECHNOLOGIES] = 1.0 if board.technologies else 0.0


@kernel
def store_ticket_gain(board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision) -> None:
    """Store the expected gain of drawing tickets, unless much of the plan is still to be claimed."""
    if view.phase != TURN or view.queue_count == 0 or workspace.claims > CLAIMS_BEFORE_TICKETS:
        return
    if np.isnan(workspace.ticket_gain):
        workspace.ticket_gain = gain_of_drawing(board, view, workspace, TICKET_STRIDE)
    decision.position[TICKET_GAIN] = min(MOST_GAIN, max(-MOST_GAIN, workspace.ticket_gain)) / 20.0
    decision.position[TICKET_GAIN_KNOWN] = 1.0


@kernel
def store_position_features(board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision) -> None:
    """Store all inputs about the position. Unless tickets are chosen, the plan's targets must be listed."""
    seat = int64(view.turn)
    position = decision.position
    for feature in range(POSITION_FEATURES):
        position[feature] = 0.0
    left = float(turns_left(board, view))
    position[TURNS_LEFT] = left / 20.0
    position[LAST_TURNS] = min(left, 4.0) / 4.0
    position[IN_LAST_ROUND] = 1.0 if view.last_turns != NOTHING else 0.0
    position[PIECES] = view.pieces[seat] / board.pieces
    position[TICKETS_HELD] = view.ticket_count[seat] / 5.0
    position[TICKETS_LEFT] = 1.0 if view.queue_count > 0 else 0.0
    position[MADE_POINTS] = ticket_points(board, completed_tickets(board, view, seat)) / 30.0
    position[IS_SECOND_CARD] = 1.0 if view.phase == SECOND_CARD else 0.0
    position[IS_FIRST_TICKETS] = 1.0 if view.phase == FIRST_TICKETS else 0.0
    position[IS_KEEPING] = 1.0 if view.phase == KEEP_TICKETS else 0.0
    position[PLAYERS] = board.players / 4.0
    position[PACE] = workspace.pace / 2.0
    store_rivals(board, view, decision, seat)
    store_cards(board, view, decision, seat)
    store_path(board, view, decision, seat)
    store_board(board, decision)
    if view.phase != FIRST_TICKETS and view.phase != KEEP_TICKETS:
        store_plan(board, view, workspace, decision)
        store_spares(board, view, workspace, decision)
        store_card_values(board, view, workspace, decision)
        store_ticket_gain(board, view, workspace, decision)
