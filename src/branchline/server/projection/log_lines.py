"""The log in words: one short sentence for each thing that happened, as a seat may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.engine import events as e
from branchline.server.live import table_events as h

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from branchline.boards.board import Board
    from branchline.engine.actions import Cards

_NUMBERS = ("no", "one", "two", "three", "four", "five")


def sentences(board: Board, names: Sequence[str], events: Iterable[Any]) -> list[str]:
    """Return the sentences of a step; what shows on the board anyway has none."""
    told = (_sentence(board, names, event) for event in events)
    return [sentence for sentence in told if sentence]


def cards_in_words(cards: Cards) -> str:
    """Return cards as they are said.

    >>> cards_in_words({"blue": 2, "wild": 1})
    '2 blue and 1 wild'
    """
    said = [f"{number} {name}" for name, number in cards.items()]
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said) or "no cards"


def _count(number: int, thing: str) -> str:
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {thing}{'' if number == 1 else 's'}"


def _sentence(board: Board, names: Sequence[str], event: Any) -> str:  # noqa: ANN401, PLR0911
    if isinstance(event, h.SatDown | h.Left | h.OutOfTime | h.UndoAsked | h.UndoRefused | h.Undone | h.Resigned):
        return _at_the_table(names[event.seat], event)
    match event:
        case h.Started():
            return "The game began."
        case h.Edited():
            return "The host changed the options."
        case h.Rematched():
            return "A rematch is set up."
        case e.MarketReset():
            return "Too many wilds lay face up: the market was dealt anew."
        case e.Reshuffled():
            return "The discards were shuffled into a new deck."
        case e.CameBack(technology) | e.Withdrawn(technology):
            return f"{technology} is {'on sale again' if isinstance(event, e.CameBack) else 'no longer on sale'}."
        case e.GameOver():
            return "The game is over."
    return _by_a_seat(board, names, event)


def _at_the_table(name: str, event: Any) -> str:  # noqa: ANN401, PLR0911
    match event:
        case h.SatDown():
            return f"{name} sat down."
        case h.Left():
            return f"{name} is at the table now." if name else "A seat is open."
        case h.OutOfTime():
            return f"{name} ran out of time; the server decided."
        case h.UndoAsked(_, moves):
            return f"{name} asks to take back {_count(moves, 'move')}."
        case h.UndoRefused():
            return f"{name} did not agree to the undo."
        case h.Undone(_, moves):
            return f"{name} took back {_count(moves, 'move')}."
    return f"{name} resigned."


def _by_a_seat(board: Board, names: Sequence[str], event: Any) -> str:  # noqa: ANN401, C901, PLR0911
    match event:
        case e.DrewBlind(seat, card):
            return f"{names[seat]} drew a {f'{card} ' if isinstance(card, str) else ''}card from the deck."
        case e.DrewFaceUp(seat, _, card):
            return f"{names[seat]} took a {card} card."
        case e.TicketsOffered(seat, number):
            return f"{names[seat]} drew {_count(number, 'ticket')}."
        case e.Chosen(seat):
            return f"{names[seat]} chose first tickets."
        case e.TicketsKept(seat, number, _, tickets):
            kept = (
                f": {', '.join(board.tickets[ticket].name for ticket in tickets)}" if isinstance(tickets, list) else ""
            )
            return f"{names[seat]} kept {_count(number, 'ticket')}{kept}."
        case e.Claimed(seat, route, cards, points):
            return (
                f"{names[seat]} claimed {board.route_name(route)} with {cards_in_words(cards)}"
                f" for {_count(points, 'point')}."
            )
        case e.FlagCard(seat, card):
            return f"{names[seat]} kept a {card} card for the flag."
        case e.FlagScored(seat, points):
            return f"{names[seat]} completed a flag for {_count(points, 'point')}."
        case e.Bought(seat, technology, cards):
            return f"{names[seat]} bought {technology} with {cards_in_words(cards)}."
        case e.Passed(seat):
            return f"{names[seat]} passed."
        case e.LastRound(seat):
            return f"{names[seat]} is short of pieces: everyone has one last turn."
    return ""
