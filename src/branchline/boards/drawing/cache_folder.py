"""The folder in which drawings and unpacked fonts are kept between runs."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = "BRANCHLINE_CACHE"
"""The environment variable that moves the cache elsewhere."""


def cache_folder() -> Path:
    """Return the folder of the cache."""
    from platformdirs import user_cache_path

    given = os.environ.get(FOLDER)
    return (Path(given) if given else user_cache_path("branchline", appauthor=False)) / "boards"


def write_whole(file: Path, content: bytes) -> None:
    """Write a file, all of it or nothing, even if others write it at the same time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    part.write_bytes(content)
    part.replace(file)
