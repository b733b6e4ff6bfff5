"""Compiling bots before a clock runs: said once, then kept on disk."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from branchline.engine.compilation import COMPILED, cache_folder
from branchline.engine.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from branchline.boards.board import Board
    from branchline.bots.base import Bot


def warm_up(bots: Iterable[Bot], board: Board) -> None:
    """Let every compiled bot choose once, so that its first real move is quick."""
    game = Game(board, bytes(32))
    for player in bots:
        if player.compiled:
            tell_of_compilation(type(player).__name__, lambda player=player: player.choose(game.view(0)))  # type: ignore[misc]


def tell_of_compilation(what: str, work: Callable[[], object]) -> None:
    """Do what compiles; on a terminal say so, unless it was done before and is on disk."""
    mark = cache_folder("branchline.bots.kernel_games") / f"compiled-{what}"
    if not COMPILED or mark.exists():
        work()
        return
    started = time.monotonic()
    if sys.stderr.isatty():
        sys.stderr.write("Compiling the bots, once: this takes about a minute …\n")
    work()
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()
    if sys.stderr.isatty():
        sys.stderr.write(f"Compiled in {time.monotonic() - started:.0f} s; from now on it is quick.\n")
