"""Machine words and bit idioms: a set of small numbers is one 64-bit mask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.engine.kernel.compilation import inline, instruction

if TYPE_CHECKING:
    from branchline.engine.kernel.types import Floats, Ints, Mask

    Numbers = Ints | Floats
    # For mypy every integer of the kernel is an `int`; Numba and NumPy see the machine word.
    int64 = int
    uint64 = int
else:
    int64 = np.int64
    uint64 = np.uint64

WORD_BITS = 64


@inline
def bit(number: int) -> Mask:
    """Return the mask with one bit set."""
    return uint64(1) << uint64(number)


@inline
def drop_lowest(mask: Mask) -> Mask:
    """Return a mask without its lowest set bit."""
    return mask & (mask - uint64(1))


@instruction("trailing zeros")
def lowest(mask: Mask) -> int:
    """Return the number of the lowest set bit."""
    return (int(mask) & -int(mask)).bit_length() - 1


@instruction("population")
def count(mask: Mask) -> int:
    """Return the number of set bits."""
    return int(mask).bit_count()


@instruction("prefetch")
def prefetch(record: object) -> None:
    """Let the processor fetch the first 128 bytes of a record, which are needed soon, from memory."""


@inline
def copy_numbers(source: Numbers, target: Numbers) -> None:
    """Copy an array to one of the same size: `target[:] = source` would allocate memory, in case they overlap."""
    for place in range(source.size):
        target[place] = source[place]


@inline
def sum_over(values: Ints, mask_0: Mask, mask_1: Mask) -> int:
    """Return the sum of the values at the numbers of a set that takes two masks, such as a set of routes."""
    total = int64(0)
    while mask_0:
        total += values[lowest(mask_0)]
        mask_0 = drop_lowest(mask_0)
    while mask_1:
        total += values[WORD_BITS + lowest(mask_1)]
        mask_1 = drop_lowest(mask_1)
    return total
