"""E: the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import branchline as bl
from branchline.engine.events import LastRound
from tests.positions import at_turn, given, listed, ticket

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.engine.events import Event
    from branchline.engine.game import Game


def draw_two(game: Game) -> Sequence[Event]:
    game.play("draw deck")
    return game.play("draw deck")


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk"])
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_E1_two_pieces_or_fewer_bring_the_last_round(name: str, left: int) -> None:
    game = at_turn(name, 3, hand={"wild": 1}, pieces={0: left + 1})
    track = next(track for track in game.board.routes if track.length == 1 and not track.needs)
    events = game.play(bl.Claim(track.index, {"wild": 1}))
    assert game.last_round == (left <= 2)
    assert (LastRound(0) in events) == (left <= 2)


def test_E1_everyone_has_one_last_turn_that_player_too() -> None:
    game = at_turn("london", 3, hand={"wild": 1}, pieces={0: 3})
    game.play("claim Big Ben–Waterloo wild×1")
    turns = []
    while not game.over:
        turns.append((game.turn, game.last_turns))
        draw_two(game)
    assert turns == [(1, 3), (2, 2), (0, 1)]


def test_E1_a_second_player_short_of_pieces_does_not_begin_another() -> None:
    game = at_turn("london", 3, hand={"wild": 1}, pieces={0: 3, 1: 3})
    game.play("claim Big Ben–Waterloo wild×1")
    given(game, hand={"wild": 1})
    events = game.play("claim Trafalgar Square–Big Ben wild×1")
    assert LastRound(1) not in events
    assert game.last_turns == 2


def test_E1_after_any_turn_not_only_after_a_claim() -> None:
    game = at_turn("london", 3, pieces={0: 2})
    assert LastRound(0) in draw_two(game)


def test_E1_nothing_can_be_done_after_the_end() -> None:
    game = at_turn("london", hand={"wild": 1}, pieces={0: 3})
    game.play("claim Big Ben–Waterloo wild×1")
    draw_two(game)
    draw_two(game)
    assert game.over
    assert listed(game) == set()
    with pytest.raises(bl.IllegalAction, match="over"):
        game.play("draw deck")


def test_E2_completed_tickets_add_and_missed_ones_take_off() -> None:
    game = at_turn(
        "london",
        tickets={
            0: ["Big Ben–Tower of London", "British Museum–Piccadilly Circus"],
            1: ["King's Cross–Tower of London"],
        },
        routes={0: ["British Museum–Piccadilly Circus"]},
    )
    seats = game.result.seats
    assert [seat.tickets_made for seat in seats] == [[ticket(game, "British Museum–Piccadilly Circus")], []]
    assert [(seat.ticket_points, seat.ticket_losses, seat.total) for seat in seats] == [(2, -6, -4), (0, -7, -7)]


SQUARE = ["Denver–Kansas City black", "Denver–Oklahoma City", "Kansas City–Oklahoma City #1"]


def test_E3_the_longest_path_earns_ten() -> None:
    game = at_turn("usa", routes={0: ["Seattle–Vancouver"], 1: ["Dallas–Houston", "Dallas–Little Rock"]})
    assert [(seat.longest_path, seat.longest_path_bonus) for seat in game.result.seats] == [(1, 0), (3, 10)]
    assert game.path_standings == [(1, False), (3, True)]


def test_E3_all_who_tie_earn_it() -> None:
    game = at_turn("usa", 3, routes={0: ["Dallas–Little Rock"], 1: ["Denver–Santa Fe"], 2: ["Dallas–Houston"]})
    assert [seat.longest_path_bonus for seat in game.result.seats] == [10, 10, 0]
    assert [longest for _, longest in game.path_standings] == [True, True, False]


def test_E3_no_path_earns_nothing() -> None:
    assert [seat.longest_path_bonus for seat in at_turn("usa").result.seats] == [0, 0]
    assert at_turn("usa").path_standings == [(0, False), (0, False)]


def test_E3_a_path_may_loop_and_come_back_to_a_place() -> None:
    tail = ["Denver–Helena", "Denver–Phoenix", "Denver–Santa Fe"]
    game = at_turn("usa", routes={0: [*SQUARE, *tail]})
    # Helena, round the three sides back to Denver, on to Phoenix; Santa Fe is a fourth way out of Denver.
    assert game.result.seats[0].longest_path == 4 + (4 + 4 + 2) + 5


def test_E3_no_route_twice() -> None:
    star = ["Denver–Helena", "Denver–Phoenix", "Denver–Omaha"]
    game = at_turn("usa", routes={0: star})
    assert game.result.seats[0].longest_path == 5 + 4


def test_E3_both_tracks_of_a_double_are_different_routes_of_different_players() -> None:
    game = at_turn("usa", 4, routes={0: ["Seattle–Vancouver #1"], 1: ["Seattle–Vancouver #2"]})
    assert [seat.longest_path for seat in game.result.seats] == [1, 1, 0, 0]


DISTRICT_4 = ["St Paul's–The Charterhouse", "The Charterhouse–Brick Lane", "Brick Lane–Tower of London"]


def test_E4_a_district_whose_places_are_all_joined_earns_its_number() -> None:
    game = at_turn("london", routes={0: DISTRICT_4, 1: ["British Museum–Covent Garden #1"]})
    assert [seat.districts for seat in game.result.seats] == [{"4": 4}, {"1": 1}]


def test_E4_joined_over_places_of_other_districts() -> None:
    over = ["British Museum–Piccadilly Circus", "Piccadilly Circus–Covent Garden green"]
    game = at_turn("london", routes={0: over})
    assert game.result.seats[0].districts == {"1": 1}


def test_E4_all_its_places_in_one_network_and_nothing_lost() -> None:
    game = at_turn("london", routes={0: ["St Paul's–The Charterhouse", "Brick Lane–Tower of London"]})
    assert game.result.seats[0].districts == {}
    assert game.result.seats[0].total == 0


@pytest.mark.parametrize("number", range(1, 6))
def test_E4_the_points_of_a_district_are_its_number(number: int) -> None:
    district = at_turn("london").board.district_table[number - 1]
    assert (district.name, district.points) == (str(number), number)


def scored(game: Game, *scores: int) -> Game:
    """Give seats points from routes."""
    for seat, points in enumerate(scores):
        game._records[0].score[seat] = points
    return game


def test_E5_the_most_points_win() -> None:
    result = scored(at_turn("usa", 3), 4, 9, 7).result
    assert (result.winners, result.decided_by) == ([1], "points")
    assert [seat.rank for seat in result.seats] == [3, 1, 2]


def test_E5_then_the_most_tickets_completed() -> None:
    game = at_turn(
        "london",
        tickets={0: ["British Museum–Piccadilly Circus"], 1: []},
        routes={0: ["British Museum–Piccadilly Circus"]},
    )
    result = scored(game, 2, 4).result
    assert result.totals == [4, 4]
    assert (result.winners, result.decided_by) == ([0], "tickets")


def test_E5_in_the_usa_then_the_longest_path_card() -> None:
    game = at_turn("usa", routes={0: ["Seattle–Vancouver"], 1: ["Dallas–Little Rock"]})
    result = scored(game, 12, 2).result
    assert result.totals == [12, 12]
    assert (result.winners, result.decided_by) == ([1], "longest path")
    assert [seat.rank for seat in result.seats] == [2, 1]


def test_E5_the_card_counts_not_the_length_of_a_path() -> None:
    routes = {0: ["Seattle–Vancouver"], 1: ["Dallas–Little Rock"], 2: ["Calgary–Helena"]}
    result = scored(at_turn("usa", 3, routes=routes), 20, 20, 1).result
    assert result.totals == [20, 20, 11]
    assert (result.winners, result.decided_by) == ([0, 1], "shared")


def test_E5_whoever_is_still_level_shares_the_win() -> None:
    game = at_turn("usa", 3, routes={0: ["Dallas–Little Rock"], 1: ["Denver–Santa Fe"]})
    result = scored(game, 5, 5, 1).result
    assert (result.winners, result.decided_by) == ([0, 1], "shared")
    assert [seat.rank for seat in result.seats] == [1, 1, 3]


@pytest.mark.parametrize("name", ["london", "paris", "uk"])
def test_E5_elsewhere_the_longest_path_breaks_no_tie(name: str) -> None:
    game = at_turn(name)
    given(game, routes={0: [game.board.route_name(0)]})
    result = scored(game, 5, 5).result
    assert (result.winners, result.decided_by) == ([0, 1], "shared")


def test_E6_the_uk_has_no_longest_path_bonus() -> None:
    game = at_turn("uk", routes={0: ["Bristol–Reading", "Bristol–Southampton"], 1: ["Hull–Leeds"]}, tickets={0: [6]})
    assert [seat.longest_path_bonus for seat in game.result.seats] == [0, 0]
    assert game.result.seats[0].total == game.result.seats[0].ticket_points == 2


def test_E6_nor_one_for_the_most_tickets() -> None:
    game = at_turn("uk", tickets={0: ["Norwich–Ipswich"]}, routes={0: ["Ipswich–Norwich"]})
    assert game.result.totals == [1, 0]
