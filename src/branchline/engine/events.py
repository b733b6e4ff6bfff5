"""Events: what happened in a game. Secrets in events cannot be encoded until they are opened for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Generic, Self, TypeAlias, TypeVar, overload

import msgspec

from branchline.engine.actions import Cards, cards_of
from branchline.engine.kernel import trace as t

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from branchline.boards.board import Board

Value = TypeVar("Value")


class Secret(Generic[Value]):
    """A value that only one seat may know; no encoder accepts it, so that it cannot leak by mistake."""

    __slots__ = ("_value", "seat")

    def __init__(self, seat: int, value: Value) -> None:
        self.seat = seat
        self._value = value

    def open(self, seat: int | None) -> Value | None:
        """Return the value for the seat that may know it, and `None` for any other."""
        return self._value if seat == self.seat else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and (self.seat, self._value) == (other.seat, other._value)

    def __hash__(self) -> int:
        return hash(self.seat)

    def __repr__(self) -> str:
        return f"Secret(seat={self.seat})"


# A secret or its opened value; typed `Any` because msgspec would refuse the wrapper. The schema describes the value.
def _opened(schema: dict[str, Any]) -> msgspec.Meta:
    return msgspec.Meta(extra_json_schema=schema)


HiddenCard: TypeAlias = Annotated[Any, _opened({"type": "string"})]
HiddenCards: TypeAlias = Annotated[Any, _opened({"type": "array", "items": {"type": "string"}})]
HiddenTickets: TypeAlias = Annotated[Any, _opened({"type": "array", "items": {"type": "integer"}})]


class EventBase(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """What all events share, those of the engine and those of a server's table."""

    def opened(self, seat: int | None) -> Self:
        """Return the event as a seat may see it; `None` is a spectator."""
        secrets = {
            name: value.open(seat)
            for name in self.__struct_fields__
            if isinstance(value := getattr(self, name), Secret)
        }
        return msgspec.structs.replace(self, **secrets) if secrets else self


class Dealt(EventBase, frozen=True, tag="dealt"):
    """A seat was dealt its first hand (S2)."""

    seat: int
    number: int
    cards: HiddenCards = None


class TurnedUp(EventBase, frozen=True, tag="turned up"):
    """A card was turned up in the market (S3, D2)."""

    slot: int
    card: str


class MarketReset(EventBase, frozen=True, tag="market reset"):
    """Too many wilds lay face up; the market was discarded (D6)."""


class Reshuffled(EventBase, frozen=True, tag="reshuffled"):
    """The discards became the deck (D7)."""

    number: int


class DrewBlind(EventBase, frozen=True, tag="drew blind"):
    """A seat drew from the deck (D1)."""

    seat: int
    card: HiddenCard = None


class DrewFaceUp(EventBase, frozen=True, tag="drew face up"):
    """A seat took a card from the market (D1)."""

    seat: int
    slot: int
    card: str


class TicketsOffered(EventBase, frozen=True, tag="tickets offered"):
    """A seat drew tickets to choose from (S4, P1)."""

    seat: int
    number: int
    tickets: HiddenTickets = None


class TicketsKept(EventBase, frozen=True, tag="tickets kept"):
    """A seat kept some tickets of its offer; the others went under the deck (S4, P2)."""

    seat: int
    number: int
    returned: int
    tickets: HiddenTickets = None


class Chosen(EventBase, frozen=True, tag="chosen"):
    """A seat chose its first tickets; how many it kept is shown when all have chosen (S6)."""

    seat: int


class Claimed(EventBase, frozen=True, tag="claimed"):
    """A seat claimed a route and scored (C4)."""

    seat: int
    route: int
    cards: Cards
    points: int


class FlagCard(EventBase, frozen=True, tag="flag card"):
    """A seat kept a card in front for the flag (F1)."""

    seat: int
    card: str


class FlagScored(EventBase, frozen=True, tag="flag scored"):
    """A seat completed a flag (F3)."""

    seat: int
    points: int


class Bought(EventBase, frozen=True, tag="bought"):
    """A seat bought a technology (K8)."""

    seat: int
    technology: str
    cards: Cards


class CameBack(EventBase, frozen=True, tag="came back"):
    """A technology for one turn is on sale again (K11, K13)."""

    technology: str


class Withdrawn(EventBase, frozen=True, tag="withdrawn"):
    """A technology is no longer on sale (K17)."""

    technology: str


class Passed(EventBase, frozen=True, tag="passed"):
    """A seat passed, or declined a second card or route (T3)."""

    seat: int


class LastRound(EventBase, frozen=True, tag="last round"):
    """A seat is short of pieces: everyone has one more turn (E1)."""

    seat: int


class TurnBegins(EventBase, frozen=True, tag="turn"):
    """It is a seat's turn (T2)."""

    seat: int


class GameOver(EventBase, frozen=True, tag="game over"):
    """Play is over; scoring follows (E)."""


