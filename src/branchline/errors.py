"""Errors that a user can fix; their text is the whole message."""

from __future__ import annotations


class BranchlineError(Exception):
    """An error that says what was given, what was expected and what to do; shown without a traceback."""

    exit_code = 1
