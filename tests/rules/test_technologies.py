"""K: United Kingdom, wilds made of cards, ferries and technologies (but those for one turn or for the end)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import branchline as bl
from branchline.boards.library import BUILT_IN
from branchline.engine.view_state.build import view_state
from tests.positions import at_turn, given, listed, refused, route

if TYPE_CHECKING:
    from pathlib import Path

MIXED = {"red": 2, "blue": 2, "green": 2, "white": 2, "black": 2, "purple": 2, "yellow": 2, "orange": 2}
CONCESSIONS = ["Wales Concession", "Scotland Concession", "Ireland / France Concession"]
MACHINES = ["Mechanical Stoker", "Superheated Steam Boiler", "Propellers"]
NEW_YORK = "claim New York–Southampton"


# ---- K1: cards for wilds -----------------------------------------------------------------------


@pytest.mark.parametrize("paid", ["red×4", "red×1 blue×1 green×1 white×1", "red×3 wild×1", "red×1 wild×3", "wild×4"])
def test_K1_any_four_cards_stand_for_a_wild(paid: str) -> None:
    game = at_turn("uk", hand={**MIXED, "red": 4, "wild": 4})
    game.play(f"buy Wales Concession {paid}")
    assert game.technologies_of(0) == ["Wales Concession"]


@pytest.mark.parametrize("paid", ["red×1", "red×2", "red×3", "red×5", "wild×2", "red×4 wild×1"])
def test_K1_no_other_number_of_cards(paid: str) -> None:
    game = at_turn("uk", hand={"red": 8, "wild": 4})
    assert refused(game, f"buy Wales Concession {paid}") in {"wrong_number_of_cards", "wrong_cards"}


@pytest.mark.parametrize(
    ("paid", "accepted"),
    [("red×8", True), ("red×4 wild×1", True), ("wild×2", True), ("red×7 wild×1", True), ("red×6", False)],
)
def test_K1_for_each_wild_of_a_price(paid: str, accepted: bool) -> None:
    game = at_turn("uk", hand={"red": 8, "wild": 4})
    assert (f"buy Propellers {paid}" in game.legal) == accepted


def test_K1_on_a_routes_ordinary_spaces() -> None:
    game = at_turn("uk", hand={**MIXED, "green": 1, "red": 4})
    claim = "claim Barrow–Leeds"
    assert f"{claim} green×1 red×4" in game.legal
    assert f"{claim} green×1 red×2 blue×2" in game.legal
    assert f"{claim} red×4 blue×2 white×2" in game.legal
    assert refused(game, f"{claim} green×1 red×3") == "wrong_number_of_cards"
    assert refused(game, f"{claim} red×2") == "wrong_cards"
    assert refused(game, f"{claim} red×4 blue×1") == "wrong_cards"


def test_K1_on_a_ferrys_symbols() -> None:
    game = at_turn("uk", hand={**MIXED, "red": 6}, technologies={0: ["Propellers", "Mechanical Stoker"]})
    claim = "claim Penzance–Plymouth #2"
    assert f"{claim} red×2 blue×2 green×2 white×1" not in game.legal
    assert f"{claim} red×6" in game.legal
    assert f"{claim} red×2 blue×2 green×2" in game.legal
    assert f"{claim} red×1 blue×1 green×2 white×2" in game.legal
    assert refused(game, f"{claim} red×1 blue×1 green×1 white×1 black×1 purple×1") == "wrong_cards"


def test_K1_with_booster_three_are_enough() -> None:
    game = at_turn("uk", hand={**MIXED, "wild": 2}, technologies={0: ["Booster"]})
    assert "buy Wales Concession red×1 blue×1 green×1" in game.legal
    assert "buy Wales Concession red×1 wild×2" in game.legal
    assert "buy Propellers red×2 blue×2 green×2" in game.legal
    assert refused(game, "buy Wales Concession red×2 blue×2 green×1") == "wrong_number_of_cards"


def test_K1_a_seat_is_told_how_many_cards_stand_for_a_wild() -> None:
    game = at_turn("uk", hand=MIXED, technologies={0: ["Booster"]})
    assert [view_state(game.view(seat)).cards_per_wild for seat in (0, 1, None)] == [3, 4, None]
    assert view_state(at_turn("usa").view(0)).cards_per_wild is None


def test_K1_with_booster_sets_of_four_stay_legal() -> None:
    game = at_turn("uk", hand={**MIXED, "wild": 2}, technologies={0: ["Booster"]})
    assert "buy Wales Concession red×2 blue×2" in game.legal
    assert "claim Brighton–London red×2 blue×2" in game.legal
    assert {"red": 2, "blue": 2} not in game.legal.payments(route(game, "Brighton–London"))
    game.play("buy Propellers red×2 blue×2 green×2 white×2")
    assert game.technologies_of(0) == ["Propellers", "Booster"]


@pytest.mark.parametrize(
    ("paid", "accepted"),
    [
        ("red×3 blue×3", True),  # three and three
        ("red×3 blue×4", True),  # three and four
        ("red×4 blue×4", True),  # four and four
        ("red×4 blue×1", False),  # five are no two sets
        ("red×4 blue×4 green×1", False),  # nor are nine
        ("red×4 wild×1", True),
        ("red×3 wild×1", True),
        ("red×2 wild×1", False),
    ],
)
def test_K1_with_booster_each_set_is_of_three_or_four(paid: str, accepted: bool) -> None:
    game = at_turn("uk", hand={"red": 4, "blue": 4, "green": 1, "wild": 1}, technologies={0: ["Booster"]})
    assert (f"buy Propellers {paid}" in game.legal) == accepted


def test_K1_a_refusal_names_every_size_of_a_set() -> None:
    game = at_turn("uk", hand=MIXED, technologies={0: ["Booster"]})
    refusal = game.why_not("buy Propellers red×1")
    assert str(refusal) == "Two wilds needed, or sets of 3 or 4 cards for a wild; 1 given."


@pytest.fixture
def only_with_booster(tmp_path: Path) -> str:
    """A map on which cards stand for wilds by a technology alone."""
    text = (BUILT_IN / "uk.toml").read_text(encoding="utf-8")
    path = tmp_path / "only-booster.toml"
    path.write_text(re.sub(r"^cards_per_wild .*$", "cards_per_wild = 0", text, flags=re.MULTILINE), encoding="utf-8")
    return str(path)


def test_K1_where_only_a_technology_allows_sets_they_are_listed(only_with_booster: str) -> None:
    game = at_turn(only_with_booster, hand={"red": 7}, technologies={1: ["Booster"]})
    brighton = route(game, "Brighton–London")
    assert game.cards_per_wild(0) == 0
    assert game.legal.payments(brighton) == [{"red": 1}]
    assert refused(game, "claim Brighton–London red×3") == "wrong_number_of_cards"
    given(game, turn=1, hands={0: {}, 1: {"red": 7}})
    assert game.cards_per_wild(1) == 3
    assert game.legal.payments(brighton) == [{"red": 1}, {"red": 3}]
    assert "buy Wales Concession red×3" in listed(game)


@pytest.mark.parametrize("name", ["usa", "london", "paris"])
def test_K1_is_the_uks_alone(name: str) -> None:
    game = at_turn(name, hand={"blue": 5, "wild": 4})
    for track in game.board.routes:
        for number in range(track.length + 1, 6):
            assert bl.Claim(track.index, {"blue": number}) not in game.legal


def test_K1_the_list_has_a_payment_that_keeps_wilds_and_one_that_keeps_colors() -> None:
    game = at_turn("uk", hand={"green": 6, "red": 5, "wild": 2})
    paid = game.legal.payments(route(game, "Barrow–Leeds"))
    assert {"green": 2} in paid
    assert {"wild": 2} in paid
    given(game, hand={"red": 11, "wild": 1})
    paid = game.legal.payments(route(game, "Barrow–Leeds"))
    assert {"red": 8} in paid
    assert {"red": 4, "wild": 1} in paid


# ---- K2-K6: what may be claimed ------------------------------------------------------------------


def test_K2_each_symbol_of_a_ferry_takes_a_wild() -> None:
    game = at_turn("uk", hand={"red": 3, "wild": 2}, technologies={0: ["Propellers", "Mechanical Stoker"]})
    claim = "claim Penzance–Plymouth #2"
    assert {line for line in listed(game) if line.startswith(claim)} == {
        f"{claim} red×2 wild×1",
        f"{claim} red×1 wild×2",
    }
    assert refused(game, f"{claim} red×3") == "wrong_cards"


def test_K2_two_symbols_two_wilds() -> None:
    everything = {0: [*CONCESSIONS, *MACHINES]}
    game = at_turn("uk", hand={"red": 5, "wild": 3}, technologies=everything)
    assert refused(game, "claim Cork–Penzance red×5 wild×1") == "wrong_cards"
    assert "claim Cork–Penzance red×4 wild×2" in game.legal
    assert refused(game, "claim Cork–Penzance red×3 blue×1 wild×2") == "cards_not_held"


def test_K3_without_technology_short_routes_of_england_only() -> None:
    game = at_turn("uk", hand={"wild": 9})
    claimable = {game.board.routes[index] for index in game.legal.claims()}
    regions = [city.region for city in game.board.cities]
    expected = {
        track
        for track in game.board.routes
        if track.length <= 2 and not track.ferry and {regions[track.a], regions[track.b]} == {"England"}
    }
    assert claimable == expected
    assert len(expected) > 40


@pytest.mark.parametrize(
    ("claim", "needed"),
    [
        ("Aberystwyth–Llandrindod Wells", ["Wales Concession"]),
        ("Birmingham–Llandrindod Wells", ["Wales Concession"]),
        ("Dundee–Edinburgh", ["Scotland Concession"]),
        ("Carlisle–Edinburgh", ["Scotland Concession"]),
        ("Belfast–Dundalk", ["Ireland / France Concession"]),
        ("Dover–France (east)", ["Ireland / France Concession", "Propellers"]),
        ("Belfast–Stranraer", ["Ireland / France Concession", "Scotland Concession", "Propellers"]),
        ("Dublin–Holyhead", ["Ireland / France Concession", "Wales Concession", "Propellers"]),
    ],
)
def test_K4_concessions_for_the_ends_of_a_route(claim: str, needed: list[str]) -> None:
    for missing in needed:
        short = at_turn("uk", hand={"wild": 9}, technologies={0: [name for name in needed if name != missing]})
        length = short.board.routes[route(short, claim)].length
        assert refused(short, f"claim {claim} wild×{length}") == "technology_missing"
    game = at_turn("uk", hand={"wild": 9}, technologies={0: needed})
    assert f"claim {claim} wild×{length}" in game.legal


@pytest.mark.parametrize(
    ("claim", "needed"),
    [
        ("Bristol–Plymouth", ["Mechanical Stoker"]),
        ("Hull–Norwich", ["Superheated Steam Boiler"]),
        ("Plymouth–Southampton", ["Superheated Steam Boiler", "Propellers"]),
        ("Barrow–Liverpool", ["Propellers"]),
        ("Aberdeen–Newcastle", ["Superheated Steam Boiler", "Propellers", "Scotland Concession"]),
        (
            "Londonderry–Stranraer",
            ["Scotland Concession", "Ireland / France Concession", "Mechanical Stoker", "Propellers"],
        ),
    ],
)
def test_K5_machines_for_length_and_ferries_all_together(claim: str, needed: list[str]) -> None:
    test_K4_concessions_for_the_ends_of_a_route(claim, needed)


def test_K5_the_boiler_does_not_replace_the_stoker() -> None:
    game = at_turn("uk", hand={"wild": 9}, technologies={0: ["Superheated Steam Boiler"]})
    assert refused(game, "claim Bristol–Plymouth wild×3") == "technology_missing"


def test_K5_technologies_of_others_do_not_help() -> None:
    game = at_turn("uk", hand={"wild": 9}, technologies={1: ["Mechanical Stoker"]})
    assert refused(game, "claim Bristol–Plymouth wild×3") == "technology_missing"


def test_K6_new_york_needs_no_technology() -> None:
    game = at_turn("uk", hand={"red": 7, "wild": 3})
    game.play(f"{NEW_YORK} red×7 wild×3")
    assert game.scores[0] == 40
    assert game.pieces[0] == 25


def test_K6_its_three_symbols_take_wilds() -> None:
    game = at_turn("uk", hand={"red": 8, "wild": 3})
    assert refused(game, f"{NEW_YORK} red×8 wild×2") == "wrong_cards"


# ---- K7, K8: buying ------------------------------------------------------------------------------

COPIES = {
    **dict.fromkeys([*CONCESSIONS, *MACHINES, "Booster", "Boiler Lagging", "Steam Turbines", "Double Heading"], 4),
    "Right of Way": 1,
    "Thermocompressor": 1,
    "Water Tenders": 2,
    "Risky Contracts": 1,
    "Equalising Beam": 1,
    "Diesel Power": 1,
}
COSTS = {
    **dict.fromkeys([*CONCESSIONS, "Mechanical Stoker", "Thermocompressor"], 1),
    **dict.fromkeys(["Superheated Steam Boiler", "Propellers", "Booster", "Boiler Lagging", "Steam Turbines"], 2),
    **dict.fromkeys(["Water Tenders", "Risky Contracts", "Equalising Beam"], 2),
    "Diesel Power": 3,
    "Double Heading": 4,
    "Right of Way": 4,
}


def test_K7_copies() -> None:
    assert at_turn("uk", options=["advanced"]).copies == COPIES


@pytest.mark.parametrize(("name", "cost"), COSTS.items())
def test_K7_costs_in_wilds(name: str, cost: int) -> None:
    game = at_turn("uk", options=["advanced"], hand={"wild": 9}, routes={1: ["Hull–Leeds"]})
    assert refused(game, f"buy {name} wild×{cost + 1}") == "wrong_number_of_cards"
    game.play(f"buy {name} wild×{cost}")
    assert game.copies[name] == COPIES[name] - 1
    assert game.discards == {"wild": cost}


def test_K7_at_most_one_copy_each() -> None:
    game = at_turn("uk", hand={"wild": 9}, technologies={0: ["Booster"]})
    assert refused(game, "buy Booster wild×2") == "technology_owned"
    assert not any("Booster" in line for line in listed(game))


def test_K7_no_copy_left() -> None:
    sold = {1: ["Water Tenders"], 2: ["Water Tenders"]}
    game = at_turn("uk", 3, hand={"wild": 9}, technologies=sold, options=["advanced"])
    assert game.copies["Water Tenders"] == 0
    assert refused(game, "buy Water Tenders wild×2") == "technology_gone"
    assert not any("Water Tenders" in line for line in listed(game))


def test_K8_before_the_action_and_one_a_turn() -> None:
    game = at_turn("uk", hand={"wild": 9})
    game.play("buy Booster wild×2")
    assert (game.turn, game.phase) == (0, "turn")
    assert refused(game, "buy Propellers wild×2") == "already_bought"
    assert not any(line.startswith("buy") for line in listed(game))
    game.play("draw deck")
    assert refused(game, "buy Propellers wild×2") == "not_now"
    game.play("draw deck")
    assert game.turn == 1


def test_K8_the_action_must_follow() -> None:
    game = at_turn("uk", hand={"wild": 9})
    game.play("buy Booster wild×2")
    assert refused(game, "pass") == "must_act"


def test_K8_not_after_the_action_has_begun() -> None:
    game = at_turn("uk", hand={"wild": 9})
    game.play("tickets")
    assert refused(game, "buy Booster wild×2") == "not_now"


def test_K8_what_was_bought_helps_at_once() -> None:
    game = at_turn("uk", hand={"wild": 4})
    game.play("buy Mechanical Stoker wild×1")
    game.play("claim Bristol–Plymouth wild×3")
    assert game.scores[0] == 4


def test_K8_again_next_turn() -> None:
    game = at_turn("uk", hand={"wild": 5})
    game.play("buy Booster wild×2")
    game.play("tickets")
    game.play("keep 1")
    given(game, turn=0)
    assert "buy Propellers wild×2" in game.legal


def test_K20_penzance_plymouth_by_land_and_by_sea_are_no_double() -> None:
    technologies = {0: ["Propellers", "Mechanical Stoker"]}
    game = at_turn("uk", hand={"black": 2, "wild": 3}, technologies=technologies)
    land, sea = game.board.routes_between("Penzance", "Plymouth")
    assert (land.length, sea.length, land.twin, sea.twin) == (2, 3, None, None)
    game.play("claim Penzance–Plymouth #1 black×2")
    given(game, turn=0)
    game.play("claim Penzance–Plymouth #2 wild×3")
    assert {land.index, sea.index} <= set(game.routes_of(0))
