"""The planner's policy: a pure function of the view, the settings and the dice; the workspace is only a cache."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.greedy import claim_now
from branchline.bots.planner.card_choice import choose_draw
from branchline.bots.planner.spare_routes import prepare_plan
from branchline.bots.planner.spending import choose_purchase, claim_target
from branchline.bots.planner.targets import list_targets
from branchline.bots.planner.ticket_choice import choose_keep, should_draw_tickets
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.codes import PASS, TAKE_TICKETS
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import FIRST_TICKETS, KEEP_TICKETS, NOTHING, SECOND_CARD, TURN
from branchline.engine.rules.listing import count_legal, list_claims, nth_legal

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import ActionList, BoardRecord, Seat, StateRecord


@kernel
def best_points_now(board: BoardRecord, view: StateRecord, seat: Seat, listed: ActionList) -> int:
    """Return the claim that scores most at once, or 0."""
    number = list_claims(board, view, listed, 0)
    best, _ = claim_now(board, view, seat, listed, number)
    return best


@kernel
def spend(board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList) -> int:
    """Return a purchase or claim for this turn, or 0."""
    if board.technologies:
        code = choose_purchase(board, view, workspace)
        if code:
            return code
    if view.last_turns != NOTHING:
        code = best_points_now(board, view, workspace.seat, listed)
        if code:
            return code
    return claim_target(board, view, workspace)


@kernel
def follow_plan(board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList, every: int) -> int:
    """Choose an action for the stored plan, considering one in `every` tickets of the deck."""
    phase = view.phase
    list_targets(board, view, workspace)
    code = int64(0)
    if phase == TURN:
        code = spend(board, view, workspace, listed)
        if code == 0 and should_draw_tickets(board, view, workspace, every):
            code = int64(TAKE_TICKETS)
    elif phase != SECOND_CARD:
        code = best_points_now(board, view, workspace.seat, listed)
        return code or int64(PASS)
    if code == 0:
        code = choose_draw(board, view, workspace)
    # Neither cards nor tickets are left: any claim, or any other legal action.
    return code or nth_legal(board, listed, count_legal(board, view, listed) - 1)


@kernel
def plan_move(board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList) -> int:
    """Choose an action for the seat to move, whose view this is."""
    seat = int64(view.turn)
    if view.phase == FIRST_TICKETS:
        workspace.ready = 0  # a new game: discard the plan of the last one
    if view.phase == FIRST_TICKETS or view.phase == KEEP_TICKETS:
        return choose_keep(board, view, workspace, seat, listed)
    prepare_plan(board, view, workspace, seat)
    return follow_plan(board, view, workspace, listed, 1)
