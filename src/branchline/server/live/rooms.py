"""Live games: each record is proposed, stored, and only then applied and passed on to the room's listeners."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from branchline.errors import BranchlineError
from branchline.server import metrics
from branchline.server.live import records as r
from branchline.server.live.game_ids import is_game_id
from branchline.server.live.match import Match
from branchline.server.live.presence import combined
from branchline.server.logs import log
from branchline.server.metering import measured
from branchline.server.refusal import Refusal
from branchline.server.store import Append, NotOwnerError

if TYPE_CHECKING:
    from collections.abc import Collection, Coroutine, Iterator, Sequence

    from branchline.server.live.map_store import MapStore
    from branchline.server.live.match import LogEntry
    from branchline.server.live.presence import Presence
    from branchline.server.live.records import Record
    from branchline.server.store import Owner, Store

ATTEMPTS = 8
"""How often a record is tried when other processes keep taking its place in the log."""
_TEMPORARY = {"too_many", "too_slow", "not_ready", "busy"}
"""Refusals to load a game that say nothing about its log."""
CROWDED_IDLE = 20.0
"""Seconds that an empty room stays even if there are too many: somebody may be about to enter."""
OVER_IDLE = 60.0
"""Seconds that the empty room of a finished game stays: whoever comes later only looks at it."""
T = TypeVar("T")
RowOf: TypeAlias = Callable[[Match], dict[str, Any]]
"""Returns how a match looks in the lists of games, as the store's columns."""


class Listener(Protocol):
    """Something that follows a room for the people connected through it. Its methods must not wait."""

    @property
    def presence(self) -> Presence:
        """Who is connected through this listener."""

    def record_applied(self, entry: LogEntry) -> None:
        """Take the next record of the log; it is stored and applied."""

    def presence_changed(self) -> None:
        """React to somebody connecting or leaving, here or at another process."""

    def room_broke(self, reason: Refusal) -> None:
        """React to a game that cannot continue."""


