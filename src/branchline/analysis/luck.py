"""Luck: the value of what came from the deck after a move, compared with its expectation.

A move is worth the mean result of its playouts over all cards that the deck may give. Once the cards are seen, the
position is played out again from the same seat's view, before anyone else moves: the difference is luck, not skill.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from branchline.analysis.review_data import DeckLuck
from branchline.engine.actions import Draw, DrawBlind, TakeTickets, decode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.analysis.judgement import Judge
    from branchline.bots.search.comparison import Array
    from branchline.engine.game import Game
    from branchline.engine.views import View

WORLDS = 576
"""The worlds in which a position is played out, before and after the cards are seen."""


def luck_of(judge: Judge, game: Game, before: Game, view: View, number: int) -> DeckLuck | None:
    """Return the luck of the view's seat with the next action of a game, or `None` if nothing came from a deck."""
    action = decode(game.board, game.log[number])
    if not isinstance(action, Draw | DrawBlind | TakeTickets):
        return None
    after = before.copy()
    after.play_next(game)
    if after.over or view.seat is None:
        return None
    expected = judge.continuations(view, action, WORLDS, number=number)
    found = judge.continuations(after.view(view.seat), None, WORLDS, number=number)
    chance = _difference(found.wins[0, :, view.seat], expected.wins[0, :, view.seat])
    points = _difference(found.scores[0, :, view.seat], expected.scores[0, :, view.seat])
    return DeckLuck(*chance, *points)


def total_luck(parts: Iterable[DeckLuck]) -> DeckLuck:
    """Return the luck of several moves together; the errors of single moves are independent."""
    found = list(parts)
    return DeckLuck(
        chance=round(sum(part.chance for part in found), 4),
        chance_error=round(math.hypot(*(part.chance_error for part in found)), 4),
        points=round(sum(part.points for part in found), 2),
        points_error=round(math.hypot(*(part.points_error for part in found)), 2),
    )


def _difference(found: Array, expected: Array) -> tuple[float, float]:
    """Return how much the mean of one sample exceeds that of another, with the standard error of the difference."""
    error = math.sqrt(found.var(ddof=1) / found.size + expected.var(ddof=1) / expected.size)
    return round(float(found.mean() - expected.mean()), 4), round(error, 4)
