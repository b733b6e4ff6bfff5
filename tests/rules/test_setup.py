"""S: setting up, and the table of numbers."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.engine.events import Chosen, Dealt, MarketReset, TicketsKept
from tests.positions import board, dealt, refused

MAPS = ["usa", "london", "paris", "uk"]


@pytest.mark.parametrize(("name", "least", "most"), [("usa", 2, 5), ("london", 2, 4), ("paris", 2, 4), ("uk", 2, 4)])
def test_numbers_of_players(name: str, least: int, most: int) -> None:
    assert [bl.new_game(name, players, seed=1).players for players in range(least, most + 1)]
    for players in (least - 1, most + 1):
        with pytest.raises(bl.BranchlineError, match=f"{least} to {most} players, not {players}"):
            bl.new_game(name, players, seed=1)


@pytest.mark.parametrize(("name", "tickets"), [("usa", 30), ("london", 20), ("paris", 20), ("uk", 57)])
def test_numbers_of_tickets(name: str, tickets: int) -> None:
    assert len(dealt(name).board.tickets) == tickets


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("usa", [12, 12, 12, 12, 12, 12, 12, 12, 14]),
        ("london", [6, 6, 6, 6, 6, 6, 8]),
        ("paris", [6, 8, 6, 6, 6, 6, 8]),
        ("uk", [12, 12, 12, 12, 12, 12, 12, 12, 20]),
    ],
)
def test_numbers_of_cards(name: str, cards: list[int]) -> None:
    deck = dealt(name).board.spec.cards
    assert [*deck.colors.values(), deck.wild] == cards


@pytest.mark.parametrize(("name", "pieces"), [("usa", 45), ("london", 17), ("paris", 15), ("uk", 35)])
def test_S1_pieces_and_a_score_of_nothing(name: str, pieces: int) -> None:
    game = dealt(name, 3)
    assert game.pieces == [pieces] * 3
    assert game.scores == [0, 0, 0]


@pytest.mark.parametrize(("name", "hand"), [("usa", 4), ("london", 2), ("paris", 2), ("uk", 5)])
def test_S2_the_first_hand(name: str, hand: int) -> None:
    game = dealt(name, 4)
    assert game.hand_counts == [hand] * 4
    assert [sum(game.hand(seat).values()) for seat in range(4)] == [hand] * 4


def test_S2_everyone_has_one_wild_of_the_uks_twenty() -> None:
    for seed in range(40):
        game = dealt("uk", 4, seed)
        assert all(game.hand(seat)["wild"] >= 1 for seat in range(4))
        assert [game.cards_seen(seat) for seat in range(4)] == [{"wild": 1}] * 4
        hands = [event.number for event in game.opening if isinstance(event, Dealt)]
        assert hands == [4] * 4


@pytest.mark.parametrize("name", MAPS)
def test_S3_five_cards_lie_face_up(name: str) -> None:
    game = dealt(name)
    assert len(game.market) == 5
    assert None not in game.market


@pytest.mark.parametrize("name", ["usa", "london", "paris"])
def test_S3_three_wilds_reset_the_market_from_the_start(name: str) -> None:
    games = [dealt(name, 2, seed) for seed in range(150)]
    assert max(game.market.count("wild") for game in games) == 2
    was_reset = [game for game in games if MarketReset() in game.opening]
    assert was_reset
    assert all(sum(game.discards.values()) >= 5 for game in was_reset)


def test_S3_the_uk_lets_three_wilds_lie() -> None:
    assert max(dealt("uk", 2, seed).market.count("wild") for seed in range(150)) >= 3


@pytest.mark.parametrize(
    ("name", "deal", "keep"),
    [("usa", 3, 2), ("london", 2, 1), ("paris", 2, 1), ("uk", 5, 3)],
)
def test_S4_first_tickets_and_how_many_are_kept_at_least(name: str, deal: int, keep: int) -> None:
    game = dealt(name)
    assert [len(game.offer_of(seat)) for seat in range(2)] == [deal] * 2
    assert refused(game, bl.Keep(tuple(range(keep - 1)))) == "too_few_tickets"
    assert refused(game, bl.Keep((deal,))) == "not_offered"
    game.play(bl.Keep(tuple(range(keep))))
    assert bl.Keep(tuple(range(deal))) in game.legal


def test_S4_what_is_not_kept_goes_under_the_deck_in_seat_order() -> None:
    game = dealt("usa", 3)
    offers = [game.offer_of(seat) for seat in range(3)]
    for _ in range(3):
        game.play("keep 1 3")
    assert [game.tickets_of(seat) for seat in range(3)] == [sorted((offer[0], offer[2])) for offer in offers]
    assert game.ticket_deck_count == 30 - 9 + 3
    assert [game.view(seat).known_ticket_deck[-3 + seat] for seat in range(3)] == [offer[1] for offer in offers]


def test_S5_the_seed_seats_the_players_if_the_host_does_not() -> None:
    names = ("Ada", "Ben", "Cy", "Di")
    seated = {bl.new_game(board("usa", 4), seed=seed, names=names, shuffle_seats=True).names for seed in range(60)}
    assert {first for first, *_ in seated} == set(names)
    assert len(seated) > 15
    again = [bl.new_game(board("usa", 4), seed=5, names=names, shuffle_seats=True).names for _ in range(2)]
    assert again[0] == again[1]
    assert bl.new_game(board("usa", 4), seed=5, names=names).names == names


def test_S6_first_tickets_are_chosen_in_any_order_before_the_first_turn() -> None:
    game = dealt("london", 3)
    game.play("keep 1 @3")
    assert (game.phase, game.turn) == ("first tickets", 0)
    assert refused(game, "keep 1 2 @3") == "not_this_seat"
    assert refused(game, "draw deck") == "not_now"
    game.play("keep 1 @1")
    assert game.turn == 1
    game.play("keep 1 2")
    assert (game.phase, game.turn) == ("turn", 0)
    assert game.ticket_counts == [1, 2, 1]


def test_S6_the_order_of_choosing_changes_nothing() -> None:
    choices = ["keep 1 @1", "keep 2 @2", "keep 1 2 @3"]
    games = [dealt("london", 3) for _ in range(2)]
    for game, order in zip(games, (choices, reversed(choices)), strict=True):
        for choice in order:
            game.play(choice)
    assert games[0].to_bytes() == games[1].to_bytes()


def test_S6_nobody_sees_what_others_kept_only_how_many() -> None:
    game = dealt("london", 2)
    events = game.play("keep 1 2")
    assert events == [Chosen(0)]
    assert game.view(1).ticket_counts == [0, 0]
    kept = [event for event in game.play("keep 2") if isinstance(event, TicketsKept)]
    assert [(event.seat, event.number, event.returned) for event in kept] == [(0, 2, 0), (1, 1, 1)]
    assert [event.opened(1).tickets for event in kept] == [None, game.tickets_of(1)]
    assert game.view(1).ticket_counts == [2, 1]
    assert game.view(1).revealed_tickets[0] == []
