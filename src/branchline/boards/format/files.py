"""The suffix and the size limit of map files, in a module that is fast to import."""

from __future__ import annotations

SUFFIX = ".toml"
MOST_BYTES = 1_000_000
"""A larger file is refused; the largest built-in map has a fiftieth of it."""
