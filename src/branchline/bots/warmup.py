"""Warm-up: compile the rules and the bots, or load them from disk, before anybody waits for a first move.

`python -m branchline.bots.warmup` compiles everything that a server needs; with names of parts, only those.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from typing import TYPE_CHECKING

from branchline.boards.library import find_maps
from branchline.bots.registry import bot
from branchline.engine.game import Game, new_game
from branchline.engine.kernel import compilation
from branchline.engine.kernel.compilation import RULES, CompiledPart
from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Sequence

    from branchline.boards.board import Board
    from branchline.bots.base import Bot

PLAY = CompiledPart("play", "the rules", seconds=15, includes=(RULES,))
PLANNER = CompiledPart("planner", "the planner", seconds=25, module="branchline.bots.policies")
SEARCH = CompiledPart("search", "the search", seconds=40, module="branchline.bots.search.search")
GUIDED = CompiledPart("guided", "the guided search", seconds=50, module="branchline.bots.guided.search")
MATCHES = CompiledPart("matches", "the rules and the bots", seconds=40, module="branchline.bots.kernel_games")
"""Whole games between compiled bots."""


def warm_up(bots: Iterable[Bot], board: Board) -> None:
    """Let every compiled bot choose once, so that its first real move is quick."""
    game = Game(board, bytes(32))
    for player in bots:
        if player.compiled:
            part = CompiledPart(type(player).__name__, "the bots", seconds=30, module=type(player).__module__)
            part.compile_once(lambda player=player: player.choose(game.view(0)))  # type: ignore[misc]


def _play() -> None:
    """Use everything of the rules that a server and its players use."""
    game = _some_game()
    while game.phase == "first tickets":
        game.play(int(game.legal.codes[0]))
    view = game.view(game.turn)
    view.why_not("tickets")
    view.price(0)
    view.longest_path(0)
    game.play(int(game.legal.codes[0]))
    game.undo()
    game.result  # noqa: B018 (computing it is the point)


def _plan() -> None:
    bot("planner").choose(_some_game().view(0))


def _search() -> None:
    bot("search:playouts=2").choose(_some_game().view(0))


def _guide() -> None:
    bot("guided:playouts=2").choose(_some_game().view(0))


def _some_game() -> Game:
    return new_game(next(file for file in find_maps() if file.built_in), players=2, seed=1)


USES: dict[CompiledPart, Callable[[], None]] = {PLAY: _play, PLANNER: _plan, SEARCH: _search, GUIDED: _guide}
"""The parts that a server needs, in the order in which it needs them, each with work that uses all of it."""
PARTS = {part.name: part for part in USES}


def load(part: CompiledPart) -> None:
    """Use a part once, so that it is compiled or loaded from disk."""
    part.load(USES[part])


# -- in the background of a server -------------------------------------------------------------

QUEUES = ((PLAY, PLANNER, GUIDED), (SEARCH,))
"""What each of two processes compiles, in order: the planner after the rules, of which it contains much."""
POLL_SECONDS = 0.25


class Preparation:
    """Compiles the parts in other processes, so that this one keeps answering, and loads each when it is on disk."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._done = {part: asyncio.Event() for part in USES}
        """Set when a part is loaded or has failed."""
        self.has_failed = False
        """Whether a part could not be compiled or loaded; games are then played uncompiled."""

    async def run(self) -> None:
        """Prepare all parts; cancelling this stops the other processes.

        A part that fails does not stop the others; its error is raised at the end.
        """
        self._started = time.monotonic()
        queues = QUEUES if (os.cpu_count() or 1) > 1 else (tuple(USES),)
        results = await asyncio.gather(*(self._prepare_or_fail(queue) for queue in queues), return_exceptions=True)
        for result in results:
            if result is not None:
                raise result

    async def _prepare_or_fail(self, parts: Sequence[CompiledPart]) -> None:
        """Prepare parts, and always release those who wait for them."""
        try:
            await self._prepare(parts)
        except Exception:
            self.has_failed = True
            raise
        finally:
            for part in parts:
                self._done[part].set()

    async def _prepare(self, parts: Sequence[CompiledPart]) -> None:
        missing = [part.name for part in parts if not part.is_compiled]
        async with _compiling(missing) as ended:
            for part in parts:
                while not part.is_compiled and not ended.is_set():  # noqa: ASYNC110 (another process sets it)
                    await asyncio.sleep(POLL_SECONDS)
                if not part.is_compiled:
                    self.has_failed = True  # the process has reported why
                    return
                await asyncio.to_thread(load, part)
                self._done[part].set()

    async def done(self, part: CompiledPart) -> None:
        """Wait until a part is loaded, or has failed."""
        await self._done[part].wait()

    async def can_use(self, part: CompiledPart) -> bool:
        """Return whether a part can be used in compiled form; wait for one that only has to be loaded."""
        if part.is_compiled and not part.is_fast:
            await self.done(part)
        return part.is_fast

    @property
    def is_complete(self) -> bool:
        """Whether every part is loaded."""
        return not self.has_failed and all(event.is_set() for event in self._done.values())

    def seconds_left(self, part: CompiledPart) -> int:
        """Estimate the seconds until a part is loaded: 0 if it is loaded or on disk."""
        if part.is_compiled:
            return 0
        return max(2, round(self._started + part.seconds - time.monotonic()))


@contextlib.asynccontextmanager
async def _compiling(names: Sequence[str]) -> AsyncIterator[asyncio.Event]:
    """Compile parts in another process; yield an event that is set when it ends. Leaving the context ends it."""
    ended = asyncio.Event()
    if not names:
        ended.set()
        yield ended
        return
    command = (sys.executable, "-m", __name__, BACKGROUND, *names)
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE)

    async def wait() -> None:
        await process.wait()
        ended.set()

    waiting = asyncio.create_task(wait())
    try:
        yield ended
    finally:
        if process.returncode is None:
            process.kill()
        await waiting


BACKGROUND = "--background"
"""Compile for a server: each part alone, without announcing it, with a lower priority than games, while it runs."""


def _end_with_server() -> None:
    """End this process when the server ends, however it does: a crash must not leave compilers behind."""
    while os.read(0, 1):
        pass
    os._exit(1)


def main(arguments: list[str]) -> None:
    """Compile the named parts, or all of them."""
    names = [name for name in arguments if name != BACKGROUND] or list(PARTS)
    for name in names:
        if name not in PARTS:
            raise UnknownNameError("part", name, PARTS)
    if BACKGROUND in arguments:
        compilation.announcing = False
        threading.Thread(target=_end_with_server, daemon=True).start()
        with contextlib.suppress(AttributeError, OSError):
            os.nice(5)
    for part in (PARTS[name] for name in names):
        if BACKGROUND in arguments:
            part.compile_alone(USES[part])
        else:
            load(part)


if __name__ == "__main__":
    main(sys.argv[1:])
