"""Check that a game can be set up: players, pieces, cards and tickets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.format.checks.wording import count
from branchline.boards.format.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.format.draft import Draft


def check_players(draft: Draft) -> Iterator[Finding]:
    """`least` is at most `most`, and nobody starts with so few pieces that the last round begins at once (E1)."""
    if draft.players and draft.players.least > draft.players.most:
        message = f"`least` is {draft.players.least}, more than `most`, which is {draft.players.most}."
        yield Finding("players", ("players", "least"), message, "Swap the two numbers.")
    if draft.players and draft.rules and draft.rules.last_round_at >= draft.players.pieces:
        message = (
            f"The last round starts at {count(draft.rules.last_round_at, 'piece')}, "
            f"and players begin with {draft.players.pieces}."
        )
        fix = "Make `last_round_at` less than `pieces` in [players]."
        yield Finding("players", ("rules", "last_round_at"), message, fix)


def check_spaces(draft: Draft) -> Iterator[Finding]:
    """There are enough spaces for a player to bring the last round about (E1)."""
    if not draft.players or not draft.rules or not draft.valid_routes:
        return
    # A player owns at most one track of a double (C5).
    lengths = {
        (frozenset((row.route.a, row.route.b)), row.route.length): row.route.length for row in draft.valid_routes
    }
    spaces, needed = sum(lengths.values()), draft.players.pieces - draft.rules.last_round_at
    if spaces < needed:
        message = (
            f"One player can fill at most {count(spaces, 'space')}, but must place {count(needed, 'piece')} "
            "before the last round starts."
        )
        fix = "Lower `pieces` in [players] or add routes."
        yield Finding("players", ("players", "pieces"), message, fix, is_warning=True)


def check_cards(draft: Draft) -> Iterator[Finding]:
    """The cards are enough for the first hands and the market (S2, S3)."""
    if not draft.cards or not draft.players:
        return
    total, most = sum(draft.cards.colors.values()) + draft.cards.wild, draft.players.most
    dealt = most * (draft.cards.first_hand + draft.cards.first_wilds) + draft.cards.market
    if total < dealt:
        message = f"The deck has {count(total, 'card')}, but a game of {most} players starts with {dealt}."
        yield Finding("deal", ("cards",), message, "Add cards or deal fewer.")
    if draft.cards.wild < most * draft.cards.first_wilds:
        wilds = count(draft.cards.wild, "wild")
        message = f"The deck has {wilds}, but {most} players start with {draft.cards.first_wilds} each."
        yield Finding("deal", ("cards", "first_wilds"), message, "Add wilds or deal fewer.")


def check_tickets(draft: Draft) -> Iterator[Finding]:
    """Nobody must keep more tickets than are dealt, and there are enough for everyone (S4)."""
    if not draft.rules:
        return
    deals = {"first_tickets": draft.rules.first_tickets, "later_tickets": draft.rules.later_tickets}
    for name, deal in deals.items():
        if deal.keep > deal.deal:
            message = f"Players must keep {deal.keep} of {count(deal.deal, 'ticket')}."
            yield Finding("deal", ("rules", name), message, "Make `keep` at most `deal`.")
    first = draft.rules.first_tickets.deal
    if draft.players and draft.ticket_count < draft.players.most * first:
        tickets = count(draft.ticket_count, "ticket")
        message = f"The map has {tickets}, but {draft.players.most} players are dealt {first} each."
        yield Finding("deal", ("tickets",), message, "Add tickets or deal fewer.")
