"""The seats that the server plays: those of bots, of players who resigned, and of players whose clock ran out."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Literal

from branchline.server import metrics
from branchline.server.live import commands
from branchline.server.live.bot_players import choose, is_instant
from branchline.server.live.daily import bot_seed
from branchline.server.live.thinking import StuckError, ThinkingPool
from branchline.server.logs import log
from branchline.server.refusal import Refusal
from branchline.server.store import NotOwnerError

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.server.live.match import Match
    from branchline.server.live.rooms import Room
    from branchline.server.settings import Settings
    from branchline.server.store import Owner

INSTANT_THREADS = 2
"""With two, one owner never has all of them, and one that is stuck does not stop the others."""
MOST_STUCK = 3
"""How often a level may be stuck before the stand-in plays for it at once, until the next start."""
STAND_IN = "easy"
"""The level that decides for a player who resigned or ran out of time."""
RETRY_SECONDS = 1.0
NICENESS = 5
"""The niceness of the threads of bots that think: the moves of people come first when there are few processors."""
GRACE_SECONDS = 0.5
"""Seconds past the deadline during which a move that is on its way still counts."""


def _no_owner(game: str) -> None:
    del game


class Autoplayer:
    """Plays for seats, off the event loop, in the rooms that this process owns."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._instant = ThinkingPool(INSTANT_THREADS, "instant-bot")
        self._thinking = ThinkingPool(settings.bot_threads, "bot", NICENESS)
        self._stuck: Counter[str] = Counter()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._clocks: dict[str, asyncio.TimerHandle] = {}
        self._clock_revisions: dict[str, int] = {}
        """The revision for which the clock of each game was set."""
        self._timeouts: set[asyncio.Task[None]] = set()
        self._stopping = False
        self.owns: Callable[[str], bool] = bool
        """Returns whether this process runs the bots of a game; a single process runs all."""
        self.owner_of: Callable[[str], Owner | None] = _no_owner
        """Returns the owner under which this process writes to a game; `None` if it is the only process."""
        self.on_lost: Callable[[str], None] = _no_owner
        """Takes a game that another process has taken over."""

    def check(self, room: Room) -> None:
        """Start playing in a room that waits for the server, and set its clock."""
        if self._stopping or room.broken or not self.owns(room.match.id):
            return
        match = room.match
        self._set_clock(room)
        if match.id not in self._playing and match.waiting_for_server is not None:
            task = asyncio.get_running_loop().create_task(self._play(room))
            self._playing[match.id] = task
            task.add_done_callback(lambda done: self._played(room, done))

    def _played(self, room: Room, task: asyncio.Task[None]) -> None:
        """Forget a task that is done, and check again: the game may have moved on just as it ended."""
        if self._playing.get(room.match.id) is task:
            del self._playing[room.match.id]
            self.check(room)

    @staticmethod
    def is_needed(match: Match) -> bool:
        """Return whether a match cannot continue without the server."""
        return match.waiting_for_server is not None or match.deadline is not None

    def release(self, game: str) -> None:
        """Stop playing in a game that another process owns now."""
        self._clock_revisions.pop(game, None)
        clock = self._clocks.pop(game, None)
        if clock is not None:
            clock.cancel()
        task = self._playing.pop(game, None)
        if task is not None:
            task.cancel()

    async def stop(self) -> None:
        """Stop playing; a choice that is under way is dropped and made again after the next start."""
        self._stopping = True
        for game in {*self._playing, *self._clocks}:
            self.release(game)
        self._instant.stop()
        self._thinking.stop()

    # -- bots ----------------------------------------------------------------------------------

    async def _play(self, room: Room) -> None:
        """Play the server's seats until a person has to decide."""
        match = room.match
        while (
            not self._stopping
            and not room.broken
            and self.owns(match.id)
            and (seat := match.waiting_for_server) is not None
        ):
            if room.occupied and self._settings.bot_pause:
                await asyncio.sleep(self._settings.bot_pause)
                if match.waiting_for_server != seat:
                    continue  # somebody took a move back meanwhile
            seq = match.seq
            try:
                await self._play_one(room, seat)
            except Exception as error:  # noqa: BLE001 (a bot must not stop the game)
                if _moved_on(error) and self._has_changed(room, seq):
                    continue  # while the bot was thinking
                log().error("bot_stuck", game=match.id, seat=seat, error=type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)

    def _has_changed(self, room: Room, seq: int) -> bool:
        """Return whether anything has happened since a record; what was refused before may be accepted only then."""
        return room.match.seq != seq or room.broken or not self.owns(room.match.id)

    async def _play_one(self, room: Room, seat: int) -> None:
        """Play a bot's move; if the bot fails, is stuck or chooses something illegal, the stand-in plays it."""
        match = room.match
        level = (match.seats[seat].level if match.seats[seat].kind == "bot" else None) or STAND_IN
        if self._stuck[level] >= MOST_STUCK:
            level = STAND_IN
        try:
            await self._play_as(room, seat, level, "bot")
        except Exception as error:
            self._stuck[level] += isinstance(error, StuckError)
            if isinstance(error, Refusal) and error.code != "illegal":
                raise
            log().error("bot_failed", game=match.id, seat=seat, level=level, error=type(error).__name__)
            await self._play_as(room, seat, STAND_IN, "bot")

    async def _play_as(self, room: Room, seat: int, level: str, by: Literal["bot", "clock"]) -> None:
        """Let a bot choose from the seat's view, in a thread, and play its choice."""
        rev, view = room.match.rev, room.match.view(seat)
        started = time.perf_counter()
        pool = self._instant if is_instant(level) else self._thinking
        choice = partial(choose, level, view, self._settings.bot_seconds, bot_seed(room.match, seat))
        code = await pool.run(room.bot_time_owner, choice, watched=room.occupied)
        metrics.BOT_SECONDS.observe(time.perf_counter() - started)
        act = partial(commands.act_for, seat=seat, rev=rev, code=code, by=by)
        try:
            await room.submit(None, act, owner=self.owner_of(room.match.id))
        except NotOwnerError:
            self.on_lost(room.match.id)
            raise Refusal("stale", "Another process runs this game now.") from None

    # -- clocks --------------------------------------------------------------------------------

    def _set_clock(self, room: Room) -> None:
        """Set the clock of a room, once for each decision: the time of day, which may jump, is read only then."""
        match = room.match
        before = self._clocks.get(match.id)
        if before is not None and self._clock_revisions.get(match.id) == match.rev and match.deadline is not None:
            return
        if before is not None:
            before.cancel()
            del self._clocks[match.id], self._clock_revisions[match.id]
        if match.deadline is not None and match.clock is not None:
            self._clock_revisions[match.id] = match.rev
            left = min(max(0.0, match.deadline - time.time()), match.clock)
            self._call_later(room, left + GRACE_SECONDS)

    def _call_later(self, room: Room, delay: float) -> None:
        """Let the clock of a room run out after a delay in seconds, unless it is set again before."""
        self._clocks[room.match.id] = asyncio.get_running_loop().call_later(delay, self._time_is_up, room)

    def _time_is_up(self, room: Room) -> None:
        task = asyncio.get_running_loop().create_task(self._decide_or_retry(room, room.match.rev))
        self._timeouts.add(task)
        task.add_done_callback(self._timeouts.discard)

    async def _decide_or_retry(self, room: Room, rev: int) -> None:
        """Decide for those whose time is up; if that fails, try again soon, because a clock must not stop."""
        try:
            await self._decide(room, rev)
        except Exception as error:  # noqa: BLE001 (the store may be unreachable for a while)
            log().error("clock_failed", game=room.match.id, error=type(error).__name__)
            if not self._stopping and self.owns(room.match.id) and room.match.rev == rev:
                self._call_later(room, RETRY_SECONDS)

    async def _decide(self, room: Room, rev: int) -> None:
        match = room.match
        for seat in list(match.deciding):
            if match.rev != rev and match.playing.phase != "first tickets":
                return
            if not match.seats[seat].is_automatic:
                try:
                    await self._play_as(room, seat, STAND_IN, "clock")
                except Refusal as refusal:
                    if not _moved_on(refusal):
                        raise


def _moved_on(error: Exception) -> bool:
    """Return whether a choice was refused because it came too late; if it could not be stored, it is made again."""
    return isinstance(error, Refusal) and error.code != "not_stored"
