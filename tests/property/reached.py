"""Games at any moment that play can reach, for Hypothesis."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from tests.oracle.policies import POLICIES, choose
from tests.positions import board, dealt

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.engine.game import Game

MAPS = ("usa", "london", "paris", "uk")
WITHOUT_SETS = ("usa", "london", "paris")
"""Maps on which no cards stand for wilds (K1)."""
LONGEST = 5000
"""Decisions; no game that anyone could call play takes as many."""


@st.composite
def tables(draw: Callable[..., Any], maps: tuple[str, ...] = MAPS) -> Game:
    """A game just set up: any map, number of players, options and seed."""
    name = draw(st.sampled_from(maps))
    players = board(name, 2).spec.players
    number = draw(st.integers(players.least, players.most))
    options = draw(st.lists(st.sampled_from(sorted(board(name, 2).spec.options)), unique=True))
    return dealt(name, number, draw(st.integers(0, 2**32)), options)


@st.composite
def games(draw: Callable[..., Any], maps: tuple[str, ...] = MAPS, most: int = 400) -> Game:
    """A game after any number of actions, chosen by any policy."""
    game: Game = draw(tables(maps))
    play_on(game, draw(st.integers(0, most)), draw(st.sampled_from(sorted(POLICIES))), draw(st.integers(0, 2**32)))
    return game


def play_on(game: Game, actions: int, policy: str = "uniform", seed: int = 0) -> None:
    """Play a number of actions, or to the end."""
    random = Random(seed)
    for _ in range(actions):
        if game.over:
            return
        game.play(choose(game.legal.codes, policy, random))
