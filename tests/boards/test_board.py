"""A board finds its parts by name and answers questions about any set of routes."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import branchline as bl
from branchline.boards.board import Board, BoardError
from branchline.names import UnknownNameError

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
def test_a_city_is_found_without_regard_to_case_and_accents(usa: Board, name: str) -> None:
    assert usa.cities[usa.city(name)].name == "Montréal"


def test_an_unknown_city_suggests_the_nearest(usa: Board) -> None:
    with pytest.raises(UnknownNameError, match='"Montreall"') as caught:
        usa.city("Montreall")
    assert caught.value.nearest == "Montréal"
    assert caught.value.exit_code == 1


def test_a_color_is_found_by_name(usa: Board) -> None:
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


def test_a_missing_route_is_reported_with_the_routes_that_exist(usa: Board) -> None:
    with pytest.raises(BoardError, match="No route joins Boston and Seattle"):
        usa.route("Boston", "Seattle")
    with pytest.raises(BoardError, match=r"No red route joins Atlanta and New Orleans; there is: .*orange"):
        usa.route("Atlanta", "New Orleans", "red")


@pytest.mark.parametrize("players", [1, 6])
def test_a_number_of_players_that_the_map_does_not_allow(players: int) -> None:
    with pytest.raises(BoardError, match=f"USA is for 2 to 5 players, not {players}"):
        bl.load_map("usa").board(players)


def test_an_option_that_the_map_does_not_offer() -> None:
    with pytest.raises(UnknownNameError, match="advanced"):
        bl.load_map("usa").board(2, ["advanced"])


def test_C6_both_tracks_are_open_from_a_number_of_players_on() -> None:
    assert [bl.load_map("usa").board(players).doubles_open for players in (2, 3, 4, 5)] == [False, False, True, True]
    assert [bl.load_map("london").board(players).doubles_open for players in (2, 3, 4)] == [False, True, True]


# ---- connections -------------------------------------------------------------------------------


def test_cities_are_connected_over_any_routes(usa: Board) -> None:
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


def test_P6_a_ticket_is_completed_by_connecting_its_ends(usa: Board) -> None:
    ticket = next(card.index for card in usa.tickets if card.name == "Dallas–New York")
    way = routes(usa, ("Dallas", "Little Rock"), ("Little Rock", "Nashville"), ("Nashville", "Pittsburgh"))
    assert not usa.completed(way, ticket)
    assert usa.completed([*way, *routes(usa, ("Pittsburgh", "New York"))], ticket)


def test_P6_a_ticket_to_a_group_is_completed_at_either_city(uk: Board) -> None:
    ticket = next(card for card in uk.tickets if {card.name_a, card.name_b} == {"London", "France"})
    assert len(ticket.b) == 2
    for spot in ticket.b:
        first = next(route for route in uk.routes if spot in {route.a, route.b})
        coast = uk.cities[first.a if first.b == spot else first.b].name
        inland = [route.index for route in uk.routes if not {route.a, route.b} & ticket.b]
        assert uk.connected(inland, coast, "London")
        assert uk.completed([*inland, first.index], ticket.index)
        assert not uk.completed(inland, ticket.index)


def test_E4_a_district_may_be_connected_over_cities_of_others(london: Board) -> None:
    direct = routes(london, ("British Museum", "Covent Garden"))
    around = routes(london, ("British Museum", "Piccadilly Circus"), ("Piccadilly Circus", "Covent Garden"))
    assert [district.name for district in london.districts(direct)] == ["1"]
    assert [district.name for district in london.districts(around)] == ["1"]
    assert london.districts(around[:1]) == []


def test_E4_all_routes_connect_every_district(london: Board) -> None:
    everything = london.districts(range(len(london.routes)))
    assert [(district.name, district.points) for district in everything] == [(str(n), n) for n in range(1, 6)]


def test_E4_the_progress_of_a_district_is_the_most_of_its_cities_in_one_network(london: Board) -> None:
    assert london.district_progress([]) == {str(n): 0 for n in range(1, 6)}
    around = routes(london, ("British Museum", "Piccadilly Circus"), ("Piccadilly Circus", "Covent Garden"))
    assert london.district_progress(around)["1"] == 2
    assert london.district_progress(around[:1])["1"] == 1
    everything = london.district_progress(range(len(london.routes)))
    assert everything == {district.name: len(district.cities) for district in london.district_table}


# ---- the shortest path -------------------------------------------------------------------------


def test_P6_the_shortest_path_of_a_ticket_completes_it(usa: Board, uk: Board) -> None:
    for board in (usa, uk):
        for ticket in board.tickets:
            path = board.shortest_path(range(len(board.routes)), ticket.index)
            assert path
            assert board.completed(path, ticket.index)
            assert not any(board.completed(path[:cut], ticket.index) for cut in range(len(path)))


def test_a_shortest_path_goes_by_the_costs_given(usa: Board) -> None:
    ticket = next(card.index for card in usa.tickets if card.name == "Dallas–New York")
    lengths = {route.index: route.length for route in usa.routes}
    shortest = usa.shortest_path(lengths, ticket)
    assert shortest == usa.shortest_path(lengths.keys(), ticket)
    assert shortest is not None
    dear = lengths | dict.fromkeys(shortest, 1000)
    other = usa.shortest_path(dear, ticket)
    assert other is not None
    assert not set(other) & set(shortest)
    assert usa.shortest_path([], ticket) is None


# ---- the longest path --------------------------------------------------------------------------


def test_E3_the_routes_of_the_longest_path_are_a_walk_of_its_length(usa: Board) -> None:
    chance = random.Random(2)
    for size in (1, 5, 12, 20):
        owned = sorted(chance.sample(range(len(usa.routes)), size))
        path = usa.longest_path_routes(owned)
        assert sum(usa.routes[route].length for route in path) == usa.longest_path(owned)
        assert set(path) <= set(owned)
        assert len(set(path)) == len(path)
        for one, other in pairwise(path):
            assert {usa.routes[one].a, usa.routes[one].b} & {usa.routes[other].a, usa.routes[other].b}


def test_E3_a_path_may_pass_a_city_twice_but_no_route(usa: Board) -> None:
    loop = routes(usa, ("Dallas", "Houston"), ("Houston", "New Orleans"), ("New Orleans", "Little Rock"))
    loop += routes(usa, ("Little Rock", "Dallas"), ("Dallas", "El Paso"))
    total = sum(usa.routes[index].length for index in loop)
    assert usa.longest_path(loop) == total
    spur = routes(usa, ("Little Rock", "Saint Louis"), ("Dallas", "Oklahoma City"))
    assert usa.longest_path([*loop, *spur]) == total + usa.route("Dallas", "Oklahoma City").length


def test_E3_without_routes_the_path_is_empty(usa: Board) -> None:
    assert usa.longest_path([]) == 0
    assert usa.longest_path_routes([]) == []
    assert usa.longest_path([3, 3]) == usa.routes[3].length
    assert usa.longest_path_routes([3, 3]) == [3]


@pytest.mark.parametrize(("name", "spaces"), [("london", 88), ("paris", 100), ("usa", 285), ("uk", 256)])
def test_E3_the_longest_path_of_a_whole_board_is_found(name: str, spaces: int) -> None:
    board = bl.load_map(name).board()
    assert board.longest_path(range(len(board.routes))) == spaces
