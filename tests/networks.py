"""Networks of routes for the longest path: as boards for the kernel, and searched by brute force."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from branchline.engine.kernel.bits import uint64
from branchline.engine.kernel.compilation import entry
from branchline.engine.kernel.layout import BOARD, Records
from branchline.engine.rules.network import longest_path
from branchline.engine.rules.network import longest_trail as find_longest_trail

if TYPE_CHECKING:
    from random import Random

    from branchline.engine.kernel.types import Mask

Routes: TypeAlias = list[tuple[int, int, int]]
"""Two cities and a length each."""


@entry
def path_at(boards: Records, low: Mask, high: Mask) -> int:
    """Return the kernel's longest path over a set of routes."""
    return longest_path(boards[0], low, high)


@entry
def trail_at(boards: Records, low: Mask, high: Mask, trail: Records) -> int:
    """Return the kernel's longest path over a set of routes, and write the routes that have it."""
    length, trail[0], trail[1], _ = find_longest_trail(boards[0], low, high)
    return length


def as_board(routes: Routes) -> Records:
    """Return a board that has only these routes."""
    boards = np.zeros(1, dtype=BOARD)
    for index, (a, b, length) in enumerate(routes):
        boards[0]["route_a"][index], boards[0]["route_b"][index] = a, b
        boards[0]["route_length"][index] = length
        for city in (a, b):
            boards[0]["city_routes"][city, index >> 6] |= np.uint64(1 << (index & 63))
    return boards


def kernel_path(routes: Routes) -> int:
    """Return the kernel's longest path over all these routes."""
    return int(path_at(as_board(routes), *masks(routes)))


def masks(routes: Routes) -> tuple[Mask, Mask]:
    """Return the set of all these routes."""
    everything = (1 << len(routes)) - 1
    return uint64(everything & (2**64 - 1)), uint64(everything >> 64)


def brute_force(routes: Routes) -> int:
    """Return the longest path, by trying every trail from every city."""

    def extend(city: int, unused: frozenset[int]) -> int:
        best = 0
        for index in unused:
            a, b, length = routes[index]
            for here, there in ((a, b), (b, a)):
                if here == city:
                    best = max(best, length + extend(there, unused - {index}))
        return best

    return max((extend(city, frozenset(range(len(routes)))) for a, b, _ in routes for city in (a, b)), default=0)


def grid(width: int, height: int) -> Routes:
    """Return a grid of routes of one space."""
    across = [(y * width + x, y * width + x + 1, 1) for y in range(height) for x in range(width - 1)]
    down = [(y * width + x, (y + 1) * width + x, 1) for y in range(height - 1) for x in range(width)]
    return sorted(across + down)


def any_network(random: Random, cities: int, routes: int, longest: int) -> Routes:
    """Return routes between any cities; several may join the same two."""
    ends = [random.sample(range(cities), 2) for _ in range(routes)]
    return [(a, b, random.randint(1, longest)) for a, b in ends]
