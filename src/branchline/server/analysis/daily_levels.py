"""How the levels score on the deal of a day: each plays it several times in the visitors' seat, at low priority."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

from branchline.bots import warmup
from branchline.bots.registry import LEVELS, bot
from branchline.engine.game import Game
from branchline.server.live.bot_players import SEARCHING
from branchline.server.live.daily import OPPONENT, PLAYERS, seat_of_person
from branchline.server.logs import log
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.server.analysis.workers import SearchWorkers

GAMES = 10
"""How often each level plays the deal, with other dice each time."""
MEASURED = tuple(level for level in LEVELS if level not in SEARCHING)
MOST_KEPT = 32
RETRY_SECONDS = 2.0

LevelScores = dict[str, list[int]]


def _log_failure(task: asyncio.Task[LevelScores]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log().error("daily_levels_failed", error=type(error).__name__, exc_info=error)


def play_deal(board: Board, seed: bytes, level: str, number: int) -> int:
    """Return the score of a level that plays a deal in the visitors' seat."""
    game, own = Game(board, seed), seat_of_person(seed)
    players = [bot(level if seat == own else OPPONENT) for seat in range(PLAYERS)]
    for seat, player in enumerate(players):
        player.start(number * PLAYERS + seat)
    while not game.over:
        game.play(players[game.turn].choose(game.view(game.turn)))
    return game.result.totals[own]


class DailyLevels:
    """The scores of the levels on the deals that somebody has asked about lately."""

    def __init__(self, workers: SearchWorkers) -> None:
        self._workers = workers
        self._jobs: OrderedDict[bytes, asyncio.Task[LevelScores]] = OrderedDict()

    def of(self, board: Board, seed: bytes) -> LevelScores | None:
        """Return the scores of each level on a deal, sorted; `None` while they are being computed."""
        task = self._jobs.get(seed)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._jobs[seed] = asyncio.get_running_loop().create_task(self._play(board, seed))
            task.add_done_callback(_log_failure)
            while len(self._jobs) > MOST_KEPT:
                self._jobs.popitem(last=False)[1].cancel()
        return task.result() if task.done() else None

    async def _play(self, board: Board, seed: bytes) -> LevelScores:
        await self._workers.preparation.done(warmup.PLANNER)
        scores: LevelScores = {level: [] for level in MEASURED}
        for level in MEASURED:
            for number in range(GAMES):
                scores[level].append(await self._score(board, seed, level, number))
        return {level: sorted(found) for level, found in scores.items()}

    async def _score(self, board: Board, seed: bytes, level: str, number: int) -> int:
        """Play one game as soon as the workers have room; whatever a person waits for comes first."""
        while True:
            try:
                return await self._workers.run("daily", lambda: play_deal(board, seed, level, number), urgent=False)
            except Refusal:
                await asyncio.sleep(RETRY_SECONDS)

    async def stop(self) -> None:
        """Stop playing."""
        for task in self._jobs.values():
            task.cancel()
        await asyncio.gather(*self._jobs.values(), return_exceptions=True)