Event: TypeAlias = (
    Dealt
    | TurnedUp
    | MarketReset
    | Reshuffled
    | DrewBlind
    | DrewFaceUp
    | TicketsOffered
    | TicketsKept
    | Chosen
    | Claimed
    | FlagCard
    | FlagScored
    | Bought
    | CameBack
    | Withdrawn
    | Passed
    | LastRound
    | TurnBegins
    | GameOver
)


def reveal_hidden(events: Iterable[Event]) -> bool:
    """Return whether events revealed a card or a ticket that nobody could have known to come next."""
    return any(isinstance(event, DrewBlind | TicketsOffered | TurnedUp) for event in events)


Note: TypeAlias = tuple[int, int, int, int]
"""A note of the trace: kind, seat, and two numbers."""


def entries_of(trace: Any) -> bytes:
    """Return the entries of a trace, each a packed note of eight bytes."""
    entries: bytes = trace[1 : int(trace[0]) + 1].tobytes()
    return entries


def notes(entries: bytes) -> Iterator[Note]:
    """Unpack the notes of a trace."""
    for entry in memoryview(entries).cast("q"):
        yield entry & 0xFF, (entry >> 8 & 0xFF) - 1, entry >> 16 & 0xFFFF, entry >> 32


_CARD_IN_NOTE = {t.DEALT: 2, t.DREW_BLIND: 2, t.TURNED_UP: 3}
"""Where a note has the card that came from the deck."""


def cards_from_deck(entries: bytes) -> list[int]:
    """Return the kinds of the cards that came from the deck, in order."""
    return [note[_CARD_IN_NOTE[note[0]]] for note in notes(entries) if note[0] in _CARD_IN_NOTE]


class Events(Sequence["Event"]):
    """What happened in one action, in order.

    The events are built whenever they are read: most never are, and notes take a fraction of their memory.
    """

    __slots__ = ("_board", "_code", "_entries")

    def __init__(self, board: Board, code: int, entries: bytes) -> None:
        self._board, self._code, self._entries = board, code, entries

    def __iter__(self) -> Iterator[Event]:
        return _Reader(self._board, self._code).read(notes(self._entries))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...

    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return list(self)[index]

    def __eq__(self, other: object) -> bool:
        return list(self) == (list(other) if isinstance(other, Events) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


_GATHERED = {t.DEALT: {t.DEALT}, t.OFFERED: {t.OFFERED}, t.KEPT: {t.KEPT, t.RETURNED}, t.RETURNED: {t.KEPT, t.RETURNED}}
"""Consecutive notes of these kinds for one seat become one event, since the order would reveal what was kept."""


class _Reader:
    """Turns notes into events, merging those that belong together."""

    def __init__(self, board: Board, code: int) -> None:
        self.board = board
        self.code = code

    def read(self, entries: Iterator[Note]) -> Iterator[Event]:
        group: list[Note] = []
        for entry in entries:
            if group and (entry[0] not in _GATHERED[group[0][0]] or entry[1] != group[0][1]):
                yield self._gathered(group)
                group = []
            if entry[0] in _GATHERED:
                group.append(entry)
            else:
                yield self._single(*entry)
        if group:
            yield self._gathered(group)

    def _gathered(self, group: list[Note]) -> Event:
        kind, seat, _, _ = group[0]
        if kind == t.DEALT:
            return Dealt(seat, len(group), Secret(seat, [self.board.card_name(entry[2]) for entry in group]))
        if kind == t.OFFERED:
            return TicketsOffered(seat, len(group), Secret(seat, [entry[2] for entry in group]))
        kept = [entry[2] for entry in group if entry[0] == t.KEPT]
        return TicketsKept(seat, len(kept), len(group) - len(kept), Secret(seat, kept))

    def _single(self, kind: int, seat: int, a: int, b: int) -> Event:  # one case for each kind
        name = self.board.card_name
        match kind:
            case t.TURNED_UP:
                return TurnedUp(a, name(b))
            case t.MARKET_RESET:
                return MarketReset()
            case t.RESHUFFLED:
                return Reshuffled(a)
            case t.DREW_BLIND:
                return DrewBlind(seat, Secret(seat, name(a)))
            case t.DREW_MARKET:
                return DrewFaceUp(seat, a, name(b))
            case t.CHOSEN:
                return Chosen(seat)
            case t.CLAIMED:
                return Claimed(seat, a, cards_of(self.board, self.code), b)
            case t.FLAG_CARD:
                return FlagCard(seat, name(a))
            case t.FLAG_SCORED:
                return FlagScored(seat, a)
            case t.BOUGHT:
                return Bought(seat, self.board.technologies[a][0], cards_of(self.board, self.code))
            case t.CAME_BACK:
                return CameBack(self.board.technologies[a][0])
            case t.WITHDRAWN:
                return Withdrawn(self.board.technologies[a][0])
            case t.PASSED:
                return Passed(seat)
            case t.LAST_ROUND:
                return LastRound(seat)
            case t.TURN_BEGINS:
                return TurnBegins(seat)
            case t.GAME_OVER:
                return GameOver()
        raise ValueError(f"{kind} is not the kind of a note")
