"""The errors of the environments; none of them changes the environment."""

from __future__ import annotations

import numpy as np

from branchline.errors import BranchlineError


def is_integer(value: object) -> bool:
    """Return whether a value is a Python or NumPy integer, and not a boolean."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


class RlError(BranchlineError, ValueError):
    """An environment that cannot be created, or a call that it cannot answer."""


class WrongActionError(RlError):
    """An action that is not legal now, or not an action at all; the text names it and gives the reason."""


class NotRunningError(RlError):
    """A step before the first reset or after the end."""
