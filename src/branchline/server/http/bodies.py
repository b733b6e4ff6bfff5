"""The bodies of HTTP requests and responses, as types; docs/wire.md explains them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from branchline.boards.format.check import Problem
from branchline.server.live.match import Stage
from branchline.server.live.players import PlayerColor
from branchline.server.projection.wire import GameRow, MapRow

DisplayName = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", max_length=64)]
MapName = Annotated[str, Meta(min_length=1, max_length=80)]


class Body(Struct, forbid_unknown_fields=True, kw_only=True):
    """The body of a request; unknown fields are refused."""


class Reply(Struct, omit_defaults=True, kw_only=True):
    """The body of a response."""


class ErrorReply(Reply, kw_only=True):
    """An error: a code for programs and a sentence for people."""

    code: str
    message: str
    problems: list[Problem] | None = None
    retry_after: float | None = None


class Site(Reply, kw_only=True):
    """What a page needs to know about the server before anything else."""

    name: str
    version: str
    protocol: int
    ready: bool
    compiling: bool
    phrases: list[str]
    colors: list[str]
    levels: list[str]
    characters: list[str] = []


class Me(Reply, kw_only=True):
    """Your identity on this site."""

    id: str
    name: str
    color: str


class EditMe(Body, kw_only=True):
    """A new name or color for yourself."""

    name: DisplayName | None = None
    color: PlayerColor | None = None


class SeatWish(Body, kw_only=True):
    """Who sits on a seat of a new game."""

    kind: Literal["me", "open", "bot"]
    level: Annotated[str, Meta(max_length=80)] | None = None
    name: DisplayName | None = None
    color: PlayerColor | None = None


class NewGame(Body, kw_only=True):
    """A game to create; with `start` it starts at once if no seat is open."""

    map: MapName
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=5)]
    options: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=8)] = []
    public: bool = False
    hints: bool = True
    clock: Annotated[int, Meta(ge=10, le=1_209_600)] | None = None
    shuffle: bool = True
    start: bool = False


class Retry(Body, kw_only=True):
    """A practice game to begin after this many moves of a finished game, in the place of the seat that decides then."""

    moves: Annotated[int, Meta(ge=0, le=100_000)]


class Made(Reply, kw_only=True):
    """A new game; the secrets of its links are shown only here."""

    id: str
    invite: str
    seats: dict[int, str]


class Enter(Body, kw_only=True):
    """The secret of an invite link, or of a seat's own link."""

    token: Token


class Entered(Reply, kw_only=True):
    """What a secret gave access to: the table, or a seat."""

    game: str
    seat: int | None = None


class TakeSeat(Body, kw_only=True):
    """The name and color of a player who sits down."""

    name: DisplayName | None = None
    color: PlayerColor | None = None


class Taken(Reply, kw_only=True):
    """Your new seat; with its link you can continue on another device."""

    seat: int
    token: str


class AddEntropy(Body, kw_only=True):
    """What a player adds to the seed: first the SHA-256 of 32 random bytes, later these bytes, both in hexadecimal."""

    commitment: Hash | None = None
    entropy: Hash | None = None


class EditSeat(Body, kw_only=True):
    """Whether a seat is open or a bot's, set by the host before the start."""

    kind: Literal["open", "bot"]
    level: Annotated[str, Meta(max_length=80)] | None = None


class EditGame(Body, kw_only=True):
    """What the host changes before the start; an absent field stays as it is."""

    options: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=8)] | None = None
    public: bool | None = None
    hints: bool | None = None
    clock: Annotated[int, Meta(ge=0, le=1_209_600)] | None = None


class Invite(Reply, kw_only=True):
    """A new invite secret; the previous one no longer works."""

    invite: str


class Games(Reply, kw_only=True):
    """A list of games, newest first."""

    games: list[GameRow]


class MapList(Reply, kw_only=True):
    """All maps."""

    maps: list[MapRow]


class UploadMap(Body, kw_only=True):
    """A map file's text."""

    text: Annotated[str, Meta(min_length=1, max_length=200_000)]


class MapReport(Reply, kw_only=True):
    """What the checker reports about an uploaded map; `map` is present if it can be played."""

    problems: list[Problem]
    map: MapRow | None = None


class ImportGame(Body, kw_only=True):
    """A saved game's text."""

    text: Annotated[str, Meta(min_length=1, max_length=400_000)]


class PuzzleRow(Reply, kw_only=True):
    """A puzzle in the list."""

    id: str
    map: str
    players: int
    level: str
    """The weakest level of bots that finds the best move in most of its tries; the strongest if no other does."""


class Puzzles(Reply, kw_only=True):
    """All puzzles, and the one of the day (UTC), which is the same for everyone."""

    puzzles: list[PuzzleRow]
    day: str
    today: str | None = None


class LessonRow(Reply, kw_only=True):
    """A lesson in the list."""

    id: str
    map: str
    topic: str
    """The rule that it teaches."""


class Lessons(Reply, kw_only=True):
    """All lessons, in the order in which they are taught."""

    lessons: list[LessonRow]


class AnswerQuestion(Body, kw_only=True):
    """The choice that answers a puzzle or a lesson, by its place among the choices."""

    choice: Annotated[int, Meta(ge=0, le=1000)]


class Daily(Reply, kw_only=True):
    """Your daily game on a map; once it is over, what others and the levels scored on the same deal."""

    day: str
    map: str
    players: int
    opponent: str
    """The level of the bots."""
    game: str | None = None
    stage: Stage | None = None
    score: int | None = None
    won: bool | None = None
    resigned: bool | None = None
    """Whether you gave the game up, which leaves you without a score."""
    scores: list[int] | None = None
    """The scores of all who have finished, yours included, the highest first; of some of them if they are many."""
    levels: dict[str, list[int]] | None = None
    """The sorted scores of each level that played the deal in your place; absent while they are computed."""
