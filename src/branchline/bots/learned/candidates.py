"""The candidate moves that the network compares: the planner's choice first, then the sensible alternatives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.planner.spending import pay_any_color
from branchline.bots.planner.targets import list_targets
from branchline.bots.search.moves import (
    list_moves,
    propose,
    propose_colors,
    propose_purchases,
    propose_supplies,
    propose_targets,
)
from branchline.bots.search.rollout import rollout_move
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import FIRST_TICKETS, KEEP_TICKETS, NOTHING, TURN

if TYPE_CHECKING:
    from branchline.bots.learned.records import Decision
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import ActionList, BoardRecord, StateRecord

MOST_SPARES = 6
"""The spare routes that are candidates: the best of those that can be paid."""
YES, NO = int64(1), int64(0)


@kernel
def propose_best_spares(board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision) -> None:
    """Propose the claims of the best spare routes, which the planner has sorted by their points per turn."""
    number = 0
    for place in range(workspace.spare_count):
        code = pay_any_color(board, view, workspace, workspace.spares[place])
        if code:
            propose(decision, code, 0.0)
            number += 1
            if number == MOST_SPARES:
                return


@kernel
def list_turn(
    board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision, listed: ActionList
) -> None:
    """List the candidate moves at the start of a turn."""
    decision.move_count = 0
    propose(decision, rollout_move(board, view, workspace, listed), 1.0)
    if workspace.listed != view.turns:  # the planner found its move without them
        list_targets(board, view, workspace)
    propose_supplies(board, view, workspace, decision, listed)
    propose_targets(board, view, workspace, decision)
    propose_best_spares(board, view, workspace, decision)
    propose_colors(board, view, workspace, decision)
    if board.technologies:
        propose_purchases(board, view, workspace, decision)


@kernel
def list_candidates(
    board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision, listed: ActionList
) -> None:
    """List the candidate moves of the seat to move, the planner's choice first."""
    if view.phase == FIRST_TICKETS:  # a new game: discard the plan of the last one
        workspace.ready = 0
        workspace.listed = NOTHING
    if view.phase == TURN:
        list_turn(board, view, workspace, decision, listed)
    else:
        keeping = view.phase == FIRST_TICKETS or view.phase == KEEP_TICKETS
        list_moves(board, view, workspace, decision, listed, YES, YES if keeping else NO)
