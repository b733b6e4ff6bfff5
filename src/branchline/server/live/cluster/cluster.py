"""Several processes on one PostgreSQL: which of them runs the bots of a game, and how they notify each other.

Any process may append to a game's log: the primary key `(game, seq)` lets only one of them be first. The bots and
clocks of a game are run by the process that owns it, for as long as it renews its lease. What it writes as the
owner carries a fencing token, so that a process that was stopped for a while cannot write after another took over.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from branchline.server.live.cluster.postgres import Leases, Notifications
from branchline.server.live.presence import Presence
from branchline.server.logs import log
from branchline.server.store import Owner

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from branchline.server.live.autoplay import Autoplayer
    from branchline.server.live.rooms import Room, Rooms
    from branchline.server.store import Store

T = TypeVar("T")
CLAIM_SECONDS = 1.0
"""How often a process renews its lease and takes games that no process runs."""
RESCAN_SECONDS = 10.0
"""How often a process looks for running games that no process has in memory."""
GAMES_AT_ONCE = 100
"""How many games are taken at a time: each of them has to be loaded."""
RESUME_PAUSE = 0.005
"""Seconds between two games that are loaded after a start, during which players are served."""
NEWS, HERE, ALIVE = "news", "here", "alive"
ALIVE_SECONDS = 3.0
"""How often a process sends a heartbeat."""
SILENT_SECONDS = 15.0
"""A process without a heartbeat for this long is dead, and nobody is connected to it any more."""

WaitsForPeople: TypeAlias = Callable[[str], bool]
"""Returns whether a stored row of the lists shows a running game that waits for nobody but people."""


class SingleProcess:
    """The only process of a site: it runs every game."""

    def __init__(self, store: Store, rooms: Rooms, autoplayer: Autoplayer, waits_for_people: WaitsForPeople) -> None:
        self.process = secrets.token_hex(4)
        self._store, self._rooms, self._autoplayer = store, rooms, autoplayer
        self._waits_for_people = waits_for_people

    async def start(self) -> None:
        """Do nothing: there is nobody to listen to."""

    async def resume(self) -> None:
        """Load the games that were being played, so that those that wait for a bot or a clock continue."""
        for game in await self._games_for_server():
            await self._resume_game(game)

    async def _games_for_server(self) -> list[str]:
        """Return the running games that may wait for the server."""
        return [game for game, row in await self._store.running_games() if not self._waits_for_people(row)]

    async def _resume_game(self, game: str) -> bool:
        """Load a game so that it continues, and return whether it waits for the server."""
        try:
            known = self._rooms.in_memory(game) is not None
            room = await self._rooms.get(game)
            if not known:
                await room.save_row()  # an update may have been lost when the server stopped
        except Exception as error:  # noqa: BLE001 (one broken game must not stop the others)
            log().error("game_not_loaded", game=game, error=type(error).__name__)
            return False
        await asyncio.sleep(RESUME_PAUSE)
        needed = self._autoplayer.is_needed(room.match)
        if not known:
            self._rooms.drop(room, self._autoplayer.is_needed)
        return needed

    async def stop(self) -> None:
        """Do nothing."""

    async def refresh(self, room: Room) -> None:
        """Do nothing: nobody else writes to the game of a room."""

    def owns(self, game: str) -> bool:
        """Return whether this process runs a game's bots."""
        return bool(game)

    def owner_of(self, game: str) -> Owner | None:
        """Return the owner under which this process writes to a game: none, because it is the only process."""
        del game
        return None

    def lose(self, game: str) -> None:
        """Do nothing: no other process could have taken the game."""

    def release(self, game: str) -> None:
        """Do nothing: no other process could run the game."""

    def announce_presence(self, room: Room) -> None:
        """Do nothing: there is nobody to tell."""


