"""Chance: a ChaCha8 stream keyed by the game's seed, and unbiased draws from it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.compilation import inline, kernel

if TYPE_CHECKING:
    from branchline.engine.kernel.types import StateRecord

WORD = 0xFFFFFFFF
HALF = 0xFFFF
ROUNDS = 8
HALVES = int64(16)
"""The half words of the stream that a state has room for."""


def seed_key(seed: int | str | bytes) -> bytes:
    """Return the 256-bit key of a seed: 32 bytes are the key itself, numbers and text are hashed."""
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError(f"a seed of bytes has 32 of them, not {len(seed)}")
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise ValueError(f"a seed is a whole number, a text or 32 bytes, not {seed!r}")  # noqa: TRY004 (one error)
    if isinstance(seed, int) and seed < 0:
        raise ValueError(f"a seed is 0 or more, not {seed}")
    kind = "int" if isinstance(seed, int) else "text"
    return hashlib.sha256(f"branchline seed {kind} {seed}".encode()).digest()


@inline
def quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Mix four words as ChaCha's quarter round does."""
    a = (a + b) & 0xFFFFFFFF
    d ^= a
    d = ((d << 16) | (d >> 16)) & 0xFFFFFFFF
    c = (c + d) & 0xFFFFFFFF
    b ^= c
    b = ((b << 12) | (b >> 20)) & 0xFFFFFFFF
    a = (a + b) & 0xFFFFFFFF
    d ^= a
    d = ((d << 8) | (d >> 24)) & 0xFFFFFFFF
    c = (c + d) & 0xFFFFFFFF
    b ^= c
    b = ((b << 7) | (b >> 25)) & 0xFFFFFFFF
    return a, b, c, d


@kernel
def next_words(state: StateRecord) -> None:
    """Fill the state's block with the next eight words of the stream: half of one of ChaCha's blocks.

    Each block is computed twice, once for each half, so that a state stores only half of one.
    """
    key, block = state.key, state.block
    k0, k1, k2, k3 = int64(key[0]), int64(key[1]), int64(key[2]), int64(key[3])
    k4, k5, k6, k7 = int64(key[4]), int64(key[5]), int64(key[6]), int64(key[7])
    counter = int64(state.counter) >> 1
    # "expand 32-byte k", the key, a 64-bit counter (a game never reaches its upper half) and a zero nonce.
    s0, s1, s2, s3 = int64(0x61707865), int64(0x3320646E), int64(0x79622D32), int64(0x6B206574)
    a0, a1, a2, a3 = s0, s1, s2, s3
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k4, k5, k6, k7
    d0, d1, d2, d3 = counter, int64(0), int64(0), int64(0)
    for _ in range(ROUNDS // 2):
        a0, b0, c0, d0 = quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter(a3, b0, c1, d2)
    if state.counter & 1 == 0:
        block[0], block[1] = (a0 + s0) & WORD, (a1 + s1) & WORD
        block[2], block[3] = (a2 + s2) & WORD, (a3 + s3) & WORD
        block[4], block[5] = (b0 + k0) & WORD, (b1 + k1) & WORD
        block[6], block[7] = (b2 + k2) & WORD, (b3 + k3) & WORD
    else:
        block[0], block[1] = (c0 + k4) & WORD, (c1 + k5) & WORD
        block[2], block[3] = (c2 + k6) & WORD, (c3 + k7) & WORD
        block[4], block[5] = (d0 + counter) & WORD, d1
        block[6], block[7] = d2, d3
    state.counter = (int64(state.counter) + 1) & WORD
    state.block_left = HALVES


@inline
def next_half(state: StateRecord) -> int:
    """Return the next 16 bits of the stream: enough for every draw of these games."""
    if state.block_left == 0:
        next_words(state)
    used = HALVES - state.block_left
    state.block_left -= 1
    word = int64(state.block[used >> 1])
    return (word >> (16 * (used & 1))) & HALF


@inline
def below(state: StateRecord, number: int) -> int:
    """Return a random number below `number`, each equally likely (Lemire's method)."""
    product = next_half(state) * number
    low = product & HALF
    if low < number:
        threshold = (HALF + 1 - number) % number
        while low < threshold:
            product = next_half(state) * number
            low = product & HALF
    return product >> 16
