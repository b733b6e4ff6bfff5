"""The helpers of a board, on any set of routes."""

from __future__ import annotations

import random
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import branchline as bl
from branchline.boards.board import Board, BoardError
from branchline.boards.trails import longest_trail
from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from branchline.boards.trails import Track


USA = bl.load_map("usa").board(2)


@pytest.fixture
def usa() -> Board:
    return USA


@pytest.fixture(scope="module")
def london() -> Board:
    return bl.load_map("london").board(2)


@pytest.fixture(scope="module")
def uk() -> Board:
    return bl.load_map("uk").board(2)


def routes(board: Board, *pairs: tuple[str, str]) -> list[int]:
    return [board.route(a, b).index for a, b in pairs]


# ---- look-ups ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Montréal", "montreal", "MONTREAL", " montréal "])
def test_a_citys_name_forgives_case_and_accents(usa: Board, name: str) -> None:
    assert usa.cities[usa.city(name)].name == "Montréal"


def test_an_unknown_city_suggests_the_nearest(usa: Board) -> None:
    with pytest.raises(UnknownNameError, match='"Montreall"') as caught:
        usa.city("Montreall")
    assert caught.value.nearest == "Montréal"
    assert caught.value.exit_code == 1


def test_a_color_is_a_number_of_a_card_kind(usa: Board) -> None:
    assert [usa.card_name(usa.color(color)) for color in ("Red", "BLACK", "wild")] == ["red", "black", "wild"]
    assert usa.color("grey") == usa.color("gray")
    with pytest.raises(UnknownNameError, match='Did you mean "purple"'):
        usa.color("purpel")


def test_a_technology_is_found_by_name(uk: Board) -> None:
    assert uk.technologies[uk.technology("steam turbines")][0] == "Steam Turbines"
    with pytest.raises(UnknownNameError, match='Did you mean "Propellers"'):
        uk.technology("propeler")


def test_a_route_is_found_from_either_end_and_by_color(usa: Board) -> None:
    orange, yellow = (usa.route("new orleans", "Atlanta", color) for color in ("orange", "yellow"))
    assert orange != yellow
    assert orange.twin == yellow.index
    assert usa.route("Atlanta", "New Orleans") == min(orange, yellow, key=lambda route: route.index)
    assert usa.route_name(orange.index) in {"Atlanta–New Orleans", "New Orleans–Atlanta"}
    assert usa.route_color(orange.index) == "orange"


def test_a_route_that_is_not_there_says_what_is(usa: Board) -> None:
    with pytest.raises(BoardError, match="No route joins Boston and Seattle"):
        usa.route("Boston", "Seattle")
    with pytest.raises(BoardError, match=r"No red route joins Atlanta and New Orleans; there is: .*orange"):
        usa.route("Atlanta", "New Orleans", "red")


@pytest.mark.parametrize("players", [1, 6])
def test_a_number_of_players_the_map_is_not_for(players: int) -> None:
    with pytest.raises(BoardError, match=f"USA is for 2 to 5 players, not {players}"):
        bl.load_map("usa").board(players)


def test_an_option_the_map_does_not_have() -> None:
    with pytest.raises(UnknownNameError, match="advanced"):
        bl.load_map("usa").board(2, ["advanced"])


def test_C6_both_tracks_are_open_from_the_maps_number_of_players() -> None:
    assert [bl.load_map("usa").board(players).doubles_open for players in (2, 3, 4, 5)] == [False, False, True, True]
    assert [bl.load_map("london").board(players).doubles_open for players in (2, 3, 4)] == [False, True, True]


# ---- what routes join --------------------------------------------------------------------------


def test_places_are_joined_over_any_routes(usa: Board) -> None:
    way = routes(usa, ("Boston", "New York"), ("New York", "Washington"))
    assert usa.connected(way, "boston", "washington")
    assert not usa.connected(way, "Boston", "Miami")
    assert not usa.connected(way[:1], "Boston", "Washington")
    assert usa.connected([], "Boston", "Boston")


@given(st.sets(st.integers(0, 99), max_size=30), st.integers(0, 35), st.integers(0, 35))
def test_connected_agrees_with_a_plain_walk(owned: set[int], start: int, goal: int) -> None:
    board = USA
    reached = {start}
    for _ in board.cities:
        for index in owned:
            route = board.routes[index]
            if {route.a, route.b} & reached:
                reached |= {route.a, route.b}
    names = [city.name for city in board.cities]
    assert board.connected(owned, names[start], names[goal]) == (goal in reached)


