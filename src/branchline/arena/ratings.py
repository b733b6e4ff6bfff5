"""Ratings of a tournament: openskill's Plackett–Luce model over every game, in a fixed order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Z = 1.959964
"""The normal deviate of a 95 % interval."""


class Rating(msgspec.Struct, frozen=True):
    """What a bot is rated, and the 95 % interval of it."""

    bot: str
    rating: float
    interval: tuple[float, float]
    games: int


class Placing(msgspec.Struct, frozen=True):
    """Who sat at a table, and the rank of each: level ones alike."""

    bots: tuple[str, ...]
    ranks: tuple[int, ...]


def rate(bots: Sequence[str], games: Iterable[Placing]) -> list[Rating]:
    """Rate the bots by the games, best first; a bot that meets itself is left out of that game.

    >>> [rating.bot for rating in rate(["a", "b"], [Placing(("a", "b"), (2, 1))] * 9)]
    ['b', 'a']
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in bots}
    played = dict.fromkeys(bots, 0)
    for game in games:
        if len(set(game.bots)) < len(game.bots):
            continue
        teams = [[ratings[bot]] for bot in game.bots]
        for bot, [rating] in zip(game.bots, model.rate(teams, ranks=[float(r) for r in game.ranks]), strict=True):
            ratings[bot] = rating
            played[bot] += 1
    rated = [
        Rating(bot, float(r.mu), (float(r.mu - Z * r.sigma), float(r.mu + Z * r.sigma)), played[bot])
        for bot, r in ratings.items()
    ]
    return sorted(rated, key=lambda rating: -rating.rating)
