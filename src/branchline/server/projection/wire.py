"""What crosses the network: every message and every part of the state, as types; docs/wire.md explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from branchline.engine.actions import Action, Cards

PROTOCOL = 1
"""Raised when a client written for the number before would no longer understand."""

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\x21-\x7e]+$")]
Line = Annotated[str, Meta(min_length=1, max_length=300)]
Stage = Literal["table", "playing", "over"]
SeatKind = Literal["open", "person", "bot"]


# -- the state of a game as one seat may see it ------------------------------------------------
# Absent means "nothing": no field is ever null, so that a merge patch (RFC 7396) can say every change.


class Part(Struct, omit_defaults=True, kw_only=True):
    """A part of the state."""


class MapRef(Part, kw_only=True):
    """Which map; facts and geometry of exactly this version are under /api/maps/{id}/{hash}/."""

    id: str
    hash: str
    name: str


class Seat(Part, kw_only=True):
    """A seat as everyone sees it."""

    kind: SeatKind
    name: str
    color: str
    level: str | None = None
    here: bool | None = None
    host: bool | None = None
    yours: bool | None = None
    resigned: bool | None = None
    score: int | None = None
    pieces: int | None = None
    cards: int | None = None
    seen: Cards | None = None
    tickets: int | None = None
    technologies: list[str] | None = None
    front: list[str] | None = None
    flags: int | None = None
    path: int | None = None
    districts: list[str] | None = None
    deadline: float | None = None


class TicketHelp(Part, kw_only=True):
    """A ticket of one's own: whether it is made, open or lost, and a shortest way that is still open."""

    status: Literal["made", "open", "lost"]
    way: list[int]
    short: int


class Offer(Part, kw_only=True):
    """Tickets to choose from, in the order offered; `keep` names them by their place in it."""

    tickets: list[int]
    least: int
    help: dict[int, TicketHelp]
    chosen: list[int] | None = None


class ClaimChoice(Part, kw_only=True):
    """How a route can be paid, cheapest first; `keep` has the places of payments that allow keeping a card."""

    pay: list[Cards]
    keep: list[int] | None = None


class LegalMoves(Part, kw_only=True):
    """All that this seat may do now."""

    draw: list[str]
    blind: int | None = None
    tickets: bool
    claims: dict[int, ClaimChoice]
    buy: dict[str, list[Cards]] | None = None
    skip: bool | None = None


class UndoAsk(Part, kw_only=True):
    """Somebody asks to take moves back; it is done when every other person agrees."""

    seat: int
    moves: int
    agreed: list[int]


class SeatScore(Part, kw_only=True):
    """One seat's result, item by item."""

    seat: int
    rank: int
    total: int
    routes: int
    tickets_made: list[int]
    tickets_missed: list[int]
    ticket_points: int
    ticket_losses: int
    longest_path: int
    longest_path_bonus: int
    path: list[int]
    districts: dict[str, int]
    flags: int
    technologies: int


class FinalResult(Part, kw_only=True):
    """The end: seats in seat order, winners, and the rule that decided."""

    seats: list[SeatScore]
    winners: list[int]
    decided_by: str


class State(Part, kw_only=True):
    """A game as one seat, or a spectator, may see it."""

    game: str
    map: MapRef
    stage: Stage
    players: int
    options: list[str]
    public: bool
    hints: bool
    created: float
    seats: dict[int, Seat]
    you: int | None = None
    clock: int | None = None
    watchers: int
    commitment: str | None = None
    seed: str | None = None
    rev: int
    moves: int
    phase: str | None = None
    turn: int | None = None
    deciding: list[int]
    market: list[str | None] | None = None
    deck: int | None = None
    discards: Cards | None = None
    ticket_deck: int | None = None
    routes: dict[int, list[int]] | None = None
    closed: list[int] | None = None
    last_turns: int | None = None
    copies: dict[str, int] | None = None
    hand: Cards | None = None
    tickets: dict[int, TicketHelp] | None = None
    revealed: dict[int, list[int]] | None = None
    offer: Offer | None = None
    legal: LegalMoves | None = None
    undo: UndoAsk | None = None
    result: FinalResult | None = None
    rematch: str | None = None


# -- server to client --------------------------------------------------------------------------


class _Message(Struct, tag_field="t", omit_defaults=True, kw_only=True):
    """What all messages of the server share."""


class ChatLine(Part, kw_only=True):
    """A line of chat; `seat` is absent for a spectator."""

    name: str
    text: str
    at: float
    seat: int | None = None


class Step(Part, kw_only=True):
    """One line of the log: what happened at a record of the game."""

    seq: int
    move: int
    at: float
    say: list[str]
    events: list[Any]
    seat: int | None = None


class Welcome(_Message, kw_only=True, tag="welcome"):
    """The first message of a socket, and again whenever the client must start afresh."""

    protocol: int
    seq: int
    now: float
    state: State
    log: list[Step]
    chat: list[ChatLine]


class Update(_Message, kw_only=True, tag="update"):
    """What changed: a merge patch of the state, and what happened. Without `seq` nothing was recorded."""

    patch: dict[str, Any]
    seq: int | None = None
    step: Step | None = None
    chat: ChatLine | None = None


class Ack(_Message, kw_only=True, tag="ack"):
    """The message with this id is stored for ever; `seq` is its record. `again` tells a resend."""

    id: str
    seq: int
    again: bool | None = None


class Refused(_Message, kw_only=True, tag="refused"):
    """A message that changed nothing, and why."""

    code: str
    message: str
    id: str | None = None
    reason: str | None = None
    missing: Cards | None = None
    retry_after: float | None = None


class Answer(_Message, kw_only=True, tag="answer"):
    """The reply to `ask`, `why`, `opens` and `hint`."""

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


class HintMove(Part, kw_only=True):
    """A move that the search likes: its chance of winning, and the points it expects to lead by at the end."""

    action: Action
    text: str
    chance: float | None = None
    margin: float | None = None


class Pong(_Message, kw_only=True, tag="pong"):
    """The reply to `ping`."""

    now: float


class Bye(_Message, kw_only=True, tag="bye"):
    """The server is closing this socket; `again` says that coming back at once is right."""

    code: str
    message: str
    again: bool


ServerMessage: TypeAlias = Welcome | Update | Ack | Refused | Answer | Pong | Bye


# -- client to server --------------------------------------------------------------------------


class _Request(Struct, tag_field="t", forbid_unknown_fields=True, kw_only=True):
    """What all messages of a client share."""

    id: Id


class Act(_Request, kw_only=True, tag="act"):
    """Play an action, given as a value or as a line of notation, chosen when the state's `rev` was this."""

    rev: int
    action: Action | None = None
    text: Line | None = None


class AskUndo(_Request, kw_only=True, tag="undo"):
    """Ask to take back this seat's last move, and what followed it."""


class AnswerUndo(_Request, kw_only=True, tag="agree"):
    """Agree, or not, to the undo that is asked for."""

    yes: bool


class Resign(_Request, kw_only=True, tag="resign"):
    """Give up; a bot plays on where others are still playing."""


class Say(_Request, kw_only=True, tag="chat"):
    """Say something."""

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


class Ping(_Request, kw_only=True, tag="ping"):
    """Ask for a sign of life."""


ClientMessage: TypeAlias = Act | AskUndo | AnswerUndo | Resign | Say | Ask | Why | Opens | Hint | Ping
