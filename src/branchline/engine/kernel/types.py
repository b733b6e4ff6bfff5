"""Types of the kernel for mypy: what the records hold, and what each integer means.

Nothing here is used while a game is played: Numba infers its own types. A test compares the records with their dtypes.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias, TypeVar, overload

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


class BoardRecord(Protocol):
    """A board as the kernel reads it: `layout.BOARD`."""

    upto: Cube[int]
    of_price_upto: Matrix[int]
    of_length_upto: Matrix[int]
    all_routes: Ints
    city_routes: Matrix[int]
    alike: Matrix[int]
    doubles: Ints
    with_needs: Ints
    ticket_a: Ints
    ticket_b: Ints
    district_cities: Ints
    route_needs: Ints
    route_class: Ints
    route_points: Ints
    route_twin: Ints
    route_a: Ints
    route_b: Ints
    route_length: Ints
    route_price: Ints
    route_color: Ints
    route_ferry: Ints
    ticket_points: Ints
    district_points: Ints
    technology_copies: Ints
    technology_cost: Ints
    technology_cards_per_wild: Ints
    technology_route_points: Ints
    technology_ferry_points: Ints
    technology_ticket_points: Ints
    technology_most_tickets: Ints
    technology_longest_path: Ints
    technology_held_route: Ints
    technology_second_route: Ints
    technology_blind_cards: Ints
    technology_discount: Ints
    technology_until_reshuffle: Ints
    cards: Ints
    players: int
    routes: int
    cities: int
    colors: int
    tickets: int
    districts: int
    technologies: int
    pieces: int
    first_hand: int
    first_wilds: int
    market: int
    reset_at_wilds: int
    first_deal: int
    first_keep: int
    later_deal: int
    later_keep: int
    doubles_open: int
    last_round_at: int
    cards_per_wild: int
    longest_path: int
    ties_by_path: int
    ties_by_tickets: int
    single_draw: int
    replacement_wild: int
    flag_colors: int
    flag_points: int


class StateRecord(Protocol):
    """A game, or a view of it: `layout.STATE`."""

    routes: Matrix[int]
    open: Ints
    held: Ints
    returned: Ints
    key: Ints
    block: Ints
    counter: int
    technologies: Ints
    score: Ints
    technology_score: Ints
    turns: int
    hand_count: Ints
    deck_count: int
    discard_count: int
    front: Ints
    flags_scored: Ints
    pieces: Ints
    hands: Matrix[int]
    known: Matrix[int]
    deck: Ints
    discards: Ints
    market: Ints
    queue: Ints
    queue_head: int
    queue_count: int
    ticket_count: Ints
    offer: Matrix[int]
    offer_count: Ints
    chosen: Ints
    block_left: int
    phase: int
    turn: int
    last_turns: int
    passes: int
    bought: int
    drawn: int
    wild_may_follow: int
    reshuffled: int
    viewer: int


class ActionList(Protocol):
    """Room for a list of action codes: `layout.ACTION_LIST`."""

    codes: Ints
    claimable: Ints
    before_claims: int
    claims: int
    first_payment: Ints
    payment_count: Ints
    payments: Ints


class Trace(Protocol):
    """The notes of one action: `layout.NOTES`."""

    used: int
    entries: Ints
