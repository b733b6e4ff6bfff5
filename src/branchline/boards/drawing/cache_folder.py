"""The folder in which drawings, unpacked fonts and coastlines are kept between runs."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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


def unpacked(kind: str, data: bytes, unpack: Callable[[bytes], bytes]) -> bytes:
    """Return data unpacked; the result is kept on disk, since unpacking takes long."""
    import hashlib

    kept = cache_folder() / kind / hashlib.sha256(data).hexdigest()[:32]
    with contextlib.suppress(OSError):
        return kept.read_bytes()
    plain = unpack(data)
    with contextlib.suppress(OSError):
        write_whole(kept, plain)
    return plain
