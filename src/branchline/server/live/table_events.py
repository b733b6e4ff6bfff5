"""The events of a table: what everyone sees of those records that the engine has no events for.

A record may hold what nobody may see, such as the seed or the ids of guests, so it is never sent itself.
"""

from __future__ import annotations

from typing import TypeAlias

from branchline.engine.events import EventBase


class SeatTaken(EventBase, frozen=True, tag="sat down"):
    """A player took a seat."""

    seat: int
    name: str


class SeatLeft(EventBase, frozen=True, tag="left"):
    """A seat was opened, or given to the bot with this name."""

    seat: int
    name: str = ""


class SettingsChanged(EventBase, frozen=True, tag="edited"):
    """The host changed how the game will be played."""


class GameStarted(EventBase, frozen=True, tag="started"):
    """The game started."""


class OutOfTime(EventBase, frozen=True, tag="out of time"):
    """The clock of a seat ran out, and the server decided for it."""

    seat: int


class UndoRequested(EventBase, frozen=True, tag="undo asked"):
    """A seat asks to take moves back."""

    seat: int
    moves: int


class UndoRefused(EventBase, frozen=True, tag="undo refused"):
    """A seat refused an undo."""

    seat: int


class MovesUndone(EventBase, frozen=True, tag="undone"):
    """Moves were taken back, as a seat had asked."""

    seat: int
    moves: int


class SeatResigned(EventBase, frozen=True, tag="resigned"):
    """A seat resigned."""

    seat: int


class RematchCreated(EventBase, frozen=True, tag="rematch"):
    """The table continues in another game."""

    game: str


TableEvent: TypeAlias = (
    SeatTaken
    | SeatLeft
    | SettingsChanged
    | GameStarted
    | OutOfTime
    | UndoRequested
    | UndoRefused
    | MovesUndone
    | SeatResigned
    | RematchCreated
)
