"""Winning chances over a finished game: each seat's chance at every moment of it, searched for while somebody asks."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from branchline.bots import warmup
from branchline.server.projection import wire
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.bots.search.analysis import Analysis
    from branchline.engine.views import View
    from branchline.server.analysis.workers import SearchWorkers
    from branchline.server.live.match import Match

PLAYOUTS = 96
"""Playouts for each moment: enough to see which way the game went."""
MOST_RUNNING = 8
MOST_OF_ONE_VISITOR = 2
"""Games that are analyzed at the same time, in total and for one visitor."""
MOST_KEPT = 200
"""Games whose chances are remembered."""
ABANDONED_SECONDS = 20.0
"""Seconds without a request after which the analysis of a game is stopped."""


class WinningChances:
    """The chances of finished games, each analyzed in a task of its own."""

    def __init__(self, workers: SearchWorkers) -> None:
        self._workers = workers
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        """The analysis of each game, the one asked for last at the end."""

    def of(self, match: Match, visitor: str) -> wire.Chances:
        """Return the chances found so far for a finished match; the analysis continues while somebody asks."""
        if not warmup.SEARCH.is_fast:
            left = self._workers.preparation.seconds_left(warmup.SEARCH)
            return wire.Chances(game=match.id, moments=[], total=match.moves + 1, done=False, ready_in=left)
        job = self._job(match, visitor)
        job.asked = time.monotonic()
        return wire.Chances(game=match.id, moments=list(job.moments), total=job.total, done=job.is_complete)

    def _job(self, match: Match, visitor: str) -> _Job:
        job = self._jobs.get(match.id)
        if job is None or (job.task.done() and not job.is_complete):
            visitors = [other.visitor for other in self._jobs.values() if not other.task.done()]
            if visitors.count(visitor) >= MOST_OF_ONE_VISITOR or len(visitors) >= MOST_RUNNING:
                raise Refusal("too_many", "Other games are being analyzed: try again soon.", retry_after=5.0)
            job = self._jobs[match.id] = _Job(self._workers, match, visitor)
        self._jobs.move_to_end(match.id)
        while len(self._jobs) > MOST_KEPT:
            self._jobs.popitem(last=False)[1].task.cancel()
        return job

    async def stop(self) -> None:
        """Stop every analysis."""
        tasks = [job.task for job in self._jobs.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _Job:
    """The analysis of one finished game, from its first moment to its last."""

    def __init__(self, workers: SearchWorkers, match: Match, visitor: str) -> None:
        self._workers, self.visitor = workers, visitor
        self.moments: list[wire.Moment] = []
        self.total = match.moves + 1
        self.asked = time.monotonic()
        self.task = asyncio.get_running_loop().create_task(self._run(match))

    @property
    def is_complete(self) -> bool:
        """Whether every moment is analyzed."""
        return len(self.moments) == self.total

    async def _run(self, match: Match) -> None:
        game = match.playing.at_start()
        for _ in match.playing.log:
            if time.monotonic() - self.asked > ABANDONED_SECONDS:
                return
            self.moments.append(await self._moment(game.view(game.turn)))
            game.play_next(match.playing)
        self.moments.append(wire.Moment(wins=_final_chances(match)))

    async def _moment(self, view: View) -> wire.Moment:
        analysis = await self._search(view)
        best = analysis.moves[0]
        return wire.Moment(
            wins=[round(chance, 3) for chance in best.wins],
            scores=[round(score, 1) for score in best.scores],
            seat=analysis.seat,
        )

    async def _search(self, view: View) -> Analysis:
        """Search a position as soon as the workers have room; hints come first."""
        while True:
            try:
                return await self._workers.search(f"chances for {self.visitor}", view, playouts=PLAYOUTS, urgent=False)
            except Refusal:
                await asyncio.sleep(0.5)


def _final_chances(match: Match) -> list[float]:
    """Return each seat's share of the win."""
    winners, _ = match.outcome
    return [round(1 / len(winners), 3) if seat in winners else 0.0 for seat in range(len(match.seats))]
