"""Networks of tracks for the longest path: laid out for the kernel, and searched without any wit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from branchline.engine.compilation import entry
from branchline.engine.layout import BOARD, Records
from branchline.engine.rules.network import longest_path

if TYPE_CHECKING:
    from random import Random

Tracks: TypeAlias = list[tuple[int, int, int]]
"""Two places and a length, each."""


@entry
def path_at(boards: Records, low: Any, high: Any) -> Any:  # noqa: ANN401
    """Let the kernel find the longest path."""
    return longest_path(boards[0], low, high)


def laid_out(tracks: Tracks) -> Records:
    """Return a board of nothing but these tracks."""
    boards = np.zeros(1, dtype=BOARD)
    for index, (a, b, length) in enumerate(tracks):
        boards[0]["route_a"][index], boards[0]["route_b"][index] = a, b
        boards[0]["route_length"][index] = length
        for place in (a, b):
            boards[0]["city_routes"][place, index >> 6] |= np.uint64(1 << (index & 63))
    return boards


def kernel_path(tracks: Tracks) -> int:
    """Return the kernel's longest path over all these tracks."""
    everything = (1 << len(tracks)) - 1
    return int(path_at(laid_out(tracks), np.uint64(everything & (2**64 - 1)), np.uint64(everything >> 64)))


def brute_force(tracks: Tracks) -> int:
    """Try every trail from every place."""

    def extend(place: int, unused: frozenset[int]) -> int:
        best = 0
        for index in unused:
            a, b, length = tracks[index]
            for here, there in ((a, b), (b, a)):
                if here == place:
                    best = max(best, length + extend(there, unused - {index}))
        return best

    return max((extend(place, frozenset(range(len(tracks)))) for a, b, _ in tracks for place in (a, b)), default=0)


def grid(width: int, height: int) -> Tracks:
    """Return a grid of unit tracks."""
    across = [(y * width + x, y * width + x + 1, 1) for y in range(height) for x in range(width - 1)]
    down = [(y * width + x, (y + 1) * width + x, 1) for y in range(height - 1) for x in range(width)]
    return sorted(across + down)


def any_network(random: Random, places: int, tracks: int, longest: int) -> Tracks:
    """Return tracks between any places; several may join the same two."""
    ends = [random.sample(range(places), 2) for _ in range(tracks)]
    return [(a, b, random.randint(1, longest)) for a, b in ends]
