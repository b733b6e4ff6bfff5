"""Advice for a first game: it is legal, it uses the view alone, and whoever follows it beats the first level."""

from __future__ import annotations

from random import Random

import pytest

import branchline as bl
from branchline.analysis.advice import advice_for
from branchline.bots.registry import LEVELS


def advised_game(name: str, seed: int) -> tuple[bl.Game, set[str]]:
    """Play a game in which seat 0 follows the advice against the first level."""
    game, rival = bl.new_game(name, players=2, seed=seed), bl.bot(LEVELS[0])
    rival.start(seed)
    kinds: set[str] = set()
    while not game.over:
        view = game.view(game.turn)
        if game.turn == 0:
            advice = advice_for(view)
            kinds.add(advice.kind)
            game.play(advice.action)
        else:
            game.play(rival.choose(view))
    return game, kinds


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk"])
def test_a_game_can_be_played_by_advice_alone_on_every_map(name: str) -> None:
    game, kinds = advised_game(name, 3)
    assert {"tickets", "ticket route", "collect"} <= kinds
    assert game.result.seats[0].tickets_made


def test_whoever_follows_the_advice_on_the_smallest_map_beats_the_first_level() -> None:
    wins = sum(0 in advised_game("mini", seed)[0].result.winners for seed in range(40))
    assert wins >= 30


def test_advice_does_not_depend_on_what_is_hidden() -> None:
    game, rng = bl.new_game("mini", players=2, seed=4), Random(1)
    for _ in range(12):
        view = game.view(game.turn)
        world = next(view.worlds(rng))
        assert advice_for(world.view(world.turn)) == advice_for(view)
        game.play(advice_for(view).action)
