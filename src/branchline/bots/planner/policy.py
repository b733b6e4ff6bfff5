"""The planner's choice: a pure function of the view, its settings and its dice; the desk only saves work."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.bots.greedy.policy import claim_now
from branchline.bots.planner.card_choice import choose_draw
from branchline.bots.planner.spare_routes import prepare
from branchline.bots.planner.spending import choose_purchase, claim_target
from branchline.bots.planner.targets import list_targets
from branchline.bots.planner.ticket_choice import choose_keep, should_draw_tickets
from branchline.engine.codes import PASS, TAKE_TICKETS
from branchline.engine.compilation import kernel
from branchline.engine.layout import (
    FIRST_TICKETS,
    KEEP_TICKETS,
    NOTHING,
    SECOND_CARD,
    TURN,
    Record,
)
from branchline.engine.rules.listing import list_claims, list_legal


@kernel
def best_points_now(board: Record, view: Record, seat: Any, room: Record) -> Any:
    """Return the claim that brings most points at once, or 0."""
    number = list_claims(board, view, room, 0)
    best, _ = claim_now(board, view, seat, room, number)
    return best


@kernel
def spend(board: Record, view: Record, desk: Record, settings: Any, room: Record) -> Any:
    """Return what to buy or claim in this turn, or 0."""
    if board.technologies:
        code = choose_purchase(board, view, desk)
        if code:
            return code
    if view.last_turns != NOTHING:
        code = best_points_now(board, view, desk.seat, room)
        if code:
            return code
    return claim_target(board, view, desk, settings)


@kernel
def follow_plan(board: Record, view: Record, desk: Record, room: Record, every: Any) -> Any:
    """Choose an action for the plan that lies ready on the desk, looking at one in so many tickets of the deck."""
    settings, phase = desk.settings, view.phase
    list_targets(board, view, desk, settings)
    code = np.int64(0)
    if phase == TURN:
        code = spend(board, view, desk, settings, room)
        if code == 0 and should_draw_tickets(board, view, desk, settings, every):
            code = np.int64(TAKE_TICKETS)
    elif phase != SECOND_CARD:
        code = best_points_now(board, view, desk.seat, room)
        return code or np.int64(PASS)
    if code == 0:
        code = choose_draw(board, view, desk, settings, desk.dice)
    # Neither cards nor tickets are left: any claim, or what else there is.
    return code or room.codes[list_legal(board, view, room) - 1]


@kernel
def plan_move(board: Record, view: Record, desk: Record, room: Record) -> Any:
    """Choose an action for the seat on turn, whose view this is."""
    settings, seat = desk.settings, np.int64(view.turn)
    if view.phase == FIRST_TICKETS or view.phase == KEEP_TICKETS:
        return choose_keep(board, view, desk, settings, seat, desk.dice, room)
    prepare(board, view, desk, settings, seat)
    return follow_plan(board, view, desk, room, 1)
