"""Where the documents disagree: what holds, and the house rules that allow the other reading."""

from __future__ import annotations

import pytest

import branchline as bl
from tests.positions import at_turn, listed, refused

MAPS = ["usa", "london", "paris", "uk"]


def market(name: str, *first: str) -> list[str]:
    colors = [color for color in at_turn(name).board.colors if color not in first]
    return [*first, *colors][:5]


@pytest.mark.parametrize("name", MAPS)
def test_cards_drawn_in_a_turn_are_two(name: str) -> None:
    game = at_turn(name)
    game.play("draw deck")
    assert refused(game, "pass") == "not_now"


@pytest.mark.parametrize("name", MAPS)
def test_single_draw_allows_stopping_after_one(name: str) -> None:
    game = at_turn(name, options=["single_draw"])
    assert refused(game, "pass") == "must_act"
    game.play("draw deck")
    assert "pass" in listed(game)
    game.play("pass")
    assert (game.turn, game.hand_counts[0]) == (1, 1)


def test_single_draw_allows_two_as_well_and_no_third() -> None:
    game = at_turn("london", options=["single_draw"])
    game.play("draw deck")
    game.play("draw deck")
    assert game.turn == 1


def test_single_draw_is_no_pass_that_could_end_the_game() -> None:
    game = at_turn("london", options=["single_draw"])
    for _ in range(6):
        game.play("draw deck")
        game.play("pass")
    assert not game.over


@pytest.mark.parametrize("name", MAPS)
def test_a_replacement_wild_is_never_the_second_card(name: str) -> None:
    game = at_turn(name, market=market(name, "blue"), deck={"wild": 2})
    game.play("draw blue")
    assert game.market[0] == "wild"
    assert refused(game, "draw wild") == "wild_is_not_second"


@pytest.mark.parametrize("name", MAPS)
def test_replacement_wild_allows_it(name: str) -> None:
    game = at_turn(name, options=["replacement_wild"], market=market(name, "blue"), deck={"wild": 2})
    game.play("draw blue")
    game.play("draw wild")
    assert (game.turn, game.hand(0)) == (1, {"blue": 1, "wild": 1})


def test_replacement_wild_is_for_the_replacement_alone() -> None:
    game = at_turn("london", options=["replacement_wild"], market=market("london", "wild", "blue"), deck={"pink": 2})
    for first in ("deck", "blue"):
        trial = game.copy()
        trial.play(f"draw {first}")
        assert refused(trial, "draw wild") == "wild_is_not_second"


def test_replacement_wild_takes_that_card_and_leaves_another_wild() -> None:
    game = at_turn("london", options=["replacement_wild"], market=["wild", "blue", "pink", "green"], deck={"wild": 1})
    given_slot = game.market.index("blue")
    game.play("draw blue")
    game.play("draw wild")
    assert game.market[0] == "wild"
    assert game.market[given_slot] is None


def test_replacement_wild_leaves_a_face_up_wild_the_only_card_of_a_turn() -> None:
    game = at_turn("london", options=["replacement_wild"], market=market("london", "wild"), deck={"wild": 2})
    game.play("draw wild")
    assert game.turn == 1


def test_replacement_wild_swept_away_by_a_reset_is_gone() -> None:
    wilds, lying = market("london", "wild", "wild", "blue"), 0
    for seed in range(20):
        game = at_turn(
            "london", options=["replacement_wild"], market=wilds, deck={"wild": 1}, discards={"pink": 4, "wild": 4}
        )
        game._records[0].key[0], game._records[0].block_left = seed, 0
        game.play("draw blue")
        lying += game.market.count("wild")
        assert "draw wild" not in listed(game)
    assert lying > 0


@pytest.mark.parametrize("number", range(1, 6))
def test_the_points_of_a_district_are_its_number(number: int) -> None:
    assert at_turn("london").board.district_table[number - 1].points == number


@pytest.mark.parametrize("name", ["london", "paris", "uk"])
def test_a_tie_is_broken_by_tickets_then_shared(name: str) -> None:
    result = at_turn(name).result
    assert (result.winners, result.decided_by) == ([0, 1], "shared")
    assert at_turn(name).board.spec.scoring.ties == ["tickets"]


@pytest.mark.parametrize("name", MAPS)
def test_the_first_score_is_nothing(name: str) -> None:
    assert at_turn(name).scores == [0, 0]


def test_the_preset_of_the_reference_manual_turns_both_on_for_london() -> None:
    game = bl.new_game("london", seed=1, options=["reference-manual"])
    assert game.board.options == {"single_draw", "replacement_wild"}


@pytest.mark.parametrize("name", MAPS)
def test_house_rules_are_off_unless_chosen(name: str) -> None:
    assert bl.new_game(name, seed=1).board.options == frozenset()
    both = bl.new_game(name, seed=1, options=["single_draw", "replacement_wild"])
    assert both.board.options == {"single_draw", "replacement_wild"}


def test_an_option_the_map_does_not_have() -> None:
    with pytest.raises(bl.BranchlineError, match='no option "advanced" for London'):
        bl.new_game("london", seed=1, options=["advanced"])
