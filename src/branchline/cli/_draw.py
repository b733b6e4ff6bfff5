"""`branchline map draw`: a board, or a position on it, as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.boards.library import find_map, is_path, load_map
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.draw import Geometry, Position
    from branchline.boards.format.schema import Map

KINDS = (".svg", ".png", ".json")


class DrawError(BranchlineError):
    """A picture that cannot be made as asked."""


def draw(which: str, output: Path | None, game: Path | None, player: int | None, width: int) -> dict[str, object]:
    """Draw a map or a game into a file, and tell what was drawn."""
    from branchline.boards.draw import geometry

    if player is not None and game is None:
        raise DrawError("--player shows a seat's tickets in a game: give the game with --game FILE.")
    spec = load_map(which).spec
    name = Path(which).stem if is_path(which) else find_map(which).name
    target = output or Path(f"{name}.svg")
    if target.suffix.lower() not in KINDS:
        raise DrawError(f'"{target}" should end in {", ".join(KINDS[:-1])} or {KINDS[-1]}.')
    position = _position(spec, game, player) if game is not None else None
    board = geometry(spec, progress_line(name))
    data = _encoded(board, position, target.suffix.lower(), width)
    target.write_bytes(data)
    return {"map": name, "file": str(target), "bytes": len(data), "overlaps": board.overlaps}


def _encoded(board: Geometry, position: Position | None, kind: str, width: int) -> bytes:
    from branchline.boards.draw import png, svg

    if kind == ".json":
        import msgspec

        return msgspec.json.encode(board)
    drawing = svg(board, position)
    return png(drawing, width) if kind == ".png" else drawing.encode()


def _position(spec: Map, path: Path, player: int | None) -> Position:
    """The position of a saved game, with a seat's tickets."""
    from branchline.engine.game import Game
    from branchline.engine.position import position

    game = Game.load(path)
    if game.board.spec != spec:
        raise DrawError(f"{path} is a game on another map: draw {game.board.map_id} instead.")
    if player is None:
        return position(game, game.names)
    if not 1 <= player <= game.players:
        raise DrawError(f"There is no player {player}: this game has players 1 to {game.players}.")
    return position(game, game.names, game.tickets_of(player - 1), player - 1)


def progress_line(name: str) -> Callable[[float], None]:
    """A line that grows on stderr while a board is laid out for the first time."""
    if not sys.stderr.isatty():
        return lambda _: None

    def show(part: float) -> None:
        done = round(24 * part)
        end = "\r\033[K" if part >= 1 else ""
        sys.stderr.write(f"\rlaying out {name}  [{'#' * done}{'.' * (24 - done)}] {part:4.0%}{end}")
        sys.stderr.flush()

    return show