class Cluster(SingleProcess):
    """One of several processes of a site."""

    def __init__(self, store: Store, rooms: Rooms, autoplayer: Autoplayer, waits_for_people: WaitsForPeople) -> None:
        super().__init__(store, rooms, autoplayer, waits_for_people)
        self._owned: dict[str, int] = {}
        """The token of each game that this process owns, as far as it knows."""
        self._waiting: set[str] = set()
        """Games that were found to wait for a person."""
        self._leases = Leases(store.engine.url, self.process)
        # A thread of its own: in the shared pool, a lease could run out while it waits behind maps that are drawn.
        self._lease_thread = ThreadPoolExecutor(1, thread_name_prefix="leases")
        self._notifications = Notifications(store.engine.url, self._notified, self._reconnected)
        self._heartbeats: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._background: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen to the other processes, and try to take over games that no process runs."""
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._notifications.start)
        await self._with_leases(self._leases.renew)
        work = (self._keep_lease(), self._claim_games(), self._exchange_heartbeats())
        self._tasks += [asyncio.create_task(task) for task in work]

    async def resume(self) -> None:
        """Take over the games that nobody runs, now and whenever a process may have died."""
        self._tasks.append(asyncio.create_task(self._rescan()))

    async def stop(self) -> None:
        """Stop listening and release every game."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._notifications.stop)
        await self._with_leases(self._leases.close)
        self._lease_thread.shutdown(wait=False)

    def owns(self, game: str) -> bool:
        """Return whether this process runs a game's bots."""
        return game in self._owned

    def owner_of(self, game: str) -> Owner | None:
        """Return the owner under which this process writes to a game; the store refuses a former owner."""
        return Owner(self.process, self._owned.get(game, 0))

    def lose(self, game: str) -> None:
        """Forget a game that another process has taken over."""
        if self._owned.pop(game, None) is not None:
            log().warning("game_taken_over", game=game)

    async def _with_leases(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._lease_thread, work, *arguments)

    # -- which process runs a game -------------------------------------------------------------

    async def _keep_lease(self) -> None:
        """Renew this process's lease, so that it keeps its games."""
        while True:
            try:
                await self._with_leases(self._leases.renew)
            except Exception as error:  # noqa: BLE001 (the database may be unreachable for a while)
                log().warning("lease_not_renewed", error=type(error).__name__)
            await asyncio.sleep(CLAIM_SECONDS)

    async def _claim_games(self) -> None:
        """Keep trying to take over the games that need the server and that no process runs."""
        while True:
            wanted = [
                room.match.id
                for room in self._rooms
                if room.match.id not in self._owned and self._autoplayer.is_needed(room.match)
            ]
            try:
                await self._run_games(await self._with_leases(self._leases.take, wanted))
                await self._run_games(await self._with_leases(self._leases.take_abandoned, GAMES_AT_ONCE))
            except Exception as error:  # noqa: BLE001 (the database may be unreachable for a while)
                log().warning("no_games_taken", error=type(error).__name__)
            await asyncio.sleep(CLAIM_SECONDS)

    async def _run_games(self, taken: dict[str, int]) -> None:
        """Run games that this process has taken; one that nobody is in and that waits for a person is released."""
        self._owned.update(taken)
        for game in taken:
            try:
                await self._run_game(game)
            except Exception as error:  # noqa: BLE001 (the others must be run all the same)
                log().warning("game_not_run", game=game, error=type(error).__name__)
                self.release(game)  # it is taken again, by this process or another

    async def _run_game(self, game: str) -> None:
        room = self._rooms.in_memory(game)
        if room is not None:
            await room.catch_up()
            self._autoplayer.check(room)
        elif not await self._resume_game(game):
            self._waiting.add(game)
            self.release(game)

    def release(self, game: str) -> None:
        """Let another process run a game."""
        if self._owned.pop(game, None) is not None:
            self._run_in_background(self._with_leases(self._leases.release, [game]))

    async def _rescan(self) -> None:
        """Look regularly for games that no process has in memory: their process may have died."""
        while True:
            try:
                await self._adopt()
                await self._catch_up_changed()
            except Exception as error:  # noqa: BLE001 (the database may be unreachable for a while)
                log().warning("rescan_failed", error=type(error).__name__)
            await asyncio.sleep(RESCAN_SECONDS)

    async def _catch_up_changed(self) -> None:
        """Apply what other processes have stored in the games in memory, as far as no notification arrived."""
        rooms = {room.match.id: room for room in self._rooms}
        last = await self._store.last_records(list(rooms))
        for game, room in rooms.items():
            if last.get(game) != (room.match.seq, room.match.updated):
                await room.catch_up()

    async def _adopt(self) -> None:
        running = await self._games_for_server()
        orphans = [game for game in running if self._rooms.in_memory(game) is None and game not in self._waiting]
        for first in range(0, len(orphans), GAMES_AT_ONCE):
            some = orphans[first : first + GAMES_AT_ONCE]
            await self._run_games(await self._with_leases(self._leases.take, some))

    # -- notifications -------------------------------------------------------------------------

    async def refresh(self, room: Room) -> None:
        """Apply what other processes have stored: who comes from one of them must find what was answered there.

        While the database is unreachable, the room stays as it is.
        """
        try:
            await room.catch_up()
        except SQLAlchemyError as error:
            log().warning("not_refreshed", game=room.match.id, error=type(error).__name__)

    def _notified(self, payload: str) -> None:
        """Pass a notification from the listening thread to the event loop."""
        process, kind, game, *details = payload.split(" ")
        if process != self.process:
            self._loop.call_soon_threadsafe(self._handle, kind, process, game, details)

    def _handle(self, kind: str, process: str, game: str, details: list[str]) -> None:
        self._heartbeats[process] = time.monotonic()
        self._waiting.discard(game)
        room = self._rooms.in_memory(game)
        if kind == NEWS:
            self._run_in_background(self._rooms.catch_up(game))
        elif kind == HERE and room is not None:
            chairs, watchers = details[0], int(details[1])
            if not room.knows_process(process) and room.occupied:
                self.announce_presence(room)  # the process is new to this room and does not know yet who is here
            room.set_elsewhere(process, Presence({int(chair) for chair in chairs if chair.isdigit()}, watchers))

    async def _exchange_heartbeats(self) -> None:
        """Send heartbeats, and forget the processes that send none: a killed process cannot report its end."""
        while True:
            self._run_in_background(self._store.notify(f"{self.process} {ALIVE} -"))
            silent = {name for name, at in self._heartbeats.items() if time.monotonic() - at > SILENT_SECONDS}
            for name in silent:
                del self._heartbeats[name]
            for room in self._rooms if silent else ():
                room.forget_processes(silent)
            await asyncio.sleep(ALIVE_SECONDS)

    def _reconnected(self) -> None:
        """Catch up after the listening connection was lost, from the listening thread."""
        self._loop.call_soon_threadsafe(self._catch_up_all)

    def _catch_up_all(self) -> None:
        for room in self._rooms:
            self._run_in_background(room.catch_up())

    def announce_presence(self, room: Room) -> None:
        """Tell the other processes who is connected to this one."""
        presence = room.presence_here
        chairs = "".join(map(str, sorted(presence.chairs))) or "-"
        payload = f"{self.process} {HERE} {room.match.id} {chairs} {presence.watchers}"
        self._run_in_background(self._store.notify(payload))

    def _run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._background.add(task)
        task.add_done_callback(self._background_done)

    def _background_done(self, task: asyncio.Task[None]) -> None:
        self._background.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log().warning("notification_lost", error=type(task.exception()).__name__)
