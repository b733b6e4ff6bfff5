"""Several processes on one PostgreSQL: who plays the bots of a game, and how news gets from one to the other.

Any process may add to a game's log: its key `(game, seq)` lets one of them be first. The bots and clocks of a game
are run by the process that holds its advisory lock, which the database takes back when the process dies.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from branchline.server.logs import log
from branchline.server.projection.game_rows import goes_on_alone
from branchline.server.projection.state import Presence
from branchline.server.store.engines import CHANNEL

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.server.live.autoplay import Driver
    from branchline.server.live.rooms import Room, Rooms
    from branchline.server.store import Store

CLAIM_SECONDS = 1.0
"""How often a process tries for the games that nobody seems to run."""
RESCAN_SECONDS = 10.0
LOCKS_AT_ONCE = 100
"""So many locks are tried for at a time: a database has room for some thousands in all."""
WAKING_PAUSE = 0.005
"""Seconds between games that are taken up after a start, in which players are served."""
NEWS, HERE, ALIVE = "news", "here", "alive"
ALIVE_SECONDS = 3.0
"""How often a process gives a sign of life."""
SILENT_SECONDS = 15.0
"""A process that was not heard for so long is dead, and nobody is connected to it any more."""


class Alone:
    """The only process: every game is its own."""

    def __init__(self, store: Store, rooms: Rooms, driver: Driver) -> None:
        self.process = secrets.token_hex(4)
        self._store, self._rooms, self._driver = store, rooms, driver

    async def start(self) -> None:
        """Nothing to start."""

    async def resume(self) -> None:
        """Take up the games that were being played: those that wait for a bot or a clock go on."""
        for game, row in await self._store.running_games():
            if not goes_on_alone(row):
                await self._wake(game)

    async def _wake(self, game: str) -> bool:
        """Load a game so that it goes on, and tell whether it waits for the server; players come first meanwhile."""
        try:
            known = self._rooms.here(game) is not None
            room = await self._rooms.get(game)
            if not known:
                await room.keep_row()  # whatever was not kept when the server ended
        except Exception as error:  # noqa: BLE001 (one broken game must not stop the others)
            log().error("game_not_loaded", game=game, error=type(error).__name__)
            return False
        await asyncio.sleep(WAKING_PAUSE)
        needed = self._driver.is_needed(room.match)
        if not known:
            self._rooms.drop(room, self._driver.is_needed)
        return needed

    async def stop(self) -> None:
        """Nothing to stop."""

    def owns(self, game: str) -> bool:
        """Tell whether this process runs a game's bots."""
        return bool(game)

    def let_go(self, game: str) -> None:
        """Nothing to let go of."""

    def tell_presence(self, room: Room) -> None:
        """Nobody else to tell."""


class Cluster(Alone):
    """One of several processes."""

    def __init__(self, store: Store, rooms: Rooms, driver: Driver) -> None:
        super().__init__(store, rooms, driver)
        self._owned: set[str] = set()
        self._waiting: set[str] = set()
        """Games that were looked at and wait for a person."""
        self._locks = _Locks(store.engine.url)
        self._ears = _Ears(store.engine.url, self._hear, self._deaf)
        self._heard: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._soon: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Listen for news, and try for games that nobody runs."""
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._ears.start)
        self._tasks += [asyncio.create_task(self._claim()), asyncio.create_task(self._stay_in_touch())]

    async def resume(self) -> None:
        """Take up the games that nobody runs, now and whenever a process may have died."""
        self._tasks.append(asyncio.create_task(self._rescan()))

    async def stop(self) -> None:
        """Stop listening and let go of every game."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._ears.stop)
        await asyncio.to_thread(self._locks.close)

    def owns(self, game: str) -> bool:
        """Tell whether this process runs a game's bots."""
        return game in self._owned

    # -- whose game it is ----------------------------------------------------------------------

    async def _claim(self) -> None:
        """Try, once a second, for the games here that need the server and that no process runs."""
        while True:
            wanted = [
                room.match.id
                for room in self._rooms
                if room.match.id not in self._owned and self._driver.is_needed(room.match)
            ]
            await self._try_for(wanted)
            await asyncio.sleep(CLAIM_SECONDS)

    async def _try_for(self, games: list[str]) -> None:
        if not games:
            return
        try:
            won = await asyncio.to_thread(self._locks.take, games)
        except Exception as error:  # noqa: BLE001 (the database is away: all locks are lost with it)
            log().warning("locks_lost", error=type(error).__name__)
            self._lose_all()
            return
        self._owned.update(won)
        for game in won:
            room = self._rooms.here(game)
            if room is not None:
                self._driver.look(room)

    def _lose_all(self) -> None:
        for game in self._owned:
            self._driver.let_go(game)
        self._owned.clear()

    def let_go(self, game: str) -> None:
        """Let another process have a game."""
        if game in self._owned:
            self._owned.discard(game)
            self._run_soon(asyncio.to_thread(self._locks.give, game))

    async def _rescan(self) -> None:
        """Look now and then for games that nobody has in memory: their process may have died."""
        while True:
            try:
                await self._adopt()
                for room in self._rooms:
                    await room.catch_up()
            except Exception as error:  # noqa: BLE001 (the database is away; it comes back)
                log().warning("rescan_failed", error=type(error).__name__)
            await asyncio.sleep(RESCAN_SECONDS)

    async def _adopt(self) -> None:
        running = [game for game, row in await self._store.running_games() if not goes_on_alone(row)]
        orphans = [game for game in running if self._rooms.here(game) is None and game not in self._waiting]
        for first in range(0, len(orphans), LOCKS_AT_ONCE):
            for game in await asyncio.to_thread(self._locks.take, orphans[first : first + LOCKS_AT_ONCE]):
                self._owned.add(game)
                if not await self._wake(game):
                    self._waiting.add(game)
                    self.let_go(game)

    # -- news ----------------------------------------------------------------------------------

    def _hear(self, payload: str) -> None:
        """Take a notification, in the thread that listens."""
        process, kind, game, *more = payload.split(" ")
        if process != self.process:
            self._loop.call_soon_threadsafe(self._take, kind, process, game, more)

    def _take(self, kind: str, process: str, game: str, more: list[str]) -> None:
        self._heard[process] = time.monotonic()
        self._waiting.discard(game)
        room = self._rooms.here(game)
        if room is None:
            return
        if kind == NEWS:
            self._run_soon(room.catch_up())
        elif kind == HERE:
            chairs, watchers = more[0], int(more[1])
            if process not in room.elsewhere and room.channels:
                self.tell_presence(room)  # it is new there, and does not know yet who is here
            room.elsewhere[process] = Presence({int(chair) for chair in chairs if chair.isdigit()}, watchers)
            room.tell_presence()

    async def _stay_in_touch(self) -> None:
        """Give signs of life, and forget those who give none: a process that was killed cannot say goodbye."""
        while True:
            self._run_soon(self._store.notify(f"{self.process} {ALIVE} -"))
            silent = {name for name, at in self._heard.items() if time.monotonic() - at > SILENT_SECONDS}
            for name in silent:
                del self._heard[name]
            for room in self._rooms if silent else ():
                if silent & set(room.elsewhere):
                    room.elsewhere = {name: who for name, who in room.elsewhere.items() if name not in silent}
                    room.tell_presence()
            await asyncio.sleep(ALIVE_SECONDS)

    def _deaf(self) -> None:
        """The listening connection broke and is back: look at everything that may have been missed."""
        self._loop.call_soon_threadsafe(self._catch_up_all)

    def _catch_up_all(self) -> None:
        for room in self._rooms:
            self._run_soon(room.catch_up())

    def tell_presence(self, room: Room) -> None:
        """Tell the other processes who is connected here."""
        presence = room.presence_here
        chairs = "".join(map(str, sorted(presence.chairs))) or "-"
        self._run_soon(self._store.notify(f"{self.process} {HERE} {room.match.id} {chairs} {presence.watchers}"))

    def _run_soon(self, work: Any) -> None:  # noqa: ANN401 (any awaitable)
        task = asyncio.ensure_future(work)
        self._soon.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._soon.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log().warning("news_lost", error=type(task.exception()).__name__)


