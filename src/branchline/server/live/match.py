"""A match: a table and its game, replayed from records; the same records always give the same match.

A *chair* is a place at the table, numbered as the host arranged them. A *seat* is a place in the order of play. The
start may shuffle chairs into seats (S5): before it the two numbers are equal, after it `Seat.chair` is where a player
sat. Links and connections belong to chairs, play belongs to seats.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Literal, TypeAlias, assert_never, overload

import msgspec

from branchline.boards.board import Board
from branchline.engine.events import Event, reveal_hidden
from branchline.engine.game import Game
from branchline.server.live import records as r
from branchline.server.live import table_events as t
from branchline.server.live.players import current_color

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.engine.views import View
    from branchline.server.live.records import Record

Stage: TypeAlias = Literal["table", "playing", "over"]
SeatKind: TypeAlias = Literal["open", "person", "bot"]
GameEvent: TypeAlias = Event | t.TableEvent
BoardFinder: TypeAlias = Callable[[str, str, int, list[str]], Board]
"""Returns the board for a map's name, its hash, a number of players and options."""


@dataclass(slots=True)
class Seat:
    """A seat and who sits there."""

    chair: int
    kind: SeatKind
    name: str
    color: str
    level: str | None = None
    guests: set[str] = field(default_factory=set)
    resigned: bool = False

    @property
    def is_automatic(self) -> bool:
        """Whether the server plays the seat: a bot's, or that of a player who resigned."""
        return self.kind == "bot" or self.resigned


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A line of chat; spectators have no chair."""

    at: float
    name: str
    text: str
    chair: int | None


@dataclass(slots=True)
class UndoRequest:
    """A request to take moves back: who asks, how many actions remain, who must agree and who has."""

    seat: int
    to: int
    needs: set[int]
    redeal: bool = True
    agreed: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A record that was applied, and its effects; the secrets in the engine's events are still closed."""

    seq: int
    at: float
    move: int
    """How many actions stand after the record."""
    record: Record
    seat: int | None = None
    """Whose record it is."""
    events: Sequence[GameEvent] = ()
    """The log keeps those of the engine packed; they are built whenever they are read."""


@dataclass(slots=True)
class _Effects:
    """What applying a record did, for the log."""

    seat: int | None = None
    events: Sequence[GameEvent] = ()
    packed: Sequence[GameEvent] | None = None
    """The same events as the log keeps them, if they can be built again."""


class _Opening(Sequence[GameEvent]):
    """The events of the start, built whenever they are read."""

    __slots__ = ("_dealt",)

    def __init__(self, dealt: Sequence[GameEvent]) -> None:
        self._dealt = dealt

    def __len__(self) -> int:
        return 1 + len(self._dealt)

    def __iter__(self) -> Iterator[GameEvent]:
        return chain((t.GameStarted(),), self._dealt)

    @overload
    def __getitem__(self, index: int) -> GameEvent: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[GameEvent]: ...

    def __getitem__(self, index: int | slice) -> GameEvent | Sequence[GameEvent]:
        return list(self)[index]


