"""A finding: something wrong with a map file, before its line is known."""

from __future__ import annotations

from typing import NamedTuple

Path = tuple[str | int, ...]
"""The keys and row numbers that lead to a value: `("routes", "tracks", 3)`."""


class Finding(NamedTuple):
    """What is wrong, where, and what to do about it."""

    code: str
    path: Path
    message: str
    fix: str
    is_warning: bool = False
