"""Live games: each record is validated, stored, and only then applied and told to everyone in the room."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from branchline.server import metrics
from branchline.server.http.identity import is_game_id
from branchline.server.live import records as r
from branchline.server.live.match import Match
from branchline.server.logs import log
from branchline.server.projection import wire
from branchline.server.projection.game_rows import row_of
from branchline.server.projection.patch import difference
from branchline.server.projection.state import Eyes, Presence, chat_line, plain, state_of, step_of
from branchline.server.refusal import Refusal
from branchline.server.store import Append

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from branchline.server.live.map_store import Atlas
    from branchline.server.live.match import Happened
    from branchline.server.live.records import Record
    from branchline.server.store import Store

ATTEMPTS = 8
"""So often a record is tried again when another process was first at its place in the log."""
COME_BACK = 4000
MOVED = wire.Bye(code="seat_changed", message="This seat changed hands: look again.", again=True)
CROWDED_IDLE = 20.0
"""So long a room stays even if there are too many: somebody may be on the way in."""
_ENCODE = msgspec.json.Encoder().encode
T = TypeVar("T")


class Listener:
    """Where a room's messages go: a socket, or a test's list."""

    eyes: Eyes

    def send(self, message: bytes) -> None:
        """Take a message; never waits."""
        raise NotImplementedError

    def close(self, code: int, reason: wire.Bye) -> None:
        """Be told that no more will come."""
        raise NotImplementedError


class Channel:
    """All listeners with the same eyes, and the state that they have."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.state = state
        self.listeners: set[Listener] = set()