class Room:
    """A live game."""

    def __init__(self, match: Match, store: Store, row_of: RowOf, on_change: Callable[[Room], None]) -> None:
        self.match = match
        self.broken = False
        """Whether a stored record could not be applied, so that the match is not what the log says."""
        self.on_broken: Callable[[Room, Exception], None] = _ignore_error
        self.on_rewound: Callable[[Room], None] = _do_nothing
        self.bot_time_owner = f"guest {match.host}"
        """Who has a share of the bots' time for this game: its host, or the address it was created from, if known."""
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self.listeners: list[Listener] = []
        self.last_used = time.monotonic()
        self.asked_for = 0
        """How often somebody asked for the room; whoever did may be about to enter it."""
        self.on_presence: Callable[[Room], None] = _do_nothing
        self._store = store
        self._row_of = row_of
        self._on_change = on_change
        self._elsewhere: dict[str, Presence] = {}
        self._given_up: Refusal | None = None
        """Why the room was given up, even though its log may be intact."""
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- writing -------------------------------------------------------------------------------

    async def submit(
        self,
        key: str | None,
        propose: Callable[[Match], Record],
        guest: str | None = None,
        secret: tuple[int, str | None] | None = None,
        owner: Owner | None = None,
    ) -> tuple[int, bool]:
        """Store and apply the record that `propose` returns; return its seq and whether `key` is a resend.

        `propose` judges the match as it stands: it raises a Refusal and changes nothing. The sender may disconnect
        before the record is stored. The others must still be notified, so the work is a task of its own.
        """
        self.last_used = time.monotonic()
        return await asyncio.shield(self._keep_task(measured(self._submit(key, propose, guest, secret, owner))))

    async def submit_and_answer(
        self, key: str, propose: Callable[[Match], Record], answer: Callable[[int, bool], None]
    ) -> None:
        """Store and apply a record as `submit` does, and answer at once, before any other task has a turn."""

        async def work() -> None:
            answer(*await self._submit(key, propose, None, None, None))

        self.last_used = time.monotonic()
        await asyncio.shield(self._keep_task(measured(work())))

    async def _submit(
        self,
        key: str | None,
        propose: Callable[[Match], Record],
        guest: str | None,
        secret: tuple[int, str | None] | None,
        owner: Owner | None,
    ) -> tuple[int, bool]:
        async with self.lock:
            for _ in range(ATTEMPTS):
                if self.broken:
                    raise self._given_up or _quarantined()
                if key is not None and key in self.match.keys:
                    return self.match.keys[key], True
                try:
                    record = propose(self.match)
                except Refusal:
                    if not await self._was_behind():
                        raise
                    continue
                self._check_applies(record)
                stage = "playing" if isinstance(record, r.Started) else None
                text = r.to_text(record)
                entry = Append(
                    self.match.id,
                    self.match.seq + 1,
                    time.time(),
                    key,
                    text,
                    guest,
                    secret,
                    stage,
                    self.match.updated,
                    owner,
                )
                if await self._append(entry):
                    self._apply(entry.seq, entry.at, key, record, judged=True)
                    return entry.seq, False
                await self._catch_up()
        raise Refusal("busy", "Too many people are acting in this game at once: try again.", retry_after=1.0)

    def _check_applies(self, record: Record) -> None:
        """Refuse a record that could be stored but not applied: its game could never be loaded again."""
        if isinstance(record, r.Acted):
            return  # the kernel has just judged it
        try:
            self.match.check_applies(record, time.time())
        except BranchlineError as error:
            raise Refusal("bad_request", str(error)) from None

    async def _was_behind(self) -> bool:
        """Apply what other processes stored, and return whether there was any: a refusal may have been wrong."""
        seq = self.match.seq
        if self._store.is_postgres:
            await self._catch_up()
        return self.match.seq != seq

    async def _append(self, entry: Append) -> bool:
        try:
            return await self._store.append(entry)
        except Exception as error:
            # It may be stored all the same: a connection can break after the commit and before the answer.
            self._run_in_background(self.catch_up(), "not_caught_up")
            if isinstance(error, NotOwnerError):
                raise
            log().error("not_stored", game=self.match.id, error=type(error).__name__)
            message = "The server cannot store anything at the moment: try again soon."
            raise Refusal("not_stored", message, retry_after=5.0) from error

    async def catch_up(self) -> None:
        """Apply what other processes have stored."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        match = self.match
        known, *new = await self._store.records(match.id, match.seq - 1) or [(-1, 0.0, None, "")]
        if known[:2] != (match.seq, match.updated):
            self._rewind()
        for seq, at, key, body in new:
            self._apply(seq, at, key, r.from_text(body), judged=False)

    def _rewind(self) -> None:
        """Give this room up: the store has not, or no longer, what it was built from."""
        self.broken, self._given_up = True, _rewound()
        self.on_rewound(self)
        raise self._given_up

    def _apply(self, seq: int, at: float, key: str | None, record: Record, *, judged: bool) -> None:
        """Apply a stored record and notify the listeners."""
        stage = self.match.stage
        try:
            entry = self.match.apply(seq, at, key, record, judged=judged)
        except Exception as error:
            self.broken = True
            self.on_broken(self, error)
            raise _quarantined() from error
        if isinstance(record, r.Acted):
            metrics.ACTIONS.labels(record.by).inc()
        for listener in self.listeners:
            listener.record_applied(entry)
        if stage != self.match.stage or self.match.stage == "table" or isinstance(record, r.Joined | r.Resigned):
            self._run_in_background(self.save_row(), "row_not_saved")
        if self.match.stage == "over" and stage != "over":
            metrics.GAMES_OVER.inc()
        self._on_change(self)

    async def save_row(self) -> None:
        """Update the lists of games. A lost update is repaired the next time the game is loaded."""
        await self._store.set_row(self.match.id, self._row_of(self.match))

    def _run_in_background(self, work: Coroutine[Any, Any, None], failure: str) -> None:
        """Run something without waiting for it; log its failure."""

        def done(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and task.exception():
                log().warning(failure, game=self.match.id)

        self._keep_task(work).add_done_callback(done)

    def _keep_task(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task, and keep a reference to it until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @property
    def busy(self) -> bool:
        """Whether something is being written or about to be."""
        return bool(self._tasks) or self.lock.locked()

    # -- presence ------------------------------------------------------------------------------

    @property
    def presence_here(self) -> Presence:
        """Who is connected to this process."""
        return combined([listener.presence for listener in self.listeners])

    @property
    def presence(self) -> Presence:
        """Who is connected, to this process or to another."""
        return combined([self.presence_here, *self._elsewhere.values()])

    @property
    def occupied(self) -> bool:
        """Whether anyone is connected to this process."""
        return self.presence_here.anyone

    def knows_process(self, process: str) -> bool:
        """Return whether another process has reported who is connected to it."""
        return process in self._elsewhere

    def set_elsewhere(self, process: str, presence: Presence) -> None:
        """Set who is connected to another process."""
        self._elsewhere[process] = presence
        self._presence_changed()

    def forget_processes(self, processes: Collection[str]) -> None:
        """Forget who was connected to processes that are gone."""
        gone = [process for process in processes if self._elsewhere.pop(process, None) is not None]
        if gone:
            self._presence_changed()

    def _presence_changed(self) -> None:
        for listener in self.listeners:
            listener.presence_changed()


def _no_such_game() -> Refusal:
    return Refusal("not_found", "There is no such game here. Is the link complete?")


def _quarantined() -> Refusal:
    return Refusal("quarantined", "This game cannot be opened any more: its log is damaged. All other games are fine.")


def _rewound() -> Refusal:
    message = "The database has lost the last moves of this game: it continues from those that were kept."
    return Refusal("rewound", message, retry_after=1.0)


def _is_temporary(error: Exception) -> bool:
    """Return whether an error says nothing about a log: the machine or the database may lack resources."""
    if isinstance(error, Refusal):
        return error.code in _TEMPORARY
    return isinstance(error, SQLAlchemyError | OSError | MemoryError)


def _do_nothing(room: Room) -> None:
    del room


def _forget(game: str) -> None:
    del game


def _ignore_error(room: Room, error: Exception) -> None:
    del room, error


class Rooms:
    """The games in memory; the others are replayed from their records when they are asked for."""

    def __init__(self, store: Store, map_store: MapStore, row_of: RowOf, most: int) -> None:
        self.store = store
        self.most = most
        self.on_change: Callable[[Room], None] = _do_nothing
        self.on_presence: Callable[[Room], None] = _do_nothing
        self.on_gone: Callable[[str], None] = _forget
        """Takes a game whose room was given up; it may be loaded again at once."""
        self._map_store = map_store
        self._row_of = row_of
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._quarantined: set[str] = set()
        """Games whose log cannot be applied: they are not tried again until the next start."""

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

    def in_memory(self, game: str) -> Room | None:
        """Return a game's room if it is in memory."""
        return self._rooms.get(game)

    async def get(self, game: str) -> Room:
        """Return a game's room, loaded from its records if necessary."""
        if not is_game_id(game):
            raise _no_such_game()
        room = self._rooms.get(game)
        if room is None:
            if game in self._quarantined:
                raise _quarantined()
            if game not in self._loading:
                self._loading[game] = asyncio.create_task(measured(self._load(game)))
                self._loading[game].add_done_callback(lambda _: self._loading.pop(game, None))
            room = await asyncio.shield(self._loading[game])
        room.last_used = time.monotonic()
        room.asked_for += 1
        return room

    async def catch_up(self, game: str) -> None:
        """Apply what other processes have stored in a game that is in memory, or being loaded."""
        loading = self._loading.get(game)
        room = await asyncio.shield(loading) if loading is not None else self._rooms.get(game)
        if room is not None:
            await room.catch_up()

    async def _load(self, game: str) -> Room:
        rows = await self.store.records(game)
        if not rows:
            raise _no_such_game()
        try:
            return self.add(await self._replayed(game, rows))
        except Exception as error:
            if _is_temporary(error):
                raise
            self._quarantine(game, error)
            raise _quarantined() from None

    async def _replayed(self, game: str, rows: Sequence[tuple[int, float, str | None, str]]) -> Match:
        first = r.from_text(rows[0][3])
        if not isinstance(first, r.Created):
            raise TypeError(f"a log begins with a table, not with {type(first).__name__}")
        match = Match(game, self._map_store.finder(await self._map_store.version(first.map_hash)))
        for number, (seq, at, key, body) in enumerate(rows):
            match.apply(seq, at, key, r.from_text(body))
            if number % 64 == 63:  # noqa: PLR2004 (give other tasks a turn)
                await asyncio.sleep(0)
        return match

    def _quarantine(self, game: str, error: Exception) -> None:
        self._quarantined.add(game)
        log().error("game_quarantined", game=game, error=f"{type(error).__name__}: {error}"[:200])

    def _broke(self, room: Room, error: Exception) -> None:
        """Remove a room whose match is not what its log says."""
        self._quarantine(room.match.id, error)
        self._rooms.pop(room.match.id, None)
        for listener in room.listeners:
            listener.room_broke(_quarantined())

    def _rewound(self, room: Room) -> None:
        """Remove a room that is ahead of the store, as after a standby that lagged took over."""
        log().error("records_lost", game=room.match.id, seq=room.match.seq)
        if self._rooms.get(room.match.id) is room:
            del self._rooms[room.match.id]
        self.on_gone(room.match.id)
        for listener in room.listeners:
            listener.room_broke(_rewound())

    def add(self, match: Match) -> Room:
        """Put a match into memory."""
        room = self._rooms[match.id] = Room(match, self.store, self._row_of, self.on_change)
        room.on_presence = self.on_presence
        room.on_broken = self._broke
        room.on_rewound = self._rewound
        metrics.ROOMS.set(len(self._rooms))
        self.on_change(room)
        return room

    def drop(self, room: Room, is_needed: Callable[[Match], bool]) -> None:
        """Drop a room that was only looked at, unless somebody else asked for it or it waits for the server."""
        is_used = room.asked_for > 1 or self._is_in_use(room, is_needed)
        if not is_used and self._rooms.get(room.match.id) is room:
            del self._rooms[room.match.id]
            metrics.ROOMS.set(len(self._rooms))

    def sweep(self, idle: float, is_needed: Callable[[Match], bool]) -> list[Room]:
        """Drop and return the rooms that have been empty for long and do not wait for the server.

        `idle` is the time in seconds for a game that is not over.
        """
        now = time.monotonic()
        longest = CROWDED_IDLE if len(self._rooms) > self.most else idle

        def is_idle(room: Room) -> bool:
            patience = min(longest, OVER_IDLE) if room.match.stage == "over" else longest
            return now - room.last_used > patience

        dropped = [room for room in self._rooms.values() if is_idle(room) and not self._is_in_use(room, is_needed)]
        for room in dropped:
            del self._rooms[room.match.id]
            room.listeners.clear()  # they refer to the room: without the cycle its memory is free at once
        metrics.ROOMS.set(len(self._rooms))
        return dropped

    @staticmethod
    def _is_in_use(room: Room, is_needed: Callable[[Match], bool]) -> bool:
        return room.occupied or room.busy or is_needed(room.match)
