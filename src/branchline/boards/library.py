"""Find maps: built-in ones, those in the user's own folders, or at a path."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from branchline.boards.format.files import MOST_BYTES, SUFFIX
from branchline.errors import BranchlineError
from branchline.names import UnknownNameError, find, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from branchline.boards.board import Board
    from branchline.boards.format.schema import Map

FOLDERS = "BRANCHLINE_MAPS"
"""The environment variable that lists more folders of maps, in the form of PATH."""
SECTION = re.compile(r"^\s*\[(cities|routes)[\].]", re.MULTILINE)
"""The beginning of a section that every map file has."""
BUILT_IN = Path(__file__).parent.parent / "maps"
ORIGINS = {"own": "our own board", "yours": "your map"}
"""What lists say about a map that is not the board of a published game."""


class UnreadableMapError(BranchlineError):
    """A map file that is missing or cannot be read."""

    exit_code = 2


class BrokenMapError(BranchlineError):
    """A map file with errors; the message lists all problems."""


@dataclass(frozen=True, repr=False)
class MapFile:
    """A map in the library: its name and its file."""

    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        """The text of the file."""
        return read(self.path)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The parsed file without any check, for listing a map that is known to be valid."""
        import tomllib

        return tomllib.loads(self.text)

    @property
    def built_in(self) -> bool:
        """Whether the map is part of Branchline, whose tests check it."""
        return self.path.parent == BUILT_IN

    @cached_property
    def spec(self) -> Map:
        """The checked map. A file with errors raises `BrokenMapError`."""
        from branchline.boards.format.check import check

        report = check(self.text)
        if report.map is None:
            raise BrokenMapError(f"{self.path} cannot be played:\n{report.text()}")
        return report.map

    def board(self, players: int | None = None, options: Iterable[str] = ()) -> Board:
        """Return the board for a number of players (by default the least that the map allows) and options.

        >>> load_map("usa").board(players=4).players
        4
        """
        number = self.spec.players.least if players is None else players
        chosen = tuple(options)
        if (number, chosen) not in self._boards:
            from branchline.boards.build import build_board

            self._boards[number, chosen] = build_board(self.name, self.spec, number, chosen)
        return self._boards[number, chosen]

    def __repr__(self) -> str:
        return f"<MapFile {self.name}: {'built in' if self.built_in else self.path}>"

    def _repr_svg_(self) -> str:
        """Return the empty board as SVG, for notebooks."""
        return self.board()._repr_svg_()

    @cached_property
    def _boards(self) -> dict[tuple[int, tuple[str, ...]], Board]:
        """The boards built so far: a board never changes, and what is computed from it is kept with it."""
        return {}


def load_map(name: str | Path) -> MapFile:
    """Return the map of a name or path, read and checked.

    >>> len(load_map("USA").spec.cities)
    36
    """
    found = find_map(name)
    try:
        file = found.path.stat()
    except (OSError, ValueError):  # a null character in the name is a ValueError
        return _checked(found)  # which reports the problem
    return _loaded(found.name, found.path, (file.st_dev, file.st_ino, file.st_mtime_ns, file.st_size))


@lru_cache(maxsize=64)
def _loaded(name: str, path: Path, version: tuple[int, ...]) -> MapFile:  # noqa: ARG001 (a changed file is another one)
    """Return a checked map; it is read and checked again only when its file has changed."""
    return _checked(MapFile(name, path))


def _checked(found: MapFile) -> MapFile:
    found.spec  # noqa: B018 (raise the errors of a broken file here, not at first use)
    return found


def find_map(name: str | Path) -> MapFile:
    """Return the map of a name or path without reading it."""
    if not isinstance(name, str | Path):
        raise UnreadableMapError(f"A map is given by its name or the path of its file, not as {name!r}.")
    if is_path(name):
        return MapFile(Path(name).stem, Path(name))
    return _named(str(name), beside=(file.name for file in _maps_in(Path()) if _is_map(file)))


def library_map(name: str) -> MapFile:
    """Return the map of a name in the library, read and checked.

    A path is refused: an untrusted file that names a map must not be able to make us open arbitrary files.
    """
    found = _named(name)
    found.spec  # noqa: B018 (raise the errors of a broken file here, not at first use)
    return found


def built_in_map(name: str) -> MapFile | None:
    """Return the built-in map of exactly this name, read and checked, or `None`."""
    path = BUILT_IN / f"{name}{SUFFIX}"
    return load_map(path) if not is_path(name) and path.is_file() else None


def _named(name: str, beside: Iterable[str] = ()) -> MapFile:
    known = {map_.name: map_ for map_ in find_maps()}
    found = find(name, known)
    if found is None:
        raise UnknownNameError("map", name, [*known, *beside])
    return found


def find_maps() -> list[MapFile]:
    """Return all maps, built-in ones first, each under a unique name."""
    maps: dict[str, MapFile] = {}
    for path in _files():
        # A later map of the same name goes by its path, so that no file can replace a built-in map.
        name = path.stem if path.stem not in maps else str(path)
        maps[name] = MapFile(name, path)
    return list(maps.values())


def folders() -> list[Path]:
    """Return the folders that are searched for a user's own maps."""
    from platformdirs import user_data_path

    more = os.environ.get(FOLDERS, "").split(os.pathsep)
    return [user_data_path("branchline", appauthor=False) / "maps", *(Path(folder) for folder in more if folder)]


def is_path(name: str | Path) -> bool:
    """Return whether this is a path rather than a name: it ends in .toml or contains a folder."""
    return isinstance(name, Path) or name.endswith(SUFFIX) or os.sep in name or bool(os.altsep and os.altsep in name)


def read(path: Path) -> str:
    """Return the text of a map file, or of its beginning if it is too long."""
    try:
        if not is_ordinary(path):
            raise UnreadableMapError(f"{path} is not a regular file, so it is not a map.")
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1).decode("utf-8-sig")
    except FileNotFoundError:
        raise UnreadableMapError(f"There is no file {path}. {_beside(path)}".rstrip()) from None
    except UnicodeDecodeError as error:
        raise UnreadableMapError(f"{path} is not UTF-8 text (at byte {error.start}): save it as UTF-8.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnreadableMapError(f"{path} cannot be read: {reason}.") from None


def is_ordinary(path: Path) -> bool:
    """Return whether reading a path cannot block forever: it is a file or does not exist, and is no pipe or device."""
    return path.is_file() or path.is_dir() or not path.exists()


def _beside(path: Path) -> str:
    """Return a hint at the map file in the same folder with the most similar name."""
    near = nearest(path.stem, (file.stem for file in _maps_in(path.parent)))
    return f'Did you mean "{path.with_name(near + SUFFIX)}"?' if near else ""


def _is_map(path: Path) -> bool:
    """Return whether a TOML file looks like a map, valid or not: any folder may hold other TOML files."""
    try:
        return SECTION.search(read(path)) is not None
    except UnreadableMapError:
        return False


def _files() -> Iterator[Path]:
    yield from _maps_in(BUILT_IN)
    for folder in dict.fromkeys(folders()):
        yield from _maps_in(folder)


def _maps_in(folder: Path) -> list[Path]:
    try:
        return sorted(folder.glob(f"*{SUFFIX}"))
    except OSError:
        return []
