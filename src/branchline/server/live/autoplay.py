"""The seats that the server plays: bots, those who resigned, and those whose clock ran out."""

from __future__ import annotations

import asyncio
import contextlib
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from branchline.server import metrics
from branchline.server.live import commands
from branchline.server.live.bot_players import choose
from branchline.server.logs import log
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.server.live.match import Match
    from branchline.server.live.rooms import Room
    from branchline.server.settings import Settings

STAND_IN = "easy"
"""Who decides for a seat that resigned or ran out of time."""
RETRY = 1.0
GRACE = 0.5
"""Seconds past the deadline in which a move that is on its way still counts."""


class Driver:
    """Plays for seats, off the event loop, in the rooms that this process owns."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._threads = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._clocks: dict[str, asyncio.TimerHandle] = {}
        self._late: set[asyncio.Task[None]] = set()
        self._stopping = False
        self.owns: Callable[[str], bool] = bool
        """Whether this process runs the bots of a game; alone, it runs all."""

    def look(self, room: Room) -> None:
        """See whether a room waits for the server, and act."""
        if self._stopping or not self.owns(room.match.id):
            return
        match = room.match
        self._set_clock(room)
        if match.id not in self._tasks and self._waiting_for(match) is not None:
            task = asyncio.get_running_loop().create_task(self._play(room))
            self._tasks[match.id] = task
            task.add_done_callback(lambda done: self._played(room, done))

    def _played(self, room: Room, task: asyncio.Task[None]) -> None:
        """Forget a task that is done, and look again: the game may have moved on just as it ended."""
        if self._tasks.get(room.match.id) is task:
            del self._tasks[room.match.id]
            self.look(room)

    def is_needed(self, match: Match) -> bool:
        """Tell whether a match would stand still without the server."""
        return self._waiting_for(match) is not None or match.deadline is not None

    @staticmethod
    def _waiting_for(match: Match) -> int | None:
        return next((seat for seat in match.deciding if match.is_automatic(seat)), None)

    def let_go(self, game: str) -> None:
        """Stop playing in a game that another process owns now."""
        clock = self._clocks.pop(game, None)
        if clock is not None:
            clock.cancel()
        task = self._tasks.pop(game, None)
        if task is not None:
            task.cancel()

    async def stop(self) -> None:
        """Stop playing; what a bot is choosing is dropped, and chosen anew after the next start."""
        self._stopping = True
        for game in {*self._tasks, *self._clocks}:
            self.let_go(game)
        self._threads.shutdown(wait=False, cancel_futures=True)

    # -- bots ----------------------------------------------------------------------------------

    async def _play(self, room: Room) -> None:
        """Play for the server's seats until a person has to decide."""
        while not self._stopping and self.owns(room.match.id) and (seat := self._waiting_for(room.match)) is not None:
            if room.channels and self._settings.bot_pause:
                await asyncio.sleep(self._settings.bot_pause)
            try:
                await self._play_one(room, seat)
            except Refusal:
                continue  # the game moved on while the bot was thinking
            except Exception as error:  # noqa: BLE001 (a bot must not take the game down)
                log().error("bot_stuck", game=room.match.id, seat=seat, error=type(error).__name__)
                await asyncio.sleep(1)

    async def _play_one(self, room: Room, seat: int) -> None:
        """Play a bot's move; a bot that fails, or wants what is not legal, has this move made for it."""
        match = room.match
        level = match.seats[seat].level if match.seats[seat].kind == "bot" else None
        try:
            await self._play_as(room, seat, level or STAND_IN)
        except Exception as error:
            if isinstance(error, Refusal) and error.code != "illegal":
                raise
            log().error("bot_failed", game=match.id, seat=seat, level=level, error=type(error).__name__)
            await self._play_as(room, seat, STAND_IN)

    async def _play_as(self, room: Room, seat: int, level: str) -> None:
        code, rev = await self._choose(room.match, seat, level)
        await room.submit(None, lambda now: commands.act_for(now, seat, rev, code, "bot"))

    async def _choose(self, match: Match, seat: int, level: str) -> tuple[int, int]:
        """Let a bot choose from its view, in a thread."""
        rev, view = match.rev, match.view(seat)
        started = time.perf_counter()
        loop = asyncio.get_running_loop()
        code = await loop.run_in_executor(self._threads, choose, level, view, self._settings.bot_seconds)
        metrics.BOT_SECONDS.observe(time.perf_counter() - started)
        return code, rev

    # -- clocks --------------------------------------------------------------------------------

    def _set_clock(self, room: Room) -> None:
        match = room.match
        before = self._clocks.pop(match.id, None)
        if before is not None:
            before.cancel()
        if match.deadline is None:
            return
        delay = max(0.0, match.deadline + GRACE - time.time())
        self._ring(room, delay)

    def _ring(self, room: Room, delay: float) -> None:
        """Let the clock run out after so many seconds, unless it is set anew before."""
        self._clocks[room.match.id] = asyncio.get_running_loop().call_later(delay, self._time_is_up, room)

    def _time_is_up(self, room: Room) -> None:
        task = asyncio.get_running_loop().create_task(self._run_out(room, room.match.rev))
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def _run_out(self, room: Room, rev: int) -> None:
        """Decide for those whose time is over; should that fail, try again soon: a clock must not stand still."""
        try:
            await self._decide_late(room, rev)
        except Exception as error:  # noqa: BLE001 (the store may be away; it comes back)
            log().error("clock_failed", game=room.match.id, error=type(error).__name__)
            if not self._stopping and self.owns(room.match.id) and room.match.rev == rev:
                self._ring(room, RETRY)

    async def _decide_late(self, room: Room, rev: int) -> None:
        match = room.match
        for seat in list(match.deciding):
            if match.rev != rev and match.playing.phase != "first tickets":
                return
            if match.is_automatic(seat):
                continue
            with contextlib.suppress(Refusal):
                code, now = await self._choose(match, seat, STAND_IN)
                await room.submit(None, lambda m, s=seat, c=code, v=now: commands.act_for(m, s, v, c, "clock"))  # type: ignore[misc]
