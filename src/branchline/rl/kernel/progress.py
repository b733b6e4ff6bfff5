"""How far tickets are from done: the fewest spaces still to claim for each, brought up to date as tracks are claimed.

A memo keeps, for every seat, each ticket's distance and the places where its cheapest way takes open tracks. A track
that is lost changes only the ways that take it. A track that the seat claims costs nothing from then on, so that one
search from its two ends tells which ways have become cheaper. All else stays as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.bits import bit, count, drop_lowest, int64, lowest, uint64
from branchline.engine.compilation import inline, kernel
from branchline.engine.layout import CITIES, LENGTHS, TICKETS
from branchline.rl.kernel.offsets import CUT_OFF

if TYPE_CHECKING:
    from branchline.engine.kernel_types import BoardRecord, Ints, Mask, RouteId, Seat, StateRecord, TicketId

# A worker's ways: for each place the places next to it by the spaces between, then the places at each distance,
# then the last distance that was written.
REACH = CITIES * LENGTHS
LAST = REACH + CITIES * LENGTHS
WAYS = LAST + 1

# A seat's memo: what its distances were worked out from, then the distances, one byte each, then the ways' places.
OPEN_0, OPEN_1, OWN_0, OWN_1, WANTED, DISTANCES = range(6)
PLACES = DISTANCES + TICKETS // 8
MEMO = PLACES + TICKETS
BYTE = uint64(255)
NONE = uint64(0)
ONE = uint64(1)


@kernel
def lay_out(board: BoardRecord, routes: Mask, first: int, own: Mask, wide: int, ways: Ints) -> None:
    """Note up to 64 tracks in the table of neighbours; own ones cost nothing."""
    while routes:
        spot = lowest(routes)
        routes = drop_lowest(routes)
        route = first + spot
        length = int64(0) if own & bit(spot) else int64(board.route_length[route])
        a, b = int64(board.route_a[route]), int64(board.route_b[route])
        ways[a * wide + length] |= bit(b)
        ways[b * wide + length] |= bit(a)


@kernel
def lay_out_all(board: BoardRecord, state: StateRecord, seat: Seat, wide: int, ways: Ints) -> None:
    """Fill the table of neighbours over own and open tracks."""
    ways[: int64(board.cities) * wide] = 0
    own_0, own_1 = state.routes[seat, 0], state.routes[seat, 1]
    lay_out(board, own_0 | state.open[0], int64(0), own_0, wide, ways)
    lay_out(board, own_1 | state.open[1], int64(64), own_1, wide, ways)


@kernel
def search(sources: Mask, targets: Mask, most: int, wide: int, ways: Ints) -> int:
    """Settle the places by their distance until a target is among them: Dijkstra's search, one mask a distance."""
    ways[REACH : REACH + int64(ways[LAST]) + 1] = 0
    ways[REACH] = sources
    done = NONE
    at, last = int64(REACH), int64(REACH)
    while at <= min(last, REACH + most):
        frontier = ways[at] & ~done
        settled = frontier
        while frontier and not settled & targets:
            done |= frontier
            near = lowest(frontier) * wide
            frontier = drop_lowest(frontier) | (ways[near] & ~done)
            settled |= frontier
            for step in range(1, wide):  # no slices here: each would be counted in and out
                ways[at + step] |= ways[near + step]
            last = at + wide - 1
        ways[at] = settled
        if settled & targets:
            break
        at += 1
    ways[LAST] = uint64(last - REACH)
    return at - REACH if settled & targets else int64(CUT_OFF)


@inline
def nearest(places: int, most: int, ways: Ints) -> int:
    """Return the distance at which the last search came upon one of some places."""
    for distance in range(most + 1):
        if ways[REACH + distance] & places:
            return int64(distance)
    return int64(CUT_OFF)


@kernel
def way_back(places: int, distance: int, wide: int, ways: Ints) -> int:
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
            ahead = drop_lowest(ahead) | fresh
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
def remembered(memo: Ints, ticket: TicketId) -> int:
    """Return the distance that a memo holds for a ticket."""
    return int64((memo[DISTANCES + (ticket >> 3)] >> uint64(8 * (ticket & 7))) & BYTE)


