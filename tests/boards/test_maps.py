"""The four built-in maps hold the facts of their boards."""

from __future__ import annotations

from collections import Counter

import pytest

from branchline.boards.format.schema import GRAY, Map
from branchline.boards.library import MapFile, load_map
from branchline.boards.summary import Summary


def spec(name: str) -> Map:
    return load_map(name).spec


def summary(name: str) -> Summary:
    return Summary.of(name, spec(name))


def colors(name: str) -> Counter[str]:
    return Counter(track.color for track in spec(name).routes.tracks)


@pytest.mark.parametrize(
    ("name", "cities", "tracks", "doubles", "spaces", "tickets", "worth", "cards"),
    [
        ("usa", 36, 100, 22, 309, 30, 349, 110),
        ("london", 17, 44, 9, 95, 20, 108, 44),
        ("uk", 46 + 2 + 1, 125, 18, 274, 57, 382, 116),
    ],
)
def test_the_counts_of_the_published_boards(
    name: str, cities: int, tracks: int, doubles: int, spaces: int, tickets: int, worth: int, cards: int
) -> None:
    found = summary(name)
    assert (found.cities, found.tracks, found.doubles, found.spaces) == (cities, tracks, doubles, spaces)
    assert (len(found.tickets), found.ticket_points, found.cards) == (tickets, worth, cards)
    assert found.origin == "published"


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_compiled_board_has_the_same_doubles(name: str, players: int) -> None:
    board = load_map(name).board(players)
    pairs = [(route.index, route.twin) for route in board.routes if route.twin is not None]
    assert len(pairs) == 2 * summary(name).doubles
    assert all(board.routes[twin].twin == index for index, twin in pairs)


def test_usa_has_seven_tracks_of_each_color() -> None:
    count = colors("usa")
    assert count.pop(GRAY) == 44
    assert set(count) == set(spec("usa").cards.colors)
    assert set(count.values()) == {7}


def test_london_has_five_districts_over_all_its_places() -> None:
    london = spec("london")
    assert list(london.districts) == ["1", "2", "3", "4", "5"]
    members = [city for district in london.districts.values() for city in district.cities]
    assert sorted(members) == sorted(london.cities)


def test_uk_has_thirty_ferries_with_34_symbols() -> None:
    ferries = [track.more.ferry for track in spec("uk").routes.tracks if track.more.ferry]
    assert (len(ferries), sum(ferries)) == (30, 34)


def test_uk_has_47_technology_cards_of_16_kinds() -> None:
    technologies = spec("uk").technologies
    assert len(technologies) == 16
    assert sum(technology.copies for technology in technologies.values()) == 47
    assert sum(technology.advanced for technology in technologies.values()) == 5


def test_uk_tickets_to_france_are_to_either_of_two_dead_ends() -> None:
    uk = spec("uk")
    (france,) = uk.groups.values()
    assert len(france) == 2
    between = [track for track in uk.routes.tracks if {track.a, track.b} == set(france)]
    assert between == []


def test_uk_has_a_far_route_that_needs_no_technology() -> None:
    board = load_map("uk").board(2)
    far = [route for route in board.routes if route.length == 10]
    assert len(far) == 1
    assert (far[0].ferry, far[0].points, far[0].needs) == (3, 40, frozenset())


def test_K5_all_that_a_route_needs_is_needed_together() -> None:
    board = load_map("uk").board(2)
    needs = board.route("Stranraer", "Londonderry").needs
    assert {board.technologies[index][0] for index in needs} == {
        "Scotland Concession",
        "Ireland / France Concession",
        "Mechanical Stoker",
        "Propellers",
    }


def test_K20_land_and_sea_between_two_places_are_two_single_routes() -> None:
    board = load_map("uk").board(4)
    routes = board.routes_between("Penzance", "Plymouth")
    assert sorted((route.length, route.ferry > 0, route.twin) for route in routes) == [
        (2, False, None),
        (3, True, None),
    ]


def test_paris_is_our_own_board_with_no_gray_routes() -> None:
    paris = summary("paris")
    assert paris.origin == "own"
    assert "our own board" in paris.note
    assert (len(paris.tickets), paris.cards) == (20, 46)
    assert GRAY not in colors("paris")
    flag = spec("paris").flag
    assert flag is not None
    assert (flag.colors, flag.points) == (["blue", "white", "red"], 4)


# The table of numbers in our rules.
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


def test_every_map_file_has_one_city_track_or_ticket_a_line() -> None:
    from branchline.boards.format import line_numbers

    for name in NUMBERS:
        map_: MapFile = load_map(name)
        found = line_numbers.lines(map_.text)
        rows = [line for path, line in found.items() if len(path) == 3 and path[0] in {"routes", "tickets"}]
        cities = [line for path, line in found.items() if len(path) == 2 and path[0] == "cities"]
        assert len(set(rows)) == len(map_.spec.routes.tracks) + len(map_.spec.tickets.cards)
        assert len(set(cities)) == len(map_.spec.cities)
