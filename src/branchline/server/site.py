"""A site: the parts of a running server, and how they start and stop."""

from __future__ import annotations

import asyncio
import gc
import secrets
import time
from typing import TYPE_CHECKING

from branchline.bots import warmup
from branchline.engine.kernel.compilation import is_plain
from branchline.server.analysis.chances import WinningChances
from branchline.server.analysis.daily_levels import DailyLevels
from branchline.server.analysis.reviews import Reviews
from branchline.server.analysis.workers import SearchWorkers
from branchline.server.isolation import IsolatedProcess
from branchline.server.live.autoplay import Autoplayer
from branchline.server.live.cluster.cluster import Cluster, SingleProcess
from branchline.server.live.map_store import MapStore
from branchline.server.live.rooms import Rooms
from branchline.server.live.thinking import ThinkingPool
from branchline.server.logs import log
from branchline.server.projection.feed import feed_of
from branchline.server.projection.game_rows import row_of, waits_for_people
from branchline.server.projection.wire import Bye
from branchline.server.refusal import Refusal
from branchline.server.store import open_store

if TYPE_CHECKING:
    from branchline.server.live.rooms import Room
    from branchline.server.settings import Settings
    from branchline.server.store import Store

IDLE_SECONDS = 600.0
"""Seconds before an empty room is evicted from memory."""
SWEEP_SECONDS = 30.0
DAY = 86400.0
TABLE_SECONDS = 14 * DAY
"""Seconds before a table at which nothing happens is deleted; a game that has started never is."""
REQUEST_THREADS = 2
"""Threads for requests that take longer. With more of them, the event loop would wait longer for the interpreter."""
READY_SECONDS = 180.0
"""Seconds that a request waits for the maps and the rules."""
STOPPING = Bye(code="stopping", message="The server is restarting.", again=True)


class Site:
    """The parts of a running server."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        self.settings = settings
        self.store = store or open_store(settings.address)
        self.isolated = IsolatedProcess(settings.limits)
        self.map_store = MapStore(self.store, self.isolated)
        self.drawn_maps: dict[tuple[str, str], bytes] = {}
        """What was drawn of uploaded maps and finished games, by the hash or id and the name of the part."""
        self.rooms = Rooms(self.store, self.map_store, row_of, settings.rooms)
        self.autoplayer = Autoplayer(settings)
        self.request_threads = ThinkingPool(REQUEST_THREADS, "request")
        self.preparation = warmup.Preparation()
        self.search_workers = SearchWorkers(settings.bot_threads, self.preparation)
        self.chances = WinningChances(self.search_workers)
        self.daily_levels = DailyLevels(self.search_workers)
        self.reviews = Reviews(self.store)
        processes = Cluster if self.store.is_postgres else SingleProcess
        self.cluster = processes(self.store, self.rooms, self.autoplayer, waits_for_people)
        self.store.process = self.cluster.process
        self.key = ""
        """Signs the cookies of guests."""
        self.library_read = asyncio.Event()
        self.rules_loaded = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def ready(self) -> bool:
        """Whether games can be played."""
        return self.rules_loaded.is_set() and self.library_read.is_set()

    async def start(self) -> None:
        """Start what runs in the background."""
        self.key = await self.store.site_value("key", secrets.token_hex(32))
        self.autoplayer.owns, self.autoplayer.owner_of = self.cluster.owns, self.cluster.owner_of
        self.autoplayer.on_lost = self.cluster.lose
        self.rooms.on_change = self.autoplayer.check
        self.rooms.on_presence = self.cluster.announce_presence
        self.rooms.on_gone = self.autoplayer.release
        await self.cluster.start()
        for work in (self._compile(), self._prepare(), self._sweep()):
            task = asyncio.create_task(work)
            task.add_done_callback(_log_failure)
            self._tasks.append(task)

    async def _prepare(self) -> None:
        await asyncio.to_thread(self.map_store.read_library)
        self.library_read.set()
        left = max(self.preparation.seconds_left(part) for part in warmup.USES)
        if left:
            log().info("compiling", seconds=left, note="once; games can be played meanwhile")
        if not is_plain():
            await self.preparation.done(warmup.PLAY)
        self.rules_loaded.set()
        log().info("ready")
        await self.cluster.resume()
        await self.preparation.done(warmup.PLAY)
        _tune_garbage_collector()
        for part in warmup.USES:
            await self.preparation.done(part)
        if self.preparation.is_complete:
            log().info("compiled")

    async def _compile(self) -> None:
        try:
            await self.preparation.run()
        finally:
            if self.preparation.has_failed:
                log().error("not_compiled", note="games are played uncompiled; `branchline doctor` checks the cache")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for room in self.rooms.sweep(IDLE_SECONDS, self.autoplayer.is_needed):
                self.cluster.release(room.match.id)
            for expire in (self.expire_tables, self.expire_maps):
                try:
                    await expire()
                except Exception as error:  # noqa: BLE001 (the store may be unreachable for a while)
                    log().warning("not_expired", what=expire.__name__, error=type(error).__name__)

    async def expire_tables(self) -> None:
        """Delete the tables at which nothing has happened for long, except those that are in memory."""
        in_memory = {room.match.id for room in self.rooms}
        expired = await self.store.expire_tables(time.time() - TABLE_SECONDS, in_memory)
        if expired:
            log().info("tables_expired", number=len(expired))

    async def expire_maps(self) -> None:
        """Delete the uploaded maps that nobody has used for long and no game needs."""
        await self.map_store.save_uses()
        days = self.settings.map_days
        if days and (expired := await self.store.expire_maps(time.time() - days * DAY)):
            log().info("maps_expired", number=expired)

    async def room(self, game: str) -> Room:
        """Return a game's room as it is stored now, once it can be played."""
        if not self.ready:
            try:
                async with asyncio.timeout(READY_SECONDS):
                    await self.library_read.wait()
                    await self.rules_loaded.wait()
            except TimeoutError:
                raise Refusal("not_ready", "The server is still starting: try again soon.", retry_after=10.0) from None
        room = await self.rooms.get(game)
        await self.cluster.refresh(room)
        return room

    async def stop(self) -> None:
        """Stop gracefully: ask every client to reconnect, and finish what is being written."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.autoplayer.stop()
        await self.chances.stop()
        await self.daily_levels.stop()
        await self.reviews.stop()
        self.search_workers.stop()
        self.request_threads.stop()
        await self.isolated.stop()
        await self.cluster.stop()
        for room in self.rooms:
            feed_of(room).close(STOPPING)
        await asyncio.sleep(0.1)  # so that the messages are sent
        await asyncio.to_thread(self.store.close)


def _log_failure(task: asyncio.Task[None]) -> None:
    """Log the error with which a part of the site has ended; the other parts continue."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log().error("background_failed", error=type(error).__name__, exc_info=error)


def _tune_garbage_collector() -> None:
    """Tune the garbage collector so that it does not stall the event loop.

    With a thousand games in memory, one full collection takes a tenth of a second or more. What is loaded by now stays
    in memory, and games create few reference cycles.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