class Room:
    """A live game."""

    def __init__(self, match: Match, store: Store, on_change: Callable[[Room], None]) -> None:
        self.match = match
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self.channels: dict[Eyes, Channel] = {}
        self.elsewhere: dict[str, Presence] = {}
        self.used = time.monotonic()
        self._store = store
        self._on_change = on_change
        self.on_presence: Callable[[Room], None] = _nothing
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- writing -------------------------------------------------------------------------------

    async def submit(
        self,
        key: str | None,
        propose: Callable[[Match], Record],
        guest: str | None = None,
        secret: tuple[int, str | None] | None = None,
    ) -> tuple[int, bool]:
        """Store what `propose` makes of the match, then tell everyone; gives its seq, and if it is a resend.

        `propose` validates: it raises a Refusal and changes nothing. Whoever sent it may be gone before it is stored:
        that must not keep the others from being told, so the work is a task of its own.
        """
        self.used = time.monotonic()
        return await asyncio.shield(self._keep_task(self._submit(key, propose, guest, secret)))

    async def _submit(
        self,
        key: str | None,
        propose: Callable[[Match], Record],
        guest: str | None,
        secret: tuple[int, str | None] | None,
    ) -> tuple[int, bool]:
        async with self.lock:
            for _ in range(ATTEMPTS):
                if key is not None and key in self.match.keys:
                    return self.match.keys[key], True
                try:
                    record = propose(self.match)
                except Refusal:
                    if not await self._was_behind():
                        raise
                    continue
                stage = "playing" if isinstance(record, r.Started) else None
                text = r.to_text(record)
                entry = Append(self.match.id, self.match.seq + 1, time.time(), key, text, guest, secret, stage)
                if await self._append(entry):
                    self._happen(entry.seq, entry.at, key, record)
                    return entry.seq, False
                await self._catch_up()
        raise Refusal("busy", "Too much is happening in this game at once: try again.", retry_after=1.0)

    async def _was_behind(self) -> bool:
        """Tell whether other processes had stored something that is applied only now: a refusal may have been wrong."""
        seq = self.match.seq
        if self._store.is_postgres:
            await self._catch_up()
        return self.match.seq != seq

    async def _append(self, entry: Append) -> bool:
        try:
            return await self._store.append(entry)
        except Exception:
            # It may be stored all the same: a connection can break after a commit and before its answer.
            self._later(self.catch_up(), "not_caught_up")
            raise

    async def catch_up(self) -> None:
        """Apply what other processes have stored."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        for seq, at, key, body in await self._store.records(self.match.id, self.match.seq):
            self._happen(seq, at, key, r.of_text(body))

    def _happen(self, seq: int, at: float, key: str | None, record: Record) -> None:
        """Apply a record that is stored, and tell everyone."""
        stage = self.match.stage
        happened = self.match.apply(seq, at, key, record)
        if isinstance(record, r.Acted):
            metrics.ACTIONS.labels(record.by).inc()
        if isinstance(record, r.ChairSet | r.SatDown):
            self._clear_chair(record.chair)
        self._tell(happened)
        if stage != self.match.stage or self.match.stage == "table" or isinstance(record, r.Joined | r.Resigned):
            self._keep_row_soon()
        if self.match.stage == "over" and stage != "over":
            metrics.GAMES_OVER.inc()
        self._on_change(self)

    async def keep_row(self) -> None:
        """Bring the lists of games up to date."""
        await self._store.set_row(self.match.id, row_of(self.match))

    def _keep_row_soon(self) -> None:
        """Bring the lists up to date without waiting; a lost write is mended when the game is next loaded."""
        self._later(self.keep_row(), "row_not_kept")

    def _later(self, work: Coroutine[Any, Any, None], trouble: str) -> None:
        """Do something without waiting for it; should it fail, the log says so."""

        def done(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and task.exception():
                log().warning(trouble, game=self.match.id)

        self._keep_task(work).add_done_callback(done)

    def _keep_task(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task and hold on to it until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @property
    def busy(self) -> bool:
        """Whether something is being written or about to be."""
        return bool(self._tasks) or self.lock.locked()

    # -- telling -------------------------------------------------------------------------------

    @property
    def presence_here(self) -> Presence:
        """Who is connected to this process."""
        chairs = {eyes.chair for eyes, channel in self.channels.items() if channel.listeners and eyes.chair is not None}
        watchers = sum(len(channel.listeners) for eyes, channel in self.channels.items() if eyes.chair is None)
        return Presence(chairs, watchers)

    @property
    def presence(self) -> Presence:
        """Who is connected, here and at other processes."""
        everywhere = [self.presence_here, *self.elsewhere.values()]
        chairs = {chair for presence in everywhere for chair in presence.chairs}
        return Presence(chairs, sum(presence.watchers for presence in everywhere))

    def _tell(self, happened: Happened) -> None:
        presence = self.presence
        for eyes, channel in self.channels.items():
            you = None if eyes.chair is None else self.match.seat_of_chair(eyes.chair)
            message = wire.Update(patch=self._step(eyes, channel, presence), seq=happened.seq)
            message.step = step_of(self.match, happened, you)
            if isinstance(happened.record, r.Said):
                message.chat = chat_line(self.match, self.match.chat[-1])
            _send(channel.listeners, message)

    def tell_presence(self) -> None:
        """Tell everyone who is connected now."""
        presence = self.presence
        for eyes, channel in self.channels.items():
            patch = self._step(eyes, channel, presence)
            if patch:
                _send(channel.listeners, wire.Update(patch=patch))

    def _step(self, eyes: Eyes, channel: Channel, presence: Presence) -> dict[str, Any]:
        """Bring a channel's state up to date and return the patch that does it."""
        before = channel.state
        channel.state = plain(state_of(self.match, eyes, presence))
        return difference(before, channel.state)

    # -- coming and going ----------------------------------------------------------------------

    async def enter(self, listener: Listener, since: int | None = None) -> None:
        """Let a listener in: it gets a welcome, then every update, without a gap."""
        async with self.lock:
            self.used = time.monotonic()
            channel = self.channels.get(listener.eyes)
            if channel is None:
                channel = self.channels[listener.eyes] = Channel({})
            others = list(channel.listeners)
            channel.listeners.add(listener)
            patch = self._step(listener.eyes, channel, self.presence)
            if patch and others:  # those with the same eyes have all but this
                _send(others, wire.Update(patch=patch))
            listener.send(_ENCODE(self._welcome(listener.eyes, channel.state, since)))
            self.tell_presence()
            self.on_presence(self)

    def _welcome(self, eyes: Eyes, state: Any, since: int | None) -> wire.Welcome:  # noqa: ANN401 (the state, already plain)
        you = None if eyes.chair is None else self.match.seat_of_chair(eyes.chair)
        after = -1 if since is None else since
        steps = [step_of(self.match, happened, you) for happened in self.match.log if happened.seq > after]
        return wire.Welcome(
            protocol=wire.PROTOCOL,
            seq=self.match.seq,
            now=time.time(),
            state=state,
            log=[step for step in steps if step is not None],
            chat=[chat_line(self.match, chat) for chat in self.match.chat[-100:]],
        )

    def _clear_chair(self, chair: int) -> None:
        """Send away those who look from a chair that changed hands: what they may see is decided anew."""
        for eyes in [eyes for eyes in self.channels if eyes.chair == chair]:
            for listener in self.channels.pop(eyes).listeners:
                listener.close(COME_BACK, MOVED)
            self.on_presence(self)

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        channel = self.channels.get(listener.eyes)
        if channel is None or listener not in channel.listeners:
            return
        channel.listeners.discard(listener)
        if not channel.listeners:
            del self.channels[listener.eyes]
        self.used = time.monotonic()
        self.tell_presence()
        self.on_presence(self)

    @property
    def listeners(self) -> list[Listener]:
        """Everyone in the room."""
        return [listener for channel in self.channels.values() for listener in channel.listeners]


