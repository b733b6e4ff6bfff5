"""Hints: the moves that the search rates best, in games that allow them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots import warmup
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


async def hints_for(
    workers: SearchWorkers, owner: str, match: Match, seat: int, seconds: float = SECONDS
) -> list[wire.HintMove]:
    """Return good moves for a seat that has to decide, found from its view alone, best first.

    The owner is whose share of the workers' time the search takes: the address of whoever asks.
    A game that moves on during the search is searched again, as long as the seat still has to decide.
    """
    commands.check_hints(match)
    while True:
        commands.check_may_decide(match, seat)
        rev, first_tickets = match.rev, match.playing.phase == "first tickets"
        hints = await _search(workers, owner, match.view(seat), min(SECONDS, seconds))
        # First tickets are chosen by all at once: what another seat chose does not make a hint stale.
        if match.rev == rev or (first_tickets and match.playing.phase == "first tickets" and seat in match.deciding):
            return hints


async def _search(workers: SearchWorkers, owner: str, view: View, seconds: float) -> list[wire.HintMove]:
    if not await workers.preparation.can_use(warmup.SEARCH):
        if not (workers.preparation.has_failed or await workers.preparation.can_use(warmup.PLANNER)):
            left = workers.preparation.seconds_left(warmup.PLANNER)
            message = f"Hints are being prepared. They will be available in about {left} seconds."
            raise Refusal("not_ready", message, retry_after=float(left))
        return [_hint(view, await workers.run(owner, lambda: choose(QUICK, view, seconds)))]
    analysis = await workers.search(owner, view, seconds=seconds)
    seat = analysis.seat
    # The search lists first what it examined most; a reader expects the order of the chances that are shown.
    best = sorted(analysis.moves[:MOST_HINTS], key=lambda move: (-round(move.wins[seat], 3), -move.margin))
    return [_hint(view, view.code_of(move.action), round(move.wins[seat], 3), round(move.margin, 1)) for move in best]


def _hint(view: View, code: int, chance: float | None = None, margin: float | None = None) -> wire.HintMove:
    action = decode(view.board, code)
    return wire.HintMove(action=action, text=notation(view.board, action), chance=chance, margin=margin)
