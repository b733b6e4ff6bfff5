"""The errors a user can mend; each one's text is the whole message for them."""

from __future__ import annotations


class BranchlineError(Exception):
    """Says what was given, what was expected and what to do; never shown as a traceback."""

    exit_code = 1
