"""The final scoring, item by item, ranks and ties (E2-E6, K10, K15, K16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.engine.kernel.bits import count, drop_lowest, int64, lowest
from branchline.engine.kernel.compilation import inline, kernel
from branchline.engine.kernel.layout import NONE
from branchline.engine.kernel.types import SEATS
from branchline.engine.rules.flags import flag_score
from branchline.engine.rules.network import completed_tickets, joined_districts, longest_path
from branchline.engine.rules.technologies import owns

if TYPE_CHECKING:
    from branchline.engine.kernel.types import BoardRecord, Mask, Matrix, Seat, StateRecord

# The columns of a result; each seat has a row.
(
    ROUTES,
    TECHNOLOGIES,
    FLAGS,
    TICKETS_MADE,
    TICKETS_MISSED,
    LONGEST_PATH,
    DISTRICTS,
    TOTAL,
    MADE,
    MISSED,
    PATH,
    RANK,
    COLUMNS,
) = range(13)

# How the win was decided (E5).
BY_POINTS, BY_TICKETS, BY_PATH, SHARED = (int64(rule) for rule in range(4))
TIE_RULES = int64(2)
"""How many rules may break a tie of points: tickets completed, and the longest path card."""


def new_result() -> np.ndarray[Any, Any]:
    """Return an empty table for `score_game`."""
    return np.zeros((SEATS, COLUMNS), dtype=np.int32)


@kernel
def ticket_points(board: BoardRecord, tickets: Mask) -> int:
    """Return the points of a set of tickets."""
    points = NONE
    while tickets:
        points += board.ticket_points[lowest(tickets)]
        tickets = drop_lowest(tickets)
    return points


@kernel
def ticket_balance(board: BoardRecord, tickets: Mask, made: Mask) -> int:
    """Return the points of a set of tickets: those completed, less those not completed (E2)."""
    return ticket_points(board, tickets & made) - ticket_points(board, tickets & ~made)


@kernel
def district_points(board: BoardRecord, routes_0: Mask, routes_1: Mask) -> int:
    """Return the points of the districts that routes connect (E4)."""
    points = NONE
    if board.districts:
        made = joined_districts(board, routes_0, routes_1)
        for district in range(board.districts):
            if (made >> district) & 1:
                points += board.district_points[district]
    return points


@kernel
def paths_matter(board: BoardRecord) -> bool:
    """Return whether anything in this game depends on the longest path."""
    if board.longest_path or board.ties_by_path:
        return True
    for technology in range(board.technologies):
        if board.technology_longest_path[technology] and board.technology_copies[technology]:
            return True
    return False


@kernel
def score_seat(board: BoardRecord, state: StateRecord, seat: Seat, out: Matrix[int]) -> None:
    """Score what depends on one seat alone: routes, tickets, districts, its path (E2, E4)."""
    made = completed_tickets(board, state, seat)
    missed = state.held[seat] & ~made
    out[seat, TECHNOLOGIES] = state.technology_score[seat]
    out[seat, FLAGS] = flag_score(board, state, seat)
    out[seat, ROUTES] = state.score[seat] - out[seat, TECHNOLOGIES] - out[seat, FLAGS]
    out[seat, TICKETS_MADE] = ticket_points(board, made)
    out[seat, TICKETS_MISSED] = -ticket_points(board, missed)
    out[seat, MADE] = count(made)
    out[seat, MISSED] = count(missed)
    out[seat, LONGEST_PATH] = 0
    out[seat, DISTRICTS] = district_points(board, state.routes[seat, 0], state.routes[seat, 1])
    out[seat, PATH] = 0
    if paths_matter(board):
        out[seat, PATH] = longest_path(board, state.routes[seat, 0], state.routes[seat, 1])


@inline
def is_longest_path(path: int, longest: int) -> bool:
    """Return whether a path is the longest one; all who tie have it, and an empty path never is (E3)."""
    return longest > 0 and path == longest


@kernel
def score_technologies(
    board: BoardRecord, state: StateRecord, seat: Seat, most_made: int, longest: int, out: Matrix[int]
) -> None:
    """Score the technologies that count at the end (K10, K15, K16)."""
    for technology in range(board.technologies):
        if not owns(state, seat, technology):
            continue
        points = board.technology_ticket_points[technology] * out[seat, MADE]
        bet = board.technology_most_tickets[technology]
        points += bet if out[seat, MADE] == most_made else -bet
        bet = board.technology_longest_path[technology]
        points += bet if is_longest_path(out[seat, PATH], longest) else -bet
        out[seat, TECHNOLOGIES] += points


@kernel
def lead(board: BoardRecord, out: Matrix[int], longest: int, a: Seat, b: Seat, tie_rules: int) -> int:
    """Compare two seats by points and the map's first tie rules: positive if the first is ahead (E5)."""
    ahead = int64(out[a, TOTAL] - out[b, TOTAL])
    for place in range(1, tie_rules + 1):
        if ahead == 0 and board.ties_by_tickets == place:
            ahead = int64(out[a, MADE] - out[b, MADE])
        if ahead == 0 and board.ties_by_path == place:
            # What counts is having the longest path, not its length: two seats without it are tied.
            ahead = int64(is_longest_path(out[a, PATH], longest)) - int64(is_longest_path(out[b, PATH], longest))
    return ahead


@kernel
def rank_seats(board: BoardRecord, out: Matrix[int], longest: int) -> int:
    """Rank the seats, tied ones alike, and return the rule that decided the win (E5)."""
    players = board.players
    for seat in range(players):
        out[seat, RANK] = 1
        for other in range(players):
            out[seat, RANK] += lead(board, out, longest, other, seat, TIE_RULES) > 0
    for tie_rules in range(TIE_RULES + 1):
        best = 0
        for seat in range(players):
            beaten = False
            for other in range(players):
                beaten = beaten or lead(board, out, longest, other, seat, tie_rules) > 0
            best += not beaten
        if best == 1:
            if tie_rules == 0:
                return BY_POINTS
            return BY_TICKETS if board.ties_by_tickets == tie_rules else BY_PATH
    return SHARED


@kernel
def score_game(board: BoardRecord, state: StateRecord, out: Matrix[int]) -> int:
    """Score a game as if it ended now, and return the rule that decided the win (E2-E6)."""
    players = board.players
    most_made, longest = int64(0), int64(0)
    for seat in range(players):
        score_seat(board, state, seat, out)
        most_made = max(most_made, int64(out[seat, MADE]))
        longest = max(longest, int64(out[seat, PATH]))
    for seat in range(players):
        score_technologies(board, state, seat, most_made, longest, out)
        if is_longest_path(out[seat, PATH], longest):
            out[seat, LONGEST_PATH] = board.longest_path
        out[seat, TOTAL] = 0
        for part in range(TOTAL):
            out[seat, TOTAL] += out[seat, part]
    return rank_seats(board, out, longest)


@kernel
def win_share(board: BoardRecord, out: Matrix[int], seat: Seat) -> float:
    """Return a seat's share of the win in a scored game: all of it, an equal part of a shared one, or none (E5)."""
    if out[seat, RANK] != 1:
        return 0.0
    winners = 0
    for other in range(board.players):
        winners += out[other, RANK] == 1
    return 1.0 / winners
