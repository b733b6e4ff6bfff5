"""C: claiming a route."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.engine import table
from tests.positions import at_turn, given, listed, refused, route

LONG = {"red": 8, "wild": 14}


def claims(lines: set[str]) -> set[str]:
    return {line for line in lines if line.startswith("claim")}


def test_C1_any_open_route_near_or_far() -> None:
    game = at_turn("usa", hand={"wild": 6}, routes={0: ["Seattle–Vancouver"]})
    free = [track.index for track in game.board.routes if track.index in game.open_routes]
    assert set(game.legal.claims()) == set(free)
    game.play("claim Miami–New Orleans wild×6")
    assert route(game, "Miami–New Orleans") in game.routes_of(0)


def test_C1_one_route_a_turn() -> None:
    game = at_turn("usa", hand={"red": 6})
    game.play("claim Dallas–Houston red×1")
    assert game.turn == 1


def test_C1_a_claimed_route_is_not_open() -> None:
    game = at_turn("usa", hand={"red": 6}, routes={1: ["Miami–New Orleans"], 0: ["Chicago–Duluth"]})
    assert refused(game, "claim Miami–New Orleans red×6") == "route_taken"
    assert refused(game, "claim Chicago–Duluth red×3") == "route_is_yours"


@pytest.mark.parametrize("paid", ["blue×2", "blue×1 wild×1", "wild×2"])
def test_C2_a_colored_route_takes_its_color_or_wilds(paid: str) -> None:
    game = at_turn("london", hand={"blue": 2, "wild": 2})
    game.play(f"claim Regent's Park–Baker Street {paid}")
    assert game.scores == [2, 0]


@pytest.mark.parametrize(
    ("paid", "reason"),
    [
        ("pink×2", "wrong_cards"),
        ("blue×1 pink×1", "wrong_cards"),
        ("pink×1 wild×1", "wrong_cards"),
        ("blue×1", "wrong_number_of_cards"),
        ("blue×3", "wrong_number_of_cards"),
        ("blue×2 wild×1", "wrong_number_of_cards"),
        ("", "wrong_number_of_cards"),
        ("black×2", "cards_not_held"),
        ("blue×5", "cards_not_held"),
        ("wild×3", "cards_not_held"),
    ],
)
def test_C2_and_nothing_else(paid: str, reason: str) -> None:
    game = at_turn("london", hand={"blue": 3, "pink": 3, "wild": 2})
    assert refused(game, f"claim Regent's Park–Baker Street {paid}") == reason


def test_C2_a_gray_route_takes_any_one_color() -> None:
    game = at_turn("london", hand={"blue": 2, "pink": 1, "black": 1, "wild": 1})
    of_gray = {line.partition("Waterloo ")[2] for line in listed(game) if "Trafalgar Square–Waterloo" in line}
    assert of_gray == {"blue×2", "blue×1 wild×1", "pink×1 wild×1", "black×1 wild×1"}
    assert refused(game, "claim Trafalgar Square–Waterloo pink×1 black×1") == "wrong_cards"
    assert refused(game, "claim Trafalgar Square–Waterloo blue×1 pink×1") == "wrong_cards"


def test_C2_wilds_alone_pay_for_every_route() -> None:
    game = at_turn("usa", hand={"wild": 6})
    for index, track in enumerate(game.board.routes):
        assert bl.Claim(index, {"wild": track.length}) in game.legal


@pytest.mark.parametrize("wilds", range(15))
def test_C2_many_wilds_are_no_trouble(wilds: int) -> None:
    game = at_turn("usa", hand={"wild": wilds, "red": 1})
    payable = [
        track.index
        for track in game.board.routes
        if track.length <= wilds + (track.is_gray or game.board.route_color(track.index) == "red")
    ]
    assert sorted(game.legal.claims()) == payable


def test_C3_short_of_pieces() -> None:
    game = at_turn("usa", hand=LONG, pieces={0: 3})
    lengths = {game.board.routes[index].length for index in game.legal.claims()}
    assert lengths == {1, 2, 3}
    assert refused(game, "claim Miami–New Orleans red×6") == "too_few_pieces"
    assert refused(game, "claim Dallas–El Paso red×4") == "too_few_pieces"


def test_C3_the_last_piece_may_be_used() -> None:
    game = at_turn("usa", hand=LONG, pieces={0: 3})
    game.play("claim Chicago–Duluth red×3")
    assert game.pieces[0] == 0


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("usa", {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}),
        ("london", {1: 1, 2: 2, 3: 4, 4: 7}),
        ("paris", {1: 1, 2: 2, 3: 4}),
        ("uk", {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 10: 40}),
    ],
)
def test_C4_points_by_length_at_once(name: str, points: dict[int, int]) -> None:
    technologies = ["Mechanical Stoker", "Superheated Steam Boiler", "Propellers"]
    technologies += ["Wales Concession", "Scotland Concession", "Ireland / France Concession"]
    for length, score in points.items():
        game = at_turn(name, hand={"wild": 8})
        if name == "uk":
            given(game, technologies={0: technologies}, hand={"wild": 10})
        track = next(track for track in game.board.routes if track.length == length)
        game.play(bl.Claim(track.index, {"wild": length}))
        assert game.scores == [score, 0]
        assert game.pieces[0] == game.board.spec.players.pieces - length
    assert {track.length for track in game.board.routes} == set(points)


def test_C4_the_cards_go_to_the_discards() -> None:
    game = at_turn("london", hand={"blue": 2, "wild": 2, "pink": 1})
    game.play("claim Regent's Park–Baker Street blue×1 wild×1")
    assert game.discards == {"blue": 1, "wild": 1}
    assert game.hand(0) == {"blue": 1, "pink": 1, "wild": 1}


@pytest.mark.parametrize(("name", "players"), [("usa", 4), ("usa", 5), ("london", 3), ("london", 4), ("paris", 4)])
def test_C5_nobody_holds_both_tracks_of_a_double(name: str, players: int) -> None:
    game = at_turn(name, players)
    for track in game.board.routes:
        if track.twin is not None:
            trial = given(at_turn(name, players), hand={"wild": 8})
            trial.play(bl.Claim(track.index, {"wild": track.length}))
            given(trial, turn=0, hand={"wild": 7})
            assert refused(trial, bl.Claim(track.twin, {"wild": track.length})) == "beside_own_track"
            given(trial, turn=1, hand={"wild": 7}, hands={0: {}})
            assert bl.Claim(track.twin, {"wild": track.length}) in trial.legal
            break
    assert sum(track.twin is not None for track in game.board.routes) >= 12


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk"])
def test_C5_a_double_has_the_same_ends_and_length(name: str) -> None:
    routes = at_turn(name).board.routes
    for track in routes:
        beside = [
            other.index
            for other in routes
            if {other.a, other.b} == {track.a, track.b} and other.length == track.length and other is not track
        ]
        assert beside == ([] if track.twin is None else [track.twin])


@pytest.mark.parametrize(("name", "both_from"), [("usa", 4), ("london", 3), ("paris", 3), ("uk", 3)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_C6_the_second_track_by_number_of_players(name: str, both_from: int, players: int) -> None:
    game = at_turn(name, players, hand={"wild": 8})
    double = next(track for track in game.board.routes if track.twin is not None and not track.needs)
    game.play(bl.Claim(double.index, {"wild": double.length}))
    given(game, hands={0: {}}, hand={"wild": 7})
    beside = bl.Claim(double.twin or 0, {"wild": double.length})
    if players < both_from:
        assert refused(game, beside) == "route_closed"
        assert double.twin not in game.open_routes
    else:
        assert beside in game.legal
        game.play(beside)
        assert game.holders(double.twin or 0) == [1]


def test_C6_is_for_doubles_only() -> None:
    game = at_turn("usa", 2, hand={"red": 4}, routes={1: ["Dallas–Houston"]})
    assert refused(game, "claim Dallas–Houston #2 red×1") == "route_closed"
    assert "claim Dallas–El Paso red×4" in listed(game)


@pytest.mark.parametrize("map_name", ["usa", "paris", "uk"])
def test_the_payments_of_a_route_are_found_without_decoding_all_actions(
    map_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = at_turn(map_name, hand={"red": 4, "blue": 3, "green": 2, "wild": 2})
    expected: dict[int, list[dict[str, int]]] = {}
    for action in game.legal:
        if isinstance(action, bl.Claim) and action.cards not in expected.setdefault(action.route, []):
            expected[action.route].append(action.cards)
    monkeypatch.setattr(table, "decode", None)
    assert 0 < len(expected) < len(game.board.routes)
    assert game.legal.claims() == expected
    assert game.legal.claimable() == list(expected)
    assert all(game.payments(route.index) == expected.get(route.index, []) for route in game.board.routes)
