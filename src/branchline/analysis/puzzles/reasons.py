"""Why a move is better than another: how the games that were played out with both differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.analysis.puzzles.puzzle import Reason
from branchline.bots.search.comparison import MoveComparison
from branchline.engine.actions import Claim, Keep, decode
from branchline.engine.rules import scoring

if TYPE_CHECKING:
    from branchline.bots.search.comparison import Array, Outcomes
    from branchline.engine.views import View

PARTS = {
    "routes": scoring.ROUTES,
    "technologies": scoring.TECHNOLOGIES,
    "flags": scoring.FLAGS,
    "longest path": scoring.LONGEST_PATH,
    "districts": scoring.DISTRICTS,
}
"""The parts of a score that are worth a reason of their own, and the column of each; tickets are named one by one."""
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
        seat = int(view.seat or 0)
        found = [
            *_tickets(view, outcomes, seat, best),
            *_lost_route(view, outcomes, seat, best),
            *_parts(outcomes, seat),
            *_rivals(outcomes, seat),
            *_turns(outcomes),
        ]
        found.sort(key=lambda pair: -pair[0])
        return [reason for _, reason in found[:MOST_REASONS]]


def _tickets(view: View, outcomes: Outcomes, seat: int, best: int) -> list[tuple[float, Reason]]:
    """Return the tickets that are completed more often, weighted by their points, which are won instead of lost."""
    action = decode(view.board, best)
    kept = [view.offer[place] for place in action.tickets] if isinstance(action, Keep) else []
    found = []
    for ticket in [*view.tickets, *kept]:
        share, otherwise = (_completed(view, outcomes, seat, ticket, move) for move in (0, 1))
        if share - otherwise >= LEAST_SHARE:
            weight = 2 * view.board.tickets[ticket].points * (share - otherwise)
            found.append((weight, Reason("ticket", _share(share), _share(otherwise), ticket=ticket)))
    return found


def _completed(view: View, outcomes: Outcomes, seat: int, ticket: int, move: int) -> float:
    """Return the share of worlds in which a seat holds a ticket and has completed it."""
    networks = outcomes.routes[move, :, seat]
    held = (outcomes.held[move, :, seat] >> np.uint64(ticket)) & np.uint64(1) != 0
    completed = [
        view.board.completed(_routes(network), ticket) for network, has in zip(networks, held, strict=True) if has
    ]
    return sum(completed) / len(networks)


def _routes(network: Array) -> list[int]:
    words = [int(word) for word in network]
    return [64 * place + bit for place, word in enumerate(words) for bit in range(64) if word >> bit & 1]


def _lost_route(view: View, outcomes: Outcomes, seat: int, best: int) -> list[tuple[float, Reason]]:
    """Return how often somebody else takes the route that the best move claims."""
    action = decode(view.board, best)
    if not isinstance(action, Claim):
        return []
    route, worlds = action.route, outcomes.routes[1]
    mark = np.uint64(1 << (route % 64))
    lost = (worlds[:, :, route // 64] & mark) != 0
    lost[:, seat] = False
    share = float(lost.any(axis=1).mean())
    if share < LEAST_SHARE:
        return []
    weight = view.board.routes[route].length * 4 * share
    return [(weight, Reason("lost route", 0.0, _share(share), route=route))]


def _parts(outcomes: Outcomes, seat: int) -> list[tuple[float, Reason]]:
    means = outcomes.table[:, :, seat].mean(axis=1)
    found = []
    for part, column in PARTS.items():
        best, other = float(means[0, column]), float(means[1, column])
        if best - other >= LEAST_POINTS:
            found.append((best - other, Reason("part", round(best, 1), round(other, 1), part=part)))
    return found


def _rivals(outcomes: Outcomes, seat: int) -> list[tuple[float, Reason]]:
    """Return how much less the strongest opponent scores."""
    scores = np.delete(outcomes.scores, seat, axis=2).max(axis=2).mean(axis=1)
    best, other = float(scores[0]), float(scores[1])
    return [(other - best, Reason("rivals", round(best, 1), round(other, 1)))] if other - best >= LEAST_POINTS else []


def _turns(outcomes: Outcomes) -> list[tuple[float, Reason]]:
    best, other = (float(mean) for mean in outcomes.turns.mean(axis=1))
    if abs(best - other) < LEAST_TURNS:
        return []
    return [(0.5 * abs(best - other), Reason("turns", round(best, 1), round(other, 1)))]


def _share(value: float) -> float:
    return round(value, 2)
