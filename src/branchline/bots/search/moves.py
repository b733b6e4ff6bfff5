"""The candidate moves of a node with their prior: the planner's choice first, then the sensible alternatives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from branchline.boards.board import GRAY
from branchline.bots.planner.card_choice import choose_draw
from branchline.bots.planner.policy import plan_move
from branchline.bots.planner.spending import cheapest_claim, expected_gain, pay_any_color, pay_for, pay_technology
from branchline.bots.search.records import MOST_MOVES
from branchline.bots.search.rollout import rollout_move
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.codes import CLAIM, DRAW, DRAW_BLIND, PASS, TAKE_TICKETS, kind_of, target_of
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import (
    FIRST_TICKETS,
    HELD_ROUTE,
    KEEP_TICKETS,
    NONE,
    NOTHING,
    SECOND_CARD,
    SECOND_ROUTE,
    TURN,
)
from branchline.engine.kernel.types import Floats, Ints
from branchline.engine.rules.claims import is_open
from branchline.engine.rules.listing import list_claims, list_draws, list_keeps, on_sale
from branchline.engine.rules.market import blind_draw
from branchline.engine.rules.payment import wilds_required

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import ActionList, BoardRecord, Code, StateRecord


class Candidates(Protocol):
    """The part of a record that holds candidate moves."""

    moves: Ints
    prior: Floats
    move_count: int
    demand: Floats
    """The expected number of other seats that plan each route."""


@kernel
def propose(candidates: Candidates, code: Code, prior: float) -> None:
    """Add a move to the candidates, or raise its prior if it is one already; 0 is no move."""
    if code == 0:
        return
    for place in range(candidates.move_count):
        if candidates.moves[place] == code:
            candidates.prior[place] = max(candidates.prior[place], prior)
            return
    if candidates.move_count < MOST_MOVES:
        candidates.moves[candidates.move_count] = code
        candidates.prior[candidates.move_count] = prior
        candidates.move_count += 1


@kernel
def propose_listed(candidates: Candidates, listed: ActionList, number: int, prior: float) -> None:
    """Propose listed actions, but only the first claim of each route."""
    last = int64(NOTHING)
    for place in range(number):
        code = listed.codes[place]
        if kind_of(code) == CLAIM:
            if target_of(code) == last:
                continue
            last = target_of(code)
        propose(candidates, code, prior)


@kernel
def propose_targets(board: BoardRecord, state: StateRecord, workspace: Workspace, candidates: Candidates) -> None:
    """Propose the claims of targets that can be paid."""
    for place in range(workspace.target_count):
        code, _ = cheapest_claim(board, state, workspace, workspace.targets[place], workspace.target_kind[place])
        propose(candidates, code, 0.4 if place < workspace.planned_count else 0.2)


@kernel
def propose_other_routes(board: BoardRecord, state: StateRecord, workspace: Workspace, candidates: Candidates) -> None:
    """Propose the claims of spare routes, and of routes that the other seats are likely to plan."""
    for place in range(workspace.spare_count):
        route = workspace.spares[place]
        code = pay_any_color(board, state, workspace, route)
        propose(candidates, code, 0.03 + 0.004 * workspace.spare_points[route])
    for route in range(board.routes):
        if candidates.demand[route] > 0.15 and is_open(state, route):
            propose(candidates, pay_any_color(board, state, workspace, route), 0.05 + 0.3 * candidates.demand[route])


@kernel
def propose_colors(board: BoardRecord, state: StateRecord, workspace: Workspace, candidates: Candidates) -> None:
    """Propose the claims of planned gray routes in every color that pays for them."""
    for place in range(workspace.planned_count):
        route = workspace.targets[place]
        if board.route_color[route] != GRAY:
            continue
        for kind in range(board.colors):
            if state.hands[workspace.seat, kind] >= workspace.cards[route] - wilds_required(board, route):
                propose(candidates, pay_for(board, state, workspace, route, int64(kind)), 0.1)


@kernel
def propose_purchases(board: BoardRecord, state: StateRecord, workspace: Workspace, candidates: Candidates) -> None:
    """Propose the technologies that can be paid."""
    if state.bought != NOTHING:
        return
    for technology in range(board.technologies):
        if on_sale(board, state, workspace.seat, technology):
            prior = 0.3 if (workspace.wanted >> technology) & 1 else 0.06
            if expected_gain(board, state, workspace, technology) > 0:
                prior += 0.1
            propose(candidates, pay_technology(board, state, workspace, technology), prior)


@kernel
def propose_supplies(
    board: BoardRecord, state: StateRecord, workspace: Workspace, candidates: Candidates, listed: ActionList
) -> None:
    """Propose all draws of cards and tickets."""
    propose_listed(candidates, listed, list_draws(board, state, listed, NONE), 0.08)
    if blind_draw(board, state, workspace.seat):
        propose(candidates, int64(DRAW_BLIND), 0.08)
    if state.queue_count > 0:
        propose(candidates, int64(TAKE_TICKETS), 0.08)


@kernel
def propose_turn(
    board: BoardRecord, state: StateRecord, workspace: Workspace, candidates: Candidates, listed: ActionList
) -> None:
    """Propose every sensible move at the start of the searching seat's turn."""
    propose_supplies(board, state, workspace, candidates, listed)
    propose_targets(board, state, workspace, candidates)
    propose_other_routes(board, state, workspace, candidates)
    propose_colors(board, state, workspace, candidates)
    if board.technologies:
        propose_purchases(board, state, workspace, candidates)


@kernel
def propose_later_turn(board: BoardRecord, state: StateRecord, workspace: Workspace, candidates: Candidates) -> None:
    """Propose the few moves of a turn deeper in the tree: drawing cards, claiming targets, tickets."""
    if kind_of(candidates.moves[0]) != DRAW:
        propose(candidates, choose_draw(board, state, workspace), 0.3)
    propose_targets(board, state, workspace, candidates)
    if state.queue_count > 0 and workspace.claims == 0:
        propose(candidates, int64(TAKE_TICKETS), 0.05)


@kernel
def list_moves(
    board: BoardRecord,
    state: StateRecord,
    workspace: Workspace,
    candidates: Candidates,
    listed: ActionList,
    own: int,
    root: int,
) -> None:
    """List the candidate moves of the seat to move: every sensible one if `own`, in the searching seat's turn."""
    candidates.move_count = 0
    phase = state.phase
    planned = plan_move(board, state, workspace, listed) if root else rollout_move(board, state, workspace, listed)
    propose(candidates, planned, 1.0)
    if phase == TURN:
        if own:
            propose_turn(board, state, workspace, candidates, listed)
        else:
            propose_later_turn(board, state, workspace, candidates)
    elif own:
        if phase == SECOND_CARD:
            propose_listed(candidates, listed, list_draws(board, state, listed, NONE), 0.1)
        elif phase == KEEP_TICKETS or phase == FIRST_TICKETS:
            propose_listed(candidates, listed, list_keeps(board, state, listed, NONE), 0.3)
        elif phase == HELD_ROUTE or phase == SECOND_ROUTE:
            propose_listed(candidates, listed, list_claims(board, state, listed, NONE), 0.1)
            if phase == SECOND_ROUTE:
                propose(candidates, int64(PASS), 0.1)
