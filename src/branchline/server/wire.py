"""What crosses the network: every message and every part of the state, as types; docs/wire.md explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from branchline.engine.actions import Action, Cards

PROTOCOL = 1
"""Raised when a client written for the number before would no longer understand."""

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\x21-\x7e]+$")]
Line = Annotated[str, Meta(min_length=1, max_length=300)]
GameId = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[0-9a-z]+$")]
DisplayName = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
MapName = Annotated[str, Meta(min_length=1, max_length=80)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Stage = Literal["table", "playing", "over"]
SeatKind = Literal["open", "person", "bot"]
Colour = Literal["red", "blue", "green", "yellow", "black", "purple", "orange", "white"]


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
    colour: str
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
    hints: list[HintMove] | None = None


class HintMove(Part, kw_only=True):
    """A move that the strongest quick bot likes, with its chance of winning."""

    action: Action
    text: str
    chance: float | None = None


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


# -- HTTP --------------------------------------------------------------------------------------


class Body(Struct, forbid_unknown_fields=True, kw_only=True):
    """The body of a request; unknown fields are refused."""


class Reply(Struct, omit_defaults=True, kw_only=True):
    """The body of an answer."""


class ErrorReply(Reply, kw_only=True):
    """Every error: a code for programs, a sentence for people."""

    code: str
    message: str
    problems: list[Any] | None = None
    retry_after: float | None = None


class Site(Reply, kw_only=True):
    """What a page needs to know of the server before anything else."""

    name: str
    version: str
    protocol: int
    ready: bool
    compiling: bool
    phrases: list[str]
    colours: list[str]
    levels: list[str]


class Me(Reply, kw_only=True):
    """Who you are here."""

    id: str
    name: str
    colour: str


class EditMe(Body, kw_only=True):
    """A new name or colour for yourself."""

    name: DisplayName | None = None
    colour: Colour | None = None


class SeatWish(Body, kw_only=True):
    """What a seat of a new game is to be."""

    kind: Literal["me", "open", "bot"]
    level: Annotated[str, Meta(max_length=80)] | None = None
    name: DisplayName | None = None
    colour: Colour | None = None


class NewGame(Body, kw_only=True):
    """A game to be made; with `start` it begins at once if no seat is open."""

    map: MapName
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=5)]
    options: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=8)] = []
    public: bool = False
    hints: bool = True
    clock: Annotated[int, Meta(ge=10, le=1_209_600)] | None = None
    shuffle: bool = True
    start: bool = False


class Made(Reply, kw_only=True):
    """A game was made; the link's secret is shown here only."""

    id: str
    invite: str
    seats: dict[int, str]


class Enter(Body, kw_only=True):
    """The secret of an invite link, or of a seat's own link."""

    token: Token


class Entered(Reply, kw_only=True):
    """What the secret opened: the table, or a seat."""

    game: str
    seat: int | None = None


class TakeSeat(Body, kw_only=True):
    """Who sits down."""

    name: DisplayName | None = None
    colour: Colour | None = None


class Taken(Reply, kw_only=True):
    """A seat is yours; its link moves it to another device."""

    seat: int
    token: str


class EditSeat(Body, kw_only=True):
    """What the host makes of a seat before the start."""

    kind: Literal["open", "bot"]
    level: Annotated[str, Meta(max_length=80)] | None = None


class EditGame(Body, kw_only=True):
    """What the host changes before the start."""

    options: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=8)] | None = None
    public: bool | None = None
    hints: bool | None = None
    clock: Annotated[int, Meta(ge=0, le=1_209_600)] | None = None


class Invite(Reply, kw_only=True):
    """A fresh invite secret; the one before no longer works."""

    invite: str


class GameRow(Reply, kw_only=True):
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


class SeatRow(Reply, kw_only=True):
    """A seat in a list of games."""

    kind: SeatKind
    name: str
    colour: str
    score: int | None = None
    won: bool | None = None


class Games(Reply, kw_only=True):
    """A list of games, newest first."""

    games: list[GameRow]


class MapRow(Reply, kw_only=True):
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


class MapList(Reply, kw_only=True):
    """All maps."""

    maps: list[MapRow]


class UploadMap(Body, kw_only=True):
    """A map file's text."""

    text: Annotated[str, Meta(min_length=1, max_length=200_000)]


class MapReport(Reply, kw_only=True):
    """What the checker says of an uploaded map; `map` is there when it can be played."""

    problems: list[Any]
    map: MapRow | None = None


class ImportGame(Body, kw_only=True):
    """A saved game's text."""

    text: Annotated[str, Meta(min_length=1, max_length=400_000)]


class ReplayStep(Part, kw_only=True):
    """A step of a replay: the events for the chosen eyes, and the patch from the step before."""

    seq: int
    move: int
    say: list[str]
    events: list[Any]
    patch: dict[str, Any]
    seat: int | None = None
    text: str | None = None


class Replay(Reply, kw_only=True):
    """A whole game to step through: a first state, then patches."""

    game: str
    eyes: str
    state: State
    steps: list[ReplayStep]
