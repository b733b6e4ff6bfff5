"""Drawn boards are kept on disk, by a hash of all they depend on."""

from __future__ import annotations

import contextlib
import hashlib
import os
from functools import cache as once
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from branchline.boards.drawing.geometry import Geometry

if TYPE_CHECKING:
    from branchline.boards.format.schema import Map

FOLDER = "BRANCHLINE_CACHE"
"""The environment variable that moves the cache elsewhere."""


def key(map_: Map) -> str:
    """A hash of what the drawing of a map depends on: the map, this code, its fonts and the atlas."""
    content = msgspec.json.encode([
        map_.about.name, map_.cities, map_.routes, map_.players.piece, map_.cards.colors, map_.scoring.routes,
        map_.districts, map_.theme, map_.scenery,
    ])  # fmt: skip
    return hashlib.sha256(content + _code().encode()).hexdigest()[:32]


@once
def _code() -> str:
    """A hash of the drawing code and its data."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for file in sorted([*here.rglob("*.py"), *here.rglob("*.bin")]):
        # A file's size and time would do for code, but not across machines; the atlas is told by its size alone.
        digest.update(
            file.name.encode() + (str(file.stat().st_size).encode() if file.suffix == ".bin" else file.read_bytes())
        )
    return digest.hexdigest()


def folder() -> Path:
    """Where drawn boards are kept."""
    from platformdirs import user_cache_path

    given = os.environ.get(FOLDER)
    return (Path(given) if given else user_cache_path("branchline", appauthor=False)) / "boards"


def load(name: str) -> Geometry | None:
    """The board of that hash, if it is there and whole."""
    try:
        return msgspec.json.decode((folder() / f"{name}.json").read_bytes(), type=Geometry)
    except (OSError, msgspec.MsgspecError):
        return None


def save(name: str, board: Geometry) -> None:
    """Keep a board; a folder that cannot be written only costs time at the next drawing."""
    with contextlib.suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True)
        part = folder() / f"{name}.{os.getpid()}.part"
        part.write_bytes(msgspec.json.encode(board))
        part.replace(folder() / f"{name}.json")
