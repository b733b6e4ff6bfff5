"""How often the corners of the rules were reached, so that agreement there means something."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from branchline.engine import events as e
from branchline.engine.actions import Claim, Draw, DrawBlind, Pass

from .box import WILD

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Sequence

    from branchline.engine.actions import Action
    from branchline.engine.game import Game

Corners: TypeAlias = "Counter[str]"

EVENTS = {
    e.MarketReset: "D6 market reset",
    e.Reshuffled: "D7 reshuffled",
    e.LastRound: "E1 last round",
    e.FlagScored: "F3 flag",
    e.CameBack: "K11, K13 came back",
    e.Withdrawn: "K17 withdrawn",
}
EVERYWHERE = {
    "D7 reshuffled",
    "D8 no second card",
    "D8 no blind card",
    "D9 market short",
    "D9 market refilled",
    "E1 last round",
    "E5 by points",
    "P1 last tickets",
    "P3 no tickets",
    "T3 pass",
    "single_draw: one card only",
    "replacement_wild: taken",
}
"""What the games of any map must reach; that everyone passes needs more pieces than most have."""
RESETS = {"D6 market reset", "D10 reset of no help"}
TECHNOLOGIES = {
    "K1 cards for a wild",
    "K11 held route",
    "K11, K13 came back",
    "K13 second route",
    "K13 declined",
    "K14 three blind",
    "K17 withdrawn",
    "K18 cheaper",
}


def before(game: Game, action: Action) -> Iterator[str]:
    """Name the corners that an action is about to cut."""
    blind, short = game.deck_count + sum(game.discards.values()), None in game.market
    if game.phase == "turn":
        yield from ["D8 no blind card"] * (blind == 0)
        yield from ["D8 no card at all"] * (blind == 0 and not any(game.market))
        yield from ["D9 market short"] * short
        yield from ["P3 no tickets"] * (game.ticket_deck_count == 0)
        yield from ["T3 pass"] * isinstance(action, Pass)
        reset_at = game.board.spec.cards.reset_at_wilds
        yield from ["D10 reset of no help"] * (0 < reset_at <= game.market.count(WILD))
    if game.phase == "second card":
        yield from ["single_draw: one card only"] * isinstance(action, Pass)
        yield from ["replacement_wild: taken"] * (action == Draw(WILD))
    if game.phase == "second route":
        yield "K13 declined" if isinstance(action, Pass) else "K13 second route"
    yield from ["K11 held route"] * (game.phase == "held route")
    yield from ["K14 three blind"] * isinstance(action, DrawBlind)
    if isinstance(action, Claim):
        paid, length = sum(action.cards.values()), game.board.routes[action.route].length
        yield from ["K1 cards for a wild"] * (paid > length)
        yield from ["K18 cheaper"] * (paid < length)
        yield from ["D9 market refilled"] * short


def after(game: Game, action: Action, was: str, happened: Sequence[e.Event]) -> Iterator[str]:
    """Name the corners that an action cut."""
    yield from (EVENTS[type(event)] for event in happened if type(event) in EVENTS)
    first_of_two = was == "turn" and isinstance(action, Draw) and action.card != WILD
    yield from ["D8 no second card"] * (first_of_two and game.phase != "second card")
    for event in happened:
        if isinstance(event, e.TicketsOffered) and event.number < game.board.spec.rules.later_tickets.deal:
            yield "P1 last tickets"
    if game.over:
        yield from ["T3 everyone passed"] * (not game.last_round)
        yield f"E5 by {game.result.decided_by}"
