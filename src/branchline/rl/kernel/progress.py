"""How far tickets are from done: the fewest spaces still to claim for each, remembered while nothing changes."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.engine.jit import inline, kernel, lowest
from branchline.engine.layout import CITIES, LENGTHS, Record
from branchline.engine.rules.claims import bit
from branchline.rl.kernel.plan import CUT_OFF

# A worker's ways: for each place the places next to it by the spaces between, then the places at each distance.
REACH = CITIES * LENGTHS
WAYS = REACH + CITIES * LENGTHS

# A seat's memo: what its distances were worked out from, then the distances, one byte each.
OPEN_0, OPEN_1, OWN_0, OWN_1, WANTED, DISTANCES = range(6)
MEMO = DISTANCES + 8
BYTE = np.uint64(255)


@kernel
def lay_out(board: Record, near: Any, routes: Any, first: Any, own: Any) -> None:
    """Note up to 64 tracks in the table of neighbours; own ones cost nothing."""
    while routes:
        spot = lowest(routes)
        routes &= routes - np.uint64(1)
        route = first + spot
        length = np.int64(0) if own & bit(spot) else np.int64(board.route_length[route])
        a, b = np.int64(board.route_a[route]), np.int64(board.route_b[route])
        near[a * LENGTHS + length] |= bit(b)
        near[b * LENGTHS + length] |= bit(a)


@kernel
def lay_out_all(board: Record, state: Record, seat: Any, ways: Any) -> None:
    """Fill the table of neighbours over own and open tracks."""
    near = ways[: np.int64(board.cities) * LENGTHS]
    near[:] = 0
    own_0, own_1 = state.routes[seat, 0], state.routes[seat, 1]
    lay_out(board, near, own_0 | state.open[0], np.int64(0), own_0)
    lay_out(board, near, own_1 | state.open[1], np.int64(64), own_1)


@kernel
def spaces_missing(board: Record, ticket: Any, longest: Any, ways: Any) -> Any:
    """Return the spaces of the cheapest way between a ticket's ends: Dijkstra's search, one mask a distance."""
    reach = ways[REACH:WAYS]
    targets = board.ticket_b[ticket]
    reach[0] = board.ticket_a[ticket]
    done = np.uint64(0)
    distance, last = np.int64(0), np.int64(0)
    while distance <= last:
        frontier = reach[distance] & ~done
        reach[distance] = np.uint64(0)
        while frontier:
            if frontier & targets:
                reach[distance : last + 1] = 0
                return min(distance, np.int64(CUT_OFF - 1))
            done |= frontier
            city = lowest(frontier)
            frontier &= frontier - np.uint64(1)
            near = ways[city * LENGTHS : city * LENGTHS + longest + 1]
            frontier |= near[0] & ~done
            ahead = reach[distance : distance + longest + 1]
            for step in range(1, near.size):
                ahead[step] |= near[step]
            last = distance + longest
        distance += 1
    return np.int64(CUT_OFF)


@inline
def remembered(memo: Any, ticket: Any) -> Any:
    """Return the distance that a memo holds for a ticket."""
    return np.int64((memo[DISTANCES + (ticket >> 3)] >> np.uint64(8 * (ticket & 7))) & BYTE)


@inline
def remember(memo: Any, ticket: Any, distance: Any) -> None:
    """Write a ticket's distance into a memo."""
    shift = np.uint64(8 * (ticket & 7))
    word = memo[DISTANCES + (ticket >> 3)]
    memo[DISTANCES + (ticket >> 3)] = (word & ~(BYTE << shift)) | np.uint64(distance) << shift


@kernel
def still_good(state: Record, seat: Any, memo: Any) -> Any:
    """Return the tickets whose distance in the memo holds still, as a mask."""
    if memo[OWN_0] != state.routes[seat, 0] or memo[OWN_1] != state.routes[seat, 1]:
        return np.uint64(0)
    if memo[OPEN_0] == state.open[0] and memo[OPEN_1] == state.open[1]:
        return memo[WANTED]
    if state.open[0] & ~memo[OPEN_0] or state.open[1] & ~memo[OPEN_1]:
        return np.uint64(0)
    # Others have claimed tracks: what is done stays done, and what is cut off stays so.
    good, tickets = np.uint64(0), memo[WANTED]
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - np.uint64(1)
        distance = remembered(memo, ticket)
        if distance == 0 or distance == CUT_OFF:
            good |= bit(ticket)
    return good


@kernel
def bring_up_to_date(board: Record, state: Record, seat: Any, wanted: Any, longest: Any, memo: Any, ways: Any) -> None:
    """Make a memo hold the distance of every wanted ticket."""
    to_do = wanted & ~still_good(state, seat, memo)
    if to_do:
        lay_out_all(board, state, seat, ways)
    while to_do:
        ticket = lowest(to_do)
        to_do &= to_do - np.uint64(1)
        remember(memo, ticket, spaces_missing(board, ticket, longest, ways))
    memo[OPEN_0], memo[OPEN_1] = state.open[0], state.open[1]
    memo[OWN_0], memo[OWN_1] = state.routes[seat, 0], state.routes[seat, 1]
    memo[WANTED] = wanted
