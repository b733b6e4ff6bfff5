"""Who is connected to a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection


@dataclass(frozen=True)
class Presence:
    """Who is connected: the chairs of players, and the number of spectators."""

    chairs: Collection[int] = ()
    watchers: int = 0

    @property
    def anyone(self) -> bool:
        """Whether anyone is connected."""
        return bool(self.chairs or self.watchers)


def combined(parts: Collection[Presence]) -> Presence:
    """Return who is connected through any of several listeners or processes."""
    chairs = {chair for presence in parts for chair in presence.chairs}
    return Presence(chairs, sum(presence.watchers for presence in parts))
