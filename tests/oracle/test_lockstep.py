"""Kernel and oracle play the same games: a hundred a map, and odd ones until every corner was reached."""

from __future__ import annotations

from collections import Counter

import pytest

from .corners import EVERYWHERE, RESETS, TECHNOLOGIES
from .lockstep import MAPS, SCARCE, run_games

pytestmark = pytest.mark.no_cover  # many games: they add volume, not lines

GAMES = 100
PART = 20
EVERY = 12
"""The legal actions are compared before every twelfth action on average, all that lies on the table before each."""


@pytest.mark.parametrize("first", range(0, GAMES, PART))
@pytest.mark.parametrize("map_name", MAPS)
def test_kernel_and_oracle_agree(map_name: str, first: int) -> None:
    corners = run_games(map_name, first, PART, EVERY)
    assert sum(times for corner, times in corners.items() if corner.startswith("E5")) == PART


@pytest.mark.parametrize(
    ("map_name", "expected"),
    [
        ("usa", EVERYWHERE | RESETS),
        ("london", EVERYWHERE | RESETS | {"T3 everyone passed"}),
        ("paris", EVERYWHERE | RESETS | {"T3 everyone passed", "F3 flag"}),
        ("uk", EVERYWHERE | TECHNOLOGIES),
    ],
)
def test_agreement_in_every_corner(map_name: str, expected: set[str]) -> None:
    corners = Counter(run_games(SCARCE + map_name, 0, 8, EVERY)) + run_games(map_name, GAMES, 4, 1)
    assert expected - set(corners) == set()
