"""Hints: the moves that the search rates best, in games that allow them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.actions import decode, notation
from branchline.server.live import commands
from branchline.server.live.bot_players import QUICK, choose
from branchline.server.projection import wire
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.engine.views import View
    from branchline.server.analysis.workers import SearchWorkers
    from branchline.server.live.match import Match

SECONDS = 1.5
MOST_HINTS = 3


async def hints_for(workers: SearchWorkers, match: Match, seat: int, seconds: float = SECONDS) -> list[wire.HintMove]:
    """Return good moves for a seat that has to decide, found from its view alone, best first."""
    if not match.hints:
        raise Refusal("no_hints", "This game is played without hints.")
    commands.check_may_decide(match, seat)
    rev, first_tickets = match.rev, match.playing.phase == "first tickets"
    hints = await _search(workers, match.view(seat), min(SECONDS, seconds))
    # First tickets are chosen by all at once: what another seat chose does not make a hint stale.
    if match.rev != rev and not (first_tickets and seat in match.deciding):
        raise Refusal("stale", "The game has moved on: look again.")
    return hints


async def _search(workers: SearchWorkers, view: View, seconds: float) -> list[wire.HintMove]:
    if not workers.prepare():
        return [_hint(view, await workers.run(lambda: choose(QUICK, view, seconds)))]
    analysis = await workers.search(view, seconds=seconds)
    seat = analysis.seat
    return [
        _hint(view, view.code_of(move.action), round(move.wins[seat], 3), round(move.margin, 1))
        for move in analysis.moves[:MOST_HINTS]
    ]


def _hint(view: View, code: int, chance: float | None = None, margin: float | None = None) -> wire.HintMove:
    action = decode(view.board, code)
    return wire.HintMove(action=action, text=notation(view.board, action), chance=chance, margin=margin)
