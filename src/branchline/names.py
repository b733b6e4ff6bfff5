"""Look up names as people type them, without regard to case, accents and punctuation, and suggest the nearest."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeVar

    T = TypeVar("T")

SHOWN = 12
"""An error lists the known names only if there are at most this many."""
LONGEST = 80
"""The most characters that are compared and shown of a name; no known name is longer."""


class UnknownNameError(BranchlineError, ValueError):
    """A name that is not known; `nearest` is the most similar known one, and `where` says where it is looked for."""

    def __init__(self, what: str, given: str, known: Iterable[str], where: str = "") -> None:
        self.what, self.given, self.known = what, given, tuple(known)
        self.nearest = nearest(given, self.known)
        super().__init__(_unknown(what, given, self.known, self.nearest, where))


def fold(name: str) -> str:
    """Return the letters and digits of a name, without case and accents.

    >>> fold("Montréal"), fold("St Paul's"), fold("SAULT ST. MARIE")
    ('montreal', 'stpauls', 'saultstmarie')
    """
    if len(name) > 4 * LONGEST:  # normalization takes quadratic time for long runs of accents
        return ""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(letter for letter in decomposed if letter.isalnum())


def find(given: str, choices: Mapping[str, T]) -> T | None:
    """Return the choice of that name, or the only one that folds to the same."""
    if given in choices:
        return choices[given]
    wanted = fold(given)
    same = [value for name, value in choices.items() if fold(name) == wanted]
    return same[0] if wanted and len(same) == 1 else None


def nearest(given: str, choices: Iterable[str]) -> str | None:
    """Return the choice that a person most likely meant, or `None` if none comes close.

    >>> nearest("lndon", ["usa", "london"])
    'london'
    """
    import difflib

    wanted = fold(given)
    if not wanted or len(wanted) > LONGEST:
        return None
    folded = {fold(choice): choice for choice in reversed(list(choices))}
    close = difflib.get_close_matches(wanted, folded, n=1, cutoff=0.6)
    if not close and len(wanted) > 2:  # noqa: PLR2004 (too many names start with the same two letters)
        close = [choice for choice in folded if choice.startswith(wanted)][:1]
    return folded[close[0]] if close else None


def did_you_mean(given: str, choices: Iterable[str]) -> str:
    """Return a question with the nearest choice, or the empty string.

    >>> did_you_mean("blu", ["red", "blue"])
    'Did you mean "blue"?'
    """
    return _suggestion(nearest(given, choices))


def _suggestion(near: str | None) -> str:
    return f'Did you mean "{near}"?' if near else ""


def unknown(what: str, given: str, known: Iterable[str]) -> str:
    """Return the message for an unknown name.

    >>> unknown("map", "atlantis", ["usa", "london"])
    'There is no map "atlantis". Known: usa, london.'
    """
    names = list(known)
    return _unknown(what, given, names, nearest(given, names))


def _unknown(what: str, given: str, names: Sequence[str], near: str | None, where: str = "") -> str:
    hint = _suggestion(near)
    if not hint and 0 < len(names) <= SHOWN:
        hint = f"Known: {', '.join(names)}."
    return f'There is no {what} "{shortened(given)}"{where and f" {where}"}. {hint}'.rstrip()


def shortened(text: str) -> str:
    r"""Return a text as a message quotes it: long ones are cut, and what could control a terminal is replaced.

    >>> shortened("London"), len(shortened("x" * 5000)), shortened("Lon\x1b[2Jdon")
    ('London', 80, 'Lon�[2Jdon')
    """
    return printable(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")


def printable(text: str) -> str:
    """Return a text with a mark instead of each character that cannot be shown, except the ends of lines."""
    if all(line.isprintable() for line in text.split("\n")):
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)
