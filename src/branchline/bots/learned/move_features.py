"""The inputs that describe a candidate move: a draw, a claim, a choice of tickets or a purchase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.bots.greedy import points_of_claim
from branchline.bots.learned.inputs import (
    BEST_SPARE,
    BUY_COST,
    BUY_GAIN,
    BUY_WANTED,
    CARD_COMPLETES,
    CARD_COMPLETES_SPARE,
    CARD_COPIES,
    CARD_HELD,
    CARD_NEXT,
    CARD_PAYS_1,
    CARD_PLANNED_NEED,
    CARD_RELATIVE,
    CARD_RIVALS,
    CARD_SPARE_NEED,
    CARD_VALUE,
    CLAIM_BLOCKS,
    CLAIM_BONUS,
    CLAIM_COLOR_LEFT,
    CLAIM_CONFLICT,
    CLAIM_CONTEST,
    CLAIM_GRAY,
    CLAIM_HAND_AFTER,
    CLAIM_LEAVES_PIECES,
    CLAIM_LENGTH,
    CLAIM_LONG,
    CLAIM_OWN_ENDS,
    CLAIM_PATH,
    CLAIM_PIECES_AFTER,
    CLAIM_PLANNED,
    CLAIM_POINTS,
    CLAIM_POINTS_LEAD,
    CLAIM_RATE,
    CLAIM_RATE_LEAD,
    CLAIM_RIVAL_READY,
    CLAIM_SPARE_PIECES,
    CLAIM_SPARE_TARGET,
    CLAIM_STARTS_LAST_ROUND,
    CLAIM_TWIN_OPEN,
    CLAIM_WASTE,
    CLAIM_WEIGHT,
    CLAIM_WILDS,
    IS_BLIND,
    IS_CLAIM,
    IS_COLOR,
    IS_DECK,
    IS_KEEP,
    IS_PASS,
    IS_PLANNED,
    IS_PURCHASE,
    IS_TICKETS,
    IS_WILD,
    KEEP_BALANCE,
    KEEP_COUNT,
    KEEP_DROPPED,
    KEEP_POINTS,
    KEEP_SPACES,
    KEEP_TURNS,
    KEEP_WORTH,
    MOVE_FEATURES,
    PAYABLE_POINTS,
    TICKET_GAIN,
    TICKETS_GAIN,
)
from branchline.bots.learned.position_features import LONG, path_of
from branchline.bots.learned.records import SHORT
from branchline.bots.planner.card_choice import best_of_rest, blind_value
from branchline.bots.planner.plan import plan_for, store_position
from branchline.bots.planner.spare_routes import parts_cut_off
from branchline.bots.planner.spending import expected_gain, waste_of
from branchline.bots.planner.targets import contest, spare_turns
from branchline.bots.planner.ticket_choice import kept_tickets
from branchline.bots.planner.workspace import SPARE_WEIGHT
from branchline.engine.kernel.bits import bit, count, int64
from branchline.engine.kernel.codes import (
    BUY,
    CLAIM,
    DECK,
    DRAW,
    DRAW_BLIND,
    KEEP,
    TAKE_TICKETS,
    kind_of,
    paid,
    paid_in_all,
    target_of,
)
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import NOTHING, SECOND_CARD
from branchline.engine.rules.claims import is_open
from branchline.engine.rules.network import length_of, longest_path
from branchline.engine.rules.scoring import ticket_balance, ticket_points
from branchline.engine.rules.turn import starts_last_round

if TYPE_CHECKING:
    from branchline.bots.learned.records import Decision
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import BoardRecord, CardKind, Code, Floats, RouteId, StateRecord

UNKNOWN_SHARE = 0.2
"""The share of a rival's unknown cards that is assumed to pay for a route."""
MOST_WORTH = 200.0


# -- draws ---------------------------------------------------------------------------------------


@kernel
def best_value(board: BoardRecord, workspace: Workspace) -> float:
    """Return the value of the most valuable kind of card."""
    most = workspace.value[WILD]
    for kind in range(board.colors):
        most = max(most, workspace.value[kind])
    return max(most, 0.01)


