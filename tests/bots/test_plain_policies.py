"""Compiled policies play a small game as plain Python too, which is also how coverage sees their lines."""

from __future__ import annotations

import pytest

import branchline as bl


@pytest.mark.parametrize("name", ["novice", "beginner", "learned"])
def test_a_compiled_policy_plays_a_whole_game(name: str) -> None:
    game = bl.new_game("mini", players=2, seed=3)
    bots = [bl.bot(name), bl.bot("planner")]
    for number, bot in enumerate(bots):
        bot.start(number)
    while not game.over:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    assert sum(game.result.totals) > 0
