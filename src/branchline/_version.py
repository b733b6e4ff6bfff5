"""The version, as the package was installed."""

from __future__ import annotations

from importlib.metadata import version

__version__ = version("branchline")
