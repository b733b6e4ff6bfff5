"""Getting the rules ready: compiled once, in a process of its own, then loaded; the server answers meanwhile."""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import TYPE_CHECKING

from branchline.engine.compilation import COMPILED, cache_folder
from branchline.server.file_locks import hold

if TYPE_CHECKING:
    from pathlib import Path


BOTS = "branchline.bots.kernel_games"
"""The module whose compiled code depends on all the others: the rules and the bots."""


def is_compiled() -> bool:
    """Tell whether the rules and the bots need no compilation."""
    return not COMPILED or _mark().exists()


def _mark() -> Path:

    return cache_folder(BOTS) / "served"


async def compile_apart(module: str = __name__) -> None:
    """Compile in another process, so that this one keeps answering; the module is a program that does it."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", module, stdin=asyncio.subprocess.DEVNULL)
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()


def load() -> None:
    """Use every part of the rules once, so that no player waits for it."""
    from branchline.engine.game import new_game
    from branchline.engine.legality import on_turn
    from branchline.server.live.bot_players import LEVELS, choose

    for options in ((), ("single_draw",)):
        game = new_game(any_map(), seed=1, options=options)
        while game.phase == "first tickets":
            game.play(int(game.legal.codes[0]))
        for action in ("draw deck", "draw deck"):
            game.play(action)
        view = on_turn(game.view(0), 0)
        view.longest_paths  # noqa: B018 (loads the scoring)
        view.legal.why_not("tickets")
        next(view.worlds())
        choose(LEVELS[0], view, 1.0)
        game.undo()
    if COMPILED:
        _mark().parent.mkdir(parents=True, exist_ok=True)
        _mark().touch()


def settle_memory() -> None:
    """Keep the collector of cycles off the loop's back: what is loaded now stays, and games make few cycles.

    As it comes, a collection of a thousand games in memory stops every one of them for a tenth of a second or more.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def any_map() -> str:
    """Return the name of some built-in map."""
    from branchline.boards.library import find_maps

    return next(file.name for file in find_maps() if "single_draw" in file.data.get("options", {}))


def compile_once() -> None:
    """Compile, unless another process is just doing that: then wait for it."""
    lock = hold(_mark().parent / "compiling.lock", wait=True)
    if not is_compiled():
        load()
    if lock is not None:
        lock.close()


if __name__ == "__main__":
    compile_once()
