"""Reasons as English sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from branchline.analysis.review_data import Kind, ReviewReason
    from branchline.boards.board import Board

TEMPLATES: Mapping[Kind, str] = {
    "wilds_spent": "{route} could have been paid with {wilds} fewer.",
    "color_on_table": "{wilds} spent on {route}, while {card} lay in the market.",
    "rival_takes": "{who} takes {route} in {share} of the continuations if you leave it.",
    "ticket_costs": "{ticket} costs more than it brings: it is completed in {share} of the continuations.",
    "ticket_worth": "{ticket} was worth keeping: it can be completed in {best_share} of the continuations.",
    "tickets_cost": "New tickets cost more than they bring here: {points} on average.",
    "tickets_pay": "There is time for new tickets: they bring {points} on average.",
    "ends_early": "The game ends about {turns} sooner, before your plan is complete.",
    "ends_late": "The game lasts about {turns} longer, which helps the others.",
    "ticket_fails": "{ticket} is completed in {share} of the continuations instead of {best_share}.",
    "rival_gains": "It leaves {who} {points} more on average.",
    "fewer_points": "It scores {points} less for {item} on average.",
    "on_average": "It scores {points} less on average.",
    "wins_less": "It wins less often, although it scores as many points.",
}


def explanation(board: Board, names: Sequence[str], reason: ReviewReason) -> str:
    """Return a reason as a sentence.

    >>> from branchline.analysis.review_data import ReviewReason
    >>> from branchline.engine.game import new_game
    >>> game = new_game("london", players=2, seed=7)
    >>> explanation(game.board, game.names, ReviewReason("ends_early", number=3))
    'The game ends about 3 turns sooner, before your plan is complete.'
    """
    number = reason.number or 0
    return TEMPLATES[reason.kind].format(
        route=board.route_name(reason.route) if reason.route is not None else "",
        ticket=board.tickets[reason.ticket].name if reason.ticket is not None else "",
        who=names[reason.seat] if reason.seat is not None else "",
        card=reason.card,
        item=reason.item,
        wilds=counted(number, "wild"),
        turns=counted(number, "turn"),
        share=_percent(reason.share),
        best_share=_percent(reason.best_share),
        points=_points(reason.points),
    )


def _percent(share: float | None) -> str:
    return f"{share or 0:.0%}"


def _points(points: float | None) -> str:
    text = f"{points or 0:.1f}".replace("-", "−").removesuffix(".0")
    return f"{text} point" if text == "1" else f"{text} points"
