"""Every mistake in a map file gets a helpful message at its line."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest

from branchline.boards.format import checks
from branchline.boards.format.check import Problem, check
from branchline.boards.format.checks import every
from branchline.boards.format.starter import TEMPLATE
from branchline.boards.library import find_maps

from .valid_map import VALID_MAP, edited


def line(text: str, mark: str) -> int:
    return text[: text.index(mark)].count("\n") + 1


def texts(problems: list[Problem]) -> list[str]:
    return [f"{problem.where}: {problem.message} {problem.fix}" for problem in problems]


MANY = "\n".join(f'  ["North", "Middle", {length}, "gray"],' for length in (1, 3, 4, 5, 6, 7, 8) for _ in (0, 1))

# The edits, all the messages that follow from them, and a text on the line of the messages.
BROKEN = {
    "unknown city in a route": (
        [('["North", "East", 3, "red"]', '["Nroth", "East", 3, "red"]')],
        ['routes, row 1: There is no city "Nroth". Did you mean "North"?'],
        '"Nroth"',
    ),
    "unknown city with nothing near": (
        [('["North", "East", 3, "red"]', '["Zzz", "East", 3, "red"]')],
        ['routes, row 1: There is no city "Zzz". Add it to [cities] or correct the name.'],
        '"Zzz"',
    ),
    "unknown city in a ticket": (
        [('["West", "East", 5]', '["Wets", "East", 5]')],
        ['tickets, row 2: There is no city "Wets". Did you mean "West"?'],
        '"Wets"',
    ),
    "unknown city in a district": (
        [('cities = ["North", "West"]', 'cities = ["North", "Wst"]')],
        ['districts, 2: There is no city "Wst". Did you mean "West"?'],
        '"Wst"',
    ),
    "unknown city in a group": (
        [('Coast = ["East", "South"]', 'Coast = ["East", "Suoth"]')],
        ['groups, Coast: There is no city "Suoth". Did you mean "South"?'],
        '"Suoth"',
    ),
    "unknown color": (
        [('["North", "East", 3, "red"]', '["North", "East", 3, "rde"]')],
        ['routes, row 1: There is no color "rde". Did you mean "red"?'],
        '"rde"',
    ),
    "unknown color in the flag": (
        [('colors = ["red", "white"]', 'colors = ["red", "wite"]')],
        ['flag, colors: There is no color "wite". Did you mean "white"?'],
        '"wite"',
    ),
    "a route of length 0": (
        [('["South", "West", 4, "blue"]', '["South", "West", 0, "blue"]')],
        ["routes, row 5: This route has 0 spaces. The length must be at least 1."],
        '"West", 0',
    ),
    "a route over the table of points": (
        [('["South", "West", 4, "blue"]', '["South", "West", 5, "blue", { free = true }]')],
        [
            (
                "routes, row 5: Routes of 5 spaces have no points. "
                "Add `5 = …` to `routes` in [scoring], which has 1, 2, 3, 4."
            )
        ],
        '"West", 5',
    ),
    "a route over the limit": (
        [('["South", "West", 4, "blue"]', '["South", "West", 13, "gray", { free = true }]')],
        [
            "routes, row 5: This route has 13 spaces. The length must be at most 12.",
            (
                "routes, row 5: South–West can never be paid for: the deck has 6 matching cards and 6 wilds. "
                "Shorten the route or add cards."
            ),
        ],
        '"West", 13',
    ),
    "a route for more pieces than a player has": (
        [("pieces = 12", "pieces = 3")],
        [
            (
                "routes, row 5: This route takes 4 pieces, but players have only 3. "
                "Shorten the route or raise `pieces` in [players]."
            )
        ],
        '["South", "West", 4',
    ),
    "a route that leads nowhere": (
        [('["South", "West", 4, "blue"]', '["West", "West", 4, "blue"]')],
        ["routes, row 5: This route starts and ends at West. A route connects two different cities."],
        '"West", 4',
    ),
    "a route that cannot be paid": (
        [("blue = 6", "blue = 1"), ("wild   = 6", "wild   = 2")],
        [
            (
                "routes, row 5: South–West can never be paid for: the deck has 1 matching card and 2 wilds. "
                "Shorten the route or add cards."
            ),
            "cards, colors: There are 6 blue spaces, but only 1 blue card. Add cards or make some of the routes gray.",
        ],
        '["South", "West", 4',
    ),
    "a row that is too short": (
        [('["South", "West", 4, "blue"]', '["South", "West", 4]')],
        ['routes, row 5: This row has 3 values. Write it as ["a", "b", length, "color"].'],
        '["South", "West", 4]',
    ),
    "a row with its values in the wrong order": (
        [('["South", "West", 4, "blue"]', '["South", "West", "blue", 4]')],
        [
            'routes, row 5: `length` is "blue". Expected a whole number.',
            "routes, row 5: `color` is 4. Expected text in quotes, 1 to 40 characters long.",
        ],
        '["South", "West", "blue"',
    ),
    "a ferry with too many symbols": (
        [("{ ferry = 1 }", "{ ferry = 4 }")],
        [
            (
                "routes, row 4: This ferry has 4 wild symbols on 3 spaces. "
                "A space has at most one symbol: lower `ferry` or lengthen the route."
            )
        ],
        "{ ferry = 4 }",
    ),
    "a triple": (
        [
            (
                '  ["North", "West", 2, "white"],',
                '  ["North", "West", 2, "white"],\n  ["West", "North", 2, "gray"],',
            )
        ],
        [
            (
                "routes, row 4: West–North has a third track of 2 spaces. "
                "A double has two tracks: remove one or change its length."
            )
        ],
        '["West", "North"',
    ),
    "a city without routes": (
        [("Middle = {", "Island = { lat = 49.0, lon = 0.0 }\nMiddle = {")],
        ["cities, Island: No route leads to Island. Add a route or remove the city."],
        "Island",
    ),
    "a map in two parts": (
        [
            ("Middle = {", "Far = { lat = 49.0, lon = 0.0 }\nAfar = { lat = 49.0, lon = 1.0 }\nMiddle = {"),
            ("tracks = [", 'tracks = [\n  ["Far", "Afar", 1, "red"],'),
        ],
        [
            (
                "cities, Far: No route connects Far, Afar with North, South, East … (5 cities). "
                "Add a route between the two parts."
            )
        ],
        "Far =",
    ),
    "a ticket whose ends cannot be joined": (
        [
            ("Middle = {", "Far = { lat = 49.0, lon = 0.0 }\nMiddle = {"),
            ('["West", "East", 5]', '["West", "Far", 5]'),
        ],
        [
            "cities, Far: No route leads to Far. Add a route or remove the city.",
            "tickets, row 2: No path connects West and Far. Add routes or change the ticket.",
        ],
        '["West", "Far", 5]',
    ),
    "a ticket to itself": (
        [('["West", "East", 5]', '["West", "West", 5]')],
        ["tickets, row 2: The ends of this ticket, West and West, have a city in common. Choose two different ends."],
        '["West", "West", 5]',
    ),
    "a ticket from a city to its group": (
        [('["Coast", "North", 3]', '["Coast", "South", 3]')],
        ["tickets, row 5: The ends of this ticket, Coast and South, have a city in common. Choose two different ends."],
        '["Coast", "South", 3]',
    ),
    "the same ticket twice": (
        [('["Middle", "East", 4]', '["East", "West", 4]')],
        ["tickets, row 3: East–West repeats the ticket in row 2. Remove one of them."],
        '["East", "West", 4]',
    ),
    "a ticket without points": (
        [('["West", "East", 5]', '["West", "East", 0]')],
        ["tickets, row 2: `points` is 0. Expected a whole number from 1 to 100."],
        '["West", "East", 0]',
    ),
    "two cities that read the same": (
        [("Middle = {", "nôrth = { lat = 49.0, lon = 0.0 }\nMiddle = {".replace("nôrth", '"nôrth"'))],
        [
            'cities, nôrth: "nôrth" and "North" differ only in case, accents or punctuation. Rename one of them.',
            "cities, nôrth: No route leads to nôrth. Add a route or remove the city.",
        ],
        '"nôrth"',
    ),
    "a name that moves cannot be written with": (
        [("Passport = {", '"Pass–port" = {')],
        [
            (
                'technologies, Pass–port: The name "Pass–port" contains "–", '
                'which separates the parts of a written action. Write "-" instead.'
            )
        ],
        '"Pass–port"',
    ),
    "a name nobody can see": (
        [("Passport = {", '"Pass\\u202Eport" = {')],
        [
            (
                "technologies, Pass\u202eport: The name 'Pass\\u202eport' has invisible characters "
                "or spaces around it. Remove them."
            )
        ],
        "Pass\\u202Eport",
    ),
    "a name without letters": (
        [("Passport = {", '"!!" = {')],
        ['technologies, !!: The name "!!" has no letters or digits. Add at least one.'],
        '"!!"',
    ),
    "a color called gray": (
        [("white = 6 }", "white = 6, gray = 6 }")],
        [
            'cards, colors: "gray" cannot name a card color. Choose another name.',
        ],
        "gray = 6",
    ),
    "no colors": (
        [
            ("colors = { red = 6, blue = 6, white = 6 }", "colors = {}"),
            ("wild   = 6", "wild   = 30"),
            ('3, "red"]', '3, "gray"]'),
            ('"North", "West", 2, "blue"]', '"North", "West", 2, "gray"]'),
            ('2, "white"]', '2, "gray"]'),
            ('4, "blue"]', '4, "gray"]'),
            ('1, "white"]', '1, "gray"]'),
        ],
        [
            "cards, colors: The deck has no colors. Add some, as in `colors = { red = 12, … }`.",
        ],
        "colors = {}",
    ),
    "fewer cards than the first deal": (
        [("first_hand = 2", "first_hand = 10")],
        ["cards: The deck has 24 cards, but a game of 3 players starts with 35. Add cards or deal fewer."],
        "[cards]",
    ),
    "fewer wilds than the first deal": (
        [("first_hand = 2", "first_hand = 0\nfirst_wilds = 3")],
        ["cards, first_wilds: The deck has 6 wilds, but 3 players start with 3 each. Add wilds or deal fewer."],
        "first_wilds",
    ),
    "fewer tickets than the first deal": (
        [("first_tickets    = { deal = 2,", "first_tickets    = { deal = 3,")],
        ["tickets: The map has 6 tickets, but 3 players are dealt 3 each. Add tickets or deal fewer."],
        "[tickets]",
    ),
    "more to keep than is dealt": (
        [("later_tickets    = { deal = 2, keep = 1 }", "later_tickets    = { deal = 2, keep = 3 }")],
        ["rules, later_tickets: Players must keep 3 of 2 tickets. Make `keep` at most `deal`."],
        "later_tickets",
    ),
    "least above most": (
        [("least  = 2", "least  = 4")],
        ["players, least: `least` is 4, more than `most`, which is 3. Swap the two numbers."],
        "least  = 4",
    ),
    "too many players": (
        [("most   = 3", "most   = 6")],
        ["players, most: `most` is 6. Expected a whole number from 2 to 5."],
        "most   = 6",
    ),
    "a game over before it starts": (
        [("both_tracks_from = 3", "both_tracks_from = 3\nlast_round_at = 12")],
        [
            (
                "rules, last_round_at: The last round starts at 12 pieces, and players begin with 12. "
                "Make `last_round_at` less than `pieces` in [players]."
            )
        ],
        "last_round_at",
    ),
    "points for no length": (
        [("4 = 7 }", "4 = 7, long = 9 }")],
        ['scoring, routes: "long" is not a route length. Use the number of spaces, as in `3 = 4`.'],
        "long = 9",
    ),
    "a missing section": (
        [("[players]\nleast  = 2\nmost   = 3\npieces = 12\n", "")],
        [("players: The section [players] is missing. Add it; `branchline map new` writes a file with every section.")],
        None,
    ),
    "a missing key": (
        [("pieces = 12\n", "")],
        ["players: `pieces` is missing. Add `pieces = …`, a whole number from 1 to 100."],
        "[players]",
    ),
    "a misspelt key": (
        [("first_hand = 2", "first_hand = 2\nmarkt = 5")],
        ['cards, markt: There is no key "markt" here. Did you mean "market"?'],
        "markt",
    ),
    "a misspelt section": (
        [("[districts]", "[distrits]")],
        ['distrits: There is no section [distrits]. Did you mean "districts"?'],
        "[distrits]",
    ),
    "a text for a number": (
        [("pieces = 12", 'pieces = "twelve"')],
        ['players, pieces: `pieces` is "twelve". Expected a whole number from 1 to 100.'],
        '"twelve"',
    ),
    "true for a number": (
        [("pieces = 12", "pieces = true")],
        ["players, pieces: `pieces` is true. Expected a whole number from 1 to 100."],
        "pieces = true",
    ),
    "a piece that is neither": (
        [("pieces = 12", 'pieces = 12\npiece = "trian"')],
        ['players, piece: `piece` is "trian". Did you mean "train"? Expected one of "bus", "train".'],
        '"trian"',
    ),
    "coordinates out of range": (
        [("North  = { lat = 52.0", "North  = { lat = 152.0")],
        [
            "cities, North: `lat` is 152.0. Expected a number from -90 to 90.",
            (
                "cities, North: lat 152 and lon 0 look swapped. Write `lat = 0, lon = 152`: "
                "`lat` is degrees north, `lon` degrees east."
            ),
        ],
        "North  =",
    ),
    "coordinates that are no number": (
        [("North  = { lat = 52.0", "North  = { lat = nan")],
        ["cities, North: `lat` is nan. Expected a number from -90 to 90."],
        "North  =",
    ),
    "a nudge with one number": (
        [("Middle = { lat = 51.0,", "Middle = { at = [1.0], lat = 51.0,")],
        ["cities, Middle: `at` is a list. Expected a list of 2 numbers, [x, y]."],
        "Middle =",
    ),
    "a district without a number": (
        [("2 = { cities", "Centre = { cities")],
        [
            (
                'districts, Centre: The district "Centre" has no points. '
                "Add `points = …`, or use a number from 1 to 200 as its name."
            )
        ],
        "Centre",
    ),
    "a district of one city": (
        [('cities = ["North", "West"]', 'cities = ["North"]')],
        ["districts, 2: The district has fewer than 2 cities, so there is nothing to connect. Add a city."],
        "2 = {",
    ),
    "a district with a city twice": (
        [('cities = ["North", "West"]', 'cities = ["North", "West", "West"]')],
        ["districts, 2: West is listed 2 times. List it once."],
        "2 = {",
    ),
    "a flag with a color twice": (
        [('colors = ["red", "white"]', 'colors = ["red", "red"]')],
        ["flag, colors: red is listed 2 times. List it once."],
        '["red", "red"]',
    ),
    "a group that is a city": (
        [("Coast = [", "North = ["), ('["Coast", "North", 3]', '["Middle", "North", 1]')],
        ['groups, North: "North" is also the name of a city. Rename the group.'],
        "North = [",
    ),
    "an empty group": (
        [('Coast = ["East", "South"]', 'Coast = ["East", "South"]\nNowhere = []')],
        ['groups, Nowhere: The group "Nowhere" has no cities. Add cities or remove the group.'],
        "Nowhere",
    ),
    "an unknown option": (
        [("single_draw = {", "single_drow = {"), ('options = ["single_draw"]', "options = []")],
        ['options, single_drow: There is no option "single_drow". Did you mean "single_draw"?'],
        "single_drow",
    ),
    "a preset of an option that is not declared": (
        [('options = ["single_draw"]', 'options = ["replacement_wild"]')],
        ['presets, gentle: There is no option "replacement_wild". Add it to [options].'],
        "gentle",
    ),
    "a preset named like an option": (
        [("gentle = {", "advanced = {")],
        ['presets, advanced: "advanced" is also the name of an option. Rename the preset.'],
        'advanced = { about = "An',
    ),
    "an unknown region": (
        [('opens_regions = ["Away"]', 'opens_regions = ["Awy"]')],
        [
            (
                "routes, row 1: North–East can never be claimed: no technology opens the region Away. "
                "Add such a technology or mark the route `free = true`."
            ),
            (
                "routes, row 4: South–East can never be claimed: no technology opens the region Away. "
                "Add such a technology or mark the route `free = true`."
            ),
            'technologies, Passport: There is no region "Awy". Did you mean "Away"?',
        ],
        '"Awy"',
    ),
    "an unknown region from the start": (
        [('regions = ["Home"]', 'regions = ["Home", "Hoem"]')],
        ['without_technology, regions: There is no region "Hoem". Did you mean "Home"?'],
        '"Hoem"',
    ),
    "a length that no technology opens": (
        [("opens_lengths = [3, 4]", "opens_lengths = [3]")],
        [
            (
                "routes, row 5: South–West can never be claimed: no technology opens 4 spaces. "
                "Add such a technology or mark the route `free = true`."
            )
        ],
        '["South", "West", 4',
    ),
    "ferries that no technology opens": (
        [("opens_ferries = true, ", "")],
        [
            (
                "routes, row 4: South–East can never be claimed: no technology opens ferries. "
                "Add such a technology or mark the route `free = true`."
            )
        ],
        '["South", "East", 3',
    ),
    "a technology that is never on sale": (
        [('advanced    = { about = "More technologies." }\n', "")],
        [
            (
                "technologies, Diesel: Diesel is an advanced technology, but the map has no `advanced` option. "
                'Add `advanced = { about = "…" }` to [options].'
            )
        ],
        "Diesel",
    ),
    "too many pieces": (
        [("pieces = 12", "pieces = 101")],
        ["players, pieces: `pieces` is 101. Expected a whole number from 1 to 100."],
        "pieces = 101",
    ),
    "too many colors": (
        [("white = 6 }", "white = 6, a = 6, b = 6, c = 6, d = 6, e = 6, f = 6 }")],
        ["cards, colors: The map has 9 card colors. The engine supports at most 8 card colors."],
        "colors = {",
    ),
    "too many cards": (
        [
            ("white = 6 }", "white = 31, a = 31, b = 31, c = 31, d = 31, e = 31 }"),
            ("red = 6, blue = 6", "red = 31, blue = 31"),
            ("wild   = 6", "wild   = 31"),
        ],
        ["cards: The map has 279 cards. The engine supports at most 255 cards."],
        "[cards]",
    ),
    "a city written twice": (
        [("West   = {", "North   = {")],
        ["malformed: Cannot overwrite a value. A name or key occurs twice in this section: remove one of them."],
        "North   = {",
    ),
    "a section written twice": (
        [("[districts]", "[players]")],
        [
            (
                "malformed: Cannot declare ('players',) twice. "
                "The heading of a section occurs twice: put both parts under one heading."
            )
        ],
        None,
    ),
    "a quote left open": (
        [('name    = "Four Corners"', 'name    = "Four Corners')],
        ["malformed: Illegal character '\\n'. Text that starts with \" must end with \" on the same line."],
        'name    = "Four Corners',
    ),
    "a name with a space and no quotes": (
        [("Middle = {", "Mid dle = {")],
        [
            (
                "malformed: Expected '=' after a key in a key/value pair. "
                "Write `key = value`; a name with spaces or accents needs quotes."
            )
        ],
        "Mid dle",
    ),
    "a text without quotes": (
        [('name    = "Four Corners"', "name    = Corners")],
        ["malformed: Invalid value. Text needs quotes; numbers have none."],
        "name    = Corners",
    ),
    "a list left open": (
        [('points = 4\n\n[groups]\nCoast = ["East", "South"]', 'points = 4\n\n[groups]\nCoast = ["East", "South"')],
        ["malformed: Unclosed array. A list that starts with [ must end with ]."],
        "[without_technology]",
    ),
}


def test_the_valid_map_has_no_problems() -> None:
    assert check(VALID_MAP).problems == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_gets_its_message(name: str) -> None:
    edits, messages, mark = BROKEN[name]
    text = edited(*edits)
    report = check(text)
    assert sorted(texts(report.problems)) == sorted(messages)
    assert report.map is None
    if mark is not None:
        lines = {problem.line for problem in report.problems}
        # The parser notices a mistake only after it, sometimes on the next line.
        assert lines & {line(text, mark), line(text, mark) + 1 if "malformed" in messages[0] else 0}


def test_there_are_enough_broken_files() -> None:
    assert len(BROKEN) >= 25


def test_all_problems_come_at_once_in_the_order_of_the_file() -> None:
    text = edited(
        ("least  = 2", "least  = 9"),
        ('["North", "East", 3, "red"]', '["Nroth", "East", 9, "rde"]'),
        ('["West", "East", 5]', '["West", "Esat", 500]'),
        ("points = 4", "points = -4"),
    )
    report = check(text)
    assert texts(report.errors) == [
        "players, least: `least` is 9. Expected a whole number from 2 to 5.",
        'routes, row 1: There is no city "Nroth". Did you mean "North"?',
        'routes, row 1: There is no color "rde". Did you mean "red"?',
        "routes, row 1: Routes of 9 spaces have no points. Add `9 = …` to `routes` in [scoring], which has 1, 2, 3, 4.",
        "tickets, row 2: `points` is 500. Expected a whole number from 1 to 100.",
        "flag, points: `points` is -4. Expected a whole number from 0 to 200.",
    ]
    lines = [problem.line or 0 for problem in report.errors]
    assert lines == sorted(lines)
    assert line(text, "Nroth") in lines


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        (
            [('["West", "East", 5]', '["West", "East", 15]')],
            (
                "tickets, row 2: West–East is worth 15 points, far more than the 5 spaces of its shortest path. "
                "About 5 points would be usual."
            ),
        ),
        (
            [('["West", "East", 5]', '["West", "East", 1]')],
            (
                "tickets, row 2: West–East is worth 1 point, far less than the 5 spaces of its shortest path. "
                "About 5 points would be usual."
            ),
        ),
        (
            [("blue = 6", "blue = 1")],
            "cards, colors: There are 6 blue spaces, but only 1 blue card. Add cards or make some of the routes gray.",
        ),
        (
            [("advanced = true, discount = 1", "advanced = true, discount = 1, second_route = true")],
            (
                "technologies, Diesel: Diesel goes back on sale at the end of the turn: discount never counts. "
                "Give it only one effect."
            ),
        ),
    ],
)
def test_warnings_are_not_errors_and_do_not_reject_a_map(edits: list[tuple[str, str]], message: str) -> None:
    report = check(edited(*edits))
    assert texts(report.warnings) == [message]
    assert report.errors == []
    assert report.map is not None


def test_a_color_that_pays_for_no_route_is_a_warning() -> None:
    text = edited(
        ("white = 6 }", "white = 6, green = 6 }"),
        ('3, "gray", { ferry = 1 }', '3, "red", { ferry = 1 }'),
        ('1, "gray"]', '1, "red"]'),
    )
    assert texts(check(text).problems) == [
        "cards, colors: No route can be paid for with green cards. Add a green or a gray route."
    ]


def test_a_technology_that_opens_only_what_is_never_closed_is_a_warning() -> None:
    text = edited(('[without_technology]\nregions = ["Home"]\nlongest = 2\nferries = false\n', ""))
    assert [problem.where for problem in check(text).warnings] == [
        "technologies, Passport",
        "technologies, Stoker",
        "technologies, Screw",
    ]


def test_the_limit_of_routes_is_named() -> None:
    report = check(edited(("tracks = [", f"tracks = [\n{MANY * 10}")))
    assert any(
        "The map has 147 routes. The engine supports at most 128 routes." in words for words in texts(report.errors)
    )


def test_a_map_far_beyond_a_limit_gets_no_other_message() -> None:
    rows = "\n".join(f'  ["Here{number}", "There{number}", 2, "gray"],' for number in range(3000))
    report = check(edited(("tracks = [", f"tracks = [\n{rows}")))
    assert texts(report.problems) == [
        "routes, tracks: The map has 3007 routes. The engine supports at most 128 routes."
    ]


@pytest.mark.parametrize(
    ("old", "row"),
    [
        ("[players]", "key# = 1"),
        ("[groups]", 'Group# = ["Nowhere"]'),
        ("[presets]", 'p# = { about = "x", options = ["y"] }'),
    ],
)
def test_a_report_lists_at_most_two_hundred_problems(old: str, row: str) -> None:
    rows = "\n".join(row.replace("#", str(number)) for number in range(3000))
    report = check(edited((old, f"{old}\n{rows}")))
    assert len(report.problems) == 201
    assert texts(report.problems)[-1] == "the whole file: There may be more problems. Fix these first."


@pytest.mark.parametrize("part", ["a", '"a"', "''"])
def test_a_key_with_thousands_of_parts_is_refused_quickly(part: str) -> None:
    text = f"{VALID_MAP}[theme]\n{' . '.join([part] * 50_000)} = 1\n"
    (problem,) = check(text).problems
    assert (problem.line, problem.message) == (
        VALID_MAP.count("\n") + 2,
        "A key has more than 30 parts joined by dots.",
    )


def test_dots_in_comments_are_not_keys() -> None:
    assert check(f"# {'.' * 100} {'so on ... ' * 40}\n{VALID_MAP}").problems == []


def test_the_limits_of_cities_tickets_technologies_and_districts() -> None:
    def rows(count: int, row: str) -> str:
        return "\n".join(row.replace("#", str(number)) for number in range(count))

    text = edited(
        ("[cities]", "[cities]\n" + rows(60, "C# = { lat = 0.0, lon = 0.0 }")),
        ("cards = [", "cards = [\n" + rows(60, '  ["C#", "North", 3],')),
        ("[technologies]", "[technologies]\n" + rows(13, 'T# = { copies = 1, cost = 1, effect = "None." }')),
        ("[districts]", "[districts]\n" + rows(16, '1# = { cities = ["North", "West"] }')),
    )
    fixes = [problem.fix for problem in check(text).errors if problem.code == "limit"]
    assert fixes == [
        "The engine supports at most 64 cities.",
        "The engine supports at most 64 tickets.",
        "The engine supports at most 16 districts.",
        "The engine supports at most 16 technologies.",
    ]


def test_a_file_too_long_or_too_deep_is_refused() -> None:
    assert "too long" in check("#" * 1_000_001).text()
    assert "nested too deeply" in check(f"a = {'[' * 5000}{']' * 5000}").text()
    assert check("a = " + "9" * 5000).errors


def test_the_empty_file_lists_every_section_it_needs() -> None:
    assert [problem.where for problem in check("").errors] == [
        "about",
        "players",
        "cards",
        "rules",
        "scoring",
        "cities",
        "routes",
        "tickets",
    ]


def test_a_problem_is_printed_in_the_form_that_editors_can_follow() -> None:
    problem = check(edited(("pieces = 12", "pieces = 0"))).problems[0]
    assert problem.text("my.toml") == (
        "my.toml:8: error: players, pieces: `pieces` is 0. Expected a whole number from 1 to 100."
    )
    assert problem.text().startswith("line 8: error: players, pieces: ")


@pytest.mark.parametrize("name", [map_.name for map_ in find_maps() if map_.built_in])
def test_built_in_maps_have_neither_errors_nor_warnings(name: str) -> None:
    text = next(map_.text for map_ in find_maps() if map_.name == name)
    assert check(text).problems == []


def test_the_starter_map_has_neither_errors_nor_warnings() -> None:
    assert check(TEMPLATE.read_text(encoding="utf-8")).problems == []


def test_the_commented_parts_of_the_starter_map_are_valid() -> None:
    text = TEMPLATE.read_text(encoding="utf-8")
    notes = text[text.index("# A map can have more") :]
    switched_on = [row.removeprefix("# ") for row in notes.splitlines() if "=" in row or row.startswith("# [")]
    report = check(text.replace(notes, "\n".join(switched_on)))
    assert report.problems == []
    assert report.map is not None
    assert report.map.flag is not None
    assert list(report.map.districts) == ["2"]
    assert list(report.map.groups) == ["The East"]


def test_every_check_is_run() -> None:
    modules = [import_module(f"{checks.__name__}.{module.name}") for module in iter_modules(checks.__path__)]
    written = {check for module in modules for name, check in vars(module).items() if name.startswith("check_")}
    assert len(written) == len(every.CHECKS) > 20
    assert written == set(every.CHECKS)
