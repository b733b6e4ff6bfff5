"""Reading a record: what a game and a view both show, in names instead of numbers."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.boards.board import WILD
from branchline.engine.actions import Action, Cards, decode, encode, notation, parse
from branchline.engine.codes import CODE_BITS
from branchline.engine.entry_points import legal_at, new_list, score_at, why_not_at
from branchline.engine.errors import MalformedAction
from branchline.engine.layout import NOTHING, PHASES, Records
from branchline.engine.refusals import sentence
from branchline.engine.rules.scoring import PATH, new_result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.board import Board


class Legal:
    """The legal actions of a moment, worked out when first asked for.

    `in` answers for any action the rules allow; iteration gives each claim with its sensible payments.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    @cached_property
    def codes(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The codes of the listed actions."""
        listed = new_list()
        return listed[: legal_at(self._table._packed, self._table._records, 0, listed)].copy()

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[Action]:
        return (decode(self._table.board, code) for code in self.codes.tolist())

    def __getitem__(self, index: int) -> Action:
        return decode(self._table.board, int(self.codes[index]))

    def __contains__(self, action: object) -> bool:
        try:
            return self.why_not(action) is None  # type: ignore[arg-type]
        except MalformedAction:
            return False

    def __repr__(self) -> str:
        return f"<Legal: {len(self)} actions: {', '.join(notation(self._table.board, action) for action in self)}>"

    def why_not(self, action: Action | int | str) -> str | None:
        """Return the sentence that says why an action is not legal now, or nothing where it is."""
        code = self._table.code_of(action)
        reason = why_not_at(self._table._packed, self._table._records, 0, code)
        return sentence(self._table, code, reason) if reason else None

    def claims(self) -> dict[int, list[Cards]]:
        """Return the routes that can be claimed now, each with its sensible payments."""
        claims: dict[int, list[Cards]] = {}
        for action in self:
            if action.__class__.__name__ == "Claim":
                payments = claims.setdefault(action.route, [])  # type: ignore[union-attr]
                if action.cards not in payments:  # type: ignore[union-attr]
                    payments.append(action.cards)  # type: ignore[union-attr]
        return claims

    def payments(self, route: int) -> list[Cards]:
        """Return the sensible payments for a route, none where it cannot be claimed now."""
        return self.claims().get(route, [])


class Table:
    """A record of a game or of a view, read in the board's names."""

    def __init__(self, board: Board, packed: Records, records: Records) -> None:
        self.board = board
        self._packed = packed
        self._records = records

    def code_of(self, action: Action | int | str) -> int:
        """Return the code of an action given as a value, a code or a line of notation."""
        if isinstance(action, str):
            action = parse(self.board, action)
        if not isinstance(action, int | np.integer):
            return encode(self.board, action)
        if isinstance(action, bool) or not 0 < action < 1 << CODE_BITS:
            raise MalformedAction(f"{action!r} is not the code of an action.")
        return int(action)

    @property
    def legal(self) -> Legal:
        """The legal actions of the seat on turn."""
        return Legal(self)

    @property
    def _record(self) -> Any:
        return self._records[0]

    @property
    def players(self) -> int:
        """How many play."""
        return self.board.players

    @property
    def turn(self) -> int:
        """The seat to decide; among first tickets, the first that has not chosen."""
        return int(self._record.turn)

    @property
    def phase(self) -> str:
        """What has to be decided, in words."""
        return PHASES[int(self._record.phase)]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return int(self._record.turns)

    @property
    def last_round(self) -> bool:
        """Whether the last round has begun (E1)."""
        return int(self._record.last_turns) != NOTHING

    @property
    def last_turns(self) -> int | None:
        """How many turns are left once the last round has begun."""
        return int(self._record.last_turns) if self.last_round else None

    @property
    def deciding(self) -> list[int]:
        """The seats that have to decide now: several while first tickets are chosen (S6)."""
        if self.over:
            return []
        if self.phase != "first tickets":
            return [self.turn]
        return [seat for seat in range(self.players) if not self.has_chosen(seat)]

    def has_chosen(self, seat: int) -> bool:
        """Return whether a seat has chosen its first tickets (S6)."""
        return int(self._record.chosen[seat]) != NOTHING

    @property
    def market(self) -> list[str | None]:
        """The face-up cards, slot by slot."""
        slots = self._record.market[: self.board.spec.cards.market].tolist()
        return [None if kind == NOTHING else self.board.card_name(kind) for kind in slots]

    @property
    def deck_count(self) -> int:
        """How many cards the deck has."""
        return int(self._record.deck_count)

    @property
    def discards(self) -> Cards:
        """The discarded cards, which everyone saw."""
        return self._cards(self._record.discards)

    @property
    def ticket_deck_count(self) -> int:
        """How many tickets are left to draw."""
        return int(self._record.queue_count)

    @property
    def open_routes(self) -> list[int]:
        """The routes that nobody holds and no rule has closed."""
        return _members(self._record.open)

    @property
    def scores(self) -> list[int]:
        """The points scored so far, without tickets and what else counts at the end."""
        return self._seats(self._record.score)

    @property
    def flag_points(self) -> list[int]:
        """The points that each seat has scored for flags (F3)."""
        return self._seats(self._record.flag_score)

    @property
    def longest_paths(self) -> list[int]:
        """The length of each seat's longest path so far (E3)."""
        result = new_result()
        score_at(self._packed, self._records, 0, result)
        return [int(length) for length in result[: self.players, PATH]]

    @property
    def longest_path_counts(self) -> bool:
        """Whether the longest path can earn points, by the map or by a technology on sale."""
        board = self.board
        on_sale = (tech for _, tech in board.technologies if "advanced" in board.options or not tech.advanced)
        return bool(board.spec.scoring.longest_path or any(tech.longest_path for tech in on_sale))

    @property
    def pieces(self) -> list[int]:
        """The pieces each seat has left."""
        return self._seats(self._record.pieces)

    @property
    def hand_counts(self) -> list[int]:
        """How many cards each seat holds."""
        return self._seats(self._record.hand_count)

    @property
    def ticket_counts(self) -> list[int]:
        """How many tickets each seat holds (P5)."""
        return self._seats(self._record.ticket_count)

    @property
    def copies(self) -> dict[str, int]:
        """How many copies of each technology are on sale (K7)."""
        left = self._record.copies.tolist()
        return {name: left[index] for index, (name, _) in enumerate(self.board.technologies)}

    def routes_of(self, seat: int) -> list[int]:
        """Return the routes a seat holds."""
        return _members(self._record.routes[seat])

    def holders(self, route: int) -> list[int]:
        """Return the seats that hold a route: more than one only by Right of Way (K11)."""
        return [seat for seat in range(self.players) if route in self.routes_of(seat)]

    def technologies_of(self, seat: int) -> list[str]:
        """Return the technologies a seat holds."""
        held = int(self._record.technologies[seat])
        return [name for index, (name, _) in enumerate(self.board.technologies) if held >> index & 1]

    def cards_per_wild(self, seat: int) -> int:
        """Return how many cards stand for one wild when this seat pays, 0 where none do (K1)."""
        held = set(self.technologies_of(seat))
        better = [t.cards_per_wild for name, t in self.board.technologies if name in held and t.cards_per_wild]
        return min([*better, self.board.spec.rules.cards_per_wild])

    def in_front_of(self, seat: int) -> list[str]:
        """Return the cards a seat has kept for its flag (F4)."""
        front = int(self._record.front[seat])
        return [name for index, name in enumerate(self.board.colors) if front >> index & 1]

    def cards_seen(self, seat: int) -> Cards:
        """Return the cards of a hand that everyone saw it take."""
        return self._cards(self._record.known[seat])

    def _seats(self, values: Any) -> list[int]:
        return [int(value) for value in values[: self.players]]

    def _cards(self, counts: Any) -> Cards:
        kinds = [*range(len(self.board.colors)), WILD]
        return {self.board.card_name(kind): int(counts[kind]) for kind in kinds if counts[kind]}

    def _hand(self, seat: int) -> Cards:
        return self._cards(self._record.hands[seat])

    def _tickets(self, seat: int) -> list[int]:
        held = int(self._record.held[seat])
        return [ticket for ticket in range(len(self.board.tickets)) if held >> ticket & 1]

    def _offer(self, seat: int) -> list[int]:
        number = int(self._record.offer_count[seat])
        return [int(ticket) for ticket in self._record.offer[seat][:number]]


def _members(words: Any) -> list[int]:
    whole = int(words[0]) | int(words[1]) << 64
    return [index for index in range(128) if whole >> index & 1]
