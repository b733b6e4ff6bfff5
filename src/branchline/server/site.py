"""The parts of a running server, and how they start and stop."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING

from branchline.server import warm
from branchline.server.analysis.thinking import Thinkers
from branchline.server.http.rate_limits import Buckets
from branchline.server.live.autoplay import Autoplayer
from branchline.server.live.bot_players import search_is_compiled
from branchline.server.live.cluster import Cluster, SingleProcess
from branchline.server.live.map_store import MapStore
from branchline.server.live.rooms import Rooms
from branchline.server.logs import log
from branchline.server.projection.feed import feed_of
from branchline.server.projection.game_rows import row_of, waits_for_people
from branchline.server.projection.wire import Bye
from branchline.server.refusal import Refusal
from branchline.server.store import open_store

if TYPE_CHECKING:
    from branchline.server.live.rooms import Room
    from branchline.server.settings import Settings

IDLE = 600.0
"""Seconds after which a room that nobody is in leaves the memory."""
SWEEP = 30.0
STOPPING = Bye(code="stopping", message="The server is restarting.", again=True)


class Site:
    """A running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = open_store(settings.address)
        self.map_store = MapStore(self.store)
        self.rooms = Rooms(self.store, self.map_store, row_of, settings.rooms)
        self.autoplayer = Autoplayer(settings)
        self.thinkers = Thinkers(settings)
        processes = Cluster if self.store.is_postgres else SingleProcess
        self.cluster = processes(self.store, self.rooms, self.autoplayer, waits_for_people)
        self.store.process = self.cluster.process
        self.buckets = Buckets(settings.limits)
        self.key = ""
        self.library_read = asyncio.Event()
        self.rules_loaded = asyncio.Event()
        self.sockets_by_address: dict[str, int] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def ready(self) -> bool:
        """Whether games can be played."""
        return self.rules_loaded.is_set() and self.library_read.is_set()

    async def start(self) -> None:
        """Start what runs beside the requests."""
        self.key = await self.store.site_value("key", secrets.token_hex(32))
        self.autoplayer.owns = self.cluster.owns
        self.rooms.on_change = self.autoplayer.check
        self.rooms.on_presence = self.cluster.announce_presence
        await self.cluster.start()
        for work in (self._get_ready(), self._sweep()):
            self._tasks.append(asyncio.create_task(work))

    async def _get_ready(self) -> None:
        await asyncio.to_thread(self.map_store.read_library)
        self.library_read.set()
        if not warm.is_compiled():
            log().info("compiling", note="once; the site answers meanwhile")
            await warm.compile_apart()
        await asyncio.to_thread(warm.load)
        warm.settle_memory()
        self.rules_loaded.set()
        log().info("ready")
        await self.cluster.resume()
        await asyncio.to_thread(search_is_compiled)  # which imports it: not before the site is ready
        self.thinkers.get_ready()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            for room in self.rooms.sweep(IDLE, self.autoplayer.is_needed):
                self.cluster.release(room.match.id)

    async def room(self, game: str) -> Room:
        """Return a game's room, once the rules are loaded."""
        if not self.ready:
            try:
                async with asyncio.timeout(180):
                    await self.library_read.wait()
                    await self.rules_loaded.wait()
            except TimeoutError:
                raise Refusal(
                    "not_ready", "The rules are still being compiled: try again soon.", retry_after=10.0
                ) from None
        return await self.rooms.get(game)

    async def stop(self) -> None:
        """Stop gracefully: tell everyone to come back, finish what is being written."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self.autoplayer.stop()
        await self.thinkers.stop()
        await self.cluster.stop()
        for room in self.rooms:
            feed_of(room).close(STOPPING)
        await asyncio.sleep(0.1)  # let the farewells go out
        await asyncio.to_thread(self.store.close)
