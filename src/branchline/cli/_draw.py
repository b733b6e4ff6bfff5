"""`branchline map draw`: write the picture of a board, or of a position on it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from branchline.boards.library import find_map, is_path, load_map
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.draw import Drawing, Position
    from branchline.boards.format.schema import Map

KINDS = (".svg", ".png", ".json")


BAR_WIDTH = 24


class DrawError(BranchlineError):
    """Options that do not fit together, the map or the game."""


class Drawn(NamedTuple):
    """What was written."""

    map: str
    file: str
    bytes: int
    overlaps: int


def draw(
    which: str, output: Path | None, game: Path | None, player: int | None, width: int, *, from_scratch: bool = False
) -> Drawn:
    """Draw a map or a game into a file."""
    from branchline.boards.draw import drawing, redrawn

    if player is not None and game is None:
        raise DrawError("--player shows the tickets of a player in a saved game: also give --game FILE.")
    spec = load_map(which).spec
    name = Path(which).stem if is_path(which) else find_map(which).name
    target = output or Path(f"{name}.svg")
    if target.suffix.lower() not in KINDS:
        raise DrawError(f'The file "{target}" must end in {", ".join(KINDS[:-1])} or {KINDS[-1]}.')
    position = _position(spec, game, player) if game is not None else None
    bar = _progress_bar(name)
    # A map that is being edited starts from its last layout.
    board = redrawn(spec, bar) if from_scratch else drawing(spec, bar, Path(which) if is_path(which) else None)
    data = _encoded(board, position, target.suffix.lower(), width)
    target.write_bytes(data)
    return Drawn(name, str(target), len(data), board.overlaps)


def _encoded(board: Drawing, position: Position | None, kind: str, width: int) -> bytes:
    from branchline.boards.draw import png, svg

    if kind == ".json":
        import msgspec

        return msgspec.json.encode(board)
    document = svg(board, position)
    return png(document, width) if kind == ".png" else document.encode()


def _position(spec: Map, path: Path, player: int | None) -> Position:
    """Return the position of a saved game, with the tickets of a player if one is given."""
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


def _progress_bar(name: str) -> Callable[[float], None]:
    """Return a function that shows the progress of a layout on stderr."""
    if not sys.stderr.isatty():
        return lambda _: None

    def show(part: float) -> None:
        done = round(BAR_WIDTH * part)
        end = "\r\033[K" if part >= 1 else ""
        sys.stderr.write(f"\rLaying out {name}  [{'#' * done}{'.' * (BAR_WIDTH - done)}] {part:4.0%}{end}")
        sys.stderr.flush()

    return show
