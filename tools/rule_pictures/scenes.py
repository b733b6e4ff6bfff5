"""The situations of docs/rules.md as pictures, by the name of their file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.draw import TicketMark
from tools.rule_pictures.paint import (
    Piece,
    arrow,
    board,
    card,
    chip,
    flag_card,
    map_file,
    outlined,
    picture,
    route_number,
    row,
    ticket,
    words,
)

if TYPE_CHECKING:
    from pathlib import Path

NETWORK = [
    "Galway–Westport",
    "Westport–Athlone",
    "Galway–Athlone",
    "Limerick–Athlone",
    "Limerick–Kilkenny",
    "Athlone–Dublin blue",
    "Westport–Dundalk",
]
"""The routes of a player; no path uses all of them."""


def first_tickets() -> str:
    """S4: the first tickets."""
    return picture(
        "Three tickets are dealt; two are kept, and one goes to the bottom of the ticket deck.",
        row(
            ticket("Galway", "Dundalk", 7, note="kept"),
            ticket("Westport", "Dublin", 5, note="kept"),
            ticket("Athlone", "Kilkenny", 5, note="to the bottom of the deck"),
        ),
    )


def market_wild() -> str:
    """D3 to D5: wilds of the market."""
    return picture(
        "A face-up wild is the only card of a turn, and never the second. A wild drawn blind is a card like others.",
        row(card("wild", "face up"), words("and the turn is over")),
        row(card("blue", "face up"), words("then"), card("wild", "face up", is_crossed=True), words("not allowed")),
        row(card("blue", "face up"), words("then"), card("wild", "blind"), words("allowed")),
    )


def market_reset() -> str:
    """D6: three wilds in the market."""
    before = [card("wild"), card("red"), card("wild"), card("green"), card("wild")]
    after = [card("blue"), card("yellow"), card("wild"), card("red"), card("blue")]
    return picture(
        "A market with three wilds is discarded and replaced by five new cards.", row(*before, arrow(), *after)
    )


def payment() -> str:
    """C2: what pays for a route."""
    return picture(
        "A blue route of three spaces takes blue cards, wilds or a mix. A gray route takes cards of any one color.",
        row(words("a blue route of 3:"), *_cards("blue blue blue"), words("or"), *_cards("blue blue wild")),
        row(words("a gray route of 2:"), *_cards("green green"), words("or"), *_cards("red wild"), words("not"),
            card("green", is_crossed=True), card("red", is_crossed=True)),
    )  # fmt: skip


def _cards(colors: str) -> list[Piece]:
    return [card(color) for color in colors.split()]


def double_closed() -> str:
    """C6: a double route with few players."""
    return picture(
        "With two players, Ada has claimed one track of the double between Athlone and Dublin: the other is closed.",
        board("routes", 2, {"Athlone–Dublin yellow": [0], "Galway–Limerick": [1]}),
    )


def double_open() -> str:
    """C5: a double route with more players."""
    return picture(
        "With three players both tracks of a double are open, but to two different players.",
        board("routes", 3, {"Athlone–Dublin yellow": [0], "Athlone–Dublin blue": [1], "Galway–Limerick": [2]}),
    )


def ticket_made() -> str:
    """P6: completed tickets."""
    cities = list(map_file("routes").spec.cities)

    def mark(a: str, b: str, points: int) -> TicketMark:
        claimed = [route_number(built, route) for route, seats in claims.items() if 0 in seats]
        return TicketMark([cities.index(a)], [cities.index(b)], points, done=built.connected(claimed, a, b))

    built = map_file("routes").board(2)
    claims = {"Westport–Athlone": [0], "Athlone–Dublin yellow": [0], "Limerick–Kilkenny": [0], "Galway–Limerick": [1]}
    return picture(
        "Ada’s routes connect Westport with Dublin, which completes a ticket. None of hers joins Athlone and Kilkenny.",
        board("routes", 2, claims, tickets=[mark("Westport", "Dublin", 5), mark("Athlone", "Kilkenny", 5)]),
    )


def longest_path() -> str:
    """E3: the longest path."""
    built = map_file("routes").board(2)
    claimed = [route_number(built, route) for route in NETWORK]
    length, path = built.longest_path(claimed), built.longest_path_routes(claimed)
    return picture(
        f"Ada’s longest path has {length} spaces: it passes through cities twice, but uses no route twice.",
        outlined("routes", board("routes", 2, {route: [0] for route in NETWORK}), path, f"{length} spaces"),
    )


def last_round() -> str:
    """E1: the last round."""
    return picture(
        "Ada ends a turn with two pieces. Blaise, Charles and Ada have one last turn each; then the game is scored.",
        row(chip(0, "2 pieces left"), arrow(), chip(1, "last turn"), arrow(), chip(2, "last turn"), arrow(),
            chip(0, "last turn")),
    )  # fmt: skip


def districts() -> str:
    """E4: districts."""
    claims = {"Galway–Limerick": [0], "Limerick–Athlone": [0], "Dundalk–Dublin": [1]}
    return picture(
        "Ada’s routes connect all cities of district 1, Blaise’s all of district 2: they score 1 and 2 points.",
        board("districts", 2, claims),
    )


def flag() -> str:
    """F1 to F3: flags."""
    colors = {"blue": "#2f5fa8", "white": "#f4f1ea", "red": "#b8343c"}
    kept = [flag_card(color, fill) for color, fill in colors.items()]
    return picture(
        "A blue, a white and a red card, each kept from the payment of a route of its color, score four points.",
        row(*kept, arrow(), words("4 points, and the three are discarded")),
    )


def ferry() -> str:
    """K1 and K2: ferries, and sets that stand for a wild."""
    return picture(
        "The ferry from Portsmouth to Cherbourg has three spaces, one of them with a wild symbol.",
        board("ferries", 2, {}),
        row(words("Portsmouth–Cherbourg:"), *_cards("wild blue blue")),
        row(words("any 4 for a wild:"), *_cards("red red green yellow"), words("and"), *_cards("blue blue")),
    )


def technologies() -> str:
    """K3 to K5: what is open without technologies."""
    built = map_file("ferries").board(2)
    closed = [route.index for route in built.routes if route.needs]
    return picture(
        "Without technologies only short routes in the North are open; the others are shown as closed.",
        board("ferries", 2, {"Portsmouth–Brighton": [0]}, shut=closed),
    )


def shared_route() -> str:
    """K11: a route with two owners."""
    return picture(
        "After Right of Way, Ada and Blaise both own the route from Brighton to Hastings.",
        board("ferries", 2, {"Brighton–Hastings": [0, 1], "Portsmouth–Brighton": [1]}),
    )


SCENES = {
    "first-tickets": first_tickets,
    "market-wild": market_wild,
    "market-reset": market_reset,
    "payment": payment,
    "double-closed": double_closed,
    "double-open": double_open,
    "ticket": ticket_made,
    "longest-path": longest_path,
    "last-round": last_round,
    "districts": districts,
    "flag": flag,
    "ferry": ferry,
    "technologies": technologies,
    "shared-route": shared_route,
}


def write(folder: Path) -> None:
    """Write every picture to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, scene in SCENES.items():
        (folder / f"{name}.svg").write_text(scene(), encoding="utf-8")
