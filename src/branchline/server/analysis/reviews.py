"""Reviews of finished games: requested by visitors, computed one at a time in a separate process, and stored."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from branchline.analysis.review_data import FORMAT, Review
from branchline.bots import warmup
from branchline.engine.saves import save_text
from branchline.server.analysis import review_process
from branchline.server.fair_queue import FairQueue
from branchline.server.logs import log
from branchline.server.projection import wire
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator

    from branchline.server.live.match import Match
    from branchline.server.store import Store

MOST_WAITING = 40
MOST_OF_ONE_VISITOR = 3
"""How many reviews may wait or run in total, and for one visitor."""
SECONDS = 900.0
"""The maximum time that a review may take on a busy machine."""
MOST_REMEMBERED = 500
"""Failed reviews whose reason is remembered."""
COMMAND = (sys.executable, "-m", review_process.__name__)
LONGEST_LINE = 16 * 1024 * 1024
"""The most bytes of a review."""


class _Job:
    """The review of a game that somebody waits for."""

    def __init__(self, match: Match, visitor: str) -> None:
        self.game, self.visitor, self.match = match.id, visitor, match
        self.done, self.total = 0, match.moves
        self.running = False


class Reviews:
    """The reviews of a site. Visitors are served in turn."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._jobs: dict[str, _Job] = {}
        """The reviews that wait or run, by game."""
        self._queue: FairQueue[_Job] = FairQueue()
        self._failed: dict[str, str] = {}
        self._worker: asyncio.Task[None] | None = None

    async def of(self, match: Match) -> wire.ReviewStatus:
        """Return the review of a finished match, or how far it is."""
        if (job := self._jobs.get(match.id)) is not None:
            return self._progress(job)
        stored = await self._store.review(match.id, FORMAT)
        if stored is not None:
            review = msgspec.json.decode(stored, type=Review)
            return wire.ReviewStatus(game=match.id, stage="done", review=review)
        error = self._failed.get(match.id)
        return wire.ReviewStatus(game=match.id, stage="failed" if error else "none", message=error)

    async def ask(self, match: Match, visitor: str) -> wire.ReviewStatus:
        """Have a finished match reviewed, unless it is already; return how far that is."""
        status = await self.of(match)
        if status.stage not in ("none", "failed") or match.id in self._jobs:
            return status
        if not match.moves:
            raise Refusal("nothing_to_review", "No move was played in this game, so there is nothing to review.")
        if not warmup.SEARCH.is_compiled:
            raise Refusal("not_ready", "Reviews are being prepared: try again soon.", retry_after=20.0)
        visitors = Counter(job.visitor for job in self._jobs.values())
        if visitors[visitor] >= MOST_OF_ONE_VISITOR or len(self._jobs) >= MOST_WAITING:
            raise Refusal("too_many", "Other games are being reviewed: try again soon.", retry_after=30.0)
        self._failed.pop(match.id, None)
        job = self._jobs[match.id] = _Job(match, visitor)
        self._queue.put(visitor, job)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.get_running_loop().create_task(self._work())
        return self._progress(job)

    def _progress(self, job: _Job) -> wire.ReviewStatus:
        if job.running:
            return wire.ReviewStatus(game=job.game, stage="running", done=job.done, total=job.total)
        running = len(self._jobs) - len(self._queue)
        return wire.ReviewStatus(game=job.game, stage="waiting", before=running + list(self._queue).index(job))

    async def _work(self) -> None:
        """Make the reviews that wait, one after the other."""
        while len(self._queue):
            job = self._queue.take()
            job.running = True
            try:
                async with asyncio.timeout(SECONDS):
                    await self._review(job)
            except Exception as error:  # noqa: BLE001 (the next review must be made whatever became of this one)
                log().error("review_failed", game=job.game, error=f"{type(error).__name__}: {error}")
                self._fail(job.game, "The review could not be made; the reason was logged.")
            finally:
                del self._jobs[job.game]

    async def _review(self, job: _Job) -> None:
        started = time.monotonic()
        save = await asyncio.to_thread(save_text, job.match.playing)
        async with _reviewing(save) as process:
            while line := await _next_line(process):
                message = msgspec.json.decode(line, type=review_process.Message)
                job.done, job.total = message.done or job.done, message.total or job.total
                if message.error is not None:
                    self._fail(job.game, message.error)
                    return
                if message.review is not None:
                    await self._store.save_review(job.game, FORMAT, msgspec.json.encode(message.review).decode())
                    log().info("reviewed", game=job.game, seconds=round(time.monotonic() - started, 1))
                    return
        raise RuntimeError("the process ended without a review")

    def _fail(self, game: str, reason: str) -> None:
        self._failed[game] = reason
        while len(self._failed) > MOST_REMEMBERED:
            del self._failed[next(iter(self._failed))]

    async def stop(self) -> None:
        """Stop reviewing; what was not finished is asked for again."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)


async def _next_line(process: Process) -> bytes:
    return await process.stdout.readline() if process.stdout is not None else b""


@contextlib.asynccontextmanager
async def _reviewing(save: str) -> AsyncIterator[Process]:
    """Start a process that reviews a saved game, and kill it when this is left."""
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LONGEST_LINE,
    )
    try:
        if process.stdin is not None:
            process.stdin.write(save.encode())
            await process.stdin.drain()
            process.stdin.close()
        yield process
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
