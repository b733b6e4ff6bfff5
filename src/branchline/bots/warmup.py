"""Warm-up: compile the rules and the bots, or load them from disk, before somebody waits for their first move.

`python -m branchline.bots.warmup` compiles everything that a server needs; with names of parts, only those.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from branchline.boards.library import find_maps
from branchline.bots.registry import bot
from branchline.engine.game import Game, new_game
from branchline.engine.kernel.compilation import CompiledPart
from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from branchline.boards.board import Board
    from branchline.bots.base import Bot

PLAY = CompiledPart("play", "the rules and the bots", seconds=60, module="branchline.bots.policies")
"""The rules, and the bots that do not search."""
MATCHES = CompiledPart("matches", "the bots", seconds=60, module="branchline.bots.kernel_games")
"""Whole games between compiled bots."""
SEARCH = CompiledPart("search", "the search", seconds=60, module="branchline.bots.search.search")


def warm_up(bots: Iterable[Bot], board: Board) -> None:
    """Let every compiled bot choose once, so that its first real move is quick."""
    game = Game(board, bytes(32))
    for player in bots:
        if player.compiled:
            part = CompiledPart(type(player).__name__, "the bots", seconds=60, module=type(player).__module__)
            part.compile_once(lambda player=player: player.choose(game.view(0)))  # type: ignore[misc]


def load_play() -> None:
    """Use every part of the rules, and the planner, once."""
    PLAY.compile_once(_play)


def _play() -> None:
    game = _some_game()
    while game.phase == "first tickets":
        game.play(int(game.legal.codes[0]))
    view = game.view(game.turn)
    view.why_not("tickets")
    view.price(0)
    view.longest_path(0)
    next(view.worlds())
    game.play(bot("planner").choose(view))
    game.undo()
    game.result  # noqa: B018 (computing it is the point)


def load_search() -> None:
    """Use the search once."""
    SEARCH.compile_once(lambda: bot("search:playouts=2").choose(_some_game().view(0)))


def _some_game() -> Game:
    return new_game(next(file for file in find_maps() if file.built_in), players=2, seed=1)


LOADERS: dict[str, Callable[[], None]] = {PLAY.name: load_play, SEARCH.name: load_search}


async def compile_in_subprocess(part: CompiledPart) -> None:
    """Compile a part in another process, so that this one keeps answering; cancelling this stops that process."""
    import asyncio

    command = (sys.executable, "-m", __name__, part.name)
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.DEVNULL)
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()


def main(names: list[str]) -> None:
    """Compile the named parts, or all of them."""
    for name in names or LOADERS:
        if name not in LOADERS:
            raise UnknownNameError("part", name, LOADERS)
        LOADERS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
