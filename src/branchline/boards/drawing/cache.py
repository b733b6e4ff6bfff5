"""Keep composed drawings on disk, under a hash of everything they depend on; those of built-in maps are packaged."""

from __future__ import annotations

import contextlib
import hashlib
from functools import cache as once
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from branchline.boards.drawing.artwork import Drawing
from branchline.boards.drawing.cache_folder import cache_folder, write_whole

if TYPE_CHECKING:
    from branchline.boards.format.schema import Map

PACKAGED = Path(__file__).parents[2] / "maps" / "drawings"
"""The drawings of the built-in maps, made when the package is built."""


def key(map_: Map) -> str:
    """Return a hash of what the drawing of a map depends on: the map, this code, the coastlines and the fonts."""
    content = msgspec.json.encode([
        map_.about.name, map_.cities, map_.routes, map_.players.piece, map_.cards.colors, map_.scoring.routes,
        map_.districts, map_.theme, map_.scenery, map_.without_technology, map_.technologies,
    ])  # fmt: skip
    return hashlib.sha256(content + _code().encode()).hexdigest()[:32]


@once
def _code() -> str:
    """Return a hash of the drawing code and its data."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for file in sorted([*here.rglob("*.py"), *here.rglob("*.bin"), *here.rglob("packages.json")]):
        # Modification times differ between machines, so code is hashed; for the large coastlines their size will do.
        content = str(file.stat().st_size).encode() if file.suffix == ".bin" else file.read_bytes()
        digest.update(file.name.encode() + content)
    return digest.hexdigest()


def load(name: str) -> Drawing | None:
    """Return the drawing with this hash, or `None` if it is missing or damaged."""
    for place in (PACKAGED, cache_folder()):
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            return msgspec.json.decode((place / f"{name}.json").read_bytes(), type=Drawing)
    return None


def load_latest(file: Path) -> Drawing | None:
    """Return the latest drawing of a map file, whatever it was like then, or `None`."""
    with contextlib.suppress(OSError):
        return load(_pointer(file).read_text("utf-8"))
    return None


def save_latest(file: Path, name: str) -> None:
    """Keep which drawing is the latest of a map file."""
    with contextlib.suppress(OSError):
        pointer = _pointer(file)
        pointer.parent.mkdir(parents=True, exist_ok=True)
        pointer.write_text(name, "utf-8")


def _pointer(file: Path) -> Path:
    """Return the file that names the latest drawing of a map file."""
    return cache_folder() / "latest" / hashlib.sha256(f"{file.resolve()} {_code()}".encode()).hexdigest()[:32]


def save(name: str, drawing: Drawing) -> None:
    """Keep a drawing; if the folder cannot be written, the map is composed again next time."""
    with contextlib.suppress(OSError):
        write(cache_folder(), name, drawing)


def write(place: Path, name: str, drawing: Drawing) -> None:
    """Write a drawing into a folder, all of it or nothing."""
    write_whole(place / f"{name}.json", msgspec.json.encode(drawing))
