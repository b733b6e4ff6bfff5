"""The bodies of HTTP requests and answers, as types; docs/wire.md explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from branchline.server.projection.wire import Part, SeatKind, Stage, State

DisplayName = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
MapName = Annotated[str, Meta(min_length=1, max_length=80)]
Color = Literal["red", "blue", "green", "yellow", "black", "purple", "orange", "white"]


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
    colors: list[str]
    levels: list[str]


class Me(Reply, kw_only=True):
    """Who you are here."""

    id: str
    name: str
    color: str


class EditMe(Body, kw_only=True):
    """A new name or color for yourself."""

    name: DisplayName | None = None
    color: Color | None = None


class SeatWish(Body, kw_only=True):
    """What a seat of a new game is to be."""

    kind: Literal["me", "open", "bot"]
    level: Annotated[str, Meta(max_length=80)] | None = None
    name: DisplayName | None = None
    color: Color | None = None


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
    color: Color | None = None


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
    color: str
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


class Moment(Reply, kw_only=True):
    """How the chances stood at one moment, as the seat that had to decide could know."""

    wins: list[float]
    scores: list[float] | None = None
    seat: int | None = None


class Chances(Reply, kw_only=True):
    """The chances of a finished game, moment by moment: `moments[n]` is after `n` moves. Ask again until `done`."""

    game: str
    total: int
    done: bool
    moments: list[Moment]
