"""The error of a map that cannot be drawn."""

from __future__ import annotations

from branchline.errors import BranchlineError


class DrawingError(BranchlineError, ValueError):
    """A map that cannot be drawn as it is written; the message says where the fault is and how to fix it."""
