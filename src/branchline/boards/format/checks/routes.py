"""Check the routes: their ends, colors and lengths, and whether they can be paid for."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from branchline.boards.format.checks.wording import count, ends, listed, unknown, unknown_city
from branchline.boards.format.draft import NUMBER, Draft
from branchline.boards.format.finding import Finding
from branchline.boards.format.schema import GRAY, Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

TRACKS_OF_A_DOUBLE = 2
SCARCE = 4
"""A color with more spaces than this for each of its cards earns a warning."""


def check_ends(draft: Draft) -> Iterator[Finding]:
    """A route connects two different cities of the map."""
    for path, route in draft.routes:
        for end in (route.a, route.b):
            yield from unknown_city(end, draft.cities, path)
        if route.a == route.b:
            message = f"This route starts and ends at {route.a}."
            yield Finding("self", path, message, "A route connects two different cities.")


def check_colors(draft: Draft) -> Iterator[Finding]:
    """A route has the color of a card, or is gray."""
    if not draft.colors:
        return
    known = [*draft.colors, GRAY]
    for path, route in draft.routes:
        yield from unknown("color", route.color, known, path, f"Use one of {listed(known)}.")


def check_lengths(draft: Draft) -> Iterator[Finding]:
    """A route has a length that scores points and that a player has enough pieces for."""
    table = draft.point_table
    for path, route in draft.routes:
        message = f"This route has {count(route.length, 'space')}."
        if route.length < 1:
            yield Finding("length", path, message, "The length must be at least 1.")
        elif route.length > Limits.LENGTH:
            yield Finding("limit", path, message, f"The length must be at most {Limits.LENGTH}.")
        elif table is not None and route.length not in table:
            message = f"Routes of {count(route.length, 'space')} have no points."
            fix = f"Add `{route.length} = …` to `routes` in [scoring], which has {listed(sorted(table))}."
            yield Finding("length", path, message, fix)
        elif draft.players and route.length > draft.players.pieces:
            message = f"This route takes {count(route.length, 'piece')}, but players have only {draft.players.pieces}."
            yield Finding("length", path, message, "Shorten the route or raise `pieces` in [players].")


def check_scoring_table(draft: Draft) -> Iterator[Finding]:
    """The keys of the table of points are lengths."""
    for length in draft.points or ():
        if not NUMBER.fullmatch(length):
            fix = "Use the number of spaces, as in `3 = 4`."
            yield Finding("points", ("scoring", "routes"), f'"{length}" is not a route length.', fix)


def check_doubles(draft: Draft) -> Iterator[Finding]:
    """At most two routes of one length connect the same two cities (C5)."""
    parallel: Counter[tuple[frozenset[str], int]] = Counter()
    for path, route in draft.valid_routes:
        double = (frozenset((route.a, route.b)), route.length)
        parallel[double] += 1
        if parallel[double] > TRACKS_OF_A_DOUBLE:
            message = f"{ends(route)} has a third track of {count(route.length, 'space')}."
            yield Finding("triple", path, message, "A double has two tracks: remove one or change its length.")


def check_ferries(draft: Draft) -> Iterator[Finding]:
    """A ferry has no more wild symbols than spaces (K2)."""
    for path, route in draft.routes:
        if route.extras.ferry > max(route.length, 0):
            message = f"This ferry has {route.extras.ferry} wild symbols on {count(route.length, 'space')}."
            yield Finding(
                "ferry", path, message, "A space has at most one symbol: lower `ferry` or lengthen the route."
            )


def check_payable(draft: Draft) -> Iterator[Finding]:
    """The cards of the whole deck are enough to pay for any one route (C2, K2)."""
    if draft.cards is None or draft.rules is None or draft.rules.cards_per_wild:
        return
    wilds, most_of_a_color = draft.cards.wild, max(draft.cards.colors.values(), default=0)
    for path, route in draft.valid_routes:
        cards = most_of_a_color if route.color == GRAY else draft.cards.colors.get(route.color, route.length)
        if route.extras.ferry > wilds or route.length > cards + wilds:
            deck = f"{count(cards, 'matching card')} and {count(wilds, 'wild')}"
            message = f"{ends(route)} can never be paid for: the deck has {deck}."
            yield Finding("payment", path, message, "Shorten the route or add cards.")


def check_color_use(draft: Draft) -> Iterator[Finding]:
    """Warn about a color with too few cards for its routes, or without any use."""
    spaces = Counter[str]()
    for _, route in draft.valid_routes:
        spaces[route.color] += route.length
    path = ("cards", "colors")
    for color, cards in (draft.colors or {}).items():
        if spaces[color] > SCARCE * cards:
            message = f"There are {count(spaces[color], f'{color} space')}, but only {count(cards, f'{color} card')}."
            yield Finding("scarce", path, message, "Add cards or make some of the routes gray.", is_warning=True)
        elif draft.routes and not spaces[color] and not spaces[GRAY]:
            message = f"No route can be paid for with {color} cards."
            yield Finding("useless", path, message, f"Add a {color} or a gray route.", is_warning=True)
