"""A view: all that a seat may know, as a value with no way back to the state."""

from __future__ import annotations

import secrets
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from branchline.engine.codes import PAYMENT
from branchline.engine.entry_points import legal_at, new_list
from branchline.engine.layout import NOTHING, OFFER, SPECTATOR, TICKETS, Records, copy_states, new_states
from branchline.engine.rules.visibility import deal_world_at
from branchline.engine.table import Legal, Table
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from branchline.boards.board import Board
    from branchline.engine.actions import Cards
    from branchline.engine.game import Game


class ViewError(BranchlineError, ValueError):
    """Bytes that are no view."""


class _Fields:
    """The fields of a record, each read once: the record of a view never changes."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def __getattr__(self, name: str) -> Any:
        value = self._records[name][0]
        setattr(self, name, value)
        return value


class View(Table):
    """What a seat may know, including all it could remember; seat `None` is a spectator's."""

    _make_world: ClassVar[Callable[[Board, Records, Records], Game]]
    """Makes a game of a dealt world. Set by `engine.game`, which makes every view: this module cannot import it."""

    @cached_property
    def _record(self) -> _Fields:
        return _Fields(self._records)

    @property
    def seat(self) -> int | None:
        """Whose view this is."""
        viewer = int(self._record.viewer)
        return None if viewer == SPECTATOR else viewer

    @property
    def legal(self) -> Legal:
        """The legal actions of the viewer: none while another seat decides."""
        return ViewLegal(self)

    @property
    def may_decide(self) -> bool:
        """Whether the viewer has something to decide now; first tickets are chosen by all at once (S6)."""
        return self.seat in self.deciding

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
    def own_choice(self) -> list[int]:
        """The places in the offer of the first tickets that the viewer has chosen to keep (S6)."""
        if self.seat is None or not self.has_chosen(self.seat):
            return []
        mask = int(self._record.chosen[self.seat])
        return [place for place in range(OFFER) if mask >> place & 1]

    @property
    def least_to_keep(self) -> int:
        """The fewest tickets of the offer that the viewer must keep (S4, P2)."""
        rules = self.board.spec.rules
        deal = rules.first_tickets if self.phase == "first tickets" else rules.later_tickets
        return min(deal.keep, len(self.offer))

    @property
    def revealed_tickets(self) -> list[list[int]]:
        """Everyone's tickets once the game is over, else only the viewer's (P5)."""
        return [self._tickets(seat) for seat in range(self.players)]

    @property
    def known_ticket_deck(self) -> list[int | None]:
        """The ticket deck from its top: the tickets the viewer put there, and `None` for the others."""
        head = int(self._record.queue_head)
        places = [(head + step) % TICKETS for step in range(self.ticket_deck_count)]
        tickets = [int(self._record.queue[place]) for place in places]
        return [None if ticket == NOTHING else ticket for ticket in tickets]

    @property
    def record(self) -> Records:
        """A copy of the view's record, for code that runs in the kernel."""
        return copy_states(self._records)

    @cached_property
    def routes_key(self) -> bytes:
        """Bytes that are equal for views with the same routes held, open and paid for with pieces."""
        record = self._record
        return bytes(record.routes.tobytes() + record.open.tobytes() + record.pieces.tobytes())

    def to_bytes(self) -> bytes:
        """Return the view as bytes: equal for equal knowledge."""
        return self._records.tobytes()

    def worlds(self, rng: Random | None = None) -> Iterator[Game]:
        """Yield whole games that this view cannot tell from the true one, without end.

        What the viewer cannot know is dealt anew each time, all ways equally likely. Where other seats' returned
        tickets lie in the deck is part of that; that they know it is not, which no rule depends on.
        """
        while True:
            key = secrets.token_bytes(32) if rng is None else rng.randbytes(32)
            worlds = new_states()
            deal_world_at(self._packed, self._records, np.frombuffer(key, dtype="<u4"), worlds)
            yield View._make_world(self.board, self._packed, worlds)


class ViewLegal(Legal):
    """The legal actions of a view's own seat."""

    @cached_property
    def codes(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The codes of the listed actions."""
        view = self._table
        if not isinstance(view, View) or not view.may_decide:
            return np.zeros(0, dtype=np.int64)
        if view.seat == view.turn:
            return super().codes
        # First tickets out of turn: ask as if it were the viewer's turn, and name the seat in each action.
        mine = copy_states(view._records)
        mine[0].turn = view.seat
        listed = new_list()
        listed = listed[: legal_at(view._packed, mine, 0, listed)].copy()
        return listed | ((view.seat or 0) + 1 << PAYMENT)
