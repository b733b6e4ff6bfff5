"""Read whole numbers from untrusted text. `int` would accept signs, spaces and thousands of digits."""

from __future__ import annotations

LONGEST = 16
"""The most digits of a number; nothing that is counted here needs more."""


def whole_number(text: str | None) -> int | None:
    """Return the number that a few ASCII digits stand for, or `None` for any other text.

    >>> [whole_number(text) for text in ("41", "-1", "²", "9" * 5000, "", None)]
    [41, None, None, None, None, None]
    """
    return int(text) if text and len(text) <= LONGEST and text.isascii() and text.isdigit() else None