@kernel
def store_kind(
    board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision, kind: CardKind, row: Floats
) -> None:
    """Store what a face-up card is good for."""
    copies, known = 0.0, 0.0
    for slot in range(board.market):
        copies += view.market[slot] == kind
    for other in range(board.players):
        if other != workspace.seat:
            known += view.known[other, kind]
    row[CARD_COPIES] = copies / 2.0
    row[CARD_RIVALS] = known / 4.0
    row[CARD_HELD] = view.hands[workspace.seat, kind] / 6.0
    row[CARD_PLANNED_NEED] = decision.planned_need[kind] / 6.0
    for short in range(SHORT):
        row[CARD_PAYS_1 + short] = decision.pays[kind, short]
    row[CARD_SPARE_NEED] = decision.spare_need[kind] / 6.0
    for place in range(workspace.target_count):
        if workspace.target_missing[place] == 1 and workspace.target_kind[place] == kind:
            row[CARD_COMPLETES if place < workspace.planned_count else CARD_COMPLETES_SPARE] += 0.5


@kernel
def store_draw(
    board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision, code: Code, row: Floats
) -> None:
    """Store the inputs of drawing a card."""
    kind = target_of(code)
    if kind == DECK:
        row[IS_DECK] = 1.0
        value = blind_value(board, view, workspace)
    else:
        row[IS_WILD if kind == WILD else IS_COLOR] = 1.0
        value = workspace.value[kind]
        store_kind(board, view, workspace, decision, kind, row)
    row[CARD_VALUE] = min(3.0, value) / 2.0
    row[CARD_RELATIVE] = value / best_value(board, workspace)
    if view.phase != SECOND_CARD and kind != WILD:
        row[CARD_NEXT] = min(3.0, best_of_rest(board, view, workspace, int64(kind))) / 2.0


# -- claims --------------------------------------------------------------------------------------


@kernel
def color_paid(board: BoardRecord, code: Code) -> int:
    """Return the color that pays most of a claim."""
    best = int64(0)
    for kind in range(1, board.colors):
        if paid(code, kind) > paid(code, best):
            best = int64(kind)
    return best


@kernel
def store_target(workspace: Workspace, route: RouteId, row: Floats) -> int:
    """Store what a route is to the plan; return its place among the targets, or -1."""
    for place in range(workspace.target_count):
        if workspace.targets[place] == route:
            row[CLAIM_PLANNED if place < workspace.planned_count else CLAIM_SPARE_TARGET] = 1.0
            row[CLAIM_WEIGHT] = workspace.target_weight[place] / 3.0
            return int64(place)
    if workspace.routes[route >> 6] & bit(route & 63):  # the other track of a planned double route
        row[CLAIM_PLANNED] = 0.5
    return int64(NOTHING)


@kernel
def store_payment(
    board: BoardRecord,
    view: StateRecord,
    workspace: Workspace,
    decision: Decision,
    code: Code,
    place: int,
    row: Floats,
) -> None:
    """Store what a claim pays, and whether planned routes need these cards."""
    route, kind = target_of(code), color_paid(board, code)
    used, held = paid(code, kind), int64(view.hands[workspace.seat, kind])
    reserved = decision.reserved[kind]
    if place != NOTHING and place < workspace.planned_count and workspace.target_kind[place] == kind:
        reserved -= workspace.cards[route] - workspace.target_missing[place]
    row[CLAIM_WILDS] = paid(code, WILD) / 3.0
    row[CLAIM_WASTE] = waste_of(board, code, route, kind) / 3.0
    row[CLAIM_CONFLICT] = max(0, used - max(0, held - reserved)) / 3.0
    row[CLAIM_COLOR_LEFT] = (held - used) / 6.0
    row[CLAIM_GRAY] = 1.0 if board.route_color[route] == GRAY else 0.0


