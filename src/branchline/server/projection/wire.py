"""The types that cross the network: states, lists, replays and socket messages; docs/wire.md explains them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from branchline.analysis.advice import Kind as AdviceKind
from branchline.analysis.review_data import Review
from branchline.engine.actions import Action, Cards
from branchline.engine.view_state.types import OwnState as OwnPlay
from branchline.engine.view_state.types import Part, SeatState, ViewState
from branchline.server.live.match import GameEvent, SeatKind, Stage

PROTOCOL = 1
"""Increased when a client written for the previous number would no longer understand the server."""

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\x21-\x7e]+$")]
Line = Annotated[str, Meta(min_length=1, max_length=300)]


# -- the state of a game as one viewer may see it ---------------------------------------------


class MapRef(Part, kw_only=True):
    """Which map; facts and geometry of exactly this version are under /api/maps/{id}/{hash}/."""

    id: str
    hash: str
    name: str


class Seat(SeatState, kw_only=True):
    """A seat as everyone sees it: who sits there, and the play."""

    kind: SeatKind
    name: str
    color: str
    level: str | None = None
    here: bool | None = None
    host: bool | None = None
    yours: bool | None = None
    resigned: bool | None = None
    deadline: float | None = None


class UndoAsk(Part, kw_only=True):
    """Somebody asks to take moves back; it is done when every other person agrees."""

    seat: int
    moves: int
    agreed: list[int]


class UndoScope(Part, kw_only=True):
    """What an undo by the viewer would take back: how many moves, and whose."""

    moves: int
    seats: list[int]


class OwnState(OwnPlay, kw_only=True):
    """What only one viewer is sent."""

    can_undo: UndoScope | None = None
    no_undo: str | None = None
    last_opponent: int | None = None


class State(ViewState, kw_only=True):
    """A game as one seat, or a spectator, may see it: the table, and what a view shows of the play."""

    game: str
    map: MapRef
    stage: Stage
    public: bool
    hints: bool
    created: float
    seats: Mapping[int, Seat]
    clock: int | None = None
    watchers: int
    commitment: str | None = None
    seed: str | None = None
    commitments: dict[int, str] | None = None
    entropy: list[str] | None = None
    rev: int
    moves: int
    undo: UndoAsk | None = None
    can_undo: UndoScope | None = None
    no_undo: str | None = None
    last_opponent: int | None = None
    """The seat that wins at once if the viewer resigns; absent if the others would play on."""
    rematch: str | None = None


# -- lists, replays and chances ----------------------------------------------------------------


class SeatRow(Part, kw_only=True):
    """A seat in a list of games."""

    kind: SeatKind
    name: str
    color: str
    level: str | None = None
    """The level of a bot."""
    score: int | None = None
    won: bool | None = None
    resigned: bool | None = None


class GameRow(Part, kw_only=True):
    """A game in a list."""

    id: str
    map: str
    title: str
    stage: Stage
    public: bool
    created: float
    updated: float
    seats: list[SeatRow]
    options: list[str]
    clock: int | None = None
    yours: list[int] | None = None
    your_turn: bool | None = None
    practice: bool | None = None
    """Whether it is another game played on from one of its moments."""
    daily: bool | None = None


class MapRow(Part, kw_only=True):
    """A map in the list of maps."""

    id: str
    hash: str
    name: str
    summary: str
    origin: str
    least: int
    most: int
    cities: int
    routes: int
    tickets: int
    note: str | None = None
    yours: bool | None = None


class ReplayStep(Part, kw_only=True):
    """A step of a replay: the events for the chosen viewer, and the patch from the step before."""

    seq: int
    move: int
    events: list[GameEvent]
    patch: dict[str, Any]
    seat: int | None = None
    text: str | None = None


class Replay(Part, kw_only=True):
    """A whole game to step through: a first state, then patches."""

    game: str
    viewer: str
    state: State
    steps: list[ReplayStep]


class Moment(Part, kw_only=True):
    """The chances at one moment, as far as the seat that had to decide could know."""

    wins: list[float]
    scores: list[float] | None = None
    seat: int | None = None


class Chances(Part, kw_only=True):
    """The chances of a finished game, moment by moment: `moments[n]` is after `n` moves. Ask again until `done`."""

    game: str
    total: int
    done: bool
    moments: list[Moment]
    ready_in: int | None = None
    """About how many seconds it takes until the first moment is analyzed, while the search is being compiled."""


class ReviewStatus(Part, kw_only=True):
    """The review of a finished game, or how far it is. Ask again until `stage` is "done" or "failed"."""

    game: str
    stage: Literal["none", "waiting", "running", "done", "failed"]
    before: int | None = None
    """How many reviews are made before this one."""
    done: int | None = None
    """How many of all actions are judged."""
    total: int | None = None
    review: Review | None = None
    message: str | None = None
    """Why there is no review."""


# -- server to client --------------------------------------------------------------------------


class _Message(Struct, tag_field="t", omit_defaults=True, kw_only=True):
    """The base of all messages of the server."""


class ChatLine(Part, kw_only=True):
    """A line of chat; `seat` is absent for a spectator."""

    name: str
    text: str
    at: float
    seat: int | None = None


class Step(Part, kw_only=True):
    """One step of the log: the events of a record, as the viewer may see them."""

    seq: int
    move: int
    at: float
    events: list[GameEvent]
    seat: int | None = None


class Welcome(_Message, kw_only=True, tag="welcome"):
    """The first message of a socket; a client replaces its whole state with it."""

    protocol: int
    seq: int
    now: float
    state: State
    log: list[Step]
    chat: list[ChatLine]


class Update(_Message, kw_only=True, tag="update"):
    """A merge patch of the state, and the step that caused it. Without `seq` nothing was recorded."""

    patch: dict[str, Any]
    seq: int | None = None
    step: Step | None = None
    chat: ChatLine | None = None


class Ack(_Message, kw_only=True, tag="ack"):
    """The message with this id is stored permanently; `seq` is its record. `again` marks a resend."""

    id: str
    seq: int
    again: bool | None = None


class Refused(_Message, kw_only=True, tag="refused"):
    """A message was refused and changed nothing."""

    code: str
    message: str
    id: str | None = None
    reason: str | None = None
    missing: Cards | None = None
    retry_after: float | None = None


class Answer(_Message, kw_only=True, tag="answer"):
    """The reply to `ask`, `why`, `opens`, `hint` and `advise`."""

    id: str
    legal: bool | None = None
    reason: str | None = None
    message: str | None = None
    missing: Cards | None = None
    pay: list[Cards] | None = None
    opens: dict[str, list[int]] | None = None
    routes: dict[int, str] | None = None
    reasons: dict[int, str] | None = None
    lacking: dict[int, Cards] | None = None
    hints: list[HintMove] | None = None
    advice: AdvisedMove | None = None


class HintMove(Part, kw_only=True):
    """A good move: its chance of winning, and the points it expects to lead by at the end."""

    action: Action
    text: str
    chance: float | None = None
    margin: float | None = None


class AdvisedMove(Part, kw_only=True):
    """A simple move, why it is advised, and the route or the ticket that it is for."""

    action: Action
    kind: AdviceKind
    route: int | None = None
    ticket: int | None = None


class Pong(_Message, kw_only=True, tag="pong"):
    """The reply to `ping`."""

    now: float


class Bye(_Message, kw_only=True, tag="bye"):
    """The server is closing this socket; `again` says that the client should reconnect at once."""

    code: str
    message: str
    again: bool


ServerMessage: TypeAlias = Welcome | Update | Ack | Refused | Answer | Pong | Bye


# -- client to server --------------------------------------------------------------------------


class _Request(Struct, tag_field="t", forbid_unknown_fields=True, kw_only=True):
    """The base of all messages of a client."""

    id: Id


class Act(_Request, kw_only=True, tag="act"):
    """Play an action, given as a value or as a line of notation, chosen when the state's `rev` was this."""

    rev: int
    action: Action | None = None
    text: Line | None = None


