"""The daily game: one deal per day and map, the same for everyone, against bots that answer the same play alike.

The deal of a day follows from the site's secret key, so nobody can compute it before the day. Its commitment, the hash
of the seed, is the same in everybody's game, which shows that all play the same deal. See docs/how-to/daily-game.md.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

from branchline.server.live.game_ids import ALPHABET

if TYPE_CHECKING:
    from branchline.server.live.match import Match

OPPONENT = "medium"
"""The level of the bot that everybody plays against."""
PLAYERS = 2
MARK, DAY_LENGTH, GUEST_LENGTH = "day", 10, 12
"""The id of a daily game: a mark, what the day and the map determine, and what the guest determines."""


def _digest(key: str, *parts: str) -> bytes:
    return hmac.digest(key.encode(), "\n".join(("daily game", *parts)).encode(), hashlib.sha256)


def _letters(digest: bytes, length: int) -> str:
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:length])


def seed_of_day(key: str, day: str, map_name: str) -> bytes:
    """Return the seed of the deal of a day on a map; only the holder of the site's key can compute it."""
    return _digest(key, "deal", day, map_name)


def id_prefix(key: str, day: str, map_name: str) -> str:
    """Return how the ids of all games of a day on a map begin."""
    return MARK + _letters(_digest(key, "games", day, map_name), DAY_LENGTH)


def daily_id(key: str, day: str, map_name: str, guest: str) -> str:
    """Return the id of a guest's game of a day on a map: everybody has one."""
    return id_prefix(key, day, map_name) + _letters(_digest(key, "game", day, map_name, guest), GUEST_LENGTH)


def is_daily(game_id: str) -> bool:
    """Return whether a game is a daily one.

    >>> is_daily("day" + 22 * "0"), is_daily("dayk3v9q2m7x")
    (True, False)
    """
    return game_id.startswith(MARK) and len(game_id) == len(MARK) + DAY_LENGTH + GUEST_LENGTH


def seat_of_person(seed: bytes) -> int:
    """Return where everybody sits on a day, first or second."""
    return hashlib.sha256(seed + b" seat").digest()[0] % PLAYERS


def bot_seed(match: Match, seat: int) -> int | None:
    """Return the seed for a bot's next choice in a daily game, so that the same play gets the same answers.

    In any other game the bot draws its own random numbers: `None`.
    """
    if not is_daily(match.id) or match.seed is None:
        return None
    # All choose their first tickets at once (S6), so who was first must not matter.
    moves = 0 if match.playing.phase == "first tickets" else match.moves
    digest = hashlib.sha256(match.seed + f" bot {seat} {moves}".encode()).digest()
    return int.from_bytes(digest[:6], "big")
