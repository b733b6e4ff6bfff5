"""How far tickets are from done: the fewest spaces still to claim for each, brought up to date as tracks are claimed.

A memo keeps, for every seat, each ticket's distance and the places where its cheapest way takes open tracks. A track
that is lost changes only the ways that take it. A track that the seat claims costs nothing from then on, so that one
search from its two ends tells which ways have become cheaper. All else stays as it was.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.engine.compilation import count, inline, kernel, lowest
from branchline.engine.layout import CITIES, LENGTHS, TICKETS, Record
from branchline.engine.rules.claims import bit
from branchline.rl.kernel.offsets import CUT_OFF

# A worker's ways: for each place the places next to it by the spaces between, then the places at each distance,
# then the last distance that was written.
REACH = CITIES * LENGTHS
LAST = REACH + CITIES * LENGTHS
WAYS = LAST + 1

# A seat's memo: what its distances were worked out from, then the distances, one byte each, then the ways' places.
OPEN_0, OPEN_1, OWN_0, OWN_1, WANTED, DISTANCES = range(6)
PLACES = DISTANCES + TICKETS // 8
MEMO = PLACES + TICKETS
BYTE = np.uint64(255)
NONE = np.uint64(0)
ONE = np.uint64(1)


@kernel
def lay_out(board: Record, routes: Any, first: Any, own: Any, wide: Any, ways: Any) -> None:
    """Note up to 64 tracks in the table of neighbours; own ones cost nothing."""
    while routes:
        spot = lowest(routes)
        routes &= routes - ONE
        route = first + spot
        length = np.int64(0) if own & bit(spot) else np.int64(board.route_length[route])
        a, b = np.int64(board.route_a[route]), np.int64(board.route_b[route])
        ways[a * wide + length] |= bit(b)
        ways[b * wide + length] |= bit(a)


@kernel
def lay_out_all(board: Record, state: Record, seat: Any, wide: Any, ways: Any) -> None:
    """Fill the table of neighbours over own and open tracks."""
    ways[: np.int64(board.cities) * wide] = 0
    own_0, own_1 = state.routes[seat, 0], state.routes[seat, 1]
    lay_out(board, own_0 | state.open[0], np.int64(0), own_0, wide, ways)
    lay_out(board, own_1 | state.open[1], np.int64(64), own_1, wide, ways)


@kernel
def search(sources: Any, targets: Any, most: Any, wide: Any, ways: Any) -> Any:
    """Settle the places by their distance until a target is among them: Dijkstra's search, one mask a distance."""
    ways[REACH : REACH + np.int64(ways[LAST]) + 1] = 0
    ways[REACH] = sources
    done = NONE
    at, last = np.int64(REACH), np.int64(REACH)
    while at <= min(last, REACH + most):
        frontier = ways[at] & ~done
        settled = frontier
        while frontier and not settled & targets:
            done |= frontier
            near = lowest(frontier) * wide
            frontier = (frontier & (frontier - ONE)) | (ways[near] & ~done)
            settled |= frontier
            for step in range(1, wide):  # no slices here: each would be counted in and out
                ways[at + step] |= ways[near + step]
            last = at + wide - 1
        ways[at] = settled
        if settled & targets:
            break
        at += 1
    ways[LAST] = np.uint64(last - REACH)
    return at - REACH if settled & targets else np.int64(CUT_OFF)


@inline
def nearest(places: Any, most: Any, ways: Any) -> Any:
    """Return the distance at which the last search came upon one of some places."""
    for distance in range(most + 1):
        if ways[REACH + distance] & places:
            return np.int64(distance)
    return np.int64(CUT_OFF)


@kernel
def way_back(places: Any, distance: Any, wide: Any, ways: Any) -> Any:
    """Return the places at the ends of the open tracks on the last search's way to the nearest of some places."""
    way = NONE
    at = REACH + distance
    here = ways[at] & places
    while at > REACH:
        ahead = seen = here & ~(here - ONE)  # any one of them
        while ahead:  # own tracks join places of one distance; one of these was reached over an open track
            city = lowest(ahead)
            fresh = ways[city * wide] & ways[at] & ~seen
            seen |= fresh
            ahead = (ahead & (ahead - ONE)) | fresh
            for step in range(1, min(wide, at - REACH + 1)):
                here = ways[city * wide + step] & ways[at - step]
                if here:
                    here &= ~(here - ONE)
                    way |= here | bit(city)
                    at -= step
                    ahead = NONE
                    break
    return way


# ---- the memo ----------------------------------------------------------------------------------


@inline
def remembered(memo: Any, ticket: Any) -> Any:
    """Return the distance that a memo holds for a ticket."""
    return np.int64((memo[DISTANCES + (ticket >> 3)] >> np.uint64(8 * (ticket & 7))) & BYTE)