@kernel
def store_path_growth(
    board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision, route: RouteId, row: Floats
) -> None:
    """Store the ends of a route that lie in the seat's network, and how much longer its longest path becomes."""
    seat = workspace.seat
    own_0, own_1 = view.routes[seat, 0], view.routes[seat, 1]
    ends = 0.0
    for city in (board.route_a[route], board.route_b[route]):
        if own_0 & board.city_routes[city, 0] or own_1 & board.city_routes[city, 1]:
            ends += 1.0
    row[CLAIM_OWN_ENDS] = ends / 2.0
    if board.longest_path == 0:
        return
    growth = 0.0
    if ends or board.route_length[route] > path_of(board, view, decision, seat):
        if route < 64:
            own_0 |= bit(route)
        else:
            own_1 |= bit(route & 63)
        growth = longest_path(board, own_0, own_1) - float(path_of(board, view, decision, seat))
    row[CLAIM_PATH] = growth / 6.0


@kernel
def readiness_of_rivals(board: BoardRecord, view: StateRecord, workspace: Workspace, route: RouteId) -> float:
    """Return how nearly any rival can pay for a route, as far as its hand is known: from 0 to 1."""
    color, price = int64(board.route_color[route]), max(1.0, float(board.route_price[route]))
    most = 0.0
    for other in range(board.players):
        if other == workspace.seat:
            continue
        suited, known = float(view.known[other, WILD]), float(view.known[other, WILD])
        best = 0.0
        for kind in range(board.colors):
            known += view.known[other, kind]
            best = max(best, float(view.known[other, kind]))
            if kind == color:
                suited += view.known[other, kind]
        if color == GRAY:
            suited += best
        most = max(most, (suited + UNKNOWN_SHARE * (view.hand_count[other] - known)) / price)
    return min(1.0, most)


@kernel
def store_claim(
    board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision, code: Code, row: Floats
) -> None:
    """Store the inputs of claiming a route."""
    seat, route = workspace.seat, target_of(code)
    length, points = int64(board.route_length[route]), int64(workspace.points[route])
    left = int64(view.pieces[seat]) - length
    place = store_target(workspace, route, row)
    store_payment(board, view, workspace, decision, code, place, row)
    store_path_growth(board, view, workspace, decision, route, row)
    turns = spare_turns(board, workspace, route)
    if turns > 0.0:
        rate = points / (turns * workspace.pace)
        row[CLAIM_RATE] = rate / 2.0
        row[CLAIM_RATE_LEAD] = rate - decision.position[BEST_SPARE] / max(0.01, workspace.settings[SPARE_WEIGHT])
    row[IS_CLAIM] = 1.0
    row[CLAIM_LENGTH] = length / 4.0
    row[CLAIM_LONG] = 1.0 if length >= LONG else 0.0
    row[CLAIM_POINTS] = points / 10.0
    row[CLAIM_BONUS] = (points_of_claim(board, view, seat, code) - points) / 20.0
    row[CLAIM_CONTEST] = contest(board, view, seat, route)
    row[CLAIM_BLOCKS] = parts_cut_off(board, view, seat, route) / 2.0
    twin = int64(board.route_twin[route])
    row[CLAIM_TWIN_OPEN] = 1.0 if twin != NOTHING and is_open(view, twin) else 0.0
    row[CLAIM_STARTS_LAST_ROUND] = 1.0 if view.last_turns == NOTHING and starts_last_round(board, left) else 0.0
    row[CLAIM_PIECES_AFTER] = left / board.pieces
    row[CLAIM_SPARE_PIECES] = (left - workspace.spaces) / board.pieces
    row[CLAIM_HAND_AFTER] = (view.hand_count[seat] - paid_in_all(code)) / 20.0
    row[CLAIM_POINTS_LEAD] = points / 10.0 - decision.position[PAYABLE_POINTS]
    row[CLAIM_RIVAL_READY] = readiness_of_rivals(board, view, workspace, route)
    row[CLAIM_LEAVES_PIECES] = 1.0 if row[CLAIM_PLANNED] > 0.0 or left >= workspace.spaces else 0.0


