"""Why a move is better than another: how the games that were played out with both differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.analysis.endings import ITEMS, Endings
from branchline.analysis.puzzles.puzzle import Reason
from branchline.bots.search.comparison import MoveComparison
from branchline.engine.actions import Claim, Keep, decode

if TYPE_CHECKING:
    from branchline.engine.views import View

LEAST_SHARE = 0.1
"""How much more often a ticket must be completed, or a route be lost, to be a reason."""
LEAST_POINTS = 0.5
LEAST_TURNS = 1.0
MOST_REASONS = 3


class Reasoner:
    """Compares pairs of moves."""

    def __init__(self, worlds: int) -> None:
        self._worlds = worlds
        self._comparison = MoveComparison()

    def reasons(self, view: View, best: int, other: int) -> list[Reason]:
        """Return the main reasons why the first move is better, the weightiest first."""
        bits = view.deciding_record()[1]
        outcomes = self._comparison.outcomes(view, [best & ~bits, other & ~bits], self._worlds, seed=3)
        endings = Endings(view.board, outcomes, int(view.seat or 0))
        found = [
            *_tickets(view, endings, best),
            *_lost_route(view, endings, best),
            *_parts(endings),
            *_rivals(endings),
            *_turns(endings),
        ]
        found.sort(key=lambda pair: -pair[0])
        return [reason for _, reason in found[:MOST_REASONS]]


def _tickets(view: View, endings: Endings, best: int) -> list[tuple[float, Reason]]:
    """Return the tickets that are completed more often, weighted by their points, which are won instead of lost."""
    action = decode(view.board, best)
    kept = [view.offer[place] for place in action.tickets] if isinstance(action, Keep) else []
    found = []
    for ticket in [*view.tickets, *kept]:
        share, otherwise = endings.completed(0, ticket), endings.completed(1, ticket)
        if share - otherwise >= LEAST_SHARE:
            weight = 2 * view.board.tickets[ticket].points * (share - otherwise)
            found.append((weight, Reason("ticket", _share(share), _share(otherwise), ticket=ticket)))
    return found


def _lost_route(view: View, endings: Endings, best: int) -> list[tuple[float, Reason]]:
    """Return how often somebody else takes the route that the best move claims."""
    action = decode(view.board, best)
    if not isinstance(action, Claim):
        return []
    share = endings.lost(1, action.route)
    if share < LEAST_SHARE:
        return []
    weight = view.board.routes[action.route].length * 4 * share
    return [(weight, Reason("lost route", 0.0, _share(share), route=action.route))]


def _parts(endings: Endings) -> list[tuple[float, Reason]]:
    found = []
    for part, column in ITEMS.items():
        best, other = endings.item(0, column), endings.item(1, column)
        if best - other >= LEAST_POINTS:
            found.append((best - other, Reason("part", round(best, 1), round(other, 1), part=part)))
    return found


def _rivals(endings: Endings) -> list[tuple[float, Reason]]:
    """Return how much less the strongest opponent scores."""
    best, other = endings.rival(0), endings.rival(1)
    return [(other - best, Reason("rivals", round(best, 1), round(other, 1)))] if other - best >= LEAST_POINTS else []


def _turns(endings: Endings) -> list[tuple[float, Reason]]:
    best, other = endings.turns(0), endings.turns(1)
    if abs(best - other) < LEAST_TURNS:
        return []
    return [(0.5 * abs(best - other), Reason("turns", round(best, 1), round(other, 1)))]


def _share(value: float) -> float:
    return round(value, 2)
