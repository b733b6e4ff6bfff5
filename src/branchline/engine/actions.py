"""Actions: typed values, their one-integer code, and their one-line notation; all three convert without loss."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from branchline.boards.board import GRAY, WILD
from branchline.engine.errors import MalformedAction
from branchline.engine.kernel import codes
from branchline.errors import BranchlineError
from branchline.names import fold, shortened
from branchline.numerals import whole_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from branchline.boards.board import Board

Cards: TypeAlias = dict[str, int]
"""The number of cards of each name; "wild" is one of the names."""


class _Action(msgspec.Struct, frozen=True, tag_field="action", forbid_unknown_fields=True):
    """What all actions share."""


class Keep(_Action, frozen=True, tag="keep"):
    """Keep some of the tickets offered, by their place in the offer, counted from 0 (S4, P1).

    First tickets are chosen by everyone at once; `seat` says whose choice it is, if not that of the seat to move.

    >>> from branchline.engine.game import new_game
    >>> new_game("mini", players=2, seed=7).notation(Keep((0, 1)))
    'keep 1 2'
    """

    tickets: tuple[int, ...]
    seat: int | None = None


class Draw(_Action, frozen=True, tag="draw"):
    """Draw a card: "deck", or the name of a face-up card (D1).

    >>> from branchline.engine.game import new_game
    >>> new_game("mini", players=2, seed=7).notation(Draw("deck"))
    'draw deck'
    """

    card: str


class DrawBlind(_Action, frozen=True, tag="draw blind"):
    """Draw as many cards from the deck at once as a technology allows (K14).

    >>> from branchline.engine.game import new_game
    >>> new_game("uk", players=2, seed=7).notation(DrawBlind())
    'draw blind'
    """


class TakeTickets(_Action, frozen=True, tag="tickets"):
    """Draw tickets (P1).

    >>> from branchline.engine.game import new_game
    >>> new_game("mini", players=2, seed=7).notation(TakeTickets())
    'tickets'
    """


class Claim(_Action, frozen=True, tag="claim"):
    """Claim a route with these cards; `keep` one of them for the flag (C1, F1).

    >>> from branchline.engine.game import new_game
    >>> game = new_game("usa", players=2, seed=7)
    >>> route = game.board.route("Dallas", "Houston").index
    >>> game.notation(Claim(route, {"red": 1}))
    'claim Dallas–Houston red×1'
    """

    route: int
    cards: Cards
    keep: bool = False


class Buy(_Action, frozen=True, tag="buy"):
    """Buy a technology with these cards (K8).

    >>> from branchline.engine.game import new_game
    >>> new_game("uk", players=2, seed=7).notation(Buy("Propellers", {"wild": 2}))
    'buy Propellers wild×2'
    """

    technology: str
    cards: Cards


class Pass(_Action, frozen=True, tag="pass"):
    """Pass, because nothing else is possible or to decline a second card or route (T3, K13).

    >>> from branchline.engine.game import new_game
    >>> new_game("mini", players=2, seed=7).why_not(Pass()).sentence
    'First choose which tickets to keep.'
    """


Action: TypeAlias = Keep | Draw | DrawBlind | TakeTickets | Claim | Buy | Pass

# -- typed value <-> code ----------------------------------------------------------------------

MOST_OF_A_KIND = codes.CARD_MASK
PAYMENT_MASK = (1 << codes.OPTION - codes.PAYMENT) - 1
DECK_NAME = "deck"


def encode(board: Board, action: Action) -> int:
    """Return the code of an action; raise `MalformedAction` for what cannot be one."""
    try:
        return _encode(board, action)
    except MalformedAction:
        raise
    except BranchlineError as error:
        raise MalformedAction(str(error)) from None
    except (TypeError, AttributeError):  # a field of the wrong type
        raise MalformedAction(f"{action!r} is not an action.") from None


def _encode(board: Board, action: Action) -> int:
    match action:
        case Keep(tickets, seat):
            return codes.KEEP | _offer_mask(tickets) << codes.TARGET | _seat_bits(board, seat) << codes.PAYMENT
        case Draw(card):
            return codes.DRAW | _card_target(board, card) << codes.TARGET
        case DrawBlind():
            return codes.DRAW_BLIND
        case TakeTickets():
            return codes.TAKE_TICKETS
        case Claim(route, cards, keep):
            if not 0 <= route < len(board.routes):
                raise MalformedAction(f"There is no route {route}; routes are 0 to {len(board.routes) - 1}.")
            return codes.CLAIM | route << codes.TARGET | _payment(board, cards) | int(keep) << codes.OPTION
        case Buy(technology, cards):
            return codes.BUY | board.technology(technology) << codes.TARGET | _payment(board, cards)
        case Pass():
            return codes.PASS
    raise MalformedAction(f"{action!r} is not an action.")


def _offer_mask(positions: tuple[int, ...]) -> int:
    if len(set(positions)) != len(positions) or not all(0 <= position < 8 for position in positions):
        raise MalformedAction(
            f"Tickets to keep are named by different places in the offer, counted from 0, not {positions}."
        )
    return sum(1 << position for position in positions)


def _seat_bits(board: Board, seat: int | None) -> int:
    if seat is None:
        return 0
    if not 0 <= seat < board.players:
        raise MalformedAction(f"There is no seat {seat}; seats are 0 to {board.players - 1}.")
    return seat + 1


def _card_target(board: Board, card: str) -> int:
    is_deck = card == DECK_NAME or (card not in board.card_names and fold(card) == DECK_NAME)
    return codes.DECK if is_deck else _card(board, card)


def _card(board: Board, name: str) -> int:
    kind = board.color(name)
    if kind == GRAY and fold(name) != "wild":
        raise MalformedAction('There is no gray card: a gray route takes any one color, or "wild".')
    return kind


def _payment(board: Board, cards: Mapping[str, int]) -> int:
    payment = 0
    for name, number in cards.items():
        if not 0 <= number <= MOST_OF_A_KIND:
            raise MalformedAction(f"{number} {name} cards cannot be paid: 0 to {MOST_OF_A_KIND} of a kind can.")
        kind = _card(board, name)
        if payment >> (codes.PAYMENT + codes.CARD_BITS * kind) & codes.CARD_MASK:
            raise MalformedAction(f"{board.card_name(kind)} is named twice in one payment; add the numbers up.")
        payment += number << (codes.PAYMENT + codes.CARD_BITS * kind)
    return payment


def decode(board: Board, code: int) -> Action:
    """Return the action of a code.

    >>> from branchline.boards.library import load_map
    >>> decode(load_map("london").board(), 2 | 9 << 4)
    Draw(card='deck')
    """
    try:
        return _decode(board, code)
    except IndexError:  # a card, route or technology that the map does not have
        raise MalformedAction(f"{code} is not the code of an action.") from None


def _decode(board: Board, code: int) -> Action:
    target = target_of(code)
    match kind_of(code):  # the most frequent kinds first
        case codes.CLAIM:
            route = board.routes[target].index
            return Claim(route, cards_of(board, code), keeps_card(code))
        case codes.DRAW:
            return Draw(DECK_NAME if target == codes.DECK else board.card_name(target))
        case codes.TAKE_TICKETS:
            return TakeTickets()
        case codes.KEEP:
            return Keep(tuple(place for place in range(8) if target >> place & 1), seat_of(code))
        case codes.DRAW_BLIND:
            return DrawBlind()
        case codes.BUY:
            return Buy(board.technologies[target][0], cards_of(board, code))
        case codes.PASS:
            return Pass()
    raise MalformedAction(f"{code} is not the code of an action.")


# The kernel has its own compiled readers of a code, in `codes.py`; these are for Python.


def kind_of(code: int) -> int:
    """Return the kind of action that a code is: one of those of `codes.py`."""
    return code & codes.KIND_MASK


def target_of(code: int) -> int:
    """Return the route, technology, card or mask of kept tickets that an action is about."""
    return code >> codes.TARGET & codes.TARGET_MASK


def seat_of(code: int) -> int | None:
    """Return the seat that a choice of first tickets names, or `None` for the seat to move."""
    if kind_of(code) != codes.KEEP:
        return None
    seat = (code >> codes.PAYMENT & codes.KIND_MASK) - 1
    return None if seat < 0 else seat


def keeps_card(code: int) -> bool:
    """Return whether a claim keeps a card for the flag (F1)."""
    return bool(code >> codes.OPTION & 1)


def cards_of(board: Board, code: int) -> Cards:
    """Return the cards that a code pays."""
    return shared_cards(board, code).copy()


def shared_cards(board: Board, code: int) -> Cards:
    """Return the cards that a code pays, in a dict that all callers share and nobody may change."""
    return _cards(board.card_names, code >> codes.PAYMENT & PAYMENT_MASK)


@lru_cache(maxsize=4096)
def _cards(names: tuple[str | None, ...], payment: int) -> Cards:
    """Return the cards of a payment; a game has the same few hundred payments again and again."""
    cards: Cards = {}
    for name in names:
        number = payment & codes.CARD_MASK
        if number and name:
            cards[name] = number
        payment >>= codes.CARD_BITS
    return cards


# -- typed value <-> notation ------------------------------------------------------------------

LONGEST_LINE = 400
"""The most characters of a line of notation: the longest names and every kind of card need fewer."""
_DASH = re.compile(r"(?<=\s)to(?=\s)|[–—-]", re.IGNORECASE)
_TIMES = ("×", "x", "X", "*")
FORMS = (
    'Actions are written "draw blue", "draw deck", "draw blind", "claim Here–There blue×2 wild×1", '
    '"tickets", "keep 1 3", "buy Something wild×2" or "pass".'
)


def notation(board: Board, action: Action) -> str:
    """Return an action as a line of notation."""
    match action:
        case Keep(tickets, seat):
            places = " ".join(str(place + 1) for place in sorted(tickets)) or "none"
            return f"keep {places}" + ("" if seat is None else f" @{seat + 1}")
        case Draw(card):
            return f"draw {card}"
        case DrawBlind():
            return "draw blind"
        case TakeTickets():
            return "tickets"
        case Claim(route, cards, keep):
            words = ["claim", route_notation(board, route, cards), cards_text(board, cards), "keep" if keep else ""]
            return " ".join(word for word in words if word)
        case Buy(technology, cards):
            return f"buy {technology} {cards_text(board, cards)}".rstrip()
        case Pass():
            return "pass"
    raise MalformedAction(f"{action!r} is not an action.")


def cards_text(board: Board, cards: Mapping[str, int]) -> str:
    """Return cards as notation writes them: "blue×2 wild×1"."""
    order = {name: place for place, name in enumerate([*board.colors, "wild"])}
    return " ".join(f"{name}×{cards[name]}" for name in sorted(cards, key=order.__getitem__) if cards[name])


def route_notation(board: Board, route: int, cards: Mapping[str, int]) -> str:
    """Return the ends of a route, with "#2" if the cards alone do not identify the track."""
    ends = board.routes[route]
    between = _between(board, ends.a, ends.b)
    if _default_track(board, between, cards) == route:
        return board.route_name(route)
    return f"{board.route_name(route)} #{between.index(route) + 1}"


def _between(board: Board, a: int, b: int) -> list[int]:
    return [route.index for route in board.routes if {route.a, route.b} == {a, b}]


def _default_track(board: Board, between: list[int], cards: Mapping[str, int]) -> int:
    """Return the track that a claim without "#" means: the first of a color that is played, else the first."""
    played = {board.color(name) for name, number in cards.items() if number} - {WILD}
    fitting = [route for route in between if board.routes[route].color in played]
    return (fitting or between)[0]


def parse(board: Board, text: str) -> Action:
    """Return the action of a line of notation; case, accents and the kind of dash do not matter."""
    if len(text) > LONGEST_LINE:
        raise MalformedAction(f'"{shortened(text)}" is not an action: a line has at most {LONGEST_LINE} characters.')
    verb, _, rest = text.strip().partition(" ")
    try:
        return _parse(board, fold(verb), rest.strip())
    except MalformedAction:
        raise
    except BranchlineError as error:
        raise MalformedAction(f'"{text.strip()}": {error}') from None


def _parse(board: Board, verb: str, rest: str) -> Action:
    if verb == "draw" and rest:
        return _parse_draw(board, rest)
    if verb == "keep" and rest:
        return _parse_keep(rest)
    if verb == "claim" and rest:
        return _parse_claim(board, rest)
    if verb == "buy" and rest:
        name, cards = _trailing_cards(board, rest)
        return Buy(board.technologies[board.technology(name)][0], cards)
    if verb == "tickets" and not rest:
        return TakeTickets()
    if verb == "pass" and not rest:
        return Pass()
    raise MalformedAction(
        f'"{verb} {rest}".'.replace(' "', '"') + f" {FORMS}" if verb else f"The line is empty. {FORMS}"
    )


def _parse_draw(board: Board, rest: str) -> Action:
    if fold(rest) == "blind":
        return DrawBlind()
    target = _card_target(board, rest)
    return Draw(DECK_NAME if target == codes.DECK else board.card_name(target))


def _parse_keep(rest: str) -> Action:
    words = rest.replace(",", " ").split()
    seat = None
    if words and words[-1].startswith("@") and (number := whole_number(words[-1][1:])) is not None:
        words.pop()
        seat = number - 1
    if [fold(word) for word in words] == ["none"]:
        return Keep((), seat)
    places = [whole_number(word) or 0 for word in words]
    if not places or not all(1 <= place <= 8 for place in places):
        raise MalformedAction(f'"keep {rest}": name the tickets to keep by their place in the offer, as in "keep 1 3".')
    return Keep(tuple(sorted(place - 1 for place in places)), seat)


def _parse_claim(board: Board, rest: str) -> Action:
    words = rest.split()
    keep = fold(words[-1]) == "keep"
    name, cards = _trailing_cards(board, " ".join(words[:-1]) if keep else rest)
    name, _, number = name.partition("#")
    between = _between(board, *_ends(board, name.strip()))
    if not between:
        raise MalformedAction(f"No route joins {name.strip()}.")
    if not number:
        return Claim(_default_track(board, between, cards), cards, keep)
    place = whole_number(number.strip()) or 0
    if not 1 <= place <= len(between):
        raise MalformedAction(f"{name.strip()} has tracks #1 to #{len(between)}, not #{number.strip()}.")
    return Claim(between[place - 1], cards, keep)


def _trailing_cards(board: Board, text: str) -> tuple[str, Cards]:
    cards: Cards = {}
    while (found := _last_cards(text)) is not None:
        text, card, number = found
        name = board.card_name(_card(board, card))
        if name in cards:
            raise MalformedAction(f"{name} is named twice in one payment; add the numbers up.")
        cards[name] = number
    ordered = [name for name in [*board.colors, "wild"] if cards.get(name)]
    return text, {name: cards[name] for name in ordered}


def _last_cards(text: str) -> tuple[str, str, int] | None:
    """Split "Here–There blue×2" before its last cards: the rest, "blue" and 2; `None` if it ends otherwise.

    Not a regular expression: on a hostile line, one would backtrack at every position.
    """
    head = text.rstrip("0123456789")
    number = text[len(head) :]
    head = head.rstrip()
    if not 1 <= len(number) <= 3 or not head.endswith(_TIMES):
        return None
    before = head[:-1].rstrip()
    name = " ".join(before.rsplit(maxsplit=1)[-1:]).replace("*", "×").rpartition("×")[2]
    return (before.removesuffix(name).rstrip(), name, int(number)) if name else None


def _ends(board: Board, text: str) -> tuple[int, int]:
    """Return the two cities of "Here–There"; their names may contain dashes."""
    dashes = list(_DASH.finditer(text))
    if not dashes or (len(dashes) > 1 and len(dashes) > 2 * _most_dashes(board) + 1):
        raise MalformedAction(f'"{shortened(text)}" does not name two cities; write "Here–There".')
    splits = [(text[: dash.start()], text[dash.end() :]) for dash in dashes]
    known = [(a, b) for a, b in splits if board.has_city(a) and board.has_city(b)]
    a, b = (known or splits)[0]
    return board.city(a), board.city(b)


def _most_dashes(board: Board) -> int:
    """Return the most dashes in the name of a city."""
    return max(len(_DASH.findall(city.name)) for city in board.cities)
