"""Machine words and bit idioms: a set of small numbers is one 64-bit mask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.engine.kernel.compilation import inline, instruction

if TYPE_CHECKING:
    from branchline.engine.kernel.types import Mask

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
