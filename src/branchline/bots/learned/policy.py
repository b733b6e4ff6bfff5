"""The learned policy: the candidate move with the highest predicted advantage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.learned.candidates import list_candidates
from branchline.bots.learned.move_features import store_move_features
from branchline.bots.learned.network import evaluate_moves
from branchline.bots.learned.position_features import store_position_features
from branchline.bots.learned.records import CAUTION, OWN, RIVAL, RIVALRY, WIN, WINNING
from branchline.bots.planner.card_choice import value_cards
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.compilation import entry, kernel
from branchline.engine.kernel.layout import ACTION_LIST, FIRST_TICKETS, KEEP_TICKETS, Records

if TYPE_CHECKING:
    from branchline.bots.learned.records import Decision, Network
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import ActionList, BoardRecord, Code, Ints, StateRecord


@kernel
def describe_candidates(board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision) -> None:
    """Store the inputs of the network for the listed candidates."""
    if view.phase != FIRST_TICKETS and view.phase != KEEP_TICKETS:
        value_cards(board, view, workspace)
    store_position_features(board, view, workspace, decision)
    store_move_features(board, view, workspace, decision)


@kernel
def advantage(decision: Decision, place: int) -> float:
    """Return the predicted utility of a candidate, relative to the other candidates."""
    output, settings = decision.output, decision.settings
    return output[place, OWN] - settings[RIVALRY] * output[place, RIVAL] + settings[WINNING] * output[place, WIN]


@kernel
def best_candidate(decision: Decision) -> int:
    """Return the place of the best candidate; the planner's choice has a small head start."""
    best, most = 0, advantage(decision, 0) + decision.settings[CAUTION]
    for place in range(1, decision.move_count):
        worth = advantage(decision, place)
        if worth > most:
            best, most = place, worth
    return best


@kernel
def learned_move(
    board: BoardRecord,
    view: StateRecord,
    workspace: Workspace,
    decision: Decision,
    network: Network,
    listed: ActionList,
) -> Code:
    """Choose an action for the seat to move, whose view this is."""
    list_candidates(board, view, workspace, decision, listed)
    if decision.move_count == 1:
        return int64(decision.moves[0])
    describe_candidates(board, view, workspace, decision)
    evaluate_moves(network, decision)
    return int64(decision.moves[best_candidate(decision)])


@entry
def learned_at(
    boards: Records, views: Records, workspaces: Records, decisions: Records, networks: Records, out: Ints
) -> Code:
    """Let the learned policy choose from the first view."""
    return learned_move(boards[0], views[0], workspaces[0], decisions[0], networks[0], out.view(ACTION_LIST)[0])
