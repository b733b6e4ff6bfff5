"""What is on a board at one moment of a game."""

from __future__ import annotations

from msgspec import Struct, field


class PlayerMark(Struct):
    """A player's name, which of the player signs is theirs, and their score if a score track is to show it."""

    name: str
    sign: int
    score: int | None = None


class TicketMark(Struct):
    """A ticket to show: the cities it may start and end at, its points, and whether it is completed."""

    a: list[int]
    b: list[int]
    points: int
    done: bool = False


class Position(Struct):
    """The seats that hold each claimed route, the closed routes, the players, and the tickets to show."""

    held: dict[int, list[int]] = field(default_factory=dict)
    closed: list[int] = field(default_factory=list)
    players: list[PlayerMark] = field(default_factory=list)
    tickets: list[TicketMark] = field(default_factory=list)
