"""The error of runners."""

from __future__ import annotations

from branchline.errors import BranchlineError


class RunnerError(BranchlineError):
    """A runner that does not exist, or that failed."""
