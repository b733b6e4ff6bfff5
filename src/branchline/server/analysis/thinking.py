"""Thinking for people: good moves on request, and how the chances stood at each moment of a finished game.

It runs in threads of its own with less priority than play, a piece at a time, and only so much of it waits. The search
is compiled in another process; until that is done, hints come from the quick bot.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import threading
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from branchline.engine.game import Game
from branchline.server.file_locks import hold
from branchline.server.live.bot_players import QUICK, choose, search_is_compiled, search_mark
from branchline.server.logs import log
from branchline.server.projection import wire
from branchline.server.refusal import Refusal
from branchline.server.warm import any_map, compile_apart

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.bots.search.bot import Analysis, SearchBot
    from branchline.engine.views import View
    from branchline.server.live.match import Match
    from branchline.server.settings import Settings

T = TypeVar("T")
PLAYOUTS = 96
"""Playouts for one moment of a finished game: enough to see which way it went."""
MOST_WAITING = 24
MOST_JOBS = 4
MOST_KEPT = 200
"""Finished games whose chances are remembered."""
UNWANTED = 20.0
"""Seconds after which chances that nobody asks for any more are given up."""
BACKGROUND = 10
"""How much other work comes first."""
_mine = threading.local()


# -- the search, in a thread -------------------------------------------------------------------


def compile_once() -> None:
    """Compile the search, unless another process is just doing that: then wait for it."""
    from branchline.engine.game import new_game

    lock = hold(search_mark().parent / "compiling-search.lock", wait=True)
    if not search_is_compiled():
        search(new_game(any_map(), players=2, seed=1).view(0), playouts=2)
        search_mark().parent.mkdir(parents=True, exist_ok=True)
        search_mark().touch()
    if lock is not None:
        lock.close()


def search(view: View, *, seconds: float = 1.0, playouts: int = 0) -> Analysis:
    """Return what the search thinks of a position; each thread has a workbench of its own."""
    player = _player(playouts)
    player.start(secrets.randbits(48))
    from branchline.bots.base import Clock

    return player.analyse(view, Clock(seconds))


def _player(playouts: int) -> SearchBot:
    from branchline.bots.search.bot import SearchBot, SearchParameters

    kept: dict[int, SearchBot] = _mine.__dict__.setdefault("kept", {})
    if playouts not in kept:
        kept[playouts] = SearchBot(SearchParameters(time=60.0, playouts=playouts))
    return kept[playouts]


def _step_back() -> None:
    """Give a thread less of the processor than those who play get."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BACKGROUND)


# -- for people --------------------------------------------------------------------------------


class Thinkers:
    """The threads that think, and what they have found out about finished games."""

    def __init__(self, settings: Settings) -> None:
        self._threads = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="thinker", initializer=_step_back)
        self._waiting = 0
        self._compiling: asyncio.Task[None] | None = None
        self._found: OrderedDict[str, _Job] = OrderedDict()

    async def good_moves(self, view: View, seconds: float) -> list[tuple[int, float | None, float | None]]:
        """Return the codes of good moves, best first, each with its chance of winning and the points it leads by."""
        if not self._is_ready():
            code = await self._in_thread(lambda: choose(QUICK, view, seconds))
            return [(code, None, None)]
        analysis = await self._in_thread(lambda: search(view, seconds=seconds))
        seat = analysis.seat
        return [(view.code_of(move.action), move.wins[seat], move.margin) for move in analysis.moves]

    def chances(self, match: Match) -> wire.Chances:
        """Return the chances of a finished match as far as they are known; asking again makes them grow."""
        if not self._is_ready():
            return wire.Chances(game=match.id, moments=[], total=match.moves + 1, done=False)
        job = self._found.get(match.id)
        if job is None or (job.task.done() and not job.finished):
            if sum(not job.task.done() for job in self._found.values()) >= MOST_JOBS:
                raise Refusal("too_many", "Other games are being thought about: ask again soon.", retry_after=5.0)
            job = self._found[match.id] = _Job(self, match)
        self._found.move_to_end(match.id)
        self._forget()
        job.asked = time.monotonic()
        return wire.Chances(game=match.id, moments=list(job.moments), total=job.total, done=job.finished)

    async def moment(self, view: View) -> Analysis:
        """Return what is thought of one moment."""
        return await self._in_thread(lambda: search(view, playouts=PLAYOUTS))

    async def stop(self) -> None:
        """Stop thinking."""
        tasks = [job.task for job in self._found.values()] + ([self._compiling] if self._compiling else [])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Refusal("too_many", "Too much is being thought about: ask again soon.", retry_after=3.0)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def _forget(self) -> None:
        while len(self._found) > MOST_KEPT:
            self._found.popitem(last=False)[1].task.cancel()

    def get_ready(self) -> None:
        """See to it that the search is compiled: the strongest bots need it."""
        self._is_ready()

    def _is_ready(self) -> bool:
        """Tell whether the search can be used; if not, see to it that it is compiled."""
        if search_is_compiled():
            return True
        if self._compiling is None or self._compiling.done():
            log().info("compiling_search", note="once; hints come from the quick bot meanwhile")
            self._compiling = asyncio.create_task(compile_apart(__name__))
        return False


class _Job:
    """The chances of one finished game, worked out moment by moment for as long as somebody asks."""

    def __init__(self, thinkers: Thinkers, match: Match) -> None:
        self._thinkers = thinkers
        self.moments: list[wire.Moment] = []
        self.total = match.moves + 1
        self.asked = time.monotonic()
        self.task = asyncio.get_running_loop().create_task(self._work(match))

    @property
    def finished(self) -> bool:
        """Whether every moment is known."""
        return len(self.moments) == self.total

    async def _work(self, match: Match) -> None:
        again = Game(match.board, match.playing.key)
        codes = match.playing.log
        for code in [*codes, None]:
            if time.monotonic() - self.asked > UNWANTED:
                return
            self.moments.append(await self._moment(match, again, last=code is None))
            if code is not None:
                again.play(code)

    async def _moment(self, match: Match, again: Game, *, last: bool) -> wire.Moment:
        if last:
            return wire.Moment(wins=_outcome(match))
        analysis = await self._patiently(again.view(again.turn))
        best = analysis.moves[0]
        return wire.Moment(
            wins=[round(chance, 3) for chance in best.wins],
            scores=[round(score, 1) for score in best.scores],
            seat=analysis.seat,
        )

    async def _patiently(self, view: View) -> Analysis:
        """Think about a moment; those who ask for hints come first."""
        while True:
            try:
                return await self._thinkers.moment(view)
            except Refusal:
                await asyncio.sleep(0.5)


def _outcome(match: Match) -> list[float]:
    """Return who won, shared among those who won together."""
    winners, _ = match.outcome
    return [round(1 / len(winners), 3) if seat in winners else 0.0 for seat in range(len(match.seats))]


if __name__ == "__main__":
    _step_back()
    compile_once()
