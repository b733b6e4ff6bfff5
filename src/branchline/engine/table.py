"""Reading a game or a view in names instead of numbers, and asking it every question about the rules.

Whatever a rule decides is computed by the kernel; nobody else derives it again.
"""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from branchline.engine import entry_points as kernel
from branchline.engine.actions import Action, Cards, cards_of, decode, encode, notation, parse
from branchline.engine.errors import MalformedAction
from branchline.engine.kernel.codes import CLAIM, CODE_BITS, KIND_MASK, TARGET, TARGET_MASK
from branchline.engine.kernel.layout import NOTHING, OVER, PHASES, Records, packed
from branchline.engine.refusals import Refusal, refusal_of
from branchline.engine.rules.scoring import is_longest_path
from branchline.engine.rules.tickets import has_chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from branchline.boards.board import Board, District

Codes = np.ndarray[Any, np.dtype[np.int64]]


class Legal:
    """The legal actions in one position, computed when first needed.

    `in` answers for any action the rules allow; iteration gives each claim with its sensible payments.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    @cached_property
    def codes(self) -> Codes:
        """The codes of the listed actions."""
        return self._table._legal_codes()

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    @cached_property
    def _actions(self) -> list[Action]:
        return self._table._legal_actions(self.codes)

    def __getitem__(self, index: int) -> Action:
        return decode(self._table.board, int(self.codes[index]))

    def __contains__(self, action: object) -> bool:
        try:
            return self.why_not(action) is None  # type: ignore[arg-type]
        except MalformedAction:
            return False

    def __repr__(self) -> str:
        return f"<Legal: {len(self)} actions: {', '.join(notation(self._table.board, action) for action in self)}>"

    def why_not(self, action: Action | int | str) -> Refusal | None:
        """Return why an action is not legal now, or `None` if it is."""
        return self._table.why_not(action)

    def claims(self) -> dict[int, list[Cards]]:
        """Return the routes that can be claimed now, each with its sensible payments."""
        return {route: self.payments(route) for route in self.claimable()}

    def claimable(self) -> list[int]:
        """Return the routes that can be claimed now; much faster than decoding all claims."""
        return list(dict.fromkeys(self._targets_of_claims().tolist()))

    def payments(self, route: int) -> list[Cards]:
        """Return the sensible payments for a route; none if it cannot be claimed now."""
        payments: list[Cards] = []
        for code in self._claims()[self._targets_of_claims() == route].tolist():
            cards = cards_of(self._table.board, code)
            if cards not in payments:
                payments.append(cards)
        return payments

    def _claims(self) -> Codes:
        claims: Codes = self.codes[self.codes & KIND_MASK == CLAIM]
        return claims

    def _targets_of_claims(self) -> Codes:
        targets: Codes = self._claims() >> TARGET & TARGET_MASK
        return targets


def field_of(records: Records, name: str) -> Any:
    """Return a field of records; raise `AttributeError`, as reading an attribute does, if there is none."""
    try:
        return records[name]
    except ValueError:
        raise AttributeError(f"A record has no field {name}.") from None


class _LiveFields:
    """The fields of a record that changes; the offset of each is looked up once, because NumPy is slow at that."""

    __slots__ = ("_places", "_records")

    def __init__(self, records: Records) -> None:
        object.__setattr__(self, "_records", records)
        object.__setattr__(self, "_places", {})

    def __getattr__(self, name: str) -> Any:
        place = self._places.get(name)
        if place is None:
            place = self._places[name] = field_of(self._records, name)
        return place[0]

    def __setattr__(self, name: str, value: object) -> None:
        self._records[name][0] = value

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a game be copied and pickled: its fields are looked up again."""
        return _LiveFields, (self._records,)


_thread = threading.local()


def _list_buffer() -> Codes:
    """Return this thread's buffer for a list of actions: allocating one takes longer than filling it."""
    buffer: Codes | None = getattr(_thread, "list_buffer", None)
    if buffer is None:
        buffer = _thread.list_buffer = kernel.new_list()
    return buffer


