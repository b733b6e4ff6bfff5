"""Ratings of a tournament: openskill's Plackett–Luce model over all games, in a fixed order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from branchline.arena.statistics import normal_interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Rating(msgspec.Struct, frozen=True):
    """The rating of a bot, and its 95 % interval."""

    bot: str
    rating: float
    interval: tuple[float, float]
    games: int


class Placing(msgspec.Struct, frozen=True):
    """The bots of a game and the rank of each; equal ranks are ties."""

    bots: tuple[str, ...]
    ranks: tuple[int, ...]


def rate(bots: Sequence[str], games: Iterable[Placing]) -> list[Rating]:
    """Return the ratings of the bots, best first; a game in which a bot meets itself does not count.

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
        Rating(bot, float(r.mu), normal_interval(float(r.mu), float(r.sigma)), played[bot])
        for bot, r in ratings.items()
    ]
    return sorted(rated, key=lambda rating: -rating.rating)
