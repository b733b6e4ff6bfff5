"""F: Paris, flags."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

import branchline as bl
from branchline.boards.library import BUILT_IN
from tests.positions import at_turn, given, happened, listed, refused

if TYPE_CHECKING:
    from pathlib import Path

BLUE, WHITE, RED = "claim Opéra–Louvre blue×1", "claim Batignolles–Opéra white×2", "claim Notre-Dame–Bastille red×1"


@pytest.mark.parametrize(("claim", "color"), [(BLUE, "blue"), (WHITE, "white"), (RED, "red")])
def test_F1_one_card_of_a_flag_colored_route_may_be_kept(claim: str, color: str) -> None:
    game = at_turn("paris", hand={"blue": 1, "white": 2, "red": 1})
    game.play(f"{claim} keep")
    assert game.in_front_of(0) == [color]
    assert game.discards == ({"white": 1} if color == "white" else {})


@pytest.mark.parametrize("claim", [BLUE, WHITE, RED])
def test_F1_it_is_a_choice(claim: str) -> None:
    game = at_turn("paris", hand={"blue": 1, "white": 2, "red": 1})
    assert {claim, f"{claim} keep"} <= listed(game)
    game.play(claim)
    assert game.in_front_of(0) == []
    assert sum(game.discards.values()) == (2 if "white" in claim else 1)


def test_F1_no_second_card_of_a_color() -> None:
    game = at_turn("paris", hand={"blue": 1}, front={0: ["blue"]})
    assert refused(game, f"{BLUE} keep") == "no_flag_card"
    assert f"{BLUE} keep" not in listed(game)
    assert BLUE in listed(game)


def test_F1_anothers_card_is_no_hindrance() -> None:
    game = at_turn("paris", hand={"blue": 1}, front={1: ["blue"]})
    game.play(f"{BLUE} keep")
    assert [game.in_front_of(seat) for seat in (0, 1)] == [["blue"], ["blue"]]


@pytest.mark.parametrize(
    "claim", ["Batignolles–Opéra yellow×2", "Opéra–République green×3", "Opéra–République purple×3"]
)
def test_F1_other_colors_give_no_card(claim: str) -> None:
    game = at_turn("paris", hand={"yellow": 2, "green": 3, "purple": 3})
    assert refused(game, f"claim {claim} keep") == "no_flag_card"


@pytest.mark.parametrize("name", ["usa", "london", "uk"])
def test_F1_is_for_maps_with_a_flag(name: str) -> None:
    game = at_turn(name, hand={"blue": 5})
    assert not any(line.endswith("keep") for line in listed(game))
    claim = next(action for action in game.legal if isinstance(action, bl.Claim))
    assert refused(game, bl.Claim(claim.route, claim.cards, keep=True)) == "no_flag_card"


def test_F2_wilds_alone_give_no_card() -> None:
    game = at_turn("paris", hand={"wild": 2})
    assert refused(game, "claim Batignolles–Opéra wild×2 keep") == "no_flag_card"


def test_F2_a_colored_card_beside_a_wild_does() -> None:
    game = at_turn("paris", hand={"wild": 1, "white": 1})
    game.play("claim Batignolles–Opéra white×1 wild×1 keep")
    assert game.in_front_of(0) == ["white"]
    assert game.discards == {"wild": 1}


def test_F3_blue_white_and_red_score_four_and_are_discarded() -> None:
    game = at_turn("paris", hand={"red": 1}, front={0: ["blue", "white"]})
    events = game.play(f"{RED} keep")
    assert "FlagScored" in happened(events)
    assert game.scores == [1 + 4, 0]
    assert game.in_front_of(0) == []
    assert game.discards == {"blue": 1, "white": 1, "red": 1}


def test_F3_two_colors_score_nothing() -> None:
    game = at_turn("paris", hand={"red": 1}, front={0: ["blue"]})
    game.play(f"{RED} keep")
    assert game.scores == [1, 0]


def test_F3_a_new_flag_may_be_started() -> None:
    game = at_turn("paris", hand={"red": 1}, front={0: ["blue", "white"]})
    game.play(f"{RED} keep")
    given(game, turn=0, hand={"blue": 1}, front={0: ["white", "red"]}, discards={})
    game.play(f"{BLUE} keep")
    assert game.scores == [1 + 4 + 1 + 4, 0]
    assert (game.flags_scored, game.flag_points) == ([2, 0], [8, 0])
    assert game.result.seats[0].flags == 8


def test_F3_any_three_colors_of_a_map_make_its_flag(tmp_path: Path) -> None:
    """The eighth color too, which a byte with a sign would not hold."""
    text = (BUILT_IN / "paris.toml").read_text(encoding="utf-8")
    old = "colors = { blue = 6, white = 8, red = 6, yellow = 6, green = 6, purple = 6 }"
    new = "colors = { white = 8, red = 6, yellow = 6, green = 6, purple = 6, gold = 6, pink = 6, blue = 6 }"
    assert old in text
    path = tmp_path / "eight.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    game = at_turn(str(path), hand={"blue": 1}, front={0: ["white", "red"]})
    game.play(f"{BLUE} keep")
    assert game.scores == [1 + 4, 0]


def test_F4_cards_in_front_are_public_and_nowhere_else() -> None:
    game = at_turn("paris", hand={"blue": 2, "wild": 1})
    before = Counter(game.hand(0))
    game.play(f"{BLUE} keep")
    assert Counter(game.hand(0)) == before - Counter(["blue"])
    assert (game.discards, game.deck_count) == ({}, 46 - 5 - 3)
    assert [game.view(viewer).in_front_of(0) for viewer in (0, 1, None)] == [["blue"]] * 3


def test_F4_cards_in_front_pay_for_nothing_and_are_never_reshuffled() -> None:
    game = at_turn("paris", market=[], deck={}, front={0: ["blue", "red"]}, discards={"white": 1})
    assert refused(game, BLUE) == "cards_not_held"
    game.play("draw deck")
    assert game.hand(0) == {"white": 1}
    assert game.in_front_of(0) == ["blue", "red"]
