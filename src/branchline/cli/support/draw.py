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
    from branchline.engine.game import Game

KINDS = (".svg", ".png", ".json")


BAR_WIDTH = 24


class DrawError(BranchlineError):
    """Options that fit neither each other nor the map or the game."""


class Drawn(NamedTuple):
    """What was written."""

    map: str
    file: str
    bytes: int
    overlaps: int


class Wanted(NamedTuple):
    """What to draw."""

    game: Path | None = None
    player: int | None = None
    width: int = 1600
    theme: str | None = None
    has_score_track: bool = False
    from_scratch: bool = False
    is_sheet: bool = False
    """Whether to draw the board once in each preset."""


def draw(which: str | None, output: Path | None, wanted: Wanted) -> Drawn:
    """Draw a map, or a game on the map that is given or else on its own, into a file."""
    from branchline.boards.draw import drawing, redrawn

    if wanted.player is not None and wanted.game is None:
        raise DrawError("--player shows the tickets of a player in a saved game: also give --game FILE.")
    game = _saved_game(wanted.game, which) if wanted.game is not None else None
    spec, name = _map(which, game)
    target = output or Path(f"{name}.png" if wanted.is_sheet else f"{name}.svg")
    kind = target.suffix.lower()
    if kind not in KINDS:
        raise DrawError(f'The file "{target}" must end in {", ".join(KINDS[:-1])} or {KINDS[-1]}.')
    if wanted.is_sheet:
        return _sheet(spec, name, target, wanted)
    position = _position(game, wanted.player) if game is not None else None
    look, bar = _in_preset(spec, wanted.theme), _progress_bar(name)
    edited = Path(which) if which is not None and is_path(which) else None  # which starts from its last layout
    board = redrawn(look, bar) if wanted.from_scratch else drawing(look, bar, edited)
    data = _encoded(board, position, kind, wanted)
    target.write_bytes(data)
    return Drawn(name, str(target), len(data), board.overlaps)


def _map(which: str | None, game: Game | None) -> tuple[Map, str]:
    """Return the map to draw and its name: the given one, or that of the game."""
    if which is not None:
        return load_map(which).spec, Path(which).stem if is_path(which) else find_map(which).name
    if game is None:
        raise DrawError("Name a map, or a saved game with --game FILE.")
    return game.board.spec, game.board.map_id


def _in_preset(spec: Map, preset: str | None) -> Map:
    """Return a map in a preset, with the texts of its own theme."""
    from branchline.boards.draw import in_preset

    return spec if preset is None else in_preset(spec, preset)


def _sheet(spec: Map, name: str, target: Path, wanted: Wanted) -> Drawn:
    """Draw a board in every preset onto one sheet."""
    from branchline.boards.draw import drawing, png, preset_sheet, presets

    kind = target.suffix.lower()
    if kind == ".json" or wanted.game is not None or wanted.theme is not None:
        raise DrawError("--themes draws an empty board in every preset, into an .svg or .png file.")
    boards = {preset: drawing(_in_preset(spec, preset), _progress_bar(f"{name} as {preset}")) for preset in presets()}
    document = preset_sheet(boards, wanted.width)
    data = png(document, wanted.width) if kind == ".png" else document.encode()
    target.write_bytes(data)
    return Drawn(name, str(target), len(data), max(board.overlaps for board in boards.values()))


def _encoded(board: Drawing, position: Position | None, kind: str, wanted: Wanted) -> bytes:
    from branchline.boards.draw import png, svg

    if kind == ".json":
        import msgspec

        return msgspec.json.encode(board)
    document = svg(board, position, has_score_track=wanted.has_score_track)
    return png(document, wanted.width) if kind == ".png" else document.encode()


def _saved_game(path: Path, which: str | None) -> Game:
    """Return a saved game, which must be on the given map."""
    from branchline.engine.errors import WrongMap
    from branchline.engine.game import Game

    try:
        return Game.load(path, which)
    except WrongMap as error:
        raise DrawError(f"{path} is a game on another map: draw {error.map_id} instead.") from None


def _position(game: Game, player: int | None) -> Position:
    """Return the position of a game, with the tickets of a player if one is given."""
    from branchline.engine.position import position

    if player is None:
        return _with_totals(position(game, game.names), game)
    if not 1 <= player <= game.players:
        raise DrawError(f"There is no player {player}: this game has players 1 to {game.players}.")
    return _with_totals(position(game, game.names, game.tickets_of(player - 1), player - 1), game)


def _with_totals(shown: Position, game: Game) -> Position:
    """Return a position with the final scores if the game is over."""
    if game.over:
        for mark, total in zip(shown.players, game.result.totals, strict=True):
            mark.score = total
    return shown


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
