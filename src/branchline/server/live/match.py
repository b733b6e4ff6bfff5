"""A match: a table and its game, folded from records; the same records always give the same match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from branchline.engine.game import Game
from branchline.server.live import records as r
from branchline.server.live import table_events as h
from branchline.server.projection.cache import Memory
from branchline.server.projection.cached_view import sight_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.board import Board
    from branchline.engine.events import Event
    from branchline.engine.views import View
    from branchline.server.live.records import Record


@dataclass
class Seat:
    """A seat at the table; `chair` is where it stood before seats were shuffled."""

    chair: int
    kind: Literal["open", "person", "bot"]
    name: str
    color: str
    level: str | None = None
    guests: set[str] = field(default_factory=set)
    resigned: bool = False


@dataclass(frozen=True)
class Happened:
    """One line of the log: a record and what came of it. Secrets inside are not opened yet."""

    seq: int
    at: float
    move: int
    seat: int | None
    events: tuple[Event | Any, ...]
    record: Record


@dataclass(frozen=True)
class Chat:
    """A line of chat."""

    at: float
    name: str
    text: str
    chair: int | None


@dataclass
class Undo:
    """An undo that is asked for."""

    seat: int
    to: int
    needs: set[int]
    agreed: set[int] = field(default_factory=set)


class Match:
    """The table and the game as they stand after the records applied so far."""

    def __init__(self, game_id: str, find_board: Callable[[str, str, int, list[str]], Board]) -> None:
        self.id = game_id
        self._find_board = find_board
        self.seq = -1
        self.rev = 0
        self.stage: Literal["table", "playing", "over"] = "table"
        self.seats: list[Seat] = []
        self.game: Game | None = None
        self.undo: Undo | None = None
        self.chat: list[Chat] = []
        self.log: list[Happened] = []
        self.keys: dict[str, int] = {}
        self.movers: list[int] = []
        self.rematch: str | None = None
        self.memory = Memory()
        self.moved_at = 0.0
        self.updated = 0.0

    # -- what a record does --------------------------------------------------------------------

    def apply(self, seq: int, at: float, key: str | None, record: Record) -> Happened:
        """Fold in the next record."""
        if seq != self.seq + 1:
            raise ValueError(f"record {seq} of game {self.id} cannot follow record {self.seq}")
        self.seq, self.updated = seq, at
        if key is not None:
            self.keys[key] = seq
        seat, events = self._fold(record, at)
        happened = Happened(seq, at, self.moves, seat, tuple(events), record)
        if events:
            self.log.append(happened)
        return happened

    def _fold(self, record: Record, at: float) -> tuple[int | None, list[Any]]:  # noqa: C901, PLR0911 (one case a record)
        match record:
            case r.Created():
                return self._create(record, at)
            case r.SatDown(chair, guest, name, color):
                self._put(chair, r.SeatSetup("person", name, color, guest=guest))
                return chair, [h.SatDown(chair)]
            case r.Joined(chair, guest):
                self.seats[self.seat_of_chair(chair)].guests.add(guest)
                return None, []
            case r.ChairSet(chair, setup):
                self._put(chair, setup)
                return chair, [h.Left(chair)]
            case r.Edited():
                self.options, self.public = record.options, record.public
                self.hints, self.clock = record.hints, record.clock
                return None, [h.Edited()]
            case r.Started(seed, chairs):
                return None, [h.Started(), *self._start(bytes.fromhex(seed), chairs, at)]
            case r.Acted(seat, code, by):
                return seat, self._act(seat, code, by, at)
            case r.UndoAsked(seat, to, needs):
                self.undo = Undo(seat, to, set(needs))
                asked = h.UndoAsked(seat, self.moves - to)
                return seat, self._settle_undo(at) or [asked]
            case r.UndoAnswered(seat, yes):
                return seat, self._answer_undo(seat, at, yes=yes)
            case r.Resigned(seat):
                return seat, self._resign(seat, at)
            case r.Said(name, text, chair):
                self.chat.append(Chat(at, name, text, chair))
                return None, []
            case r.Rematched(game):
                self.rematch = game
                return None, [h.Rematched(game)]
        raise TypeError(f"{record!r} is no record")

    def _create(self, record: r.Created, at: float) -> tuple[None, list[Any]]:
        self.created = at
        self.map, self.map_hash, self.title = record.map, record.map_hash, record.title
        self.host, self.options, self.public = record.host, record.options, record.public
        self.hints, self.clock, self.shuffle = record.hints, record.clock, record.shuffle
        self.seats = [Seat(chair, "open", "", "") for chair in range(len(record.seats))]
        for chair, setup in enumerate(record.seats):
            self._put(chair, setup)
        self.board = self.board_with(record.options)
        return None, []

    def _put(self, chair: int, setup: r.SeatSetup) -> None:
        guests = {setup.guest} if setup.guest else set()
        self.seats[chair] = Seat(chair, setup.kind, setup.name, setup.color, setup.level, guests)

    def _start(self, key: bytes, chairs: list[int], at: float) -> list[Event]:
        self.seats = [self.seats[chair] for chair in chairs]
        self.board = self.board_with(self.options)
        self.game = Game(self.board, key, [seat.name for seat in self.seats])
        self.stage = "playing"
        self._moved(at)
        return self.game.opening

    def _act(self, seat: int, code: int, by: str, at: float) -> list[Any]:
        events: list[Any] = list(self.playing.play(code))
        self.movers.append(seat)
        self._moved(at)
        if self.playing.over:
            self.stage = "over"
        return [h.OutOfTime(seat), *events] if by == "clock" else events

    def _moved(self, at: float) -> None:
        self.rev, self.moved_at, self.undo = self.seq, at, None

    def _answer_undo(self, seat: int, at: float, *, yes: bool) -> list[Any]:
        if self.undo is None:
            return []
        if not yes:
            self.undo = None
            return [h.UndoRefused(seat)]
        self.undo.agreed.add(seat)
        return self._settle_undo(at)

    def _settle_undo(self, at: float) -> list[Any]:
        """Take the moves back if all have agreed who must."""
        undo = self.undo
        if undo is None or not undo.needs <= undo.agreed:
            return []
        moves = self.moves - undo.to
        for _ in range(moves):
            self.playing.undo()
        del self.movers[undo.to :]
        self._moved(at)
        return [h.Undone(undo.seat, moves)]

    def _resign(self, seat: int, at: float) -> list[Any]:
        self.seats[seat].resigned = True
        self._moved(at)
        if len(self.still_playing) < 2:  # noqa: PLR2004 (one alone has won)
            self.stage = "over"
        return [h.Resigned(seat)]

    # -- reading -------------------------------------------------------------------------------

    @property
    def playing(self) -> Game:
        """The game, once it has started."""
        if self.game is None:
            raise ValueError(f"game {self.id} has not started")
        return self.game

    @property
    def moves(self) -> int:
        """How many actions stand."""
        return len(self.game.log) if self.game else 0

    @property
    def still_playing(self) -> list[int]:
        """The seats that have not resigned."""
        return [number for number, seat in enumerate(self.seats) if not seat.resigned]

    @property
    def deciding(self) -> list[int]:
        """The seats that have to decide now: several while first tickets are chosen (S6)."""
        if self.stage != "playing":
            return []
        game = self.playing
        if game.phase != "first tickets":
            return [game.turn]
        return [seat for seat in range(game.players) if not self.has_chosen(seat)]

    def has_chosen(self, seat: int) -> bool:
        """Tell whether a seat has chosen its first tickets."""
        return int(self.playing.records["chosen"][0][seat]) >= 0

    def view(self, seat: int | None) -> View:
        """Return all that a seat may know of the game."""
        return sight_of(self.playing.view(seat))

    def board_with(self, options: list[str]) -> Board:
        """Return the board as other options would make it."""
        return self._find_board(self.map, self.map_hash, len(self.seats), options)

    def seat_of_chair(self, chair: int) -> int:
        """Return where a chair now stands in seat order."""
        return next(number for number, seat in enumerate(self.seats) if seat.chair == chair)

    def seats_of(self, guest: str) -> list[int]:
        """Return the seats that a guest plays."""
        return [number for number, seat in enumerate(self.seats) if guest in seat.guests]

    @property
    def deadline(self) -> float | None:
        """When the clock of those who decide runs out."""
        return self.moved_at + self.clock if self.clock and self.stage == "playing" else None

    def is_automatic(self, seat: int) -> bool:
        """Tell whether the server plays a seat: a bot's, or that of one who resigned."""
        return self.seats[seat].kind == "bot" or self.seats[seat].resigned
