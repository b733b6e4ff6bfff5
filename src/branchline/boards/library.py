"""Where maps are found: built in, in the user's own folders, or at a path."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from branchline.errors import BranchlineError
from branchline.names import UnknownNameError, find, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from branchline.boards.board import Board
    from branchline.boards.format.schema import Map

FOLDERS = "BRANCHLINE_MAPS"
"""The environment variable that names more folders of maps, written like PATH."""
LARGEST = 1_000_000
"""No more bytes than this are read; the largest real map is a fiftieth of it."""
BUILT_IN = Path(__file__).parent.parent / "maps"
SUFFIX = ".toml"
ORIGINS = {"own": "our own board", "yours": "your map"}
"""What every list says beside a map that is not a published game's board."""


class UnreadableMapError(BranchlineError):
    """A map file that is missing, or that is no text."""

    exit_code = 2


class BrokenMapError(BranchlineError):
    """A map file with problems; the message lists every one."""


@dataclass(frozen=True)
class MapFile:
    """A map in the library: the name it answers to, and its file."""

    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        """The file as it was written."""
        return read(self.path)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The file as TOML reads it, unchecked: enough to list a map that is known to be sound."""
        import tomllib

        return tomllib.loads(self.text)

    @property
    def built_in(self) -> bool:
        """Whether the map came with Branchline; those are checked by its tests."""
        return self.path.parent == BUILT_IN

    @cached_property
    def spec(self) -> Map:
        """The file as data; a broken one is refused with every problem."""
        from branchline.boards.format.check import check

        report = check(self.text)
        if report.map is None:
            raise BrokenMapError(f"{self.path} cannot be played:\n{report.text()}")
        return report.map

    def board(self, players: int | None = None, options: Iterable[str] = ()) -> Board:
        """The board for this many players (the least the map allows, if not said) and options.

        >>> load_map("usa").board(players=4).players
        4
        """
        from branchline.boards.build import compile_board

        return compile_board(self.name, self.spec, self.spec.players.least if players is None else players, options)


def load_map(name: str | Path) -> MapFile:
    """The map of that name, or at that path, read and checked.

    >>> len(load_map("USA").spec.cities)
    36
    """
    found = find_map(name)
    found.spec  # noqa: B018 (a broken file is refused here, not at first use)
    return found


def find_map(name: str | Path) -> MapFile:
    """The map of that name, or at that path, not yet read."""
    if is_path(name):
        return MapFile(Path(name).stem, Path(name))
    known = {map_.name: map_ for map_ in find_maps()}
    found = find(str(name), known)
    if found is None:
        raise UnknownNameError("map", str(name), [*known, *(file.name for file in _maps_in(Path()))])
    return found


def find_maps() -> list[MapFile]:
    """Every map there is: built-in ones first, then the user's own, each under a name of its own."""
    maps: dict[str, MapFile] = {}
    for path in _files():
        # The first of a name has it, so that nothing can stand in for a built-in map; the others go by path.
        name = path.stem if path.stem not in maps else str(path)
        maps[name] = MapFile(name, path)
    return list(maps.values())


def folders() -> list[Path]:
    """The folders in which a user's own maps are found."""
    from platformdirs import user_data_path

    more = os.environ.get(FOLDERS, "").split(os.pathsep)
    return [user_data_path("branchline", appauthor=False) / "maps", *(Path(folder) for folder in more if folder)]


def is_path(name: str | Path) -> bool:
    """Whether this means a file rather than a name: it ends in .toml or has a folder in it."""
    return isinstance(name, Path) or name.endswith(SUFFIX) or os.sep in name or bool(os.altsep and os.altsep in name)


def read(path: Path) -> str:
    """The text of a map file."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1).decode("utf-8-sig")
    except FileNotFoundError:
        raise UnreadableMapError(f"There is no file {path}. {_beside(path)}".rstrip()) from None
    except UnicodeDecodeError as error:
        raise UnreadableMapError(f"{path} is not UTF-8 text (at byte {error.start}): save it as UTF-8.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnreadableMapError(f"{path} cannot be read: {reason}.") from None


def _beside(path: Path) -> str:
    """The nearest of the map files in the folder where one was looked for."""
    near = nearest(path.stem, (file.stem for file in _maps_in(path.parent)))
    return f'Did you mean "{path.with_name(near + SUFFIX)}"?' if near else ""


def _files() -> Iterator[Path]:
    yield from _maps_in(BUILT_IN)
    for folder in dict.fromkeys(folders()):
        yield from _maps_in(folder)


def _maps_in(folder: Path) -> list[Path]:
    try:
        return sorted(folder.glob(f"*{SUFFIX}"))
    except OSError:
        return []