# -- tickets and technologies --------------------------------------------------------------------


@kernel
def store_keep(board: BoardRecord, view: StateRecord, workspace: Workspace, code: Code, row: Floats) -> float:
    """Store the inputs of keeping tickets, and return the worth of the plan for them."""
    seat = workspace.seat
    kept = kept_tickets(view, seat, target_of(code))
    worth = plan_for(board, view, workspace, view.held[seat] | kept)
    worth += ticket_balance(board, view.held[seat] | kept, workspace.made)
    worth = max(-MOST_WORTH, min(MOST_WORTH, worth))  # a plan that cannot be built is worth a huge negative number
    routes_0, routes_1 = workspace.network[0], workspace.network[1]
    spaces = length_of(board, routes_0, routes_1)
    turns = count(routes_0) + count(routes_1) + max(0.0, spaces - 0.7 * view.hand_count[seat]) / 2.0
    row[IS_KEEP] = 1.0
    row[KEEP_BALANCE] = worth / 40.0
    row[KEEP_COUNT] = count(kept) / 3.0
    row[KEEP_POINTS] = ticket_points(board, kept) / 30.0
    row[KEEP_DROPPED] = ticket_points(board, kept & ~workspace.made & ~workspace.goals) / 20.0
    row[KEEP_SPACES] = spaces / max(1.0, float(view.pieces[seat]))
    row[KEEP_TURNS] = turns / max(1.0, float(workspace.turns_left))
    return worth


@kernel
def store_keeps(board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision) -> None:
    """Store the inputs of every choice of tickets. The plan is made for each, so none is left stored."""
    store_position(board, view, workspace, int64(view.turn))
    best = -1e9
    for place in range(decision.move_count):
        row = decision.features[place]
        best = max(best, store_keep(board, view, workspace, decision.moves[place], row))
    for place in range(decision.move_count):
        decision.features[place, KEEP_WORTH] = decision.features[place, KEEP_BALANCE] - best / 40.0
    workspace.ready = 0


@kernel
def store_purchase(board: BoardRecord, view: StateRecord, workspace: Workspace, code: Code, row: Floats) -> None:
    """Store the inputs of buying a technology."""
    technology = int64(target_of(code))
    row[IS_PURCHASE] = 1.0
    row[BUY_WANTED] = 1.0 if (workspace.wanted >> technology) & 1 else 0.0
    row[BUY_COST] = board.technology_cost[technology] / 4.0
    row[BUY_GAIN] = expected_gain(board, view, workspace, technology) / 10.0


@kernel
def store_move(
    board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision, code: Code, row: Floats
) -> None:
    """Store the inputs of a move other than a choice of tickets."""
    kind = kind_of(code)
    if kind == DRAW:
        store_draw(board, view, workspace, decision, code, row)
    elif kind == CLAIM:
        store_claim(board, view, workspace, decision, code, row)
    elif kind == BUY:
        store_purchase(board, view, workspace, code, row)
    elif kind == TAKE_TICKETS:
        row[IS_TICKETS] = 1.0
        row[TICKETS_GAIN] = decision.position[TICKET_GAIN]
    elif kind == DRAW_BLIND:
        row[IS_BLIND] = 1.0
    else:
        row[IS_PASS] = 1.0


@kernel
def store_move_features(board: BoardRecord, view: StateRecord, workspace: Workspace, decision: Decision) -> None:
    """Store the inputs of every candidate move; those of the position must be stored."""
    for place in range(decision.move_count):
        for feature in range(MOVE_FEATURES):
            decision.features[place, feature] = 0.0
    if kind_of(decision.moves[0]) == KEEP:
        store_keeps(board, view, workspace, decision)
    else:
        for place in range(decision.move_count):
            store_move(board, view, workspace, decision, decision.moves[place], decision.features[place])
    decision.features[0, IS_PLANNED] = 1.0
