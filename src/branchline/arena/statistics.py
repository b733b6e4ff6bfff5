"""Shares of wins, and 95 % confidence intervals."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Array = np.ndarray[Any, Any]

Z = 1.959964
"""The standard normal quantile of a 95 % interval."""


def win_shares(ranks: Array) -> Array:
    """Return each seat's share of the win of each game: winners who tie share it equally.

    >>> win_shares(np.array([[1, 2, 3], [1, 1, 3]])).tolist()
    [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0]]
    """
    won = ranks == 1
    return np.asarray(won / won.sum(axis=1, keepdims=True))


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's interval of a rate, which stays within 0 and 1.

    >>> tuple(round(end, 3) for end in wilson_interval(90, 100))
    (0.826, 0.945)
    """
    if games == 0:
        return 0.0, 1.0
    rate, z2 = wins / games, Z * Z
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = Z * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def difference_interval(first: tuple[float, int], second: tuple[float, int]) -> tuple[float, float]:
    """Return Newcombe's interval of the difference of two independent rates, each given as wins and games.

    >>> tuple(round(end, 3) for end in difference_interval((56, 70), (48, 80)))
    (0.052, 0.334)
    """
    rates = [wins / games if games else 0.5 for wins, games in (first, second)]
    (low, high), (other_low, other_high) = wilson_interval(*first), wilson_interval(*second)
    difference = rates[0] - rates[1]
    return (
        difference - math.hypot(rates[0] - low, other_high - rates[1]),
        difference + math.hypot(high - rates[0], rates[1] - other_low),
    )


def bradley_terry(wins: Mapping[tuple[str, str], float], rounds: int = 2000) -> dict[str, float]:
    """Return the strength of each player that makes the wins of each over each other likeliest; their mean is 0.

    A player who is stronger by 1 wins ten games of eleven. The strengths are found with Hunter's MM algorithm, with
    half a win added on both sides of every pair, so that a player who always wins is not infinitely strong.

    >>> {name: round(strength, 2) for name, strength in bradley_terry({("a", "b"): 90, ("b", "a"): 9}).items()}
    {'a': 0.49, 'b': -0.49}
    """
    names = sorted({name for pair in wins for name in pair})
    place = {name: number for number, name in enumerate(names)}
    table = np.zeros((len(names), len(names)))
    for (winner, loser), number in wins.items():
        table[place[winner], place[loser]] += number + 0.5
    games, won = table + table.T, table.sum(axis=1)
    strength = np.ones(len(names))
    for _ in range(rounds):
        strength = won / (games / (strength[:, None] + strength[None, :])).sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
    return {name: float(np.log10(strength[place[name]])) for name in names}


def normal_interval(mean: float, standard_error: float) -> tuple[float, float]:
    """Return the interval of a normally distributed estimate."""
    return mean - Z * standard_error, mean + Z * standard_error


def mean_interval(values: Sequence[float] | Array) -> tuple[float, float]:
    """Return the interval of a mean."""
    array = np.asarray(values, dtype=np.float64)
    error = float(array.std(ddof=1)) / math.sqrt(len(array)) if len(array) > 1 else 0.0
    return normal_interval(float(array.mean()), error)
