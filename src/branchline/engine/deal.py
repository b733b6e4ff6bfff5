"""What a seed determines outside the kernel: the key of the chance, the order of play, and deals after an undo.

docs/fair-deals.md publishes these derivations with test vectors. Changing one would change every game ever saved.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ENTROPY_BYTES = 32


def _digest(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def commitment_of(secret: bytes) -> str:
    """Return the commitment to a seed or to a player's entropy, which may be published before the value is revealed."""
    return _digest(secret).hex()


def mixed_key(seed: bytes, entropy: Sequence[bytes]) -> bytes:
    """Return the key of a game: its seed, mixed with the entropy of the players who gave some, in table order."""
    return _digest(b"branchline entropy ", seed, *entropy) if entropy else seed


def redeal_key(key: bytes, number: int) -> bytes:
    """Return the key of the chance after the given redeal of a game, counted from 1."""
    return _digest(key, f" redeal {number}".encode())


def redealt(tickets: Iterable[int], key: bytes) -> list[int]:
    """Return tickets in the order that the key of a redeal determines."""
    return sorted(tickets, key=lambda ticket: _digest(key, f" ticket {ticket}".encode()))


def shuffled(names: Iterable[str], key: bytes) -> list[str]:
    """Return the names in the order of play that the key determines (S5)."""
    return sorted(names, key=lambda name: _digest(key, b" seat ", name.encode()))
