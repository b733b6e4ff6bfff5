"""Bots choose legal actions that depend only on the view, the parameters and the dice; specs are parsed strictly."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

import branchline as bl
from branchline.arena.match import new_match
from branchline.arena.simulation import simulate
from branchline.bots.base import BotError, Clock
from branchline.bots.registry import LEVELS
from branchline.names import UnknownNameError

MAPS = ["usa", "london", "paris", "uk"]


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("spec", ["random", "greedy", "planner", "novice", "easy"])
def test_every_action_of_a_whole_game_is_legal(name: str, spec: str) -> None:
    game = bl.new_game(name, players=3, seed=11)
    bots = [bl.bot(spec) for _ in range(3)]
    for seat, player in enumerate(bots):
        player.start(seat)
    while not game.over:
        view = game.view(game.turn)
        action = bots[game.turn].choose(view, view.legal, Clock())
        assert action in view.legal
        game.play(action)
    assert max(game.result.totals) == game.result.seats[game.result.winners[0]].total


@pytest.mark.parametrize("name", MAPS)
def test_the_planner_chooses_the_same_in_every_world_of_its_view(name: str) -> None:
    game = bl.new_game(name, players=2, seed=5)
    planner, fresh = bl.bot("planner"), bl.bot("planner")
    rng = Random(3)
    while not game.over:
        seat = game.turn
        action = planner.choose(game.view(seat))
        if len(game.log) % 7 == 0:
            fresh.start(0)  # without the plan of earlier moves
            assert fresh.choose(game.view(seat)) == action
            for world, _ in zip(game.view(seat).worlds(rng), range(2), strict=False):
                assert fresh.choose(world.view(seat)) == action
        game.play(action)


def test_noise_comes_from_the_dice_of_the_bot() -> None:
    def play(seed: int) -> list[int]:
        game = bl.new_game("london", players=2, seed=2)
        bots = [bl.bot("planner:noise=1"), bl.bot("planner:noise=1")]
        for seat, player in enumerate(bots):
            player.start(seed + seat)
        while not game.over:
            game.play(bots[game.turn].choose(game.view(game.turn)))
        return game.log

    assert play(1) == play(1)
    assert play(1) != play(5)


def test_first_tickets_are_chosen_in_any_order_of_seats() -> None:
    game = bl.new_game("usa", players=3, seed=1)
    for seat in (2, 0, 1):
        action = bl.bot("planner").choose(game.view(seat))
        assert isinstance(action, bl.Keep)
        game.play(action)
    assert game.phase == "turn"


def test_an_error_says_why_a_bot_cannot_choose() -> None:
    game = bl.new_game("london", players=2, seed=1)
    with pytest.raises(BotError, match="spectator"):
        bl.bot("planner").choose(game.view(None))
    game.play("keep 1")
    game.play("keep 1")
    with pytest.raises(BotError, match="seat 0's turn, not seat 1's"):
        bl.bot("planner").choose(game.view(1))


def test_the_last_turn_takes_the_most_points() -> None:
    game = bl.new_game("usa", players=2, seed=8)
    bots = [bl.bot("planner"), bl.bot("planner")]
    while not game.last_round:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    claims = [action for action in game.legal if isinstance(action, bl.Claim)]
    action = bots[game.turn].choose(game.view(game.turn))
    assert isinstance(action, bl.Claim) == bool(claims)


# ---- specs -------------------------------------------------------------------------------------


def test_specs_have_typed_parameters() -> None:
    assert bl.bot("planner:risk=0.1,noise=1").parameters.risk == pytest.approx(0.1)
    assert bl.bot("planner:risk=.2").parameters.risk == pytest.approx(0.2)
    assert bl.bot("Planner").parameters.noise == 0


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        ("plannr", UnknownNameError, 'Did you mean "planner"'),
        ("planner:rsk=1", UnknownNameError, 'Did you mean "risk"'),
        ("planner:risk=much", BotError, "risk=much"),
        ("planner:risk=-1", BotError, ">= 0"),
        ("random:speed=1", UnknownNameError, "parameter"),
        ("planner:risk=", BotError, "key=value"),
        ("", BotError, "spec like"),
        ("cmd:", BotError, "command line"),
        ("nowhere.py:Bot", BotError, "no bot file"),
    ],
)
def test_an_invalid_spec_is_rejected_with_a_reason(spec: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        bl.bot(spec)


@pytest.mark.parametrize(("weaker", "stronger"), [*pairwise(LEVELS[:5])])
def test_each_level_beats_the_one_before(weaker: str, stronger: str) -> None:
    # `hard` and `expert` would take too long here; test_search.py compares the search with the planner.
    for name in ("usa", "paris"):
        summary = simulate(new_match(name, [stronger, weaker], 4), 300).summary()
        assert summary.bots[0].interval[0] > 0.5, (name, summary.bots[0].interval)


def test_a_novice_scores_as_people_do_in_their_first_game() -> None:
    summary = simulate(new_match("usa", ["novice", "beginner"], 4), 600).summary()
    assert 45 < summary.bots[0].score < 62
