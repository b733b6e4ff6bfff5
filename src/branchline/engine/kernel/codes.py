"""An action as one int64: kind, target, a count per card kind, one option bit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import WILD
from branchline.engine.kernel.compilation import inline, kernel

if TYPE_CHECKING:
    from branchline.engine.kernel.types import CardKind, Code

KEEP, DRAW, DRAW_BLIND, TAKE_TICKETS, CLAIM, BUY, PASS = range(1, 8)

DECK = WILD + 1
"""The target of a blind draw; below it are the card kinds of the market."""

TARGET, PAYMENT, OPTION = 4, 12, 57
CODE_BITS = OPTION + 1
CARD_BITS = 5
CARD_MASK = 31
KIND_MASK = 15
TARGET_MASK = 255
WILD_SHIFT = PAYMENT + CARD_BITS * WILD


@inline
def kind_of(code: Code) -> int:
    """Return the kind of action that a code is."""
    return code & KIND_MASK


@inline
def target_of(code: Code) -> int:
    """Return the route, technology, card or mask of kept tickets that an action is about."""
    return (code >> TARGET) & TARGET_MASK


@inline
def option_of(code: Code) -> int:
    """Return the option bit: keep a card for the flag."""
    return (code >> OPTION) & 1


@inline
def paid(code: Code, card: CardKind) -> int:
    """Return how many cards of a kind an action pays."""
    return (code >> (PAYMENT + CARD_BITS * card)) & CARD_MASK


@inline
def paying(card: CardKind, number: int) -> int:
    """Return the part of a code that pays cards of one kind."""
    return number << (PAYMENT + CARD_BITS * card)


@kernel
def paid_in_all(code: Code) -> int:
    """Return how many cards an action pays."""
    total = 0
    for card in range(WILD + 1):
        total += paid(code, card)
    return total


@inline
def keep_seat(code: Code) -> int:
    """Return the seat a choice of first tickets names, or -1 for the seat to move."""
    return ((code >> PAYMENT) & KIND_MASK) - 1
