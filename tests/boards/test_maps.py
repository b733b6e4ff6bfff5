"""The built-in maps have the facts of their boards."""

from __future__ import annotations

from collections import Counter

import pytest

from branchline.boards.format.rules_hash import rules_hash
from branchline.boards.format.schema import GRAY, Map
from branchline.boards.library import MapFile, load_map
from branchline.boards.summary import Summary


def spec(name: str) -> Map:
    return load_map(name).spec


def summary(name: str) -> Summary:
    return Summary.of(name, spec(name))


def colors(name: str) -> Counter[str]:
    return Counter(route.color for route in spec(name).routes.tracks)


@pytest.mark.parametrize(
    ("name", "cities", "routes", "doubles", "spaces", "tickets", "worth", "cards"),
    [
        ("usa", 36, 100, 22, 309, 30, 349, 110),
        ("london", 17, 44, 9, 95, 20, 108, 44),
        ("uk", 46 + 2 + 1, 125, 18, 274, 57, 382, 116),
    ],
)
def test_the_counts_of_the_published_boards(
    name: str, cities: int, routes: int, doubles: int, spaces: int, tickets: int, worth: int, cards: int
) -> None:
    found = summary(name)
    assert (found.cities, found.routes, found.doubles, found.spaces) == (cities, routes, doubles, spaces)
    assert (len(found.tickets), found.ticket_points, found.cards) == (tickets, worth, cards)
    assert found.origin == "published"


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_board_has_the_same_doubles_as_its_map(name: str, players: int) -> None:
    board = load_map(name).board(players)
    pairs = [(route.index, route.twin) for route in board.routes if route.twin is not None]
    assert len(pairs) == 2 * summary(name).doubles
    assert all(board.routes[twin].twin == index for index, twin in pairs)


def test_usa_has_seven_routes_of_each_color() -> None:
    count = colors("usa")
    assert count.pop(GRAY) == 44
    assert set(count) == set(spec("usa").cards.colors)
    assert set(count.values()) == {7}


def test_every_city_of_london_is_in_one_of_five_districts() -> None:
    london = spec("london")
    assert list(london.districts) == ["1", "2", "3", "4", "5"]
    members = [city for district in london.districts.values() for city in district.cities]
    assert sorted(members) == sorted(london.cities)


def test_uk_has_thirty_ferries_with_34_symbols() -> None:
    ferries = [route.extras.ferry for route in spec("uk").routes.tracks if route.extras.ferry]
    assert (len(ferries), sum(ferries)) == (30, 34)


def test_uk_has_47_technology_cards_of_16_kinds() -> None:
    technologies = spec("uk").technologies
    assert len(technologies) == 16
    assert sum(technology.copies for technology in technologies.values()) == 47
    assert sum(technology.advanced for technology in technologies.values()) == 5


def test_no_route_joins_the_two_cities_of_france() -> None:
    uk = spec("uk")
    (france,) = uk.groups.values()
    assert len(france) == 2
    between = [route for route in uk.routes.tracks if {route.a, route.b} == set(france)]
    assert between == []


def test_K6_uk_has_a_route_of_ten_spaces_that_needs_no_technology() -> None:
    board = load_map("uk").board(2)
    far = [route for route in board.routes if route.length == 10]
    assert len(far) == 1
    assert (far[0].ferry, far[0].points, far[0].needs) == (3, 40, frozenset())


def test_K5_a_route_needs_all_its_technologies_together() -> None:
    board = load_map("uk").board(2)
    needs = board.route("Stranraer", "Londonderry").needs
    assert {board.technologies[index][0] for index in needs} == {
        "Scotland Concession",
        "Ireland / France Concession",
        "Mechanical Stoker",
        "Propellers",
    }


def test_K20_a_route_by_land_and_one_by_sea_are_two_single_routes() -> None:
    board = load_map("uk").board(4)
    routes = board.routes_between("Penzance", "Plymouth")
    assert sorted((route.length, route.ferry > 0, route.twin) for route in routes) == [
        (2, False, None),
        (3, True, None),
    ]


