"""The slowest searches for a longest path with 45 pieces: `python -m benchmarks.longest_path`."""

from __future__ import annotations

import time
from random import Random

from branchline.arena.evaluation.bench import network
from branchline.boards.library import load_map
from branchline.engine.kernel.bits import uint64
from tests.networks import Routes, as_board, grid, kernel_path, path_at

PIECES = 45


def seconds(routes: Routes) -> float:
    """Return the seconds of a search, the best of three."""
    boards, everything, best = as_board(routes), (1 << len(routes)) - 1, float("inf")
    low, high = uint64(everything & (2**64 - 1)), uint64(everything >> 64)
    for _ in range(3):
        began = time.perf_counter()
        path_at(boards, low, high)
        best = min(best, time.perf_counter() - began)
    return best


def mutated(routes: Routes, others: Routes, random: Random) -> Routes:
    """Return the routes with one of them replaced by another of the same board."""
    swapped = list(routes)
    swapped[random.randrange(len(swapped))] = random.choice(others)
    return swapped if len(set(swapped)) == len(routes) else routes


def climb(others: Routes, random: Random, steps: int = 150) -> tuple[float, Routes]:
    """Start with any 45 routes of one space on a grid, and keep every change that makes the search slower."""
    best = random.sample(others, PIECES)
    slowest = seconds(best)
    for _ in range(steps):
        tried = mutated(best, others, random)
        taken = seconds(tried)
        if taken > slowest:
            slowest, best = taken, tried
    return slowest, best


def main() -> None:
    """Measure real maps, whole grids, and networks that are made slow on purpose."""
    kernel_path([(0, 1, 1)])
    random = Random(1)
    for name in ("usa", "london", "paris", "uk"):
        board = load_map(name).board(2)
        networks = [
            [(t.a, t.b, t.length) for t in map(board.routes.__getitem__, network(board, random))] for _ in range(1000)
        ]
        print(f"{name:<28} worst of 1000 {max(map(seconds, networks)) * 1e6:10.0f} µs")
    for width, height in ((5, 5), (6, 5), (4, 7), (3, 9), (2, 15), (6, 6), (7, 4)):
        print(f"grid {width}×{height}, {PIECES} unit routes   {seconds(grid(width, height)[:PIECES]) * 1e6:20.0f} µs")
    found = [climb(grid(width, width), random) for width in (6, 7, 8) for _ in range(3)]
    print(f"made slow on purpose         {max(found)[0] * 1e6:22.0f} µs: {max(found)[1]}")


if __name__ == "__main__":
    main()
