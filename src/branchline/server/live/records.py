"""What is stored about a game: the list of its records, from which everything else follows."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec


class _Record(msgspec.Struct, frozen=True, tag_field="r", omit_defaults=True, forbid_unknown_fields=True):
    """The base of all records."""


class SeatSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits on a chair."""

    kind: Literal["open", "person", "bot"]
    name: str
    color: str = msgspec.field(name="colour")  # as the records of 0.1.0 spell it
    level: str | None = None
    guest: str | None = None


class Created(_Record, frozen=True, tag="created"):
    """The host created a table: the map, the chairs and how the game will be played."""

    map: str
    map_hash: str
    title: str
    seats: list[SeatSetup]
    host: str
    options: list[str] = []
    public: bool = False
    hints: bool = True
    clock: int | None = None
    shuffle: bool = True
    seed: str | None = None
    """The server's seed, whose hash everybody at the table sees; games of 0.1.0 have none before they start."""
    practice: bool = False
    """Whether it is another game played on from one of its moments."""


class SatDown(_Record, frozen=True, tag="sat down"):
    """A guest took an open chair."""

    chair: int
    guest: str
    name: str
    color: str = msgspec.field(name="colour")  # as the records of 0.1.0 spell it


class Joined(_Record, frozen=True, tag="joined"):
    """A player continues on another device, which is another guest."""

    chair: int
    guest: str


class ChairSet(_Record, frozen=True, tag="chair set"):
    """The host opened a chair or gave it to a bot, or a player left it."""

    chair: int
    setup: SeatSetup


class Committed(_Record, frozen=True, tag="committed"):
    """A player committed to the entropy that they will add to the seed, by its SHA-256."""

    chair: int
    commitment: str


class Revealed(_Record, frozen=True, tag="revealed"):
    """A player revealed the entropy that they add to the seed."""

    chair: int
    entropy: str


class Edited(_Record, frozen=True, tag="edited"):
    """The host changed how the game will be played."""

    options: list[str]
    public: bool
    hints: bool
    clock: int | None = None


class Started(_Record, frozen=True, tag="started"):
    """The game started: its seed, the chairs in seat order (S5), and the entropy that players added, in chair order."""

    seed: str
    chairs: list[int]
    entropy: list[str] = []


class Acted(_Record, frozen=True, tag="acted"):
    """A seat played an action, itself or through a bot or the clock."""

    seat: int
    code: int
    by: Literal["person", "bot", "clock"] = "person"


class UndoAsked(_Record, frozen=True, tag="undo asked"):
    """A seat asks to go back to the first `to` actions; it is done when all seats in `needs` have agreed.

    Chance is redealt then, except in records of 0.1.0.
    """

    seat: int
    to: int
    needs: list[int] = []
    redeal: bool = False


class UndoAnswered(_Record, frozen=True, tag="undo answered"):
    """A seat agrees to an undo or refuses it."""

    seat: int
    yes: bool


class Redealt(_Record, frozen=True, tag="redealt"):
    """Chance was redealt here in a game that was imported; in others this is part of the undo."""

    number: int


class Resigned(_Record, frozen=True, tag="resigned"):
    """A seat resigned."""

    seat: int


class Said(_Record, frozen=True, tag="said"):
    """A line of chat."""

    name: str
    text: str
    chair: int | None = None


class Rematched(_Record, frozen=True, tag="rematched"):
    """The same table continues in another game."""

    game: str


Record: TypeAlias = (
    Created
    | SatDown
    | Joined
    | ChairSet
    | Committed
    | Revealed
    | Edited
    | Started
    | Acted
    | UndoAsked
    | UndoAnswered
    | Redealt
    | Resigned
    | Said
    | Rematched
)

_DECODER = msgspec.json.Decoder(Record)


def to_text(record: Record) -> str:
    """Return the text by which a record is stored."""
    return msgspec.json.encode(record).decode()


def from_text(text: str) -> Record:
    """Return the record that a stored text holds."""
    record: Record = _DECODER.decode(text)
    return record
