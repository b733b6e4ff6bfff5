"""A casual player is weak in the ways that people are: it forgets, overlooks and looks no further than one ticket."""

from __future__ import annotations

from typing import TYPE_CHECKING

import branchline as bl
from branchline.arena.jobs import Job, play
from branchline.arena.match import new_match
from branchline.bots.casual.bot import MODEST_PLANS
from branchline.bots.planner.bot import PlannerBot

if TYPE_CHECKING:
    from branchline.engine.game import Game


def play_alone(spec: str, turns: int, seed: int = 3) -> Game:
    """Play the first turns of a game between two casual players."""
    game = bl.new_game("usa", players=2, seed=seed)
    bots = [bl.bot(spec), bl.bot(spec)]
    for seat, player in enumerate(bots):
        player.start(seat)
    while not game.over and game.turns < turns:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    return game


def test_the_number_of_tickets_kept_is_a_parameter() -> None:
    all_kept, few_kept = play_alone("casual:tickets_kept=3", 1), play_alone("casual:tickets_kept=1", 1)
    assert len(all_kept.view(0).tickets) == 3
    assert len(few_kept.view(0).tickets) == 2  # the rules demand two


def test_without_attention_nothing_is_claimed() -> None:
    assert play_alone("casual:attention=0", 40).view(0).routes_of(0) == []
    assert len(play_alone("casual:attention=1", 40).view(0).routes_of(0)) > 2


def test_spare_routes_are_no_longer_than_the_player_dares() -> None:
    game = play_alone("casual:tickets_in_mind=0,longest_spare=2,hoard=100,attention=1", 60)
    lengths = [game.board.routes[route].length for seat in (0, 1) for route in game.view(seat).routes_of(seat)]
    assert lengths
    assert max(lengths) <= 2


def test_a_full_hand_is_spent_on_any_route() -> None:
    game = play_alone("casual:tickets_in_mind=0,longest_spare=1,hoard=8,attention=1", 60)
    lengths = [game.board.routes[route].length for seat in (0, 1) for route in game.view(seat).routes_of(seat)]
    assert max(lengths) > 2


def test_care_makes_a_casual_player_a_planner() -> None:
    game = bl.new_game("london", players=2, seed=5)
    casual, planner = bl.bot("casual:care=1"), PlannerBot(MODEST_PLANS)
    for _ in range(30):
        casual.start(7)
        planner.start(7)
        action = casual.choose(game.view(game.turn))
        assert planner.choose(game.view(game.turn)) == action
        game.play(action)


def test_a_casual_player_keeps_nothing_of_the_game_before() -> None:
    match = new_match("usa", ["novice", "planner"], 4)
    together = play(Job(match, 0, 0, 4)).played.scores()
    alone = [play(Job(match, 0, number, number + 1)).played.scores()[0] for number in range(4)]
    assert together.tolist() == [scores.tolist() for scores in alone]
