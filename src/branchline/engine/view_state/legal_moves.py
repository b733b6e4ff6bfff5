"""Legal actions grouped for choosing: what can be drawn, claimed with which payments, bought with which payments."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from branchline.engine.actions import DECK_NAME, keeps_card, kind_of, shared_cards, target_of
from branchline.engine.kernel import codes
from branchline.engine.view_state.types import ClaimChoice, LegalMoves

if TYPE_CHECKING:
    from branchline.engine.actions import Cards
    from branchline.engine.views import View

Payments: TypeAlias = list[tuple["Cards", bool]]
"""The payments for one route or technology, and whether each keeps a card."""


def legal_moves(view: View) -> LegalMoves:
    """Return the legal actions of the viewer, grouped for choosing."""
    board = view.board
    moves = LegalMoves(draw=[], tickets=False, claims={})
    claims: dict[int, Payments] = {}
    for code in view.legal.codes.tolist():
        kind, target = kind_of(code), target_of(code)
        if kind == codes.CLAIM:
            claims.setdefault(target, []).append((shared_cards(board, code), keeps_card(code)))
        elif kind == codes.DRAW:
            moves.draw.append(DECK_NAME if target == codes.DECK else board.card_name(target))
        elif kind == codes.BUY:
            moves.buy = moves.buy or {}
            moves.buy.setdefault(board.technologies[target][0], []).append(shared_cards(board, code))
        else:
            _add_single(moves, view, kind)
    moves.claims = {route: _claim_choice(payments) for route, payments in claims.items()}
    for purchases in (moves.buy or {}).values():
        purchases.sort(key=_expense)
    return moves


def _add_single(moves: LegalMoves, view: View, kind: int) -> None:
    """Add an action that leaves nothing to choose."""
    if kind == codes.DRAW_BLIND:
        moves.blind = view.blind_cards(view.turn)
    elif kind == codes.TAKE_TICKETS:
        moves.tickets = True
    elif kind == codes.PASS:
        moves.skip = True


def _claim_choice(payments: Payments) -> ClaimChoice:
    pay: list[Cards] = []
    keep: list[int] = []
    for cards, keeps in sorted(payments, key=lambda payment: _expense(payment[0])):
        if cards not in pay:
            pay.append(cards)
        if keeps:
            keep.append(pay.index(cards))
    return ClaimChoice(pay=pay, keep=keep or None)


def _expense(cards: Cards) -> tuple[int, int]:
    """Return how expensive a payment is: a wild counts twice."""
    wilds = cards.get("wild", 0)
    return sum(cards.values()) + wilds, wilds
