"""Locks between processes, held on files. The operating system releases them when a process ends, however it ends."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def hold(path: Path, *, wait: bool = False) -> IO[str] | None:
    """Lock a file and return it; closing it releases the lock. Return `None` if another process holds the lock."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("w", encoding="utf-8")
    try:
        _lock(file, wait=wait)
    except OSError:
        file.close()
        return None
    return file


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str], *, wait: bool) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str], *, wait: bool) -> None:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