class Match:
    """The table and the game after the records applied so far."""

    def __init__(self, game_id: str, find_board: BoardFinder) -> None:
        self.id = game_id
        self._find_board = find_board
        self.seq = -1
        self.rev = 0
        self.stage: Stage = "table"
        self.seats: list[Seat] = []
        self.game: Game | None = None
        self.seed: bytes | None = None
        self.commitments: dict[int, str] = {}
        """What players at the table have committed to, by chair; a change of seats clears it."""
        self.entropy: dict[int, str] = {}
        """What players at the table have revealed, by chair."""
        self.undo: UndoRequest | None = None
        self.chat: list[ChatMessage] = []
        self.log: list[LogEntry] = []
        self.keys: dict[str, int] = {}
        self.movers: list[int] = []
        self.shown: list[bool] = []
        """For each action that stands, whether it showed somebody a card or a ticket that was hidden."""
        self.taken_back: set[int] = set()
        """The numbers of actions to which an undo went back although something hidden had been shown since."""
        self.rematch: str | None = None
        self.moved_at = 0.0
        self.updated = 0.0

    # -- applying records ----------------------------------------------------------------------

    def apply(self, seq: int, at: float, key: str | None, record: Record, *, judged: bool = False) -> LogEntry:
        """Apply the next record; `judged` says that its action was just found legal in this position."""
        if seq != self.seq + 1:
            raise ValueError(f"record {seq} of game {self.id} cannot follow record {self.seq}")
        self.seq, self.updated = seq, at
        if key is not None:
            self.keys[key] = seq
        effects = self._apply(record, at, judged=judged)
        entry = LogEntry(seq, at, self.moves, record, effects.seat, effects.events)
        self.log.append(entry if effects.packed is None else replace(entry, events=effects.packed))
        return entry

    def check_applies(self, record: Record, at: float) -> None:
        """Raise the error that applying a record would raise, changing nothing: only what applies may be stored."""
        twin = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | set | dict):
                setattr(twin, name, value.copy())
        twin.seats = [replace(seat, guests=set(seat.guests)) for seat in self.seats]
        twin.game = self.game.copy() if self.game is not None else None
        twin.undo = copy.deepcopy(self.undo)
        twin.apply(self.seq + 1, at, None, r.from_text(r.to_text(record)))

    def _apply(self, record: Record, at: float, *, judged: bool) -> _Effects:  # noqa: C901, PLR0911, PLR0912
        match record:  # one case a record
            case r.Created():
                return self._create(record, at)
            case r.SatDown(chair, guest, name, color):
                self._set_chair(chair, r.SeatSetup("person", name, color, guest=guest))
                return _Effects(chair, [t.SeatTaken(chair, name)])
            case r.Joined(chair, guest):
                self.seats[self.seat_of_chair(chair)].guests.add(guest)
                return _Effects()
            case r.ChairSet(chair, setup):
                self._set_chair(chair, setup)
                return _Effects(chair, [t.SeatLeft(chair, setup.name)])
            case r.Committed(chair, commitment):
                self.commitments[chair] = commitment
                return _Effects()
            case r.Revealed(chair, entropy):
                self.entropy[chair] = entropy
                return _Effects()
            case r.Edited():
                self.options, self.public = record.options, record.public
                self.hints, self.clock = record.hints, record.clock
                return _Effects(events=[t.SettingsChanged()])
            case r.Started():
                return self._start(record, at)
            case r.Acted():
                return self._act(record, at, judged=judged)
            case r.UndoAsked(seat, to, needs, redeal):
                self.undo = UndoRequest(seat, to, set(needs), redeal)
                requested = t.UndoRequested(seat, self.moves - to)
                return _Effects(seat, self._settle_undo(at) or [requested])
            case r.UndoAnswered(seat, yes):
                return _Effects(seat, self._answer_undo(seat, at, yes=yes))
            case r.Redealt(number):
                self.playing.redeal(number)
                return _Effects()
            case r.Resigned(seat):
                return self._resign(seat, at)
            case r.Said(name, text, chair):
                self.chat.append(ChatMessage(at, name, text, chair))
                return _Effects()
            case r.Rematched(game):
                self.rematch = game
                return _Effects(events=[t.RematchCreated(game)])
        assert_never(record)

    def _create(self, record: r.Created, at: float) -> _Effects:
        self.created = at
        self.map, self.map_hash, self.title = record.map, record.map_hash, record.title
        self.host, self.options, self.public = record.host, record.options, record.public
        self.hints, self.clock, self.shuffle = record.hints, record.clock, record.shuffle
        self.practice = record.practice
        self.seed = None if record.seed is None else bytes.fromhex(record.seed)
        self.seats = [Seat(chair, "open", "", "") for chair in range(len(record.seats))]
        for chair, setup in enumerate(record.seats):
            self._set_chair(chair, setup)
        self.board = self.board_with(record.options)
        return _Effects()

    def _set_chair(self, chair: int, setup: r.SeatSetup) -> None:
        self.commitments, self.entropy = {}, {}
        guests = {setup.guest} if setup.guest else set()
        color = current_color(setup.color, {seat.color for seat in self.seats if seat.chair != chair})
        self.seats[chair] = Seat(chair, setup.kind, setup.name, color, setup.level, guests)

    def _start(self, record: r.Started, at: float) -> _Effects:
        self.seats = [self.seats[chair] for chair in record.chairs]
        self.log = [self._reseated(entry) for entry in self.log]
        self.board = self.board_with(self.options)
        names, entropy = [seat.name for seat in self.seats], [bytes.fromhex(text) for text in record.entropy]
        self.game = Game(self.board, bytes.fromhex(record.seed), names, entropy)
        self.stage = "playing"
        self._moved(at)
        return _Effects(events=[t.GameStarted(), *self.game.opening], packed=_Opening(self.game.opening))

    def _reseated(self, entry: LogEntry) -> LogEntry:
        """Return an entry from before the start, which names chairs, with the seats that their players have now."""
        if entry.seat is None:
            return entry
        seat = self.seat_of_chair(entry.seat)
        events = tuple(msgspec.structs.replace(event, seat=seat) for event in entry.events)
        return replace(entry, seat=seat, events=events)

    def _act(self, record: r.Acted, at: float, *, judged: bool) -> _Effects:
        game = self.playing
        packed = game.apply(record.code) if judged else game.play(record.code)
        events = list(packed)
        self.movers.append(record.seat)
        self.shown.append(reveal_hidden(events))
        self._moved(at)
        if game.over:
            self.stage = "over"
        if record.by == "clock":
            return _Effects(record.seat, [t.OutOfTime(record.seat), *events])
        return _Effects(record.seat, events, packed)

    def _moved(self, at: float) -> None:
        self.rev, self.moved_at, self.undo = self.seq, at, None

    def _answer_undo(self, seat: int, at: float, *, yes: bool) -> list[GameEvent]:
        undo = self.undo
        if undo is None:
            return []
        if yes:
            undo.agreed.add(seat)
            return self._settle_undo(at)
        self.undo = None
        return [t.UndoRefused(seat)]

    def _settle_undo(self, at: float) -> list[GameEvent]:
        """Take the moves back if everyone who must agree has."""
        undo = self.undo
        if undo is None or not undo.needs <= undo.agreed:
            return []
        moves = self.moves - undo.to
        for _ in range(moves):
            self.playing.undo()
        if undo.redeal:
            self.playing.redeal()
        if any(self.shown[undo.to :]):
            self.taken_back.add(undo.to)
        del self.movers[undo.to :], self.shown[undo.to :]
        self._moved(at)
        return [t.MovesUndone(undo.seat, moves)]

    def _resign(self, seat: int, at: float) -> _Effects:
        ends = self.last_opponent(seat) is not None
        self.seats[seat].resigned = True
        self._moved(at)
        if ends:
            self.stage = "over"
        return _Effects(seat, [t.SeatResigned(seat)])

    # -- reading -------------------------------------------------------------------------------

    @property
    def playing(self) -> Game:
        """The game, once it has started."""
        if self.game is None:
            raise ValueError(f"game {self.id} has not started")
        return self.game

    @property
    def moves(self) -> int:
        """The number of actions that were played and not taken back."""
        return len(self.game.log) if self.game else 0

    @property
    def still_playing(self) -> list[int]:
        """The seats that have not resigned."""
        return [number for number, seat in enumerate(self.seats) if not seat.resigned]

    def last_opponent(self, seat: int) -> int | None:
        """Return the only other seat that still plays, if it is the only one: it wins when this one resigns."""
        others = [other for other in self.still_playing if other != seat]
        return others[0] if len(others) == 1 else None

    @property
    def deciding(self) -> list[int]:
        """The seats that have to decide now: several while first tickets are chosen (S6)."""
        return self.playing.deciding if self.stage == "playing" else []

    @property
    def outcome(self) -> tuple[list[int], str]:
        """The winners, and the rule that decided; a player who resigned cannot win."""
        result = self.playing.result
        remaining = [result.seats[seat] for seat in self.still_playing]
        if len(remaining) == len(self.seats):
            return result.winners, result.decided_by
        best = min((seat.rank for seat in remaining), default=0)
        return [seat.seat for seat in remaining if seat.rank == best], "resignation"

    @property
    def deadline(self) -> float | None:
        """When the clock of those who decide runs out."""
        return self.moved_at + self.clock if self.clock and self.stage == "playing" else None

    @property
    def waiting_for_server(self) -> int | None:
        """A seat that has to decide and that the server plays."""
        return next((seat for seat in self.deciding if self.seats[seat].is_automatic), None)

    @property
    def can_need_server(self) -> bool:
        """Whether the match may at some time wait for the server: for a bot, or for a clock."""
        return self.clock is not None or any(seat.is_automatic for seat in self.seats)

    def view(self, seat: int | None) -> View:
        """Return everything that a seat may know of the game."""
        return self.playing.view(seat)

    def board_with(self, options: list[str]) -> Board:
        """Return the board as these options would make it."""
        return self._find_board(self.map, self.map_hash, len(self.seats), options)

    def seat_of_chair(self, chair: int) -> int:
        """Return the seat of whoever sat on a chair."""
        return next(number for number, seat in enumerate(self.seats) if seat.chair == chair)

    def seats_of(self, guest: str) -> list[int]:
        """Return the seats that a guest plays."""
        return [number for number, seat in enumerate(self.seats) if guest in seat.guests]
