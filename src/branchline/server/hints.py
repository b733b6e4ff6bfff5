"""Hints: what the strongest quick bot would do, in games that allow it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from branchline.engine.actions import decode, notation
from branchline.server import commands, wire
from branchline.server.chooser import suggest
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.server.match import Match
    from branchline.server.site import Site

SECONDS = 1.5


async def hints_for(site: Site, match: Match, seat: int, request_id: str) -> wire.Answer:
    """Return good moves for a seat that has to decide."""
    if not match.hints:
        raise Refusal("no_hints", "This game is played without hints.")
    commands.check_may_decide(match, seat)
    found = await asyncio.to_thread(suggest, match.view(seat), min(SECONDS, site.settings.bot_seconds))
    board = match.board
    moves = [(decode(board, code), chance) for code, chance in found]
    return wire.Answer(
        id=request_id,
        hints=[wire.HintMove(action=action, text=notation(board, action), chance=chance) for action, chance in moves],
    )
