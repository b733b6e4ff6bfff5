"""Hints: what the search likes best, in games that allow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.actions import decode, notation
from branchline.server.live import commands
from branchline.server.projection import wire
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.server.live.match import Match
    from branchline.server.site import Site

SECONDS = 1.5
MOST = 3
"""So many moves are told."""


async def hints_for(site: Site, match: Match, seat: int, request_id: str) -> wire.Answer:
    """Return good moves for a seat that has to decide, from its view alone."""
    if not match.hints:
        raise Refusal("no_hints", "This game is played without hints.")
    commands.check_may_decide(match, seat)
    rev, board, first = match.rev, match.board, match.playing.phase == "first tickets"
    found = await site.thinkers.good_moves(match.view(seat), min(SECONDS, site.settings.bot_seconds))
    if match.rev != rev and not (first and seat in match.deciding):  # first tickets are chosen by all at once
        raise Refusal("stale", "The game has moved on since: look again.")
    return wire.Answer(id=request_id, hints=[_told(board, *move) for move in found[:MOST]])


def _told(board: Board, code: int, chance: float | None, margin: float | None) -> wire.HintMove:
    action = decode(board, code)
    return wire.HintMove(
        action=action,
        text=notation(board, action),
        chance=None if chance is None else round(chance, 3),
        margin=None if margin is None else round(margin, 1),
    )
