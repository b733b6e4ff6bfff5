"""What happened at a table beyond the rules of the game: the server's own events."""

from __future__ import annotations

import msgspec


class _Happening(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """What all of them share."""


class SatDown(_Happening, frozen=True, tag="sat down"):
    """Somebody took a seat."""

    seat: int


class Left(_Happening, frozen=True, tag="left"):
    """A seat is open again, or a bot's."""

    seat: int


class Edited(_Happening, frozen=True, tag="edited"):
    """The host changed what is played."""


class Started(_Happening, frozen=True, tag="started"):
    """Play began."""


class OutOfTime(_Happening, frozen=True, tag="out of time"):
    """A seat's clock ran out; the server decided for it."""

    seat: int


class UndoAsked(_Happening, frozen=True, tag="undo asked"):
    """A seat asks to take moves back."""

    seat: int
    moves: int


class UndoRefused(_Happening, frozen=True, tag="undo refused"):
    """A seat does not agree to an undo."""

    seat: int


class Undone(_Happening, frozen=True, tag="undone"):
    """Moves were taken back."""

    seat: int
    moves: int


class Resigned(_Happening, frozen=True, tag="resigned"):
    """A seat gave up."""

    seat: int


class Rematched(_Happening, frozen=True, tag="rematch"):
    """The table goes on in another game."""

    game: str
