"""Check the names of cities, colors, technologies and groups."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from branchline.boards.format.finding import Finding
from branchline.boards.format.schema import GRAY
from branchline.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from branchline.boards.format.draft import Draft
    from branchline.boards.format.finding import Path

RESERVED = {GRAY, "grey", "wild", "deck"}
"""Words of the notation that cannot name a card color."""
_INVISIBLE = {"Cc", "Cf", "Cs"}
SEPARATORS = {"–": "-", "×": "x"}
"""What the notation writes between two cities and before a count, and what a name may use instead."""


def check_names(draft: Draft) -> Iterator[Finding]:
    """Names must be readable, usable in the notation, and different without regard to case and accents."""
    for section, known in _sections(draft).items():
        first_with: dict[str, str] = {}
        for name in known:
            path = (*section, name)
            yield from _check_name(path, name)
            other = first_with.setdefault(fold(name), name)
            if other != name and fold(name):
                message = f'"{name}" and "{other}" differ only in case, accents or punctuation.'
                yield Finding("duplicate", path, message, "Rename one of them.")


def check_texts(draft: Draft) -> Iterator[Finding]:
    """Texts that people read must have no control characters, above all none that change the direction of writing."""
    for section, value in draft.raw.items():
        for path, text in _texts((section,), value):
            if any(unicodedata.category(letter) in _INVISIBLE and letter not in "\n\t" for letter in text):
                message = "This text has control characters or characters that change the direction of writing."
                yield Finding("text", path, message, "Remove them.")


def _texts(path: Path, value: object) -> Iterator[tuple[Path, str]]:
    """Yield every text inside a value, with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts((*path, key), inner)
    elif isinstance(value, list):
        for row, inner in enumerate(value):
            yield from _texts((*path, row), inner)


def _sections(draft: Draft) -> dict[Path, Iterable[str]]:
    return {
        ("cities",): draft.cities,
        ("cards", "colors"): draft.colors or (),
        ("technologies",): draft.technologies,
        ("groups",): draft.groups,
    }


def _check_name(path: Path, name: str) -> Iterator[Finding]:
    separator = next((mark for mark in SEPARATORS if mark in name), None)
    if not name.isprintable() or name != name.strip():
        yield Finding("name", path, f"The name {name!r} has invisible characters or spaces around it.", "Remove them.")
    elif separator:
        message = f'The name "{name}" contains "{separator}", which separates the parts of a written action.'
        yield Finding("name", path, message, f'Write "{SEPARATORS[separator]}" instead.')
    elif not fold(name):
        yield Finding("name", path, f'The name "{name}" has no letters or digits.', "Add at least one.")


def check_colors(draft: Draft) -> Iterator[Finding]:
    """The deck must have colors, and none may have a reserved name."""
    path = ("cards", "colors")
    if draft.colors is not None and not draft.colors:
        yield Finding("colors", path, "The deck has no colors.", "Add some, as in `colors = { red = 12, … }`.")
    for color in draft.colors or ():
        if color.casefold() in RESERVED:
            yield Finding("colors", path, f'"{color}" cannot name a card color.', "Choose another name.")
