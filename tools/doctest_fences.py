"""An extension of Griffe: examples in docstrings become code blocks of the site."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^(>>> .*(?:\n(?!\n).+)*)", re.MULTILINE)
"""A doctest and its output, up to an empty line."""


class DoctestFences(griffe.Extension):
    """Puts doctests into code blocks."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:  # noqa: ANN401
        """Rewrite the docstring of an object that was read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return a docstring with its examples in code blocks.

    >>> fenced("Add.")
    'Add.'
    """
    return EXAMPLE.sub(r"```pycon\n\1\n```", text)