_TAKE = "SELECT game FROM unnest(%s::text[], %s::bigint[]) AS wanted(game, key) WHERE pg_try_advisory_lock(key)"


def lock_key(game: str) -> int:
    """Return the number of a game's advisory lock."""
    return int.from_bytes(hashlib.sha256(f"branchline {game}".encode()).digest()[:8], "big", signed=True)


def _connect(url: Any) -> Any:  # noqa: ANN401 (psycopg is an extra)
    import psycopg

    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(plain, autocommit=True, connect_timeout=5)


class _Locks:
    """The connection that holds this process's advisory locks: they live and die with it."""

    def __init__(self, url: Any) -> None:  # noqa: ANN401
        self._url = url
        self._connection: Any = None
        self._guard = threading.Lock()

    def take(self, games: list[str]) -> list[str]:
        """Try for games; return those that are now ours."""
        if not games:
            return []
        with self._guard:
            try:
                if self._connection is None:
                    self._connection = _connect(self._url)
                rows = self._connection.execute(_TAKE, (games, [lock_key(game) for game in games])).fetchall()
            except Exception:
                self._drop()
                raise
            return [row[0] for row in rows]

    def give(self, game: str) -> None:
        """Let go of a game."""
        with self._guard, contextlib.suppress(Exception):
            if self._connection is not None:
                self._connection.execute("SELECT pg_advisory_unlock(%s)", (lock_key(game),))

    def _drop(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()
        self._connection = None

    def close(self) -> None:
        """Let go of everything."""
        with self._guard:
            self._drop()


class _Ears:
    """A thread that listens for what other processes tell."""

    def __init__(self, url: Any, hear: Callable[[str], None], back: Callable[[], None]) -> None:  # noqa: ANN401
        self._url, self._hear, self._back = url, hear, back
        self._stopping = threading.Event()
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="ears")

    def start(self) -> None:
        """Listen; returns when nothing can be missed any more."""
        connection = self._open()
        self._threads.submit(self._listen, connection)

    def _open(self) -> Any:  # noqa: ANN401
        connection = _connect(self._url)
        connection.execute(f"LISTEN {CHANNEL}")
        return connection

    def _listen(self, connection: Any) -> None:  # noqa: ANN401
        while not self._stopping.is_set():
            try:
                if connection is None:
                    connection = self._open()
                    self._back()
                for note in connection.notifies(timeout=0.5):
                    self._hear(note.payload)
            except Exception as error:  # noqa: BLE001 (the database is away; it comes back)
                log().warning("listening_broke", error=type(error).__name__)
                connection = None
                self._stopping.wait(1.0)
        if connection is not None:
            connection.close()

    def stop(self) -> None:
        """Stop listening."""
        self._stopping.set()
        self._threads.shutdown()
