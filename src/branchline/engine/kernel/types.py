"""The fields of the kernel's records with their types, and what each integer means.

`layout.py` builds the records for NumPy and Numba from these classes; mypy checks the kernel's functions against them.
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol, TypeAlias, TypeVar, get_type_hints, overload

import numpy as np

from branchline.boards.board import WILD
from branchline.boards.format.schema import Limits

SEATS = Limits.PLAYERS
KINDS = WILD + 1
ROUTES = Limits.ROUTES
CITIES = Limits.CITIES
TICKETS = Limits.TICKETS
TECHNOLOGIES = Limits.TECHNOLOGIES
DISTRICTS = Limits.DISTRICTS
LENGTHS = Limits.LENGTH + 1
MARKET = 5
OFFER = 5
MOST_LEGAL = 16384
"""Enough for every list of legal actions: on 128 gray routes, 8 colors have at most 14 payments each, plus wilds."""
MOST_NOTES = 4096
"""Enough for the notes of one action. Only a long run of market resets could need more (see `drop_resets`)."""

Seat: TypeAlias = int
RouteId: TypeAlias = int
CityId: TypeAlias = int
TicketId: TypeAlias = int
TechnologyId: TypeAlias = int
Color: TypeAlias = int
"""A card color, or `GRAY` for a route of any color."""
CardKind: TypeAlias = int
"""A card color, or `WILD`."""
Code: TypeAlias = int
"""An action as one int64; see `codes.py`."""
Mask: TypeAlias = int
"""A set of small numbers, one bit each."""

Item = TypeVar("Item")


class Array(Protocol[Item]):
    """An array as the kernel uses it: a field of a record, or an argument."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The length along each axis."""

    @property
    def size(self) -> int:
        """The number of items."""

    @overload
    def __getitem__(self, index: int, /) -> Item: ...

    @overload
    def __getitem__(self, index: slice, /) -> Array[Item]: ...

    def __setitem__(self, index: Any, value: Any, /) -> None: ...

    def view(self, dtype: Any, /) -> Any:
        """Return the same memory as another type."""


class Matrix(Protocol[Item]):
    """A two-dimensional array: one index gives a row."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The length along each axis."""

    @overload
    def __getitem__(self, index: tuple[int, int], /) -> Item: ...

    @overload
    def __getitem__(self, index: int, /) -> Array[Item]: ...

    def __setitem__(self, index: Any, value: Any, /) -> None: ...


class Cube(Protocol[Item]):
    """A three-dimensional array: one index gives a matrix."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The length along each axis."""

    @overload
    def __getitem__(self, index: tuple[int, int, int], /) -> Item: ...

    @overload
    def __getitem__(self, index: tuple[int, int], /) -> Array[Item]: ...

    @overload
    def __getitem__(self, index: int, /) -> Matrix[Item]: ...

    def __setitem__(self, index: Any, value: Any, /) -> None: ...


class Rows(Protocol[Item]):
    """An array of records inside a record."""

    def __getitem__(self, index: int, /) -> Item: ...

    def __setitem__(self, index: int, value: Item, /) -> None: ...


Ints: TypeAlias = Array[int]
Floats: TypeAlias = Array[float]

# A field of a record is annotated with its type in Python, then with its type and its shape in NumPy.
Number: TypeAlias = Annotated[int, "i8"]
PerRoute: TypeAlias = Annotated[Ints, "i8", ROUTES]
PerTicket: TypeAlias = Annotated[Ints, "i8", TICKETS]
PerDistrict: TypeAlias = Annotated[Ints, "i8", DISTRICTS]
PerTechnology: TypeAlias = Annotated[Ints, "i8", TECHNOLOGIES]
RouteSet: TypeAlias = Annotated[Ints, "u8", 2]


def dtype_of(record: type) -> np.dtype[Any]:
    """Return NumPy's type of a record, from the annotations of its class."""
    fields = get_type_hints(record, include_extras=True)
    return np.dtype((np.record, np.dtype([(name, *hint.__metadata__) for name, hint in fields.items()], align=True)))


