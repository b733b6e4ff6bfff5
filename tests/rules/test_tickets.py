"""P: tickets."""

from __future__ import annotations

import pytest

import branchline as bl
from tests.positions import at_turn, given, listed, refused, ticket


@pytest.mark.parametrize(("name", "number"), [("usa", 3), ("london", 2), ("paris", 2), ("uk", 3)])
def test_P1_tickets_are_drawn_from_the_top(name: str, number: int) -> None:
    game = at_turn(name, ticket_deck=[7, 5, 3, 1])
    game.play("tickets")
    assert game.offer_of(0) == [7, 5, 3][:number]
    assert refused(game, "keep none") == "too_few_tickets"
    game.play("keep 2")
    assert game.tickets_of(0) == [5]


@pytest.mark.parametrize("kept", ["keep 1", "keep 3", "keep 1 2", "keep 2 3", "keep 1 2 3"])
def test_P1_one_or_more_may_be_kept(kept: str) -> None:
    game = at_turn("usa", ticket_deck=[7, 5, 3, 1])
    game.play("tickets")
    game.play(kept)
    assert game.ticket_counts[0] == len(kept.split()) - 1


def test_P1_or_what_is_left() -> None:
    game = at_turn("usa", ticket_deck=[7, 5])
    game.play("tickets")
    assert game.offer_of(0) == [7, 5]
    assert listed(game) == {"keep 1", "keep 2", "keep 1 2"}
    assert refused(game, bl.Keep((2,))) == "not_offered"


def test_P1_the_last_one_is_kept() -> None:
    game = at_turn("usa", ticket_deck=[7])
    game.play("tickets")
    assert listed(game) == {"keep 1"}
    game.play("keep 1")
    assert (game.tickets_of(0), game.ticket_deck_count) == ([7], 0)


def test_P2_what_is_not_kept_goes_under_the_deck_in_the_order_offered() -> None:
    game = at_turn("usa", ticket_deck=[7, 5, 3, 1, 9])
    game.play("tickets")
    game.play("keep 2")
    assert game.ticket_deck == [1, 9, 7, 3]
    assert game.view(0).known_ticket_deck == [None, None, 7, 3]
    assert game.view(1).known_ticket_deck == [None] * 4


def test_P2_round_the_whole_deck() -> None:
    game = at_turn("usa", ticket_deck=[7, 5, 3, 1])
    seen = []
    for _ in range(3):
        game.play("tickets")
        seen.append(game.offer_of(game.turn))
        game.play("keep 1")
    assert seen == [[7, 5, 3], [1, 5, 3], [5, 3]]


def test_P3_no_ticket_left_no_action() -> None:
    game = at_turn("usa", ticket_deck=[])
    assert refused(game, "tickets") == "no_tickets_left"
    assert "tickets" not in listed(game)


def test_P4_a_kept_ticket_stays() -> None:
    game = at_turn("usa")
    held: set[int] = set()
    while game.ticket_deck_count:
        game.play("tickets")
        offer, seat = game.offer_of(game.turn), game.turn
        game.play("keep 1 2 3")
        assert set(offer) <= set(game.tickets_of(seat))
        held |= set(offer)
        assert refused(game, "keep 1") == "not_now"
    assert held == set(range(30))
    assert game.ticket_counts == [15, 15]


def test_P5_tickets_are_secret_until_the_end_but_not_their_number() -> None:
    game = at_turn("london", tickets={0: [1, 2], 1: [4]}, pieces={0: 3})
    for viewer in (1, None):
        view = game.view(viewer)
        assert view.ticket_counts == [2, 1]
        assert view.revealed_tickets[0] == []
        assert view.tickets == ([4] if viewer == 1 else [])
    given(game, hand={"blue": 1})
    game.play("claim Big Ben–Waterloo blue×1")
    while not game.over:
        game.play(next(line for line in ("tickets", "keep 1", "draw deck") if line in listed(game)))
    assert [game.view(viewer).revealed_tickets[0] for viewer in (0, 1, None)] == [game.tickets_of(0)] * 3
    assert [game.view(None).revealed_tickets[seat] for seat in (0, 1)] == [game.tickets_of(seat) for seat in (0, 1)]


def test_P5_completion_shows_nowhere_before_the_end() -> None:
    ways = ["Big Ben–Waterloo", "Waterloo–Elephant & Castle", "Buckingham Palace–Big Ben"]
    made = at_turn("london", tickets={0: ["Buckingham Palace–Elephant & Castle"]}, routes={0: ways})
    missed = at_turn("london", tickets={0: ["Baker Street–Tower of London"]}, routes={0: ways})
    assert made.view(1).to_bytes() == missed.view(1).to_bytes()
    assert made.view(None).to_bytes() == missed.view(None).to_bytes()


def test_P6_a_ticket_is_completed_by_a_way_over_ones_own_routes() -> None:
    ways = ["Big Ben–Waterloo", "Waterloo–Elephant & Castle"]
    game = at_turn("london", tickets={0: ["Buckingham Palace–Elephant & Castle"]}, routes={0: ways})
    assert game.result.seats[0].tickets_made == []
    given(game, routes={0: ["Buckingham Palace–Big Ben"]})
    assert game.result.seats[0].tickets_made == [ticket(game, "Buckingham Palace–Elephant & Castle")]


def test_P6_not_over_routes_of_others() -> None:
    game = at_turn(
        "london",
        tickets={0: ["Buckingham Palace–Elephant & Castle"]},
        routes={0: ["Big Ben–Waterloo", "Waterloo–Elephant & Castle"], 1: ["Buckingham Palace–Big Ben"]},
    )
    assert game.result.seats[0].tickets_made == []


@pytest.mark.parametrize(
    "ferry", ["Dover–France (east)", "France (west)–Southampton #1", "France (west)–Southampton #2"]
)
def test_P6_either_french_spot_completes_a_ticket_to_france(ferry: str) -> None:
    ways = ["Dover–London", "London–Southampton red", ferry]
    game = at_turn("uk", tickets={0: ["London–France"]}, routes={0: ways})
    assert game.result.seats[0].tickets_made == [ticket(game, "London–France")]


def test_P6_one_french_spot_does_not_lead_on_to_the_other() -> None:
    ways = ["Northampton–Reading", "Reading–Southampton", "France (west)–Southampton", "Dover–France (east)"]
    game = at_turn("uk", tickets={0: ["Northampton–Dover"]}, routes={0: ways})
    assert game.result.seats[0].tickets_made == []
    assert not game.board.connected(game.routes_of(0), "Dover", "Southampton")
