"""D: drawing cards."""

from __future__ import annotations

import pytest

from branchline.engine.events import Reshuffled, TurnedUp
from tests.positions import at_turn, happened, listed, refused

FIVE = ["blue", "green", "black", "pink", "yellow"]
TWO_WILDS = ["wild", "wild", "blue", "green", "black"]


@pytest.mark.parametrize(
    ("first", "second"), [("deck", "deck"), ("deck", "blue"), ("blue", "deck"), ("blue", "green"), ("deck", "green")]
)
def test_D1_two_cards_each_face_up_or_blind(first: str, second: str) -> None:
    game = at_turn("london", market=FIVE)
    game.play(f"draw {first}")
    assert (game.turn, game.phase) == (0, "second card")
    game.play(f"draw {second}")
    assert (game.turn, game.phase) == (1, "turn")
    assert sum(game.hand(0).values()) == 2


def test_D1_the_second_card_is_not_optional() -> None:
    game = at_turn("london", market=FIVE)
    game.play("draw blue")
    assert refused(game, "pass") == "not_now"


def test_D1_only_cards_that_lie_there_can_be_taken() -> None:
    game = at_turn("london", market=FIVE)
    assert refused(game, "draw orange") == "not_in_market"
    assert refused(game, "draw wild") == "not_in_market"


def test_D2_a_card_taken_is_replaced_before_the_second_is_drawn() -> None:
    game = at_turn("london", market=FIVE, deck={"orange": 2})
    game.play("draw green")
    assert game.market == ["blue", "orange", "black", "pink", "yellow"]
    game.play("draw orange")
    assert game.hand(0) == {"green": 1, "orange": 1}
    assert game.market == ["blue", "orange", "black", "pink", "yellow"]


def test_D3_a_face_up_wild_is_the_only_card_of_the_turn() -> None:
    game = at_turn("london", market=["wild", *FIVE[1:]])
    game.play("draw wild")
    assert (game.turn, game.phase) == (1, "turn")
    assert game.hand(0) == {"wild": 1}


def test_D4_face_up_wild_is_never_the_second_card() -> None:
    game = at_turn("london", market=["wild", *FIVE[1:]], deck={"orange": 3})
    for first in ("deck", "green"):
        trial = game.copy()
        trial.play(f"draw {first}")
        assert refused(trial, "draw wild") == "wild_is_not_second"
        assert "draw wild" not in listed(trial)


def test_D4_nor_is_a_wild_that_came_as_the_replacement() -> None:
    game = at_turn("london", market=FIVE, deck={"wild": 2})
    game.play("draw blue")
    assert game.market[0] == "wild"
    assert refused(game, "draw wild") == "wild_is_not_second"
    game.play("draw deck")
    assert game.hand(0) == {"blue": 1, "wild": 1}


def test_D5_a_wild_drawn_blind_counts_as_one_card() -> None:
    game = at_turn("london", market=FIVE, deck={"wild": 2})
    game.play("draw deck")
    assert (game.hand(0), game.turn) == ({"wild": 1}, 0)
    game.play("draw deck")
    assert (game.hand(0), game.turn) == ({"wild": 2}, 1)


def test_D6_three_wilds_face_up_are_all_discarded_until_it_is_no_longer_so() -> None:
    lone_wild = {"wild": 1}
    game = at_turn("london", market=TWO_WILDS, deck=lone_wild, discards={"pink": 3, "yellow": 3, "wild": 3})
    events = game.play("draw blue")
    assert happened(events)[:4] == ["DrewFaceUp", "TurnedUp", "MarketReset", "Reshuffled"]
    assert game.market.count("wild") <= 2
    assert None not in game.market
    assert game.phase == "second card"


def test_D6_again_and_again() -> None:
    resets = set()
    for seed in range(60):
        game = at_turn("london", market=TWO_WILDS, deck={"wild": 1}, discards={"pink": 2, "yellow": 1, "wild": 4})
        game._records[0].key[0], game._records[0].block_left = seed, 0
        resets.add(happened(game.play("draw blue")).count("MarketReset"))
        assert game.market.count("wild") <= 2
    assert max(resets) > 2


def test_D6_two_wilds_may_lie() -> None:
    game = at_turn("london", market=["wild", *FIVE[1:]], deck={"wild": 1})
    events = game.play("draw green")
    assert "MarketReset" not in happened(events)
    assert game.market.count("wild") == 2


def test_D6_never_in_the_uk() -> None:
    game = at_turn("uk", market=["wild", "wild", "red", "blue", "green"], deck={"wild": 2})
    game.play("draw red")
    game.play("draw blue")
    assert game.market == ["wild", "wild", "wild", "wild", "green"]


def test_D7_the_discards_are_shuffled_when_a_card_is_needed_not_before() -> None:
    game = at_turn("london", market=FIVE, deck={"orange": 1}, discards={"pink": 3})
    events = game.play("draw deck")
    assert "Reshuffled" not in happened(events)
    assert (game.deck_count, game.discards) == (0, {"pink": 3})
    events = game.play("draw deck")
    assert events[0] == Reshuffled(3)
    assert (game.deck_count, game.discards) == (2, {})
    assert game.hand(0) == {"orange": 1, "pink": 1}


