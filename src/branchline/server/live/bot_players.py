"""How the server's bots choose: by level, one bot per thread, each seeing nothing but a view."""

from __future__ import annotations

import secrets
import threading
from typing import TYPE_CHECKING

from branchline.bots import policies, warmup
from branchline.bots.base import Clock
from branchline.bots.registry import CHARACTERS, LEVELS, bot, installed_bots
from branchline.names import UnknownNameError
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.bots.base import Bot
    from branchline.engine.views import View

GUIDED = frozenset({"expert", "guided"})
SEARCHING = frozenset({"hard", "search"}) | GUIDED
PLANNING = frozenset({*LEVELS, *CHARACTERS, "casual", "planner"}) - SEARCHING
INSTANT = PLANNING | {*policies.BOTS, "imported"}
UNPREPARED = frozenset({"learned"})
"""A bot for research, which is not compiled when a server starts: as plain Python, a move would take seconds."""
UNGUIDED = "hard"
"""The bot that plays for a guided one until the guided search is compiled."""
QUICK = "planner"
"""The bot that plays for a searching one until the search is compiled."""
SIMPLE = "greedy"
"""The bot that plays for a planning one until the planner is compiled: as plain Python, a plan can take seconds."""
_KEPT = 32
"""The number of bots that a thread keeps, each for one board."""
_mine = threading.local()


def check_level(level: str) -> str:
    """Return a level that exists: only a name, since a guest must not choose files, commands or parameters."""
    offered = [name for name in installed_bots() if name not in UNPREPARED]
    if level not in offered:
        raise Refusal("bad_request", str(UnknownNameError("bot", level, [*LEVELS, *offered])))
    return level


def is_instant(level: str) -> bool:
    """Return whether a bot of this level chooses at once, so that it need not wait for those that think."""
    return level in INSTANT or (level in SEARCHING and not warmup.SEARCH.is_fast)


def choose(level: str, view: View, seconds: float, seed: int | None = None) -> int:
    """Return the code of the action that a bot of this level chooses within about `seconds`; a seed fixes its dice."""
    player = _player(level, view)
    # A new start, so that it keeps nothing of another game.
    player.start(secrets.randbits(48) if seed is None else seed)
    return view.code_of(player.choose(view, None, Clock(seconds)))


def _player(level: str, view: View) -> Bot:
    if level in GUIDED and not warmup.GUIDED.is_fast:
        level = UNGUIDED
    if level in SEARCHING and not warmup.SEARCH.is_fast:
        level = QUICK
    if level in PLANNING and not warmup.PLANNER.is_fast:
        level = SIMPLE
    kept: dict[tuple[str, int], tuple[Board, Bot]] = _mine.__dict__.setdefault("kept", {})
    place = (level if level in installed_bots() else LEVELS[0], id(view.board))
    if place not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        kept[place] = (view.board, bot(place[0]))  # the board stays in memory, so that no other has its id
    return kept[place][1]
