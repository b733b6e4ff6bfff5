"""Spending cards: which route to claim, with which cards, and which technology to buy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.bots.planner.targets import color_held_most, contest, is_under_time_pressure
from branchline.bots.planner.workspace import BEST_SPARES, CONTEST, WILD_SAVING, WILD_SAVING_TURNS
from branchline.engine.kernel.bits import count, int64, lowest, uint64
from branchline.engine.kernel.codes import BUY, CLAIM, OPTION, TARGET, WILD_SHIFT, paid, paid_in_all, paying
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import NOTHING
from branchline.engine.rules.claims import why_not_claim
from branchline.engine.rules.flags import may_keep_flag_card
from branchline.engine.rules.legal import why_not_buy
from branchline.engine.rules.listing import on_sale
from branchline.engine.rules.payment import add_set_cards, price, wilds_required
from branchline.engine.rules.technologies import cards_per_wild, owns

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import (
        BoardRecord,
        CardKind,
        Code,
        RouteId,
        StateRecord,
        TechnologyId,
    )

GOLDEN_RATIO = 0.6180339887498949
"""Its multiples, without their whole part, are spread evenly from 0 to 1."""


@kernel
def pay_for(board: BoardRecord, view: StateRecord, workspace: Workspace, route: RouteId, kind: CardKind) -> int:
    """Return a claim paid with a color, then wilds, then sets of other cards (K1); 0 if it cannot be paid."""
    seat = workspace.seat
    cost = int64(price(board, view, seat, route))
    plain = min(int64(view.hands[seat, kind]), cost - wilds_required(board, route))
    wilds = min(int64(view.hands[seat, WILD]), cost - plain)
    sets = cost - plain - wilds
    code = CLAIM | int64(route) << TARGET | paying(kind, plain) | wilds << WILD_SHIFT
    if sets > 0:
        per_wild = int64(cards_per_wild(board, view, seat))
        others = int64(view.hand_count[seat]) - view.hands[seat, WILD] - plain
        if per_wild == 0 or others < per_wild * sets:
            return int64(0)
        code = add_set_cards(board, view, seat, code, per_wild * sets)
    if may_keep_flag_card(board, view, seat, route, code):
        code |= int64(1) << OPTION  # F1: it costs nothing
    return code if why_not_claim(board, view, seat, route, code) == 0 else int64(0)


@kernel
def pay_any_color(board: BoardRecord, view: StateRecord, workspace: Workspace, route: RouteId) -> int:
    """Return a claim paid with the route's color (for gray, the color held most), or 0 if it cannot be paid."""
    color = int64(board.route_color[route])
    if color == GRAY:
        color = color_held_most(board, view.hands[workspace.seat])
    return pay_for(board, view, workspace, route, color)


@kernel
def waste_of(board: BoardRecord, code: Code, route: RouteId, kind: CardKind) -> float:
    """Return the waste of a payment in cards: wilds beyond those required, and cards that stand for wilds."""
    wilds = paid(code, WILD)
    others = paid_in_all(code) - wilds - paid(code, kind)
    return max(0, wilds - wilds_required(board, route)) + 0.6 * others


@kernel
def cheapest_claim(
    board: BoardRecord, view: StateRecord, workspace: Workspace, route: RouteId, kind: CardKind
) -> tuple[int, int | float]:
    """Return a claim of a route and its waste; a gray route is paid with the given color."""
    color = int64(board.route_color[route])
    if color == GRAY:
        color = int64(kind)
    code = pay_for(board, view, workspace, route, color)
    return code, waste_of(board, code, route, color) if code else 1e9


@kernel
def best_spares(view: StateRecord, workspace: Workspace) -> int:
    """Return how many of the best spare routes may be claimed in this turn: one more in a share of the turns.

    Claiming the second best spare route instead of waiting for the best one changes the strength by more than a level
    on some maps, so that a whole number is too coarse. The share is spread evenly over the turns.
    """
    return int64(workspace.settings[BEST_SPARES] + (GOLDEN_RATIO * view.turns) % 1.0)


@kernel
def claim_target(board: BoardRecord, view: StateRecord, workspace: Workspace) -> int:
    """Return the claim of the most urgent target that can be paid without much waste, or 0."""
    best, most = int64(0), 0.0
    pressed = is_under_time_pressure(workspace)
    saving = not pressed and workspace.turns_left > workspace.settings[WILD_SAVING_TURNS]
    spares = int64(0) if pressed else best_spares(view, workspace)
    has_substitutes = view.hands[workspace.seat, WILD] > 0 or cards_per_wild(board, view, workspace.seat) > 0
    for place in range(min(workspace.target_count, workspace.planned_count + spares)):
        route, kind = workspace.targets[place], workspace.target_kind[place]
        if workspace.target_missing[place] > 0 and not has_substitutes:
            continue
        code, waste = cheapest_claim(board, view, workspace, route, kind)
        if code == 0:
            continue
        planned = place < workspace.planned_count
        patience = 1.0 + workspace.settings[CONTEST] * contest(board, view, workspace.seat, route) if planned else 0.7
        if saving and waste * workspace.settings[WILD_SAVING] > patience:
            continue
        score = workspace.target_weight[place] + (1.0 if planned else 0.0) - 0.1 * waste
        if score > most:
            best, most = code, score
    return best


# -- technologies ------------------------------------------------------------------------------


@kernel
def pay_technology(board: BoardRecord, view: StateRecord, workspace: Workspace, technology: TechnologyId) -> int:
    """Return the purchase of a technology with wilds first, then sets of cards (K1); 0 if unaffordable."""
    seat = workspace.seat
    cost = int64(board.technology_cost[technology])
    wilds = min(int64(view.hands[seat, WILD]), cost)
    sets = cost - wilds
    code = BUY | int64(technology) << TARGET | wilds << WILD_SHIFT
    if sets > 0:
        per_wild = int64(cards_per_wild(board, view, seat))
        others = int64(view.hand_count[seat]) - view.hands[seat, WILD]
        if per_wild == 0 or others < per_wild * sets:
            return int64(0)
        code = add_set_cards(board, view, seat, code, per_wild * sets)
    return code if why_not_buy(board, view, int64(technology), code) == 0 else int64(0)


@kernel
def expected_gain(board: BoardRecord, view: StateRecord, workspace: Workspace, technology: TechnologyId) -> float:
    """Return the expected points of a technology, less its cost."""
    seat = workspace.seat
    claims = min(view.pieces[seat] / 3.0, workspace.turns_left / 2.5)
    tickets = count(workspace.goals | workspace.made)
    points = board.technology_route_points[technology] * claims + board.technology_ticket_points[technology] * tickets
    return points - board.technology_cost[technology] * workspace.pace


@kernel
def choose_purchase(board: BoardRecord, view: StateRecord, workspace: Workspace) -> int:
    """Return a purchase: first what the plan needs, then what pays off; 0 if none."""
    if view.bought != NOTHING:
        return int64(0)
    wanted = workspace.wanted
    while wanted:
        technology = lowest(uint64(wanted))
        wanted &= wanted - 1
        code = pay_technology(board, view, workspace, technology)
        if code:
            return code
    if workspace.wanted:
        return int64(0)
    for technology in range(board.technologies):
        if owns(view, workspace.seat, technology) or not on_sale(board, view, workspace.seat, technology):
            continue
        if expected_gain(board, view, workspace, technology) > 0:
            code = pay_technology(board, view, workspace, technology)
            if code:
                return code
    return int64(0)
