"""What a review is made of: data that can be stored and sent, without the search that makes it."""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.analysis.labels import Label
from branchline.engine.actions import Action

FORMAT = 1
"""The version of a stored review."""

Kind = Literal[
    "wilds_spent",
    "color_on_table",
    "rival_takes",
    "ticket_costs",
    "ticket_worth",
    "tickets_cost",
    "tickets_pay",
    "ends_early",
    "ends_late",
    "ticket_fails",
    "rival_gains",
    "fewer_points",
    "on_average",
    "wins_less",
]
"""The kinds of reasons; `analysis.sentences` has a sentence for each."""


class ReviewReason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason: its kind, and what it is about."""

    kind: Kind
    route: int | None = None
    ticket: int | None = None
    seat: int | None = None
    card: str | None = None
    item: str | None = None
    number: int | None = None
    share: float | None = None
    """The share of the continuations after the played move."""
    best_share: float | None = None
    """The same after the best move."""
    points: float | None = None


class DeckLuck(msgspec.Struct, frozen=True):
    """What the deck gave, in chance of winning and points, with standard errors."""

    chance: float
    chance_error: float
    points: float
    points_error: float


class JudgedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move with its worth: chance of winning and expected points, each with its standard error."""

    action: Action
    text: str
    chance: float
    chance_error: float
    points: float
    points_error: float
    tickets: list[int] = []
    """The tickets that the move keeps."""


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision of a game, judged from the view of its seat."""

    number: int
    """The place of the action in the log."""
    turn: int
    """The number of the turn, counted from 1 as `replay` does; 0 while first tickets are chosen."""
    seat: int
    label: Label
    best: JudgedMove
    played: JudgedMove
    wins: list[float]
    """Each seat's chance of winning after the move, as its seat could know."""
    chance_loss: float
    chance_loss_error: float
    points_loss: float
    points_loss_error: float
    loss: float
    """Both losses together, in points; see `judgement.POINTS_PER_WIN`."""
    loss_error: float
    line: list[Action] = []
    """The play that the search expects after the best move."""
    reason: ReviewReason | None = None
    why: str = ""
    """The reason as a sentence."""
    luck: DeckLuck | None = None
    """What the deck gave after this move, against expectation."""

    @property
    def when(self) -> str:
        """Return the moment of the decision: its turn, or that first tickets are chosen."""
        return f"Turn {self.turn}" if self.turn else "First tickets"


class SeatReview(msgspec.Struct, frozen=True):
    """How a seat played, and what luck it had."""

    seat: int
    name: str
    accuracy: float
    decisions: int
    labels: dict[Label, int]
    chance_lost: float
    points_lost: float
    """The losses that the search is sure of."""
    luck: DeckLuck


class TurningPoint(msgspec.Struct, frozen=True):
    """A decision after which the game had changed, by what was played or by luck."""

    number: int
    seat: int
    cause: str
    """"decision" or "luck"."""
    change: float
    """The change of the seat's chance of winning."""


class Review(msgspec.Struct, frozen=True):
    """The review of a game.

    >>> from branchline.analysis.review import review
    >>> from branchline.engine.game import new_game
    >>> game = new_game("mini", players=2, seed=7)
    >>> _ = game.play("keep 1")
    >>> [(decision.played.text, decision.label) for decision in review(game, seat=0).decisions]
    [('keep 1', 'mistake')]
    """

    map: str
    names: list[str]
    seats: list[SeatReview]
    decisions: list[Decision]
    turning_points: list[TurningPoint]
    seed: int
    format: int = FORMAT