def _send(listeners: Iterable[Listener], message: wire.Update) -> None:
    data = _ENCODE(message)
    metrics.UPDATE_BYTES.observe(len(data))
    for listener in list(listeners):
        listener.send(data)


def _no_game() -> Refusal:
    return Refusal("not_found", "There is no such game here. Is the link whole?")


def _nothing(room: Room) -> None:
    del room


class Rooms:
    """The games in memory; the others are folded from their records when they are asked for."""

    def __init__(self, store: Store, atlas: Atlas, most: int) -> None:
        self.store = store
        self.atlas = atlas
        self.most = most
        self.on_change: Callable[[Room], None] = _nothing
        self.on_presence: Callable[[Room], None] = _nothing
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}

    def __iter__(self) -> Any:  # noqa: ANN401 (an iterator of rooms)
        return iter(list(self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

    def here(self, game: str) -> Room | None:
        """Return a game's room if it is in memory."""
        return self._rooms.get(game)

    async def get(self, game: str) -> Room:
        """Return a game's room, from its records if need be."""
        if not is_game_id(game):
            raise _no_game()
        room = self._rooms.get(game)
        if room is not None:
            room.used = time.monotonic()
            return room
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(game))
            self._loading[game].add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(self._loading[game])

    async def _load(self, game: str) -> Room:
        rows = await self.store.records(game)
        if not rows:
            raise _no_game()
        first = r.of_text(rows[0][3])
        if not isinstance(first, r.Created):
            raise _no_game()
        match = Match(game, self.atlas.finder(await self.atlas.version(first.map_hash)))
        for number, (seq, at, key, body) in enumerate(rows):
            match.apply(seq, at, key, r.of_text(body))
            if number % 64 == 63:  # noqa: PLR2004 (let others breathe)
                await asyncio.sleep(0)
        return self.add(match)

    def add(self, match: Match) -> Room:
        """Put a match into memory."""
        room = self._rooms[match.id] = Room(match, self.store, self._changed)
        room.on_presence = self.on_presence
        metrics.ROOMS.set(len(self._rooms))
        self.on_change(room)
        return room

    def _changed(self, room: Room) -> None:
        self.on_change(room)

    def drop(self, room: Room, is_needed: Callable[[Match], bool]) -> None:
        """Drop a room that was only looked at, unless somebody came or it waits for the server."""
        if not (room.channels or room.busy or is_needed(room.match)) and self._rooms.get(room.match.id) is room:
            del self._rooms[room.match.id]
            metrics.ROOMS.set(len(self._rooms))

    def sweep(self, idle: float, is_needed: Callable[[Match], bool]) -> list[Room]:
        """Drop rooms that nobody is in and that can wait; returns them."""
        now = time.monotonic()
        crowded = len(self._rooms) > self.most
        gone = [
            room
            for room in self._rooms.values()
            if not room.channels
            and not room.busy
            and now - room.used > (CROWDED_IDLE if crowded else idle)
            and not is_needed(room.match)
        ]
        for room in gone:
            del self._rooms[room.match.id]
        metrics.ROOMS.set(len(self._rooms))
        return gone
