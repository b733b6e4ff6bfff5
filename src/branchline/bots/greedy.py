"""The greedy policy: the most points at once. The planner uses it on its last turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import WILD
from branchline.engine.entry_points import roll
from branchline.engine.kernel.bits import bit, count, int64, uint64
from branchline.engine.kernel.codes import CLAIM, DRAW, PASS, kind_of, option_of, paid, target_of
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import FIRST_TICKETS, KEEP_TICKETS, SECOND_ROUTE
from branchline.engine.rules.flags import completes_flag
from branchline.engine.rules.listing import list_legal
from branchline.engine.rules.network import joined
from branchline.engine.rules.scoring import district_points, ticket_points
from branchline.engine.rules.technologies import claim_points

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import ActionList, BoardRecord, Code, Ints, Seat, StateRecord


@kernel
def points_of_claim(board: BoardRecord, view: StateRecord, seat: Seat, code: Code) -> int:
    """Return the points of a claim: its own, and those of tickets, districts and flags it completes."""
    route = target_of(code)
    points = claim_points(board, view, seat, route)
    own_0, own_1 = view.routes[seat, 0], view.routes[seat, 1]
    new_0, new_1 = own_0, own_1
    if route < 64:
        new_0 |= bit(route)
    else:
        new_1 |= bit(route - 64)
    held = view.held[seat]
    # A completed ticket is won instead of lost, so it counts twice.
    points += 2 * ticket_points(board, joined(board, new_0, new_1, held) & ~joined(board, own_0, own_1, held))
    points += district_points(board, new_0, new_1) - district_points(board, own_0, own_1)
    if option_of(code) and completes_flag(board, view, seat, board.route_color[route]):
        points += board.flag_points
    return points


@kernel
def claim_now(board: BoardRecord, view: StateRecord, seat: Seat, listed: ActionList, number: int) -> tuple[int, int]:
    """Return the listed claim that scores most at once (fewest wilds on a tie), or 0, and its points."""
    best, most, wilds = int64(0), int64(0), int64(0)
    last, points = int64(-1), int64(0)
    for index in range(number):
        code = listed.codes[index]
        if kind_of(code) != CLAIM:
            continue
        key = target_of(code) * 2 + option_of(code)
        if key != last:
            last, points = key, points_of_claim(board, view, seat, code)
        if points > most or (points == most and paid(code, WILD) < wilds) or best == 0:
            best, most, wilds = code, points, paid(code, WILD)
    return best, most


@kernel
def most_held(view: StateRecord, seat: Seat, listed: ActionList, number: int, dice: Ints) -> int:
    """Return the draw of the face-up color held most, or any draw; 0 if there is none."""
    best, most = int64(0), int64(-1)
    for index in range(number):
        code = listed.codes[index]
        if kind_of(code) != DRAW:
            continue
        target = target_of(code)
        held = int64(1) if target > WILD else int64(view.hands[seat, target])
        if target == WILD:
            held = int64(2)
        if held > most or (held == most and roll(dice, 2) == 0):
            best, most = code, held
    return best


@kernel
def keep_fewest(board: BoardRecord, view: StateRecord, seat: Seat, listed: ActionList, number: int) -> int:
    """Return the choice that keeps the fewest tickets, with the fewest points at stake."""
    best, least = listed.codes[0], int64(1) << 40
    for index in range(number):
        kept = target_of(listed.codes[index])
        stake = int64(1000) * count(uint64(kept))
        for position in range(view.offer_count[seat]):
            if (kept >> position) & 1:
                stake += board.ticket_points[view.offer[seat, position]]
        if stake < least:
            best, least = listed.codes[index], stake
    return best


@kernel
def greedy(board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList) -> Code:
    """Choose the claim that scores most at once, or draw cards towards one."""
    number = list_legal(board, view, listed)
    seat = int64(view.turn)
    if view.phase == FIRST_TICKETS or view.phase == KEEP_TICKETS:
        return keep_fewest(board, view, seat, listed, number)
    best, _ = claim_now(board, view, seat, listed, number)
    if best:
        return best
    if view.phase == SECOND_ROUTE:
        return int64(PASS)
    best = most_held(view, seat, listed, number, workspace.dice)
    return best or listed.codes[0]
