"""The events of a table: the public part of its records. The engine has its own events for play.

A record may hold what nobody may see, such as the seed or the ids of guests, so it is never sent itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec

from branchline.server.live import records as r

if TYPE_CHECKING:
    from branchline.server.live.match import LogEntry, UndoStep


class _TableEvent(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """The base of all events of a table."""


class SatDown(_TableEvent, frozen=True, tag="sat down"):
    """A player took a seat."""

    seat: int


class Left(_TableEvent, frozen=True, tag="left"):
    """A seat was opened or given to a bot."""

    seat: int


class Edited(_TableEvent, frozen=True, tag="edited"):
    """The host changed how the game will be played."""


class Started(_TableEvent, frozen=True, tag="started"):
    """The game started."""


class OutOfTime(_TableEvent, frozen=True, tag="out of time"):
    """The clock of a seat ran out, and the server decided for it."""

    seat: int


class UndoAsked(_TableEvent, frozen=True, tag="undo asked"):
    """A seat asks to take moves back."""

    seat: int
    moves: int


class UndoRefused(_TableEvent, frozen=True, tag="undo refused"):
    """A seat refused an undo."""

    seat: int


class Undone(_TableEvent, frozen=True, tag="undone"):
    """Moves were taken back, as a seat had asked."""

    seat: int
    moves: int


class Resigned(_TableEvent, frozen=True, tag="resigned"):
    """A seat resigned."""

    seat: int


class Rematched(_TableEvent, frozen=True, tag="rematch"):
    """The table continues in another game."""

    game: str


TableEvent: TypeAlias = (
    SatDown | Left | Edited | Started | OutOfTime | UndoAsked | UndoRefused | Undone | Resigned | Rematched
)


def table_event(entry: LogEntry) -> TableEvent | None:  # noqa: PLR0911 (one case a record)
    """Return what everyone sees of a record, or `None` where nothing is shown or the engine's events show it."""
    match entry.record:
        case r.SatDown(chair=chair):
            return SatDown(chair)
        case r.ChairSet(chair=chair):
            return Left(chair)
        case r.Edited():
            return Edited()
        case r.Started():
            return Started()
        case r.Acted(seat=seat, by="clock"):
            return OutOfTime(seat)
        case r.UndoAsked(seat=seat) | r.UndoAnswered(seat=seat) if entry.undo is not None:
            return _undo_event(seat, entry.undo)
        case r.Resigned(seat=seat):
            return Resigned(seat)
        case r.Rematched(game=game):
            return Rematched(game)
    return None


def _undo_event(seat: int, step: UndoStep) -> TableEvent:
    if step.status == "asked":
        return UndoAsked(seat, step.moves)
    return UndoRefused(seat) if step.status == "refused" else Undone(step.asked_by, step.moves)