def test_the_notes_say_what_is_our_own_reading() -> None:
    assert "routes and tickets are our own" in summary("paris").note
    assert "The route points (1, 2 and 4) are our reading" in summary("paris").note
    assert "40 points for the route of 10 spaces to New York are our reading" in summary("uk").note


def test_paris_is_our_own_board_with_no_gray_routes() -> None:
    paris = summary("paris")
    assert paris.origin == "own"
    assert (len(paris.tickets), paris.cards) == (20, 46)
    assert GRAY not in colors("paris")
    flag = spec("paris").flag
    assert flag is not None
    assert (flag.colors, flag.points) == (["blue", "white", "red"], 4)


# Saved games and recorded matches name these: a change of a hash makes them unreadable.
RULES_HASHES = {
    "london": "f5894e27b3722c10225c270449c66f75efada556ba907b0756b8c9d0c709d3f7",
    "mini": "0e9926221704d117752386aa8ef8f9eac90ed805e463a0d4253bb2ebd4e9b7b0",
    "paris": "9257b27a5aeae043a8584eb03f170aae2921025eb58f6a61d279d28372607a44",
    "uk": "867f03386fda40e5a1ee50b4b06a6130fa5773db4ac2467b4fe481694753b7a2",
    "usa": "f89c558efb6629dbd9a5045ff18022a8bd09ffec96ea011fb1994269016fee88",
}


@pytest.mark.parametrize("name", RULES_HASHES)
def test_the_rules_of_a_built_in_map_keep_their_hash(name: str) -> None:
    assert rules_hash(spec(name)) == RULES_HASHES[name]


# The table of numbers in the rules.
NUMBERS = {
    "usa": ((2, 5), 45, 4, 0, (3, 2), (3, 1), 4, 3, 10),
    "london": ((2, 4), 17, 2, 0, (2, 1), (2, 1), 3, 3, 0),
    "paris": ((2, 4), 15, 2, 0, (2, 1), (2, 1), 3, 3, 0),
    "uk": ((2, 4), 35, 4, 1, (5, 3), (3, 1), 3, 0, 0),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_the_numbers_of_the_rules(name: str) -> None:
    it = spec(name)
    first, later = it.rules.first_tickets, it.rules.later_tickets
    assert (
        (it.players.least, it.players.most),
        it.players.pieces,
        it.cards.first_hand,
        it.cards.first_wilds,
        (first.deal, first.keep),
        (later.deal, later.keep),
        it.rules.both_tracks_from,
        it.cards.reset_at_wilds,
        it.scoring.longest_path,
    ) == NUMBERS[name]
    assert (it.cards.market, it.rules.last_round_at) == (5, 2)


def test_the_points_of_routes() -> None:
    usual = {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15}
    assert spec("usa").scoring.routes == usual
    assert spec("london").scoring.routes == {length: usual[length] for length in "1234"}
    assert spec("paris").scoring.routes == {length: usual[length] for length in "123"}
    assert spec("uk").scoring.routes == {**usual, "10": 40}


@pytest.mark.parametrize("name", NUMBERS)
def test_options_are_declared_by_the_file(name: str) -> None:
    it = spec(name)
    assert {"single_draw", "replacement_wild"} <= set(it.options)
    assert ("advanced" in it.options) == any(technology.advanced for technology in it.technologies.values())


def test_the_reference_manual_preset_turns_both_house_rules_on() -> None:
    board = load_map("london").board(2, ["reference-manual"])
    assert board.options == {"single_draw", "replacement_wild"}


def test_every_map_file_has_one_city_route_or_ticket_per_line() -> None:
    from branchline.boards.format import line_numbers

    for name in NUMBERS:
        map_: MapFile = load_map(name)
        found = line_numbers.lines(map_.text)
        rows = [line for path, line in found.items() if len(path) == 3 and path[0] in {"routes", "tickets"}]
        cities = [line for path, line in found.items() if len(path) == 2 and path[0] == "cities"]
        assert len(set(rows)) == len(map_.spec.routes.tracks) + len(map_.spec.tickets.cards)
        assert len(set(cities)) == len(map_.spec.cities)