def test_D7_also_for_the_market() -> None:
    game = at_turn("london", market=FIVE, deck={}, discards={"pink": 3})
    events = game.play("draw blue")
    assert happened(events) == ["DrewFaceUp", "Reshuffled", "TurnedUp"]
    assert game.market[0] == "pink"


def test_D8_no_deck_and_no_discards_no_blind_card() -> None:
    game = at_turn("london", market=FIVE, deck={})
    assert refused(game, "draw deck") == "no_cards_left"
    assert {line for line in listed(game) if line.startswith("draw")} == {f"draw {color}" for color in FIVE}


def test_D8_no_market_either_no_cards_at_all() -> None:
    game = at_turn("london", market=[], deck={})
    assert not any(line.startswith("draw") for line in listed(game))


def test_D8_discards_alone_can_be_drawn() -> None:
    game = at_turn("london", market=[], deck={}, discards={"blue": 1})
    game.play("draw deck")
    assert game.hand(0) == {"blue": 1}


@pytest.mark.parametrize("market", [["blue"], ["wild", "blue"], ["wild", "blue", "wild"]])
def test_D8_the_turn_ends_where_there_is_no_second_card(market: list[str]) -> None:
    game = at_turn("london", market=market, deck={})
    game.play("draw blue")
    assert (game.turn, game.phase) == (1, "turn")


def test_D8_the_turn_ends_after_the_last_blind_card_too() -> None:
    game = at_turn("london", market=["wild"], deck={"blue": 1})
    game.play("draw deck")
    assert game.turn == 1


def test_D8_a_lone_wild_may_be_the_first_card() -> None:
    game = at_turn("london", market=["wild"], deck={})
    game.play("draw wild")
    assert game.hand(0) == {"wild": 1}


def test_D9_a_market_that_cannot_be_filled_stays_short() -> None:
    game = at_turn("london", market=FIVE, deck={})
    game.play("draw green")
    game.play("draw pink")
    assert game.market == ["blue", None, "black", None, "yellow"]


def test_D9_and_is_filled_as_soon_as_cards_are_discarded() -> None:
    game = at_turn("london", market=["blue", None, "black"], deck={}, hand={"pink": 2})
    events = game.play("claim Trafalgar Square–Waterloo pink×2")
    assert happened(events) == ["Claimed", "Reshuffled", "TurnedUp", "TurnedUp", "TurnBegins"]
    assert game.market == ["blue", "pink", "black", "pink", None]


def test_D9_also_by_the_cards_of_a_technology() -> None:
    game = at_turn("uk", market=["red"], deck={}, hand={"wild": 1})
    game.play("buy Wales Concession wild×1")
    assert game.market == ["red", "wild", None, None, None]


def test_D9_also_by_the_cards_of_a_flag() -> None:
    game = at_turn("paris", market=[], deck={}, hand={"red": 1}, front={0: ["blue", "white"]})
    game.play("claim Opéra–Louvre red×1 keep")
    assert sorted(card for card in game.market if card) == ["blue", "red", "white"]


def test_D10_no_reset_with_fewer_than_three_other_cards() -> None:
    game = at_turn("london", market=["wild", "wild", "blue", "green", "black"], deck={"wild": 3})
    events = game.play("draw blue")
    assert "MarketReset" not in happened(events)
    assert game.market == ["wild", "wild", "wild", "green", "black"]


def test_D10_no_reset_with_five_cards_or_fewer_in_all() -> None:
    game = at_turn("london", market=["wild", "wild", "blue", "green", "black"], deck={"wild": 1})
    events = game.play("draw blue")
    assert "MarketReset" not in happened(events)
    assert game.market.count("wild") == 3


def test_D10_a_reset_with_six_cards_and_three_others() -> None:
    game = at_turn("london", market=["wild", "wild", "blue", "green", "black"], deck={"wild": 1}, discards={"pink": 1})
    events = game.play("draw blue")
    assert "MarketReset" in happened(events)
    assert game.market.count("wild") == 2


def test_D10_a_reset_comes_as_soon_as_it_helps() -> None:
    market = ["wild", "wild", "wild", "green", "black"]
    game = at_turn("london", market=market, deck={}, hand={"pink": 2})
    events = game.play("claim Trafalgar Square–Waterloo pink×2")
    assert "MarketReset" in happened(events)
    assert game.market.count("wild") == 2


def test_D10_a_long_run_of_resets_keeps_the_end_of_the_story() -> None:
    lengths = []
    for seed in range(40):
        game = at_turn("usa", market=["wild", "wild", "red", "green", "blue"], deck={"wild": 12, "red": 1})
        game._records[0].key[0], game._records[0].block_left = seed, 0
        events = game.play("draw red")
        lengths.append(happened(events).count("MarketReset"))
        market = ["wild", "wild", None, "green", "blue"]
        for event in events:
            if isinstance(event, TurnedUp):
                market[event.slot] = event.card
        assert market == game.market
    assert max(lengths) > 80


def test_D11_a_hand_has_no_limit() -> None:
    everything = {"blue": 5, "green": 5, "black": 5, "pink": 5, "yellow": 5, "orange": 5, "wild": 8}
    game = at_turn("london", market=FIVE, hand=everything)
    game.play("draw deck")
    game.play("draw blue")
    assert game.hand_counts[0] == 40