class BoardRecord(Protocol):
    """A board as the kernel reads it: `layout.BOARD`.

    Whole words throughout: a board is never copied, and one integer type keeps the compiled code small.
    """

    upto: Annotated[Cube[int], "u8", (KINDS, LENGTHS, 2)]  # routes of a color (or gray) up to a full price, as a mask
    of_price_upto: Annotated[Matrix[int], "u8", (LENGTHS, 2)]  # routes up to a full price, whatever their color
    of_length_upto: Annotated[Matrix[int], "u8", (LENGTHS, 2)]
    all_routes: RouteSet
    city_routes: Annotated[Matrix[int], "u8", (CITIES, 2)]
    alike: Annotated[Matrix[int], "u8", (ROUTES, 2)]  # of each route, those that the same cards pay for
    doubles: RouteSet
    with_needs: RouteSet  # routes that need a technology
    ticket_a: Annotated[Ints, "u8", TICKETS]
    ticket_b: Annotated[Ints, "u8", TICKETS]
    district_cities: Annotated[Ints, "u8", DISTRICTS]
    route_needs: PerRoute
    route_class: PerRoute  # the first route of those alike
    route_points: PerRoute
    route_twin: PerRoute
    route_a: PerRoute
    route_b: PerRoute
    route_length: PerRoute
    route_price: PerRoute
    route_color: PerRoute
    route_ferry: PerRoute
    ticket_points: PerTicket
    district_points: PerDistrict
    technology_copies: PerTechnology
    technology_cost: PerTechnology
    technology_cards_per_wild: PerTechnology
    technology_route_points: PerTechnology
    technology_ferry_points: PerTechnology
    technology_ticket_points: PerTechnology
    technology_most_tickets: PerTechnology
    technology_longest_path: PerTechnology
    technology_held_route: PerTechnology
    technology_second_route: PerTechnology
    technology_blind_cards: PerTechnology
    technology_discount: PerTechnology
    technology_until_reshuffle: PerTechnology
    cards: Annotated[Ints, "i8", KINDS]
    players: Number
    routes: Number
    cities: Number
    colors: Number
    tickets: Number
    districts: Number
    technologies: Number
    pieces: Number
    first_hand: Number
    first_wilds: Number
    market: Number
    reset_at_wilds: Number
    first_deal: Number
    first_keep: Number
    later_deal: Number
    later_keep: Number
    doubles_open: Number
    last_round_at: Number
    cards_per_wild: Number
    longest_path: Number
    ties_by_path: Number  # its place among the rules that break a tie, from 1 on; otherwise 0
    ties_by_tickets: Number  # the same
    single_draw: Number
    replacement_wild: Number
    flag_colors: Number
    flag_points: Number


class StateRecord(Protocol):
    """A game, or a view of it: `layout.STATE`. What can be computed quickly from other fields is not stored."""

    routes: Annotated[Matrix[int], "u8", (SEATS, 2)]  # what each seat holds
    open: RouteSet  # what nobody holds and no rule has closed
    held: Annotated[Ints, "u8", SEATS]  # tickets each seat has kept
    returned: Annotated[Ints, "u8", 3]  # tickets put under the deck, and by whom: see `rules/tickets.py`
    key: Annotated[Ints, "u4", 8]
    block: Annotated[Ints, "u4", 8]  # half a block of the stream of chance
    counter: Annotated[int, "u4"]  # half blocks made so far
    technologies: Annotated[Ints, "u2", SEATS]
    score: Annotated[Ints, "i2", SEATS]  # the running total: routes, technologies and flags
    technology_score: Annotated[Ints, "i2", SEATS]
    turns: Annotated[int, "i2"]
    hand_count: Annotated[Ints, "u1", SEATS]
    deck_count: Annotated[int, "u1"]
    discard_count: Annotated[int, "u1"]
    front: Annotated[Ints, "u1", SEATS]  # colors kept for the flag, as a mask
    flags_scored: Annotated[Ints, "u1", SEATS]  # full flags of each seat
    pieces: Annotated[Ints, "i1", SEATS]
    hands: Annotated[Matrix[int], "i1", (SEATS, KINDS)]
    known: Annotated[Matrix[int], "i1", (SEATS, KINDS)]  # of each hand, what everyone saw it take
    deck: Annotated[Ints, "i1", KINDS]
    discards: Annotated[Ints, "i1", KINDS]
    market: Annotated[Ints, "i1", MARKET]
    queue: Annotated[Ints, "i1", TICKETS]  # the ticket deck: a ring
    queue_head: Annotated[int, "i1"]
    queue_count: Annotated[int, "i1"]
    ticket_count: Annotated[Ints, "i1", SEATS]
    offer: Annotated[Matrix[int], "i1", (SEATS, OFFER)]
    offer_count: Annotated[Ints, "i1", SEATS]
    chosen: Annotated[Ints, "i1", SEATS]  # first tickets chosen so far, as a mask of the offer; -1 before
    block_left: Annotated[int, "i1"]  # half words of `block` not yet used
    phase: Annotated[int, "i1"]
    turn: Annotated[int, "i1"]
    last_turns: Annotated[int, "i1"]  # turns left once the last round has begun, else -1
    passes: Annotated[int, "i1"]
    bought: Annotated[int, "i1"]  # the technology bought this turn, or -1
    drawn: Annotated[int, "i1"]
    wild_may_follow: Annotated[int, "i1"]  # house rule: the replacement is a wild that may be taken
    reshuffled: Annotated[int, "i1"]
    viewer: Annotated[int, "i1"]


class ActionList(Protocol):
    """Room for a list of action codes: `layout.ACTION_LIST`.

    Either all of them are written out in `codes`, or the claims are payments for each class of routes.
    """

    codes: Annotated[Ints, "i8", MOST_LEGAL]
    claimable: Annotated[Ints, "u8", 2]
    before_claims: Annotated[int, "i8"]
    claims: Annotated[int, "i8"]
    first_payment: Annotated[Ints, "i8", ROUTES]  # by class
    payment_count: Annotated[Ints, "i8", ROUTES]  # by class
    payments: Annotated[Ints, "i8", MOST_LEGAL]  # claims without their route


class Trace(Protocol):
    """The notes of one action: `layout.NOTES`."""

    used: Annotated[int, "i8"]
    entries: Annotated[Ints, "i8", MOST_NOTES - 1]