@inline
def remember(memo: Ints, ticket: TicketId, distance: int, way: int) -> None:
    """Write a ticket's distance, and the places of its way, into a memo."""
    shift = uint64(8 * (ticket & 7))
    word = memo[DISTANCES + (ticket >> 3)]
    shown = uint64(min(distance, int64(CUT_OFF - 1)) if distance < CUT_OFF else distance)
    memo[DISTANCES + (ticket >> 3)] = (word & ~(BYTE << shift)) | shown << shift
    memo[PLACES + ticket] = way


@kernel
def unsettled(tickets: Mask, memo: Ints) -> int:
    """Return those of some tickets whose distance may still change: what is done or cut off stays so."""
    out = NONE
    while tickets:
        ticket = lowest(tickets)
        tickets = drop_lowest(tickets)
        distance = remembered(memo, ticket)
        if distance > 0 and distance < CUT_OFF:
            out |= bit(ticket)
    return out


@kernel
def hit(board: BoardRecord, lost: int, first: int, tickets: Mask, memo: Ints) -> int:
    """Return those of some tickets whose way may have taken one of up to 64 lost tracks."""
    out = NONE
    while lost:
        route = first + lowest(lost)
        lost = drop_lowest(lost)
        ends = bit(int64(board.route_a[route])) | bit(int64(board.route_b[route]))
        asked = tickets & ~out
        while asked:
            ticket = lowest(asked)
            asked = drop_lowest(asked)
            if memo[PLACES + ticket] & ends == ends:
                out |= bit(ticket)
    return out


@kernel
def shorten(board: BoardRecord, route: RouteId, tickets: Mask, wide: int, memo: Ints, ways: Ints) -> None:
    """Bring tickets up to date after the seat claimed a track: a way over it may be the cheapest now."""
    most, asked = int64(0), tickets
    while asked:
        most = max(most, remembered(memo, lowest(asked)) - 1)
        asked = drop_lowest(asked)
    search(bit(int64(board.route_a[route])), NONE, most, wide, ways)
    while tickets:
        ticket = lowest(tickets)
        tickets = drop_lowest(tickets)
        a, b = board.ticket_a[ticket], board.ticket_b[ticket]
        to_a, to_b = nearest(a, most, ways), nearest(b, most, ways)
        if to_a + to_b < remembered(memo, ticket):
            way = way_back(a, to_a, wide, ways) | way_back(b, to_b, wide, ways)
            remember(memo, ticket, to_a + to_b, way)


@kernel
def measure(board: BoardRecord, tickets: Mask, wide: int, memo: Ints, ways: Ints) -> None:
    """Work the distances of some tickets out from nothing."""
    while tickets:
        ticket = lowest(tickets)
        tickets = drop_lowest(tickets)
        target = board.ticket_b[ticket]
        distance = search(board.ticket_a[ticket], target, int64(LAST - REACH - LENGTHS), wide, ways)
        way = way_back(target, distance, wide, ways) if distance != CUT_OFF else NONE
        remember(memo, ticket, distance, way)


@kernel
def bring_up_to_date(
    board: BoardRecord, state: StateRecord, seat: Seat, wanted: int, wide: int, memo: Ints, ways: Ints
) -> None:
    """Make a memo hold the distance of every wanted ticket."""
    own_0, own_1 = state.routes[seat, 0], state.routes[seat, 1]
    usable_0, usable_1 = own_0 | state.open[0], own_1 | state.open[1]
    before_0, before_1 = memo[OWN_0] | memo[OPEN_0], memo[OWN_1] | memo[OPEN_1]
    to_do, to_shorten, claimed = wanted, NONE, int64(0)
    if not (usable_0 & ~before_0 or usable_1 & ~before_1 or memo[OWN_0] & ~own_0 or memo[OWN_1] & ~own_1):
        # The same game, some moves later.
        claimed = count(own_0 & ~memo[OWN_0]) + count(own_1 & ~memo[OWN_1])
        to_do = wanted & ~memo[WANTED]
        if claimed or usable_0 != before_0 or usable_1 != before_1:
            moving = unsettled(wanted & memo[WANTED], memo)
            to_shorten = moving if claimed else NONE
            to_do |= hit(board, before_0 & ~usable_0, int64(0), moving, memo)
            to_do |= hit(board, before_1 & ~usable_1, int64(64), moving, memo)
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
