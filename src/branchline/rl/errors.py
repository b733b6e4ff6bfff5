"""The errors of the environments; after each of them the environment is as it was before."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.errors import BranchlineError


def is_whole(value: Any) -> bool:
    """Tell whether a value is a plain whole number; a truth value is none."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


class RlError(BranchlineError, ValueError):
    """An environment that cannot be made, or a call that it cannot answer."""


class WrongActionError(RlError):
    """An action that is not legal now, or none at all; the text names it and says why."""


class NotRunningError(RlError):
    """A step before the first reset or after the end."""
