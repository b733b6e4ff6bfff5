"""What can go wrong with a drawing, in words for the map's designer."""

from __future__ import annotations

from branchline.errors import BranchlineError


class DrawingError(BranchlineError, ValueError):
    """A map that cannot be drawn as it is written; the message names the place and the cure."""
