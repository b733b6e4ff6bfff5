"""The longest path: kernel, board and brute force agree (E3)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline.arena.evaluation.bench import network
from branchline.boards.graph import longest_trail
from tests.networks import any_network, brute_force, grid, kernel_path
from tests.positions import board

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


def test_more_than_sixty_four_routes() -> None:
    ring = [(place, (place + 1) % 60, 1) for place in range(60)]
    spokes = [(place, place + 30, 2) for place in range(0, 20, 4)]
    assert kernel_path(ring + spokes) == longest_trail(ring + spokes).length
