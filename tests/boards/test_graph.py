"""Components, shortest paths and longest trails, against brute force and against the kernel."""

from __future__ import annotations

import random
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import branchline as bl
from branchline.boards.graph import Trail, components, longest_trail, neighbors, shortest_path
from tests.networks import kernel_path

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.boards.graph import Edge

NODES = range(6)
EDGES = st.lists(
    st.tuples(st.sampled_from(NODES), st.sampled_from(NODES), st.integers(1, 6)).filter(
        lambda edge: edge[0] != edge[1]
    ),
    max_size=6,
)


def reached_from(edges: list[Edge[int]], start: int) -> set[int]:
    reached = {start}
    for _ in edges:
        for a, b, _ in edges:
            if {a, b} & reached:
                reached |= {a, b}
    return reached


def walked(edges: list[Edge[int]], start: int, order: list[int]) -> int | None:
    """Walk these edges from a node and return the node at the end, or None if they are no walk."""
    here = start
    for index in order:
        a, b, _ = edges[index]
        if here not in {a, b}:
            return None
        here = b if here == a else a
    return here


def length_of(edges: list[Edge[int]], order: list[int]) -> int:
    return sum(edges[index][2] for index in order)


def random_network(board: Board, chance: random.Random, size: int) -> list[int]:
    """Grow a connected network of routes on a board."""
    owned = chance.sample(range(len(board.routes)), 1)
    while len(owned) < size:
        cities = {city for index in owned for city in (board.routes[index].a, board.routes[index].b)}
        beside = [r.index for r in board.routes if {r.a, r.b} & cities and r.index not in owned]
        owned.append(chance.choice(beside))
    return owned


# ---- components --------------------------------------------------------------------------------


@given(EDGES)
def test_a_component_is_everything_reached_from_any_of_its_nodes(edges: list[Edge[int]]) -> None:
    found = components(edges)
    assert sorted(node for nodes in found for node in nodes) == sorted({node for a, b, _ in edges for node in (a, b)})
    assert all(nodes == reached_from(edges, node) for nodes in found for node in nodes)


def test_components_come_in_the_order_of_the_edges() -> None:
    assert components([(5, 4, 1), (0, 1, 1), (4, 3, 1)]) == [{3, 4, 5}, {0, 1}]
    assert components([("Ash", "Bay", 1), ("Cod", "Bay", 1)]) == [{"Ash", "Bay", "Cod"}]
    assert components([]) == []


# ---- shortest paths ----------------------------------------------------------------------------


def cheapest(edges: list[Edge[int]], costs: dict[int, int], starts: list[int], goals: list[int]) -> int | None:
    """The cost of a cheapest path, by relaxing all edges until nothing changes."""
    best = dict.fromkeys(starts, 0)
    for _ in NODES:
        for index, cost in costs.items():
            for a, b in (edges[index][:2], edges[index][1::-1]):
                if a in best:
                    best[b] = min(best.get(b, best[a] + cost), best[a] + cost)
    return min((best[goal] for goal in goals if goal in best), default=None)


@given(EDGES, st.data())
def test_a_shortest_path_is_a_walk_over_usable_edges_and_none_is_cheaper(
    edges: list[Edge[int]], data: st.DataObject
) -> None:
    costs = {index: data.draw(st.integers(0, 5)) for index in range(len(edges)) if data.draw(st.booleans())}
    starts = data.draw(st.lists(st.sampled_from(NODES), min_size=1, max_size=2, unique=True))
    goals = data.draw(st.lists(st.sampled_from(NODES), min_size=1, max_size=2, unique=True))
    path = shortest_path(neighbors(edges), costs, starts, goals)
    cost = cheapest(edges, costs, starts, goals)
    if path is None:
        assert cost is None
    else:
        assert sum(costs[index] for index in path) == cost
        assert any(walked(edges, start, path) in goals for start in starts)


def test_between_a_node_and_itself_the_shortest_path_is_empty() -> None:
    assert shortest_path({}, {}, ["Ash"], ["Ash"]) == []
    assert shortest_path({}, {}, ["Ash"], ["Bay"]) is None


# ---- longest trails ----------------------------------------------------------------------------


def longest_of_all_orders(edges: list[Edge[int]]) -> int:
    """The longest trail by trying every order of every edge."""
    best = 0
    for order in permutations(edges):
        for start in order[0][:2] if order else ():
            here, length = start, 0
            for a, b, spaces in order:
                if here not in {a, b}:
                    break
                here, length = (b if here == a else a), length + spaces
            best = max(best, length)
    return best


def longest_of_all_walks(edges: list[Edge[int]]) -> int:
    """The longest trail by a depth-first search without bounds."""

    def extend(here: int, left: frozenset[int]) -> int:
        leaving = ((i, edges[i]) for i in left if here in edges[i][:2])
        return max((n + extend(b if here == a else a, left - {i}) for i, (a, b, n) in leaving), default=0)

    nodes = {node for edge in edges for node in edge[:2]}
    return max((extend(node, frozenset(range(len(edges)))) for node in nodes), default=0)


def assert_is_trail(edges: list[Edge[int]], trail: Trail) -> None:
    assert length_of(edges, trail.edges) == trail.length
    assert len(set(trail.edges)) == len(trail.edges)
    ends = edges[trail.edges[0]][:2] if trail.edges else (0,)
    assert any(walked(edges, start, trail.edges) is not None for start in ends)


@given(EDGES)
def test_E3_the_longest_trail_is_exact(edges: list[Edge[int]]) -> None:
    trail = longest_trail(edges)
    assert trail.length == longest_of_all_orders(edges)
    assert_is_trail(edges, trail)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(10, 19), st.integers(1, 6)), max_size=24))
def test_E3_the_longest_trail_is_as_long_as_the_kernels_longest_path(edges: list[Edge[int]]) -> None:
    trail = longest_trail(edges)
    assert trail.length == kernel_path(edges)
    assert_is_trail(edges, trail)


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk"])
def test_E3_the_longest_trail_of_networks_on_real_boards(name: str) -> None:
    board, chance = bl.load_map(name).board(2), random.Random(7)
    for _ in range(25):
        owned = random_network(board, chance, 11)
        edges = [(board.routes[i].a, board.routes[i].b, board.routes[i].length) for i in owned]
        trail = longest_trail(edges)
        assert trail.length == longest_of_all_walks(edges) == kernel_path(edges)
        assert_is_trail(edges, trail)


def test_without_edges_the_longest_trail_is_empty() -> None:
    assert longest_trail([]) == Trail([], 0)
