"""Errors that a user can fix; their text is the whole message."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class BranchlineError(Exception):
    """An error that says what was given, what was expected and what to do; shown without a traceback.

    >>> import branchline as bl
    >>> try:
    ...     bl.load_map("londn")
    ... except bl.BranchlineError as error:
    ...     print(error)
    There is no map "londn". Did you mean "london"?
    """

    exit_code = 1


class MissingExtraError(BranchlineError, ImportError):
    """A library that is not installed, because it belongs to an extra."""


def import_extra(module: str, extra: str) -> Any:  # noqa: ANN401 (any module)
    """Import a library that only an extra installs, or say how to install it.

    >>> import_extra("no_such_library", "data")
    Traceback (most recent call last):
        ...
    branchline.errors.MissingExtraError: no_such_library is not installed: pip install "branchline[data]".
    """
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtraError(f'{module} is not installed: pip install "branchline[{extra}]".') from None
