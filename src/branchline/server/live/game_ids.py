"""The ids of games: short enough for a link, too many to guess."""

from __future__ import annotations

import secrets

LENGTH = 12
LONGEST = 40
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def new_game_id() -> str:
    """Return a new game's id."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def is_game_id(text: str) -> bool:
    """Return whether a text can be a game's id; nothing else is looked up in the store.

    >>> is_game_id("k3v9q2m7xw4t"), is_game_id("../games")
    (True, False)
    """
    return 0 < len(text) <= LONGEST and set(text) <= set(ALPHABET)
