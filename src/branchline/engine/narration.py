"""Events as English sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from branchline.engine import events as e
from branchline.engine.actions import cards_text
from branchline.engine.phrases import counted, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.boards.board import Board


def narrate(board: Board, names: Sequence[str], event: e.Event) -> str:
    """Return an event as a sentence; secrets that were not opened are left out of it.

    >>> from branchline.engine.game import new_game
    >>> game = new_game("london", players=2, seed=7)
    >>> narrate(game.board, game.names, game.opening[0].opened(None))
    'Player 1 is dealt 2 cards.'
    """
    who = names[seat] if (seat := getattr(event, "seat", None)) is not None else ""
    return f"{who} {_predicate(board, event)}".strip()


def _predicate(board: Board, event: e.Event) -> str:
    match event:
        case e.Dealt(_, number, cards):
            return f"is dealt {listed(cards) if cards else counted(number, 'card')}."
        case e.TurnedUp(slot, card):
            return f"In place {slot + 1} of the market: {card}."
        case e.MarketReset():
            return "Too many wilds: the market is discarded."
        case e.Reshuffled(number):
            return f"The discards, {counted(number, 'card')}, become the deck."
        case e.DrewBlind(_, card):
            return f"draws {card or 'a card'} from the deck."
        case e.DrewFaceUp(_, _, card):
            return f"takes {card} from the market."
        case e.TicketsOffered(_, number, tickets):
            return f"is offered {_tickets(board, tickets) if tickets else counted(number, 'ticket')}."
        case e.TicketsKept(_, number, returned, tickets):
            kept = _tickets(board, tickets) if tickets else counted(number, "ticket")
            return f"keeps {kept}" + (f" and puts {counted(returned, 'ticket')} under the deck." if returned else ".")
        case e.Chosen():
            return "has chosen first tickets."
        case e.Claimed(_, route, cards, points):
            return f"claims {board.route_name(route)} with {cards_text(board, cards)} for {counted(points, 'point')}."
        case e.FlagCard(_, card):
            return f"keeps a {card} card for the flag."
        case e.FlagScored(_, points):
            return f"completes a flag for {counted(points, 'point')}."
        case e.Bought(_, technology, cards):
            return f"buys {technology} with {cards_text(board, cards)}."
        case e.CameBack(technology):
            return f"{technology} is on sale again."
        case e.Withdrawn(technology):
            return f"{technology} is no longer on sale."
        case e.Passed():
            return "passes."
        case e.LastRound():
            return "is short of pieces: everyone has one last turn."
        case e.TurnBegins():
            return "is to move."
        case e.GameOver():
            return "The game is over."
    assert_never(event)


def _tickets(board: Board, tickets: Sequence[int]) -> str:
    return listed([f"{board.tickets[ticket].name} ({board.tickets[ticket].points})" for ticket in tickets])
