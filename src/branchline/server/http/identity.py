"""Identities: signed cookies for guests, and secrets of 128 bits for links, which are stored only as hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from typing import TYPE_CHECKING

from branchline.server.live.players import COLORS, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable

COOKIE = "branchline"
COOKIE_SECONDS = 400 * 24 * 3600
LONGEST_NAME = 24
LONGEST_CHAT = 200

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that are invisible although Unicode counts them as letters."""
MOST_MARKS = 4
"""The number of combining marks in a row that are kept: more than any writing needs."""


def new_guest() -> str:
    """Return the id of a new guest."""
    return secrets.token_hex(16)


def new_secret() -> str:
    """Return a secret of 128 bits for a link."""
    return secrets.token_hex(16)


def digest(secret: str) -> str:
    """Return the hash under which a secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def sign(guest: str, key: str) -> str:
    """Return the value of a guest's cookie."""
    return f"{guest}.{_signature(guest, key)}"


def read(cookie: str | None, key: str) -> str | None:
    """Return the guest of a cookie, or `None` if its signature is not ours."""
    guest, _, signature = (cookie or "").partition(".")
    return guest if guest and hmac.compare_digest(signature.encode(), _signature(guest, key).encode()) else None


def guest_of(headers: Iterable[str], key: str) -> str | None:
    """Return the guest whom the Cookie headers of a request name, or `None`.

    Python's own parser of cookies takes quadratic time for quoted values, and other cookies are none of our business.

    >>> guest_of([f"theme=dark; {COOKIE}={sign('ada', 'key')}"], "key")
    'ada'
    """
    for header in headers:
        for part in header.split(";"):
            name, _, value = part.partition("=")
            if name.strip() == COOKIE:
                return read(value.strip(), key)
    return None


def _signature(guest: str, key: str) -> str:
    return hmac.new(key.encode(), b"guest " + guest.encode(), hashlib.sha256).hexdigest()[:40]


def first_name(guest: str) -> str:
    """Return the name of a guest who has not chosen one."""
    return f"Guest {int(guest[:8], 16) % 9000 + 1000}"


def first_color(guest: str) -> str:
    """Return the color of a guest who has not chosen one."""
    return COLORS[int(guest[8:12], 16) % len(COLORS)]


def clean_name(text: str) -> str:
    """Return a text as the name of a player, which a saved game can contain; empty if nothing visible remains.

    >>> clean_name("ev|il"), clean_name("\u200b")
    ('ev/il', '')
    """
    return clean(text.replace("|", "/"), LONGEST_NAME)


def clean(text: str, longest: int) -> str:
    r"""Return text without control, direction and invisible characters or piles of marks, shortened to a length.

    >>> clean("  Ada\u202e\n Lovelace\x07 ", 24), len(clean("a" + "\u0489" * 50, 100))
    ('Ada Lovelace', 5)
    """
    spaced = "".join(" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    kept = "".join(
        letter
        for letter in spaced
        if letter not in _BLANK and unicodedata.category(letter) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )
    return shorten(" ".join(_without_piles(kept).split()), longest)


def _without_piles(text: str) -> str:
    """Return text without the combining marks beyond the first few in a row."""
    kept: list[str] = []
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