class AskUndo(_Request, kw_only=True, tag="undo"):
    """Ask to take back this seat's last move and everything after it."""


class AnswerUndo(_Request, kw_only=True, tag="agree"):
    """Agree to the undo that is asked for, or refuse it."""

    yes: bool


class Resign(_Request, kw_only=True, tag="resign"):
    """Resign; a bot plays on while others are still playing."""


class Say(_Request, kw_only=True, tag="chat"):
    """Write a line of chat."""

    text: Line


class Ask(_Request, kw_only=True, tag="ask"):
    """Ask whether an action would be legal, and why not."""

    action: Action | None = None
    text: Line | None = None


class Why(_Request, kw_only=True, tag="why"):
    """Ask why a route, or any route at all, cannot be claimed, as if it were this seat's turn."""

    route: Annotated[int, Meta(ge=0, le=127)] | None = None


class Opens(_Request, kw_only=True, tag="opens"):
    """Ask which routes each technology on sale would open to this seat."""


class Hint(_Request, kw_only=True, tag="hint"):
    """Ask for good moves, in games that allow it."""


class Advise(_Request, kw_only=True, tag="advise"):
    """Ask for a simple move with a reason, as the tour gives it, in games that allow hints."""


class Ping(_Request, kw_only=True, tag="ping"):
    """Ask for a `pong`."""


ClientMessage: TypeAlias = Act | AskUndo | AnswerUndo | Resign | Say | Ask | Why | Opens | Hint | Advise | Ping
