"""A view: everything that a seat may know, as a value that does not refer to the state."""

from __future__ import annotations

import secrets
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from branchline.boards.board import GRAY
from branchline.engine.actions import Claim
from branchline.engine.kernel.codes import PAYMENT
from branchline.engine.kernel.layout import NOTHING, SPECTATOR, TURN, Records, copy_states, new_states
from branchline.engine.rules.visibility import deal_world_at
from branchline.engine.table import Codes, Legal, Table, default_names, field_of
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from branchline.boards.board import Board
    from branchline.engine.actions import Action, Cards
    from branchline.engine.game import Game
    from branchline.engine.refusals import Refusal


class ViewError(BranchlineError, ValueError):
    """Bytes that are not a view, or a question that a view cannot answer."""


class _Fields:
    """The fields of a record as attributes, each read once: NumPy reads a field much more slowly than Python does."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def __getattr__(self, name: str) -> Any:
        value = field_of(self._records, name)[0]
        setattr(self, name, value)
        return value

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a view be copied and pickled: its fields are read again."""
        return _Fields, (self._records,)


class View(Table):
    """What a seat may know, including everything it could remember; seat `None` is a spectator.

    A view never changes, so every answer is computed once and cached.

    >>> from branchline.engine.game import new_game
    >>> view = new_game("mini", players=2, seed=7).view(0)
    >>> [view.board.tickets[ticket].name for ticket in view.offer]
    ['Devonport–Hobart', 'Queenstown–Launceston']
    >>> [view.notation(action) for action in view.legal]
    ['keep 1', 'keep 2', 'keep 1 2']
    """

    _read: ClassVar[Callable[[Records], Any]] = _Fields
    _make_world: ClassVar[Callable[[Board, Records], Game]]
    """Creates a game from a dealt world. Set by `engine.game`, which this module cannot import."""

    def __init__(self, board: Board, records: Records) -> None:
        super().__init__(board, records)
        self._facts_of: dict[int, list[int]] = {}
        self._actions: list[Action] | None = None

    def _facts(self, seat: int) -> list[int]:
        if seat not in self._facts_of:
            self._facts_of[seat] = super()._facts(seat)
        return self._facts_of[seat]

    @property
    def seat(self) -> int | None:
        """Whose view this is."""
        viewer = int(self._record.viewer)
        return None if viewer == SPECTATOR else viewer

    def __deepcopy__(self, memo: object) -> View:
        """Return the view itself, which never changes."""
        return self

    @property
    def may_decide(self) -> bool:
        """Whether the viewer has something to decide now; first tickets are chosen by all at once (S6)."""
        return self.seat in self.deciding

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        state = "over" if self.over else f"seat {self.turn} to decide ({self.phase})"
        return f"<View of {who} on {self.board.name}: turn {self.turns}, {state}>"

    def _repr_svg_(self) -> str:
        """Draw the board for notebooks, with the viewer's tickets."""
        from branchline.boards.draw import svg
        from branchline.engine.position import position

        return svg(self.board.drawing, position(self, default_names(self.board), self.tickets, self.seat))

    # -- what only the viewer knows ------------------------------------------------------------

    @property
    def hand(self) -> Cards:
        """The viewer's own cards."""
        return {} if self.seat is None else self._hand(self.seat)

    @property
    def tickets(self) -> list[int]:
        """The viewer's own tickets."""
        return [] if self.seat is None else self._tickets(self.seat)

    @property
    def offer(self) -> list[int]:
        """The tickets the viewer has to choose from, in the order offered."""
        return [] if self.seat is None else self._offer(self.seat)

    @property
    def own_choice(self) -> list[int] | None:
        """The places of the offer that the viewer keeps of its first tickets, or `None` before it has chosen (S6)."""
        if self.seat is None or not self.has_chosen(self.seat):
            return None
        kept = int(self._record.chosen[self.seat])
        return [place for place in range(kept.bit_length()) if kept >> place & 1]

    @property
    def revealed_tickets(self) -> list[list[int]]:
        """Everyone's tickets once the game is over, else only the viewer's (P5)."""
        return [self._tickets(seat) for seat in range(self.players)]

    @property
    def known_ticket_deck(self) -> list[int | None]:
        """The ticket deck from its top: the tickets the viewer put there, and `None` for the others."""
        tickets = [int(self._record.queue[place]) for place in self._ticket_places()]
        return [None if ticket == NOTHING else ticket for ticket in tickets]

    # -- what the viewer may do ----------------------------------------------------------------

    @property
    def legal(self) -> Legal:
        """The legal actions of the viewer: none while another seat decides.

        >>> from branchline.engine.game import new_game
        >>> view = new_game("mini", players=2, seed=7).view(0)
        >>> len(view.legal), "keep 1" in view.legal, "draw deck" in view.legal
        (3, True, False)
        """
        # What takes time is cached in the view. If this were, the two would refer to each other, and a server would
        # keep the views of every move in memory until a garbage collection.
        return Legal(self)

    def _legal_codes(self) -> Codes:
        return self._codes

    def _legal_actions(self, codes: Codes) -> list[Action]:
        if self._actions is None:
            self._actions = super()._legal_actions(codes)
        return self._actions

    @cached_property
    def _codes(self) -> Codes:
        if not self.may_decide:
            return np.zeros(0, dtype=np.int64)
        if self.seat == self.turn:
            return self._listed(self._records)
        records, seat_bits = self.deciding_record()
        return self._listed(records) | seat_bits

    def deciding_record(self) -> tuple[Records, int]:
        """Return a copy of the record in which it is the viewer's turn, for code that runs in the kernel.

        Also return the bits to add to an action that is chosen out of turn: they name its seat (S6).
        """
        if self.seat is None or not self.may_decide:
            raise ViewError("This view's seat has nothing to decide now.")
        records = self.record
        out_of_turn = self.seat != self.turn
        records["turn"] = self.seat
        return records, self.seat + 1 << PAYMENT if out_of_turn else 0

    def on_turn(self, seat: int) -> View:
        """Return the view as it would be at the start of a seat's turn."""
        records = self.record
        records["turn"], records["phase"], records["bought"] = seat, TURN, NOTHING
        return View(self.board, records)

    def why_not_route(self, route: int) -> Refusal | None:
        """Return why the seat to move cannot claim a route, judged by its likeliest payment; `None` if it can."""
        return self.why_not(Claim(route, self.likeliest_payment(route)))

    def likeliest_payment(self, route: int) -> Cards:
        """Return what the seat to move would pay for a route, even if it cannot: most of one color, then wilds."""
        target, hand = self.board.routes[route], self._hand(self.turn)
        colors = self.board.colors if target.color == GRAY else [self.board.colors[target.color]]
        color = max(colors, key=lambda name: hand.get(name, 0))
        cost, wilds = self.price(route), hand.get("wild", 0)
        of_color = min(hand.get(color, 0), cost - target.ferry)
        if of_color + wilds < cost:  # count missing cards as cards of the color, except for ferry symbols
            of_color = cost - max(min(wilds, cost), target.ferry)
        payment = {color: of_color, "wild": cost - of_color}
        return {name: number for name, number in payment.items() if number > 0}

    def routes_opened(self, seat: int) -> dict[str, list[int]]:
        """Return, for each technology a seat could buy, the open routes for which only it is missing (K3-K5)."""
        missing = {route: self.technologies_missing(route, seat) for route in self.open_routes}
        held = self.technologies_of(seat)
        on_sale = [name for name, copies in self.copies.items() if copies and name not in held]
        return {name: [route for route, names in missing.items() if names == [name]] for name in on_sale}

    # -- for the kernel, and for search --------------------------------------------------------

    @property
    def record(self) -> Records:
        """A copy of the view's record, for code that runs in the kernel."""
        return copy_states(self._records)

    def to_bytes(self) -> bytes:
        """Return the view as bytes: equal for equal knowledge."""
        return self._records.tobytes()

    def worlds(self, rng: Random | None = None) -> Iterator[Game]:
        """Yield complete games that are consistent with this view, without end.

        What the viewer cannot know is dealt again each time, every way equally likely. That includes the places
        of tickets that other seats returned to the deck, but not what those seats know of them: no rule depends on it.

        >>> from random import Random
        >>> from branchline.engine.game import new_game
        >>> view = new_game("mini", players=2, seed=7).view(0)
        >>> next(view.worlds(Random(1))).view(0).to_bytes() == view.to_bytes()
        True
        """
        while True:
            key = secrets.token_bytes(32) if rng is None else rng.randbytes(32)
            worlds = new_states()
            deal_world_at(self._packed, self._records, np.frombuffer(key, dtype="<u4"), worlds)
            yield View._make_world(self.board, worlds)
