"""K: United Kingdom, technologies that score, that are for one turn, and the advanced set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.positions import at_turn, given, happened, listed, refused, route

if TYPE_CHECKING:
    import branchline as bl

ADVANCED = ["advanced"]
FERRY = "claim Barrow–Liverpool wild×1"
LAND = "claim Hull–Leeds wild×1"


# ---- K9, K10: more points --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "land", "ferry"),
    [
        ([], 1, 1),
        (["Boiler Lagging"], 2, 2),
        (["Steam Turbines"], 1, 3),
        (["Boiler Lagging", "Steam Turbines"], 2, 4),
    ],
)
def test_K9_lagging_and_turbines(names: list[str], land: int, ferry: int) -> None:
    technologies = {0: ["Propellers", *names]}
    for claim, points in ((LAND, land), (FERRY, ferry)):
        game = at_turn("uk", hand={"wild": 1}, technologies=technologies)
        game.play(claim)
        assert game.scores == [points, 0]


@pytest.mark.parametrize(
    ("names", "points"),
    [(["Boiler Lagging"], 41), (["Steam Turbines"], 42), (["Boiler Lagging", "Steam Turbines"], 43)],
)
def test_K9_they_count_on_the_route_to_new_york_too(names: list[str], points: int) -> None:
    game = at_turn("uk", hand={"wild": 10}, technologies={0: names})
    game.play("claim New York–Southampton wild×10")
    assert game.scores == [points, 0]


def test_K9_from_then_on_only() -> None:
    game = at_turn("uk", hand={"wild": 4})
    game.play(LAND)
    given(game, turn=0)
    game.play("buy Boiler Lagging wild×2")
    assert game.scores == [1, 0]
    game.play("claim Brighton–London wild×1")
    assert game.scores == [1 + 2, 0]


def test_K10_double_heading_two_points_for_each_ticket_completed() -> None:
    tickets = {0: ["Norwich–Ipswich", "Cambridge–London", "Newcastle–Hull"]}
    ways = {0: ["Ipswich–Norwich", "Cambridge–London orange"]}
    game = at_turn("uk", tickets=tickets, routes=ways, technologies={0: ["Double Heading"]})
    seat = game.result.seats[0]
    assert (seat.technologies, seat.total) == (4, 1 + 3 - 3 + 4)


# ---- K11: right of way -----------------------------------------------------------------------------

BUY_RIGHT = "buy Right of Way wild×4"


def test_K11_a_held_route_is_claimed_at_once_and_held_by_both() -> None:
    game = at_turn("uk", hand={"wild": 5}, routes={1: ["Hull–Leeds"]})
    game.play(BUY_RIGHT)
    assert game.phase == "held route"
    assert listed(game) == {LAND}
    events = game.play(LAND)
    assert game.holders(route(game, "Hull–Leeds")) == [0, 1]
    assert game.scores == [1, 0]
    assert (game.turn, game.phase) == (1, "turn")
    assert "CameBack" in happened(events)


def test_K11_the_card_goes_back_for_anyone_to_buy() -> None:
    game = at_turn("uk", hand={"wild": 5}, routes={1: ["Hull–Leeds"]})
    game.play(BUY_RIGHT)
    assert game.copies["Right of Way"] == 0
    game.play(LAND)
    assert game.copies["Right of Way"] == 1
    assert game.technologies_of(0) == []


def test_K11_it_is_the_action_of_the_turn() -> None:
    game = at_turn("uk", hand={"wild": 5}, routes={1: ["Hull–Leeds"]})
    game.play(BUY_RIGHT)
    for action in ("draw deck", "tickets", "pass"):
        assert refused(game, action) == "not_now"
    assert refused(game, "claim Brighton–London wild×1") == "route_not_held"


def test_K11_with_all_the_cards_technologies_and_pieces_it_needs() -> None:
    needs = at_turn("uk", hand={"wild": 7}, routes={1: ["Bristol–Plymouth"]})
    assert refused(needs, BUY_RIGHT) == "no_held_route_to_claim"
    given(needs, technologies={0: ["Mechanical Stoker"]})
    assert BUY_RIGHT in needs.legal
    given(needs, hand={"wild": 6})
    assert refused(needs, BUY_RIGHT) == "no_held_route_to_claim"
    given(needs, hand={"wild": 7}, pieces={0: 2})
    assert refused(needs, BUY_RIGHT) == "no_held_route_to_claim"


def test_K11_not_on_ones_own_route() -> None:
    game = at_turn("uk", hand={"wild": 9}, routes={0: ["Hull–Leeds"]})
    assert refused(game, BUY_RIGHT) == "no_held_route_to_claim"
    given(game, routes={1: ["Brighton–London"]})
    game.play(BUY_RIGHT)
    assert refused(game, LAND) == "route_is_yours"


@pytest.mark.parametrize("players", [2, 3])
def test_K11_nor_beside_ones_own_track_of_a_double(players: int) -> None:
    ways = {0: ["Cambridge–London orange"], 1: ["Cambridge–London yellow"]}
    game = at_turn("uk", players, hand={"wild": 9}, routes=ways)
    assert refused(game, BUY_RIGHT) == "no_held_route_to_claim"
    given(game, routes={1: ["Brighton–London"]})
    game.play(BUY_RIGHT)
    assert refused(game, "claim Cambridge–London #2 wild×1") == "beside_own_track"


def test_K11_only_where_such_a_claim_is_possible() -> None:
    game = at_turn("uk", hand={"wild": 9})
    assert refused(game, BUY_RIGHT) == "no_held_route_to_claim"
    assert not any("Right of Way" in line for line in listed(game))


def test_K11_the_cards_it_is_paid_with_are_gone_for_the_claim() -> None:
    game = at_turn("uk", hand={"wild": 4, "yellow": 1}, routes={1: ["Hull–Leeds"]})
    assert BUY_RIGHT in game.legal
    given(game, hand={"wild": 3, "yellow": 1, "red": 3}, discards={})
    assert refused(game, "buy Right of Way yellow×1 red×3 wild×3") == "no_held_route_to_claim"


def test_K11_a_route_two_others_hold() -> None:
    game = at_turn("uk", 3, hand={"wild": 5}, routes={1: ["Hull–Leeds"], 2: ["Hull–Leeds"]})
    game.play(BUY_RIGHT)
    game.play(LAND)
    assert game.holders(route(game, "Hull–Leeds")) == [0, 1, 2]


# ---- K12-K18: the advanced set ---------------------------------------------------------------------


def test_K12_the_advanced_set_is_optional() -> None:
    plain, advanced = at_turn("uk", hand={"wild": 9}), at_turn("uk", options=ADVANCED, hand={"wild": 9})
    names = {"Thermocompressor", "Water Tenders", "Risky Contracts", "Equalising Beam", "Diesel Power"}
    assert set(advanced.copies) - set(plain.copies) == names
    assert all(plain.copies.values())
    assert all(advanced.copies.values())
    assert refused(plain, "buy Water Tenders wild×2") == "technology_gone"
    assert "buy Water Tenders wild×2" in advanced.legal


def compressed() -> bl.Game:
    game = at_turn("uk", options=ADVANCED, hand={"wild": 4})
    game.play("buy Thermocompressor wild×1")
    return game


def test_K13_two_routes_in_one_turn_each_paid() -> None:
    game = compressed()
    game.play(LAND)
    assert (game.turn, game.phase) == (0, "second route")
    game.play("claim Brighton–London wild×1")
    assert (game.turn, game.phase) == (1, "turn")
    assert (len(game.routes_of(0)), game.scores[0], game.hand(0)) == (2, 2, {"wild": 1})


def test_K13_not_three() -> None:
    game = compressed()
    game.play(LAND)
    game.play("claim Brighton–London wild×1")
    assert game.turn == 1


def test_K13_then_the_card_goes_back() -> None:
    game = compressed()
    game.play(LAND)
    assert game.copies["Thermocompressor"] == 0
    game.play("pass")
    assert game.copies["Thermocompressor"] == 1
    assert game.technologies_of(0) == []


def test_K13_the_second_may_be_declined_but_nothing_else_done() -> None:
    game = compressed()
    game.play(LAND)
    for action in ("draw deck", "tickets", "buy Booster wild×2"):
        assert refused(game, action) == "not_now"
    assert "pass" in listed(game)
    game.play("pass")
    assert game.turn == 1


def test_K13_the_question_is_asked_even_where_nothing_can_be_paid() -> None:
    game = at_turn("uk", options=ADVANCED, hand={"wild": 2})
    game.play("buy Thermocompressor wild×1")
    game.play(LAND)
    assert (game.turn, listed(game)) == (0, {"pass"})


def test_K13_is_gone_after_another_action_too() -> None:
    game = compressed()
    game.play("tickets")
    game.play("keep 1")
    assert game.copies["Thermocompressor"] == 1


def test_K14_three_cards_blind_instead_of_two() -> None:
    game = at_turn("uk", options=ADVANCED, technologies={0: ["Water Tenders"]})
    game.play("draw blind")
    assert (game.hand_counts[0], game.turn) == (3, 1)
    assert refused(game, "draw blind") == "no_blind_technology"


def test_K14_the_usual_two_are_still_allowed_and_no_mixture() -> None:
    game = at_turn("uk", options=ADVANCED, technologies={0: ["Water Tenders"]})
    game.play("draw deck")
    assert refused(game, "draw blind") == "not_now"
    game.play("draw deck")
    assert (game.hand_counts[0], game.turn) == (2, 1)


def test_K14_two_copies() -> None:
    assert at_turn("uk", options=ADVANCED).copies["Water Tenders"] == 2


RISKY = {0: ["Risky Contracts"]}
IPSWICH, LONDON = "Norwich–Ipswich", "Cambridge–London"


@pytest.mark.parametrize(
    ("mine", "theirs", "points"),
    [([IPSWICH], [], 20), ([IPSWICH], [LONDON], 20), ([], [LONDON], -20), ([], [], 20)],
)
def test_K15_risky_contracts_twenty_for_the_most_tickets_a_tie_counts(
    mine: list[str], theirs: list[str], points: int
) -> None:
    ways = {0: ["Ipswich–Norwich"], 1: ["Cambridge–London orange"]}
    game = at_turn("uk", options=ADVANCED, technologies=RISKY, tickets={0: mine, 1: theirs}, routes=ways)
    assert game.result.seats[0].technologies == points


@pytest.mark.parametrize(
    ("mine", "theirs", "points"),
    [
        (["Bristol–Reading"], ["Hull–Leeds"], 15),
        (["Bristol–Reading"], ["Bristol–Southampton"], 15),
        (["Hull–Leeds"], ["Bristol–Southampton"], -15),
        ([], [], -15),
    ],
)
def test_K16_equalising_beam_fifteen_for_the_longest_path_a_tie_counts(
    mine: list[str], theirs: list[str], points: int
) -> None:
    game = at_turn("uk", options=ADVANCED, technologies={0: ["Equalising Beam"]}, routes={0: mine, 1: theirs})
    assert game.result.seats[0].technologies == points


def test_K17_bets_are_on_sale_until_the_first_reshuffle() -> None:
    game = at_turn("uk", options=ADVANCED, hand={"wild": 4}, deck={"red": 1}, discards={"blue": 9})
    assert "buy Risky Contracts wild×2" in game.legal
    game.play("draw deck")
    assert (game.copies["Risky Contracts"], game.copies["Equalising Beam"]) == (1, 1)
    events = game.play("draw deck")
    assert happened(events).count("Withdrawn") == 2
    assert (game.copies["Risky Contracts"], game.copies["Equalising Beam"]) == (0, 0)
    given(game, turn=0)
    assert refused(game, "buy Risky Contracts wild×2") == "technology_gone"


def test_K17_what_was_bought_before_is_kept() -> None:
    owned = {0: ["Risky Contracts"]}
    game = at_turn("uk", options=ADVANCED, deck={}, discards={"blue": 9}, technologies=owned)
    game.play("draw deck")
    assert game.technologies_of(0) == ["Risky Contracts"]
    assert game.copies["Risky Contracts"] == 0


DIESEL = {0: ["Diesel Power", "Propellers", "Mechanical Stoker", "Superheated Steam Boiler"]}


@pytest.mark.parametrize(
    ("claim", "accepted"),
    [
        ("Barrow–Leeds green×1", True),  # two spaces, one card
        ("Barrow–Leeds green×3", False),
        ("Hull–Leeds yellow×1", True),  # never less than one
        ("Hull–Leeds", False),
        ("Bristol–Plymouth yellow×2", True),
        ("Barrow–Liverpool wild×1", True),  # never the symbol's wild
        ("Barrow–Liverpool green×1", False),
        ("Penzance–Plymouth #2 green×1 wild×1", True),
        ("Penzance–Plymouth #2 green×2", False),
        ("New York–Southampton green×6 wild×3", True),
        ("New York–Southampton green×7 wild×2", False),
    ],
)
def test_K18_diesel_power_one_card_less(claim: str, accepted: bool) -> None:
    hand = {"green": 7, "yellow": 3, "wild": 3}
    game = at_turn("uk", options=ADVANCED, hand=hand, technologies=DIESEL)
    assert (f"claim {claim}" in game.legal) == accepted


@pytest.mark.parametrize(
    ("claim", "accepted"),
    [
        ("Barrow–Leeds green×2", True),
        ("Bristol–Plymouth yellow×2 wild×1", True),
        ("Bristol–Plymouth yellow×1", False),  # two less
        ("Barrow–Liverpool green×1 wild×1", False),  # one space, and that a symbol
        ("Penzance–Plymouth #2 green×2 wild×1", True),
        ("Penzance–Plymouth #2 green×3", False),
        ("New York–Southampton green×7 wild×3", True),
        ("Barrow–Leeds green×1 yellow×3 wild×1", True),  # one card, and four for a wild
    ],
)
def test_K18_the_full_price_stays_legal(claim: str, accepted: bool) -> None:
    hand = {"green": 7, "yellow": 3, "wild": 3}
    game = at_turn("uk", options=ADVANCED, hand=hand, technologies=DIESEL)
    assert (f"claim {claim}" in game.legal) == accepted


def test_K18_the_list_shows_the_lower_price_alone() -> None:
    game = at_turn("uk", options=ADVANCED, hand={"green": 3}, technologies=DIESEL)
    assert game.legal.payments(route(game, "Barrow–Leeds")) == [{"green": 1}]
    game.play("claim Barrow–Leeds green×2")
    assert game.hand(0) == {"green": 1}


def test_K18_a_refusal_names_both_prices() -> None:
    game = at_turn("uk", options=ADVANCED, hand={"green": 3}, technologies=DIESEL)
    refusal = game.why_not("claim Barrow–Leeds green×3")
    assert str(refusal) == "One or two cards needed, or sets of 4 cards for a wild; 3 given."


def test_K18_pieces_and_points_stay_whole() -> None:
    game = at_turn("uk", options=ADVANCED, hand={"yellow": 2}, technologies=DIESEL)
    game.play("claim Bristol–Plymouth yellow×2")
    assert (game.pieces[0], game.scores[0]) == (35 - 3, 4)


def test_K18_a_technology_costs_what_it_costs() -> None:
    game = at_turn("uk", options=ADVANCED, hand={"wild": 3}, technologies=DIESEL)
    assert refused(game, "buy Booster wild×1") == "wrong_number_of_cards"


def test_K19_points_are_scored_as_routes_are_claimed() -> None:
    game = at_turn("uk", hand={"wild": 5})
    game.play(LAND)
    given(game, turn=0)
    game.play("buy Boiler Lagging wild×2")
    assert game.result.seats[0].total == 1
    game.play("claim Brighton–London wild×1")
    seat = game.result.seats[0]
    assert (seat.routes, seat.technologies, seat.total) == (2, 1, 3)
