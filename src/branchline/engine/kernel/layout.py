"""The two records of the kernel, `BOARD`, which never changes, and `STATE`, a game; boards are packed here."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.boards.board import GRAY, WILD, Board
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.types import LENGTHS, ActionList, BoardRecord, StateRecord, Trace, dtype_of

# Typed, so that Numba compiles a function once for it and not once more for a literal.
NOTHING = int64(-1)
NONE = int64(0)

# Phases: what the seat to move has to decide.
FIRST_TICKETS, TURN, SECOND_CARD, KEEP_TICKETS, HELD_ROUTE, SECOND_ROUTE, OVER = range(7)
PHASES = ("first tickets", "turn", "second card", "keep tickets", "held route", "second route", "over")

# Who a record was made for: nobody (it is the true state), a spectator, or a seat from 0 on.
TRUTH, SPECTATOR = -2, -1

Record = Any
"""A row of one of the two arrays below; Numba knows its fields, mypy does not."""
Records = np.ndarray[Any, Any]
"""A one-dimensional array of records."""


BOARD = dtype_of(BoardRecord)
STATE = dtype_of(StateRecord)
# Buffers are passed as records too: Numba would count references to an array at every call.
ACTION_LIST = dtype_of(ActionList)
NOTES = dtype_of(Trace)


def new_states(number: int = 1) -> Records:
    """Return empty states, for the kernel to fill.

    NumPy takes microseconds to allocate an array of records, but not to see bytes as records.
    """
    return np.ndarray(number, STATE, np.zeros(number * STATE.itemsize, np.uint8))


def copy_states(states: Records) -> Records:
    """Copy states as bytes, which is much faster than field by field."""
    return np.ndarray(states.shape, STATE, bytearray(states.tobytes()))


def mask(members: Any) -> int:
    """Return a set of small numbers as one integer."""
    return sum(1 << member for member in set(members))


def packed(board: Board) -> Records:
    """Return the kernel's record of a board, in an array of one; it is made once and kept with the board."""
    found: Records | None = board.__dict__.get("_packed")
    if found is None:
        found = board.__dict__["_packed"] = pack_board(board)
    return found


def pack_board(board: Board) -> Records:
    """Lay a board out as the kernel's record, in an array of one."""
    packed = np.zeros(1, dtype=BOARD)
    record = packed[0]
    _pack_numbers(board, record)
    _pack_routes(board, record)
    _pack_tickets(board, record)
    _pack_technologies(board, record)
    packed.setflags(write=False)
    return packed


def _pack_numbers(board: Board, record: Record) -> None:
    source = board.spec
    numbers = {
        "players": board.players,
        "routes": len(board.routes),
        "cities": len(board.cities),
        "colors": len(board.colors),
        "tickets": len(board.tickets),
        "districts": len(board.district_table),
        "technologies": len(board.technologies),
        "pieces": source.players.pieces,
        "first_hand": source.cards.first_hand,
        "first_wilds": source.cards.first_wilds,
        "market": source.cards.market,
        "reset_at_wilds": source.cards.reset_at_wilds,
        "first_deal": source.rules.first_tickets.deal,
        "first_keep": source.rules.first_tickets.keep,
        "later_deal": source.rules.later_tickets.deal,
        "later_keep": source.rules.later_tickets.keep,
        "doubles_open": board.doubles_open,
        "last_round_at": source.rules.last_round_at,
        "cards_per_wild": source.rules.cards_per_wild,
        "longest_path": source.scoring.longest_path,
        "ties_by_tickets": _place("tickets", source.scoring.ties),
        "ties_by_path": _place("longest path", source.scoring.ties),
        "single_draw": "single_draw" in board.options,
        "replacement_wild": "replacement_wild" in board.options,
    }
    for name, value in numbers.items():
        record[name] = value
    record["cards"][: len(board.colors)] = list(source.cards.colors.values())
    record["cards"][WILD] = source.cards.wild
    if board.flag is not None:
        record["flag_colors"] = mask(board.flag.colors)
        record["flag_points"] = board.flag.points


def _place(rule: str, rules: list[Any]) -> int:
    return rules.index(rule) + 1 if rule in rules else 0


def _pack_routes(board: Board, record: Record) -> None:
    for index, route in enumerate(board.routes):
        record["route_a"][index] = route.a
        record["route_b"][index] = route.b
        record["route_length"][index] = route.length
        record["route_price"][index] = route.full_price
        record["route_color"][index] = route.color
        record["route_points"][index] = route.points
        record["route_twin"][index] = NOTHING if route.twin is None else route.twin
        record["route_needs"][index] = mask(route.needs)
        for name, value in route.rules.items():
            record[f"route_{name}"][index] = value
    for length in range(LENGTHS):
        _pack_mask(record["of_length_upto"][length], [r.index for r in board.routes if r.length <= length])
        cheap = [r for r in board.routes if min(r.full_price, LENGTHS - 1) <= length]
        _pack_mask(record["of_price_upto"][length], [r.index for r in cheap])
        for color in range(GRAY + 1):
            _pack_mask(record["upto"][color, length], [r.index for r in cheap if r.color == color])
    for city in range(len(board.cities)):
        _pack_mask(record["city_routes"][city], [r.index for r in board.routes if city in (r.a, r.b)])
    _pack_mask(record["all_routes"], range(len(board.routes)))
    _pack_mask(record["doubles"], [r.index for r in board.routes if r.twin is not None])
    _pack_mask(record["with_needs"], [r.index for r in board.routes if r.needs])
    _pack_classes(board, record)


def _pack_classes(board: Board, record: Record) -> None:
    """Sort the routes into classes that the same cards pay for."""
    classes: dict[tuple[int, ...], list[int]] = {}
    for route in board.routes:
        classes.setdefault((route.color, route.full_price, *route.rules.values()), []).append(route.index)
    for members in classes.values():
        for index in members:
            record["route_class"][index] = members[0]
            _pack_mask(record["alike"][index], members)


def _pack_mask(words: Any, members: Any) -> None:
    whole = mask(members)
    words[0] = whole & (2**64 - 1)
    words[1] = whole >> 64


def _pack_tickets(board: Board, record: Record) -> None:
    for index, ticket in enumerate(board.tickets):
        record["ticket_a"][index] = mask(ticket.a)
        record["ticket_b"][index] = mask(ticket.b)
        record["ticket_points"][index] = ticket.points
    for index, district in enumerate(board.district_table):
        record["district_cities"][index] = mask(district.cities)
        record["district_points"][index] = district.points


def _pack_technologies(board: Board, record: Record) -> None:
    advanced = "advanced" in board.options
    for index, (_, technology) in enumerate(board.technologies):
        on_sale = advanced or not technology.advanced
        record["technology_copies"][index] = technology.copies if on_sale else 0  # K12
        record["technology_cost"][index] = technology.cost
        record["technology_cards_per_wild"][index] = technology.cards_per_wild
        record["technology_route_points"][index] = technology.route_points
        record["technology_ferry_points"][index] = technology.ferry_points
        record["technology_ticket_points"][index] = technology.ticket_points
        record["technology_most_tickets"][index] = technology.most_tickets
        record["technology_longest_path"][index] = technology.longest_path
        record["technology_held_route"][index] = technology.claims_held_route
        record["technology_second_route"][index] = technology.second_route
        record["technology_blind_cards"][index] = technology.blind_cards
        record["technology_discount"][index] = technology.discount
        record["technology_until_reshuffle"][index] = technology.until_reshuffle