class Table:
    """The record of a game or of a view, read in the board's names."""

    _read: ClassVar[Callable[[Records], Any]] = _LiveFields
    """Gives access to the fields of a record."""

    def __init__(self, board: Board, records: Records) -> None:
        self.board = board
        self._packed = packed(board)
        self._records = records
        self._record = type(self)._read(records)

    def __getstate__(self) -> dict[str, Any]:
        """Return all but the board's record: NumPy would restore it writable, another type for compiled code."""
        return {name: value for name, value in self.__dict__.items() if name != "_packed"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copied or pickled table."""
        self.__dict__.update(state, _packed=packed(state["board"]))

    # -- the moment ----------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """The number of players."""
        return self.board.players

    @property
    def turn(self) -> int:
        """The seat to move; while first tickets are chosen, the first seat that has not chosen."""
        return int(self._record.turn)

    @property
    def phase(self) -> str:
        """What has to be decided, in words."""
        return PHASES[int(self._record.phase)]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return int(self._record.phase) == OVER

    @property
    def deciding(self) -> list[int]:
        """The seats that have something to decide now: several while first tickets are chosen (S6)."""
        if self.over:
            return []
        if self.phase != "first tickets":
            return [self.turn]
        return [seat for seat in range(self.players) if not self.has_chosen(seat)]

    @property
    def turns(self) -> int:
        """The number of turns that have begun."""
        return int(self._record.turns)

    @property
    def last_round(self) -> bool:
        """Whether the last round has begun (E1)."""
        return bool(int(self._record.last_turns) != NOTHING)

    @property
    def last_turns(self) -> int | None:
        """The number of turns left once the last round has begun."""
        return int(self._record.last_turns) if self.last_round else None

    # -- the cards and routes that everyone sees -----------------------------------------------

    @property
    def market(self) -> list[str | None]:
        """The face-up cards, slot by slot.

        >>> from branchline.engine.game import new_game
        >>> game = new_game("mini", players=2, seed=7)
        >>> game.market
        ['yellow', 'green', 'wild', 'yellow', 'blue']
        """
        slots = self._record.market[: self.board.spec.cards.market].tolist()
        return [None if kind == NOTHING else self.board.card_name(kind) for kind in slots]

    @property
    def deck_count(self) -> int:
        """The number of cards in the deck."""
        return int(self._record.deck_count)

    @property
    def discards(self) -> Cards:
        """The discarded cards, which everyone saw."""
        return self._cards(self._record.discards)

    @property
    def ticket_deck_count(self) -> int:
        """The number of tickets left to draw."""
        return int(self._record.queue_count)

    @property
    def copies(self) -> dict[str, int]:
        """The number of copies left of each technology that this game has on sale (K7, K12)."""
        left, at_first = self._facts(0)[kernel.COPIES :], self._packed[0].technology_copies.tolist()
        return {name: left[index] for index, (name, _) in enumerate(self.board.technologies) if at_first[index]}

    @property
    def open_routes(self) -> list[int]:
        """The routes that nobody holds and no rule has closed."""
        return _members(self._record.open)

    @property
    def routes_key(self) -> bytes:
        """Bytes that are equal as long as nobody has claimed a route."""
        record = self._record
        key: bytes = record.routes.tobytes() + record.open.tobytes() + record.pieces.tobytes()
        return key

    # -- the seats -----------------------------------------------------------------------------

    @property
    def scores(self) -> list[int]:
        """The points scored so far, without tickets and whatever else counts at the end."""
        return self._seats(self._record.score)

    @property
    def flags_scored(self) -> list[int]:
        """The number of flags that each seat has completed (F3)."""
        return self._seats(self._record.flags_scored)

    @property
    def flag_points(self) -> list[int]:
        """The points that each seat has scored with flags (F3)."""
        points = self.board.flag.points if self.board.flag else 0
        return [number * points for number in self.flags_scored]

    @property
    def pieces(self) -> list[int]:
        """The pieces that each seat has left."""
        return self._seats(self._record.pieces)

    @property
    def hand_counts(self) -> list[int]:
        """The number of cards in each hand."""
        return self._seats(self._record.hand_count)

    @property
    def ticket_counts(self) -> list[int]:
        """The number of tickets of each seat (P5)."""
        return self._seats(self._record.ticket_count)

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

    def in_front_of(self, seat: int) -> list[str]:
        """Return the cards a seat has kept for its flag (F4)."""
        front = int(self._record.front[seat])
        return [name for index, name in enumerate(self.board.colors) if front >> index & 1]

    def cards_seen(self, seat: int) -> Cards:
        """Return the cards of a hand that everyone saw it take."""
        return self._cards(self._record.known[seat])

    def has_chosen(self, seat: int) -> bool:
        """Return whether a seat has chosen its first tickets, which everyone sees (S6)."""
        return bool(has_chosen(self._record, seat))

    # -- actions -------------------------------------------------------------------------------

    def code_of(self, action: Action | int | str) -> int:
        """Return the code of an action given as a value, a code or a line of notation.

        >>> from branchline.engine.game import new_game
        >>> game = new_game("mini", players=2, seed=7)
        >>> game.code_of("keep 1") in game.legal.codes
        True
        """
        if isinstance(action, str):
            action = parse(self.board, action)
        if not isinstance(action, int | np.integer):
            return encode(self.board, action)
        if isinstance(action, bool) or not 0 < action < 1 << CODE_BITS:
            raise MalformedAction(f"{action!r} is not the code of an action.")
        return int(action)

    def notation(self, action: Action | int | str) -> str:
        """Return an action as a line of notation, as `play` and saved games take it.

        >>> import branchline as bl
        >>> game = bl.new_game("mini", players=2, seed=7)
        >>> [game.notation(action) for action in game.legal]
        ['keep 1', 'keep 2', 'keep 1 2']
        """
        return notation(self.board, decode(self.board, self.code_of(action)))

    @property
    def legal(self) -> Legal:
        """The legal actions of the seat to move.

        >>> from branchline.engine.game import new_game
        >>> game = new_game("mini", players=2, seed=7)
        >>> list(game.legal)[0], "keep 1" in game.legal
        (Keep(tickets=(0,), seat=None), True)
        """
        return Legal(self)

    def payments(self, route: int) -> list[Cards]:
        """Return the sensible payments for a route; none if it cannot be claimed now."""
        return self.legal.payments(route)

    def why_not(self, action: Action | int | str) -> Refusal | None:
        """Return why an action is not legal now, or `None` if it is.

        >>> from branchline.engine.game import new_game
        >>> game = new_game("mini", players=2, seed=7)
        >>> game.why_not("keep 1") is None, game.why_not("draw deck").sentence
        (True, 'First choose which tickets to keep.')
        """
        code = self.code_of(action)
        reason = int(kernel.why_not_at(self._packed, self._records, 0, code))
        return refusal_of(self, code, reason) if reason else None

    def missing_cards(self, action: Action | int | str) -> Cards:
        """Return the cards of a payment that the hand of the seat to move lacks."""
        hand = self._hand(self.turn)
        lacking = {name: number - hand.get(name, 0) for name, number in self._paid(action).items()}
        return {name: number for name, number in lacking.items() if number > 0}

    def _paid(self, action: Action | int | str) -> Cards:
        return cards_of(self.board, self.code_of(action))

    def _legal_codes(self) -> Codes:
        return self._listed(self._records)

    def _legal_actions(self, codes: Codes) -> list[Action]:
        return [decode(self.board, code) for code in codes.tolist()]

    def _listed(self, records: Records) -> Codes:
        listed = _list_buffer()
        return listed[: kernel.legal_at(self._packed, records, 0, listed)].copy()

    # -- what the rules give a seat ------------------------------------------------------------

    def price(self, route: int, seat: int | None = None) -> int:
        """Return the fewest cards a route costs a seat, by default the one to move (C2, K18).

        A set of cards that stands for a wild counts as one.
        """
        return self._facts(self.turn if seat is None else seat)[kernel.PRICES + route]

    def set_sizes(self, seat: int) -> list[int]:
        """Return how many cards may stand for one wild when a seat pays, fewest first; empty if none do (K1)."""
        sizes = self._facts(seat)[kernel.SET_SIZES]
        return [size for size in range(sizes.bit_length()) if sizes >> size & 1]

    def cards_per_wild(self, seat: int) -> int:
        """Return the fewest cards that stand for one wild when a seat pays, 0 if none do (K1)."""
        return min(self.set_sizes(seat), default=0)

    def least_to_keep(self, seat: int) -> int:
        """Return how many tickets of its offer a seat must keep (S4, P1)."""
        return self._facts(seat)[kernel.LEAST_TO_KEEP]

    def blind_cards(self, seat: int) -> int:
        """Return how many cards a seat may draw blind in one go, 0 without a technology for it (K14)."""
        return self._facts(seat)[kernel.BLIND_CARDS]

    def technologies_missing(self, route: int, seat: int) -> list[str]:
        """Return the technologies that a seat still needs to claim a route (K3-K6)."""
        held = self.technologies_of(seat)
        needed = [self.board.technologies[index][0] for index in sorted(self.board.routes[route].needs)]
        return [name for name in needed if name not in held]

    def has_completed(self, seat: int, ticket: int) -> bool:
        """Return whether a seat's routes complete a ticket, its own or any other (P6)."""
        return bool(self._facts(seat)[kernel.COMPLETED_TICKETS] >> ticket & 1)

    def districts_of(self, seat: int) -> list[District]:
        """Return the districts that a seat has connected (E4)."""
        made = self._facts(seat)[kernel.DISTRICTS]
        return [district for index, district in enumerate(self.board.district_table) if made >> index & 1]

    @property
    def paths_matter(self) -> bool:
        """Whether anything in this game depends on the longest path."""
        return bool(self._facts(0)[kernel.PATHS_MATTER])

    def longest_path(self, seat: int) -> int:
        """Return the current length of a seat's longest path (E3)."""
        return self._longest_path(seat)[0]

    @property
    def path_standings(self) -> list[tuple[int, bool]]:
        """The length of each seat's longest path, and whether it is the longest of all; all that tie are (E3)."""
        paths = [self.longest_path(seat) for seat in range(self.players)]
        return [(path, is_longest_path(path, max(paths))) for path in paths]

    def longest_path_routes(self, seat: int) -> list[int]:
        """Return the routes of a seat's longest path, in the order of travel (E3)."""
        return self.board.longest_path_routes(self._longest_path(seat)[1])

    def _longest_path(self, seat: int) -> tuple[int, list[int]]:
        """Return the length of a seat's longest path, and routes that have one of this length."""
        routes = np.zeros(2, dtype=np.uint64)
        length = int(kernel.longest_path_at(self._packed, self._records, 0, seat, routes))
        return length, _members(routes)

    def _facts(self, seat: int) -> list[int]:
        facts = kernel.new_facts()
        kernel.seat_facts_at(self._packed, self._records, 0, seat, facts)
        found: list[int] = facts.tolist()
        return found

    # -- secrets, for those who may read them --------------------------------------------------

    def _seats(self, values: Any) -> list[int]:
        numbers: list[int] = values[: self.players].tolist()
        return numbers

    def _cards(self, counts: Any) -> Cards:
        numbers = counts.tolist()  # reading them one by one takes NumPy longer
        return {name: number for name, number in zip(self.board.card_names, numbers, strict=False) if number and name}

    def _hand(self, seat: int) -> Cards:
        return self._cards(self._record.hands[seat])

    def _tickets(self, seat: int) -> list[int]:
        held = int(self._record.held[seat])
        return [ticket for ticket in range(len(self.board.tickets)) if held >> ticket & 1]

    def _ticket_places(self) -> list[int]:
        """Return where the tickets of the deck are in its ring, from the top."""
        head, ring = int(self._record.queue_head), self._record.queue.size
        return [(head + step) % ring for step in range(self.ticket_deck_count)]

    def _offer(self, seat: int) -> list[int]:
        number = int(self._record.offer_count[seat])
        tickets: list[int] = self._record.offer[seat][:number].tolist()
        return tickets


def _members(words: Any) -> list[int]:
    whole = int(words[0]) | int(words[1]) << 64
    return [index for index in range(128) if whole >> index & 1]


def default_names(board: Board) -> tuple[str, ...]:
    """Return the names of seats that were given none."""
    return tuple(f"Player {seat + 1}" for seat in range(board.players))
