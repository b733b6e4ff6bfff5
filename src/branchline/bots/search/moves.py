"""The moves worth a thought: the planner's choice, and what a seat could sensibly do instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY
from branchline.bots.planner.card_choice import choose_draw
from branchline.bots.planner.policy import plan_move
from branchline.bots.planner.spending import cheapest_claim, expected_gain, pay_any_color, pay_for, pay_technology
from branchline.bots.search.records import MOST_MOVES
from branchline.bots.search.rollout import plan_in_haste
from branchline.engine.bits import int64
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
)
from branchline.engine.rules.claims import is_open
from branchline.engine.rules.listing import list_claims, list_draws, list_keeps, on_sale
from branchline.engine.rules.market import cards_to_draw
from branchline.engine.rules.payment import wilds_required
from branchline.engine.rules.technologies import blind_cards

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.bots.search.records import SearchScratch
    from branchline.engine.kernel_types import ActionList, BoardRecord, Code, StateRecord


@kernel
def propose(scratch: SearchScratch, code: Code, weight: float) -> None:
    """Put a move on the list, or raise its weight where it is there already."""
    if code == 0:
        return
    for place in range(scratch.count):
        if scratch.moves[place] == code:
            scratch.weight[place] = max(scratch.weight[place], weight)
            return
    if scratch.count < MOST_MOVES:
        scratch.moves[scratch.count] = code
        scratch.weight[scratch.count] = weight
        scratch.count += 1


@kernel
def propose_listed(scratch: SearchScratch, listed: ActionList, number: int, weight: float) -> None:
    """Put the moves listed in a room on the list, one claim a route."""
    last = int64(NOTHING)
    for place in range(number):
        code = listed.codes[place]
        if kind_of(code) == CLAIM:
            if target_of(code) == last:
                continue
            last = target_of(code)
        propose(scratch, code, weight)


@kernel
def propose_targets(board: BoardRecord, state: StateRecord, workspace: Workspace, scratch: SearchScratch) -> None:
    """Claims of what the seat collects for, where it can pay."""
    for place in range(workspace.target_count):
        code, _ = cheapest_claim(board, state, workspace, workspace.targets[place], workspace.target_kind[place])
        propose(scratch, code, 0.4 if place < workspace.planned_count else 0.2)


@kernel
def propose_others(board: BoardRecord, state: StateRecord, workspace: Workspace, scratch: SearchScratch) -> None:
    """Claims beside the plan, and of routes that the others seem to want."""
    for place in range(workspace.spare_count):
        code = pay_any_color(board, state, workspace, workspace.spares[place])
        propose(scratch, code, 0.03 + 0.004 * workspace.spare_points[place])
    for route in range(board.routes):
        if scratch.heat[route] > 0.15 and is_open(state, route):
            propose(scratch, pay_any_color(board, state, workspace, route), 0.05 + 0.3 * scratch.heat[route])


@kernel
def propose_colors(board: BoardRecord, state: StateRecord, workspace: Workspace, scratch: SearchScratch) -> None:
    """Other colors to pay a gray route of the plan with."""
    for place in range(workspace.planned_count):
        route = workspace.targets[place]
        if board.route_color[route] != GRAY:
            continue
        for kind in range(board.colors):
            if state.hands[workspace.seat, kind] >= workspace.cards[route] - wilds_required(board, route):
                propose(scratch, pay_for(board, state, workspace, route, int64(kind)), 0.1)


@kernel
def propose_purchases(board: BoardRecord, state: StateRecord, workspace: Workspace, scratch: SearchScratch) -> None:
    """Technologies that can be paid for."""
    if state.bought != NOTHING:
        return
    for technology in range(board.technologies):
        if on_sale(state, workspace.seat, technology):
            weight = 0.3 if (workspace.wanted >> technology) & 1 else 0.06
            if expected_gain(board, state, workspace, technology) > 0:
                weight += 0.1
            propose(scratch, pay_technology(board, state, workspace, technology), weight)


@kernel
def propose_turn(
    board: BoardRecord, state: StateRecord, workspace: Workspace, scratch: SearchScratch, listed: ActionList
) -> None:
    """Everything sensible at the start of the searching seat's own turn."""
    propose_listed(scratch, listed, list_draws(board, state, listed, NONE), 0.08)
    many = blind_cards(board, state, workspace.seat)
    if many and cards_to_draw(state) >= many:
        propose(scratch, int64(DRAW_BLIND), 0.08)
    if state.queue_count > 0:
        propose(scratch, int64(TAKE_TICKETS), 0.08)
    propose_targets(board, state, workspace, scratch)
    propose_others(board, state, workspace, scratch)
    propose_colors(board, state, workspace, scratch)
    if board.technologies:
        propose_purchases(board, state, workspace, scratch)


@kernel
def propose_later(board: BoardRecord, state: StateRecord, workspace: Workspace, scratch: SearchScratch) -> None:
    """The few moves of a later turn: to draw cards, to claim what is collected for."""
    if kind_of(scratch.moves[0]) != DRAW:
        propose(scratch, choose_draw(board, state, workspace, workspace.settings, workspace.dice), 0.3)
    propose_targets(board, state, workspace, scratch)
    if state.queue_count > 0 and workspace.claims == 0:
        propose(scratch, int64(TAKE_TICKETS), 0.05)


@kernel
def list_moves(
    board: BoardRecord,
    state: StateRecord,
    workspace: Workspace,
    scratch: SearchScratch,
    listed: ActionList,
    own: int,
    root: int,
) -> None:
    """List the moves of the seat on turn, the planner's first; all that is sensible in its own turn, else a few."""
    scratch.count = 0
    phase = state.phase
    favourite = plan_move(board, state, workspace, listed) if root else plan_in_haste(board, state, workspace, listed)
    propose(scratch, favourite, 1.0)
    if phase == TURN:
        if own:
            propose_turn(board, state, workspace, scratch, listed)
        else:
            propose_later(board, state, workspace, scratch)
    elif own:
        if phase == SECOND_CARD:
            propose_listed(scratch, listed, list_draws(board, state, listed, NONE), 0.1)
        elif phase == KEEP_TICKETS or phase == FIRST_TICKETS:
            propose_listed(scratch, listed, list_keeps(board, state, listed, NONE), 0.3)
        elif phase == HELD_ROUTE or phase == SECOND_ROUTE:
            propose_listed(scratch, listed, list_claims(board, state, listed, NONE), 0.1)
            if phase == SECOND_ROUTE:
                propose(scratch, int64(PASS), 0.1)
