"""Kernel and oracle side by side: the same actions and the same cards."""

from __future__ import annotations

from collections import Counter, deque
from functools import cache
from typing import TYPE_CHECKING

import branchline as bl
from branchline.engine.actions import Buy, Claim, Draw, DrawBlind, Keep, Pass, TakeTickets, decode

from .oracle import Oracle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from branchline.boards.library import MapFile
    from branchline.engine.actions import Action
    from branchline.engine.events import Event
    from branchline.engine.game import Game

    from .oracle import Action as OracleAction


class Fed:
    """A dealer that deals what the kernel dealt."""

    def __init__(self, tickets: list[int]) -> None:
        self.tickets = tickets
        self.cards: deque[str] = deque()

    def feed(self, game: Game) -> None:
        """Take over the cards of the kernel's last action."""
        self.cards.extend(game.dealt_cards())

    def card(self, deck: Counter[str]) -> str:
        """The next card of the kernel's deck."""
        if not self.cards:
            raise LookupError("the oracle draws a card that the kernel did not draw")
        return self.cards.popleft()

    def ticket_order(self, tickets: list[int]) -> list[int]:
        """The kernel's ticket deck."""
        return list(self.tickets)


def for_oracle(action: Action) -> OracleAction:  # noqa: PLR0911 (one a kind)
    """Return an action in the oracle's form."""
    match action:
        case Keep(tickets):
            return ("keep", tickets)
        case Draw(card):
            return ("draw", card)
        case DrawBlind():
            return ("draw three",)
        case Claim(route, cards, keep):
            return ("claim", route, Counter(cards), keep)
        case Buy(technology, cards):
            return ("buy", technology, Counter(cards))
        case TakeTickets():
            return ("tickets",)
        case Pass():
            return ("pass",)


def _set_up_order(game: Game) -> list[int]:
    offered = [ticket for seat in range(game.players) for ticket in game.offer_of(seat)]
    return offered + game.ticket_deck


@cache
def _read(map_file: Path) -> MapFile:
    return bl.load_map(map_file)


class Pair:
    """One game, played by both."""

    def __init__(self, map_file: Path, players: int, options: Iterable[str], seed: int | str) -> None:
        chosen = tuple(options)
        self.game = bl.new_game(_read(map_file), players, seed, chosen)
        self.dealer = Fed(_set_up_order(self.game))
        self.dealer.feed(self.game)
        self.oracle = Oracle(map_file, players, chosen, self.dealer)
        self._kept: dict[int, OracleAction] = {}

    def play(self, code: int) -> Sequence[Event]:
        """Play, in both, an action that the kernel accepts."""
        action, seat = decode(self.game.board, code), self.game.turn
        first = self.game.phase == "first tickets"
        happened = self.game.play(code)
        self.dealer.feed(self.game)
        if first and isinstance(action, Keep):
            self._keep_first(seat if action.seat is None else action.seat, for_oracle(action))
        else:
            self.oracle.play(for_oracle(action))
        return happened

    def _keep_first(self, seat: int, action: OracleAction) -> None:
        """Seats choose first tickets in any order; the oracle hears of them in seat order."""
        self._kept[seat] = action
        while self.oracle.turn in self._kept and self.oracle.phase == "first tickets":
            self.oracle.play(self._kept.pop(self.oracle.turn))
