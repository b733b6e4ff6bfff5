"""Refusals: why an action is not legal, in a sentence that a player understands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.engine.actions import cards_of, kind_of, seat_of, target_of
from branchline.engine.kernel import codes
from branchline.engine.kernel import reasons as r
from branchline.engine.phrases import capitalized, counted_in_words, listed, number_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.engine.actions import Cards
    from branchline.engine.table import Table

REASONS = {value: name.lower() for name, value in vars(r).items() if name.isupper()}
"""The kernel's reasons as the codes that programs see."""

_PLAIN = {
    r.MALFORMED: "That is not an action.",
    r.GAME_OVER: "The game is over.",
    r.NOT_THIS_SEAT: "This seat does not have that choice, or has already made it.",
    r.NOT_OFFERED: "Only tickets of the offer can be kept.",
    r.NO_TICKETS_LEFT: "No tickets are left to draw.",
    r.NO_CARDS_LEFT: "Not enough cards are left to draw blind.",
    r.WILD_IS_NOT_SECOND: "A face-up wild cannot be the second card of a turn.",
    r.NO_BLIND_TECHNOLOGY: "Drawing more than two cards needs a technology.",
    r.NO_SUCH_ROUTE: "There is no such route.",
    r.ROUTE_IS_YOURS: "You hold this route already.",
    r.ROUTE_CLOSED: "With this many players only one track of a double is used, and the other one is claimed.",
    r.BESIDE_OWN_TRACK: "You hold the other track of this double.",
    r.ROUTE_NOT_HELD: "Right of way is for a route that another player holds.",
    r.NO_FLAG_CARD: "No card of this payment can be kept for the flag.",
    r.NO_SUCH_TECHNOLOGY: "There is no such technology.",
    r.TECHNOLOGY_GONE: "No copy of this technology is left on sale.",
    r.TECHNOLOGY_OWNED: "You have this technology already.",
    r.ALREADY_BOUGHT: "One technology a turn: you have bought one.",
    r.NO_HELD_ROUTE_TO_CLAIM: "After paying for it you could not claim any route that another player holds.",
    r.MUST_ACT: "You can draw cards, claim a route or draw tickets, so you cannot pass.",
}

_NOW = {
    "first tickets": "First choose which tickets to keep.",
    "turn": "That is not possible at the start of a turn.",
    "second card": "You are drawing cards: take your second card.",
    "keep tickets": "First choose which of the drawn tickets to keep.",
    "held route": "Claim a route that another player holds: that is what you have just paid for.",
    "second route": "Claim a second route, or pass.",
}


@dataclass(frozen=True)
class Refusal:
    """Why an action is not legal: a code for programs, a sentence for people, the cards that a payment lacks."""

    code: str
    sentence: str
    missing: Cards | None = None

    def __str__(self) -> str:
        return self.sentence


def refusal_of(table: Table, code: int, reason: int) -> Refusal:
    """Return the refusal of an action for one of the kernel's reasons."""
    missing = table.missing_cards(code) if reason == r.CARDS_NOT_HELD else None
    detailed = _DETAILED.get(reason)
    sentence = _PLAIN[reason] if detailed is None else detailed(table, code)
    return Refusal(REASONS[reason], sentence, missing)


def _not_now(table: Table, _code: int) -> str:
    return _NOW[table.phase]


def _too_few_tickets(table: Table, code: int) -> str:
    seat = seat_of(code)
    least = table.least_to_keep(table.turn if seat is None else seat)
    return f"At least {counted_in_words(least, 'ticket')} must be kept."


def _not_in_market(table: Table, code: int) -> str:
    kind = target_of(code)
    known = kind == WILD or kind < len(table.board.colors)
    return f"No {table.board.card_name(kind) if known else 'such'} card lies face up."


def _route_taken(table: Table, code: int) -> str:
    return f"{table.board.route_name(target_of(code))} is claimed already."


def _too_few_pieces(table: Table, code: int) -> str:
    length, left = table.board.routes[target_of(code)].length, table.pieces[table.turn]
    return f"This route takes {counted_in_words(length, 'piece')}; you have {left}."


def _technology_missing(table: Table, code: int) -> str:
    return f"This route needs {listed(table.technologies_missing(target_of(code), table.turn))}."


def _cards_not_held(table: Table, code: int) -> str:
    wanted = [counted_in_words(number, f"more {name} card") for name, number in table.missing_cards(code).items()]
    return capitalized(f"{listed(wanted)} needed.")


def _wrong_number(table: Table, code: int) -> str:
    given = sum(cards_of(table.board, code).values())
    sizes = [str(size) for size in table.set_sizes(table.turn)]
    sets = f", or sets of {listed(sizes, 'or')} cards for a wild" if sizes else ""
    return capitalized(f"{_price(table, code)} needed{sets}; {given} given.")


def _price(table: Table, code: int) -> str:
    """Return the price of a claim or purchase in words; a range if the seat has a discount (K18)."""
    if kind_of(code) == codes.BUY:
        return counted_in_words(table.board.technologies[target_of(code)][1].cost, "wild")
    lowest, full = table.price(target_of(code)), table.board.routes[target_of(code)].full_price
    if lowest == full:
        return counted_in_words(full, "card")
    return f"{number_word(lowest)} {'or' if full == lowest + 1 else 'to'} {counted_in_words(full, 'card')}"


def _wrong_cards(table: Table, code: int) -> str:
    if kind_of(code) == codes.BUY:
        return "A technology is paid with wilds, or with sets of cards that stand for wilds."
    route = table.board.routes[target_of(code)]
    color = "one color" if route.color == GRAY else table.board.colors[route.color]
    symbols = f", and {counted_in_words(route.ferry, 'wild')} for the ferry" if route.ferry else ""
    return f"This route takes cards of {color}, or wilds{symbols}."


_DETAILED: dict[int, Callable[[Table, int], str]] = {
    r.NOT_NOW: _not_now,
    r.TOO_FEW_TICKETS: _too_few_tickets,
    r.NOT_IN_MARKET: _not_in_market,
    r.ROUTE_TAKEN: _route_taken,
    r.TOO_FEW_PIECES: _too_few_pieces,
    r.TECHNOLOGY_MISSING: _technology_missing,
    r.CARDS_NOT_HELD: _cards_not_held,
    r.WRONG_NUMBER_OF_CARDS: _wrong_number,
    r.WRONG_CARDS: _wrong_cards,
}
"""The sentences that depend on the table."""
