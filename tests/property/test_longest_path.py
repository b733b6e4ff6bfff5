"""The longest path: kernel, board and brute force agree (E3)."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline.arena.evaluation.bench import network
from branchline.boards.graph import longest_trail
from tests.networks import any_network, as_board, brute_force, grid, kernel_path, masks, trail_at
from tests.positions import board

if TYPE_CHECKING:
    from tests.networks import Routes

pytestmark = pytest.mark.no_cover  # many networks: they add volume, not lines


@settings(max_examples=120)
@given(st.integers(2, 8), st.integers(0, 7), st.sampled_from([1, 2, 6]), st.integers(0, 2**32))
def test_on_any_small_network_all_three_agree(cities: int, routes: int, longest: int, seed: int) -> None:
    network = any_network(Random(seed), cities, routes, longest)
    assert kernel_path(network) == longest_trail(network).length == brute_force(network)


@settings(max_examples=40)
@given(st.integers(6, 24), st.integers(10, 30), st.sampled_from([1, 3, 6]), st.integers(0, 2**32))
def test_on_larger_networks_kernel_and_board_agree(cities: int, routes: int, longest: int, seed: int) -> None:
    network = any_network(Random(seed), cities, routes, longest)
    assert kernel_path(network) == longest_trail(network).length


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk"])
def test_on_networks_of_all_pieces_kernel_and_board_agree(name: str) -> None:
    known = board(name, 2)
    for seed in range(25):
        routes = network(known, Random(seed))
        edges = [(known.routes[index].a, known.routes[index].b, known.routes[index].length) for index in routes]
        assert kernel_path(edges) == known.longest_path(routes)


@pytest.mark.parametrize(("width", "height", "length"), [(2, 2, 4), (3, 3, 10), (4, 4, 21), (5, 5, 34), (15, 2, 31)])
def test_on_grids_of_routes_of_one_space(width: int, height: int, length: int) -> None:
    assert kernel_path(grid(width, height)) == longest_trail(grid(width, height)).length == length


def ladder(rungs: int) -> Routes:
    """Return a grid of two rows."""
    return grid(rungs, 2)


def tree_of_networks(branches: int) -> Routes:
    """Return small networks, each with a single route to a common line: a trail can visit only two of them."""
    routes = []
    for number in range(branches):
        ends = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4), (3, 4), (3, 4)]
        routes += [(number * 5 + a, number * 5 + b, 1) for a, b in ends]
        routes += [(number * 5, 54 + number % 8, 1)]
    return routes + [(city, city + 1, 1) for city in range(54, 61)]


@pytest.mark.parametrize(
    ("routes", "length"), [(ladder(32), 65), (tree_of_networks(9), 19)], ids=["ladder", "tree of networks"]
)
def test_a_network_that_is_hard_to_search_takes_a_fraction_of_a_second(routes: Routes, length: int) -> None:
    kernel_path(ladder(3))  # compiles
    started = time.perf_counter()
    assert kernel_path(routes) >= length
    assert time.perf_counter() - started < 5


def test_the_routes_of_a_path_that_is_hard_to_find_are_quickly_put_in_order() -> None:
    path = np.zeros(2, dtype=np.uint64)
    routes = ladder(32)
    length = trail_at(as_board(routes), *masks(routes), path)
    chosen = [routes[index] for index in range(len(routes)) if int(path[index >> 6]) >> (index & 63) & 1]
    assert longest_trail(chosen).length == length


@pytest.mark.parametrize("shape", ["binary tree", "ring with branches"])
def test_the_longest_trail_of_a_network_with_at_most_one_cycle_is_found_fast(shape: str) -> None:
    tree = [(city, (city - 1) // 2, 1) for city in range(1, 63)]
    ring = [(city, (city + 1) % 30, 2) for city in range(30)] + [(city, city + 30, 1) for city in range(30)]
    routes, length = (tree, 10) if shape == "binary tree" else (ring, 61)
    trail = longest_trail(routes)
    assert trail.length == length == kernel_path(routes)
    assert sum(routes[edge][2] for edge in trail.edges) == length


def test_more_than_sixty_four_routes() -> None:
    ring = [(place, (place + 1) % 60, 1) for place in range(60)]
    spokes = [(place, place + 30, 2) for place in range(0, 20, 4)]
    assert kernel_path(ring + spokes) == longest_trail(ring + spokes).length