def test_P6_a_ticket_is_completed_by_joining_its_ends(usa: Board) -> None:
    ticket = next(card.index for card in usa.tickets if card.name == "Dallas–New York")
    way = routes(usa, ("Dallas", "Little Rock"), ("Little Rock", "Nashville"), ("Nashville", "Pittsburgh"))
    assert not usa.completed(way, ticket)
    assert usa.completed([*way, *routes(usa, ("Pittsburgh", "New York"))], ticket)


def test_P6_a_ticket_to_a_group_is_completed_at_either_place(uk: Board) -> None:
    ticket = next(card for card in uk.tickets if {card.name_a, card.name_b} == {"London", "France"})
    assert len(ticket.b) == 2
    for spot in ticket.b:
        first = next(route for route in uk.routes if spot in {route.a, route.b})
        coast = uk.cities[first.a if first.b == spot else first.b].name
        inland = [route.index for route in uk.routes if not {route.a, route.b} & ticket.b]
        assert uk.connected(inland, coast, "London")
        assert uk.completed([*inland, first.index], ticket.index)
        assert not uk.completed(inland, ticket.index)


def test_E4_a_district_may_be_joined_over_places_of_others(london: Board) -> None:
    direct = routes(london, ("British Museum", "Covent Garden"))
    around = routes(london, ("British Museum", "Piccadilly Circus"), ("Piccadilly Circus", "Covent Garden"))
    assert [district.name for district in london.districts(direct)] == ["1"]
    assert [district.name for district in london.districts(around)] == ["1"]
    assert london.districts(around[:1]) == []


def test_E4_every_district_is_joined_by_all_routes(london: Board) -> None:
    everything = london.districts(range(len(london.routes)))
    assert [(district.name, district.points) for district in everything] == [(str(n), n) for n in range(1, 6)]


# ---- the longest path --------------------------------------------------------------------------


def naive(tracks: list[Track]) -> int:
    """The longest trail by trying every order of every track."""
    best = 0
    for order in permutations(tracks):
        for start in order[0][:2] if order else ():
            here, length = start, 0
            for a, b, spaces in order:
                if here not in {a, b}:
                    break
                here, length = (b if here == a else a), length + spaces
            best = max(best, length)
    return best


TRACKS = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(1, 6)).filter(lambda track: track[0] != track[1]),
    max_size=6,
)


@given(TRACKS)
def test_E3_the_longest_trail_is_exact(tracks: list[Track]) -> None:
    assert longest_trail(tracks) == naive(tracks)


def walk(tracks: list[Track]) -> int:
    """The longest trail by a depth-first walk with no bounds at all."""

    def on(here: int, left: frozenset[int]) -> int:
        ways = ((i, tracks[i]) for i in left if here in tracks[i][:2])
        return max((n + on(b if here == a else a, left - {i}) for i, (a, b, n) in ways), default=0)

    places = {place for track in tracks for place in track[:2]}
    return max((on(place, frozenset(range(len(tracks)))) for place in places), default=0)


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk"])
def test_E3_the_longest_path_of_networks_on_real_boards(name: str) -> None:
    board, chance = bl.load_map(name).board(2), random.Random(7)
    for _ in range(25):
        owned = chance.sample(range(len(board.routes)), 1)
        while len(owned) < 11:
            places = {place for index in owned for place in (board.routes[index].a, board.routes[index].b)}
            beside = [r.index for r in board.routes if {r.a, r.b} & places and r.index not in owned]
            owned.append(chance.choice(beside))
        tracks = [(board.routes[i].a, board.routes[i].b, board.routes[i].length) for i in owned]
        assert board.longest_path(owned) == walk(tracks)


def test_E3_a_path_may_pass_a_place_twice_but_no_route(usa: Board) -> None:
    loop = routes(usa, ("Dallas", "Houston"), ("Houston", "New Orleans"), ("New Orleans", "Little Rock"))
    loop += routes(usa, ("Little Rock", "Dallas"), ("Dallas", "El Paso"))
    total = sum(usa.routes[index].length for index in loop)
    assert usa.longest_path(loop) == total
    spur = routes(usa, ("Little Rock", "Saint Louis"), ("Dallas", "Oklahoma City"))
    assert usa.longest_path([*loop, *spur]) == total + usa.route("Dallas", "Oklahoma City").length


def test_E3_without_routes_the_path_is_empty(usa: Board) -> None:
    assert usa.longest_path([]) == 0
    assert usa.longest_path([3, 3]) == usa.routes[3].length


@pytest.mark.parametrize(("name", "spaces"), [("london", 88), ("paris", 100), ("usa", 285), ("uk", 256)])
def test_E3_the_longest_path_of_a_whole_board_is_found_at_once(name: str, spaces: int) -> None:
    board = bl.load_map(name).board()
    assert board.longest_path(range(len(board.routes))) == spaces
