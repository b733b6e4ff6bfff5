"""Why an action is not legal, in a sentence a player understands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.engine import codes
from branchline.engine import reasons as r
from branchline.engine.actions import cards_of

if TYPE_CHECKING:
    from branchline.engine.table import Table

REASONS = {value: name.lower() for name, value in vars(r).items() if name.isupper()}
"""The reason codes that programs see."""

_PLAIN = {
    r.MALFORMED: "That is not an action.",
    r.GAME_OVER: "The game is over.",
    r.NOT_THIS_SEAT: "That choice is not this seat's to make, or it is made already.",
    r.NOT_OFFERED: "Only tickets of the offer can be kept.",
    r.NO_TICKETS_LEFT: "No tickets are left to draw.",
    r.NO_CARDS_LEFT: "Not enough cards are left to draw blind.",
    r.WILD_IS_NOT_SECOND: "A face-up wild cannot be the second card of a turn.",
    r.NO_BLIND_TECHNOLOGY: "Drawing more than two cards needs a technology for it.",
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

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def sentence(table: Table, code: int, reason: int) -> str:
    """Return the sentence for a reason, with what is missing and how much of it."""
    special = {
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
    return special[reason](table, code) if reason in special else _PLAIN[reason]


def _target(code: int) -> int:
    return code >> codes.TARGET & codes.TARGET_MASK


def _count(number: int, thing: str) -> str:
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {thing}{'' if number == 1 else 's'}"


def _sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]


def _not_now(table: Table, code: int) -> str:
    del code
    return _NOW[table.phase]


def _too_few_tickets(table: Table, code: int) -> str:
    del code
    rules = table.board.spec.rules
    least = rules.first_tickets.keep if table.phase == "first tickets" else rules.later_tickets.keep
    return f"At least {_count(least, 'ticket')} must be kept."


def _not_in_market(table: Table, code: int) -> str:
    kind = _target(code)
    known = kind == WILD or kind < len(table.board.colors)
    return f"No {table.board.card_name(kind) if known else 'such'} card lies face up."


def _route_taken(table: Table, code: int) -> str:
    return f"{table.board.route_name(_target(code))} is claimed already."


def _too_few_pieces(table: Table, code: int) -> str:
    length, left = table.board.routes[_target(code)].length, table.pieces[table.turn]
    return f"This route takes {_count(length, 'piece')}; you have {left}."


def _technology_missing(table: Table, code: int) -> str:
    held = table.technologies_of(table.turn)
    names = [table.board.technologies[index][0] for index in sorted(table.board.routes[_target(code)].needs)]
    return f"This route needs {' and '.join(name for name in names if name not in held)}."


def _cards_not_held(table: Table, code: int) -> str:
    held = table._hand(table.turn)
    missing = {name: number - held.get(name, 0) for name, number in cards_of(table.board, code).items()}
    wanted = [f"{_count(number, f'more {name} card')}" for name, number in missing.items() if number > 0]
    return _sentence_case(f"{' and '.join(wanted)} needed.")


def _price(table: Table, code: int) -> int:
    """The cards a claim or purchase costs, by the technologies of the seat on turn (K18)."""
    if code & codes.KIND_MASK == codes.BUY:
        return table.board.technologies[_target(code)][1].cost
    route = table.board.routes[_target(code)]
    owned = table.technologies_of(table.turn)
    less = sum(technology.discount for name, technology in table.board.technologies if name in owned)
    return max(1, route.ferry, route.length - less)


def _wrong_number(table: Table, code: int) -> str:
    cost, given = _price(table, code), sum(cards_of(table.board, code).values())
    sets = f", or sets of {table.cards_per_wild(table.turn)} for a wild" if table.cards_per_wild(table.turn) else ""
    return _sentence_case(f"{_count(cost, 'card')} needed{sets}; {given} given.")


def _wrong_cards(table: Table, code: int) -> str:
    if code & codes.KIND_MASK == codes.BUY:
        return "A technology is paid with wilds, or with sets of cards that stand for wilds."
    route = table.board.routes[_target(code)]
    color = "one color" if route.color == GRAY else f"{table.board.colors[route.color]}"
    symbols = f", and {_count(route.ferry, 'wild')} for the ferry" if route.ferry else ""
    return f"This route takes cards of {color}, or wilds{symbols}."