@inline
def remember(memo: Any, ticket: Any, distance: Any, way: Any) -> None:
    """Write a ticket's distance, and the places of its way, into a memo."""
    shift = np.uint64(8 * (ticket & 7))
    word = memo[DISTANCES + (ticket >> 3)]
    shown = np.uint64(min(distance, np.int64(CUT_OFF - 1)) if distance < CUT_OFF else distance)
    memo[DISTANCES + (ticket >> 3)] = (word & ~(BYTE << shift)) | shown << shift
    memo[PLACES + ticket] = way


@kernel
def unsettled(tickets: Any, memo: Any) -> Any:
    """Return those of some tickets whose distance may still change: what is done or cut off stays so."""
    out = NONE
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        distance = remembered(memo, ticket)
        if distance > 0 and distance < CUT_OFF:
            out |= bit(ticket)
    return out


@kernel
def hit(board: Record, lost: Any, first: Any, tickets: Any, memo: Any) -> Any:
    """Return those of some tickets whose way may have taken one of up to 64 lost tracks."""
    out = NONE
    while lost:
        route = first + lowest(lost)
        lost &= lost - ONE
        ends = bit(np.int64(board.route_a[route])) | bit(np.int64(board.route_b[route]))
        asked = tickets & ~out
        while asked:
            ticket = lowest(asked)
            asked &= asked - ONE
            if memo[PLACES + ticket] & ends == ends:
                out |= bit(ticket)
    return out


@kernel
def shorten(board: Record, route: Any, tickets: Any, wide: Any, memo: Any, ways: Any) -> None:
    """Bring tickets up to date after the seat claimed a track: a way over it may be the cheapest now."""
    most, asked = np.int64(0), tickets
    while asked:
        most = max(most, remembered(memo, lowest(asked)) - 1)
        asked &= asked - ONE
    search(bit(np.int64(board.route_a[route])), NONE, most, wide, ways)
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        a, b = board.ticket_a[ticket], board.ticket_b[ticket]
        to_a, to_b = nearest(a, most, ways), nearest(b, most, ways)
        if to_a + to_b < remembered(memo, ticket):
            way = way_back(a, to_a, wide, ways) | way_back(b, to_b, wide, ways)
            remember(memo, ticket, to_a + to_b, way)


@kernel
def measure(board: Record, tickets: Any, wide: Any, memo: Any, ways: Any) -> None:
    """Work the distances of some tickets out from nothing."""
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        target = board.ticket_b[ticket]
        distance = search(board.ticket_a[ticket], target, np.int64(LAST - REACH - LENGTHS), wide, ways)
        way = way_back(target, distance, wide, ways) if distance != CUT_OFF else NONE
        remember(memo, ticket, distance, way)


@kernel
def bring_up_to_date(board: Record, state: Record, seat: Any, wanted: Any, wide: Any, memo: Any, ways: Any) -> None:
    """Make a memo hold the distance of every wanted ticket."""
    own_0, own_1 = state.routes[seat, 0], state.routes[seat, 1]
    usable_0, usable_1 = own_0 | state.open[0], own_1 | state.open[1]
    before_0, before_1 = memo[OWN_0] | memo[OPEN_0], memo[OWN_1] | memo[OPEN_1]
    to_do, to_shorten, claimed = wanted, NONE, np.int64(0)
    if not (usable_0 & ~before_0 or usable_1 & ~before_1 or memo[OWN_0] & ~own_0 or memo[OWN_1] & ~own_1):
        # The same game, some moves later.
        claimed = count(own_0 & ~memo[OWN_0]) + count(own_1 & ~memo[OWN_1])
        to_do = wanted & ~memo[WANTED]
        if claimed or usable_0 != before_0 or usable_1 != before_1:
            moving = unsettled(wanted & memo[WANTED], memo)
            to_shorten = moving if claimed else NONE
            to_do |= hit(board, before_0 & ~usable_0, np.int64(0), moving, memo)
            to_do |= hit(board, before_1 & ~usable_1, np.int64(64), moving, memo)
            if claimed > 1:
                to_do |= moving
    to_shorten &= ~to_do
    if to_do | to_shorten:
        lay_out_all(board, state, seat, wide, ways)
        if to_shorten:
            new_0, new_1 = own_0 & ~memo[OWN_0], own_1 & ~memo[OWN_1]
            shorten(board, lowest(new_0) if new_0 else 64 + lowest(new_1), to_shorten, wide, memo, ways)
        measure(board, to_do, wide, memo, ways)
    memo[OPEN_0], memo[OPEN_1] = state.open[0], state.open[1]
    memo[OWN_0], memo[OWN_1] = own_0, own_1
    memo[WANTED] = wanted
