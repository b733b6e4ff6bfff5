"""Graphs in pure Python: connected components, shortest paths and longest trails.

Boards, map checks, tools and the server use it; the kernel has its own compiled versions, for speed.
An edge is identified by its position in the sequence of edges.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

Node = TypeVar("Node")
Edge: TypeAlias = tuple[Node, Node, int]
"""Two ends and a length."""
Neighbors: TypeAlias = "Mapping[Node, list[tuple[int, Node]]]"
"""For each node, the edges that leave it and the node at the other end of each."""

TRAIL_ENDS = 2
"""A connected graph with at most two nodes of odd degree is one trail (Euler)."""


class Trail(NamedTuple):
    """A walk that uses no edge twice: its edges in walking order, and its length."""

    edges: list[int]
    length: int


def neighbors(edges: Iterable[Edge[Node]]) -> dict[Node, list[tuple[int, Node]]]:
    """Return the adjacency lists of a graph.

    >>> neighbors([("A", "B", 2), ("B", "C", 3)])["B"]
    [(0, 'A'), (1, 'C')]
    """
    found: dict[Node, list[tuple[int, Node]]] = defaultdict(list)
    for index, (a, b, _) in enumerate(edges):
        found[a].append((index, b))
        found[b].append((index, a))
    return dict(found)


def components(edges: Iterable[Edge[Node]]) -> list[set[Node]]:
    """Return the connected components as sets of nodes, in the order in which the edges first reach them.

    >>> [sorted(nodes) for nodes in components([(1, 2, 1), (3, 4, 1), (4, 5, 1)])]
    [[1, 2], [3, 4, 5]]
    """
    component: dict[Node, set[Node]] = {}
    for a, b, _ in edges:
        one, other = component.setdefault(a, {a}), component.setdefault(b, {b})
        if one is not other:
            one |= other
            component.update(dict.fromkeys(other, one))
    return list({id(nodes): nodes for nodes in component.values()}.values())


def shortest_path(
    graph: Neighbors[Node], costs: Mapping[int, int], starts: Iterable[Node], goals: Collection[Node]
) -> list[int] | None:
    """Return the edges of a cheapest path from any start to any goal, or `None` if there is none.

    An edge without a cost cannot be used. A start that is also a goal gives an empty path.

    >>> shortest_path(neighbors([(1, 2, 4), (2, 3, 1), (1, 3, 7)]), {0: 4, 1: 1, 2: 7}, [1], [3])
    [0, 1]
    """
    best = dict.fromkeys(starts, 0)
    queue = [(0, order, node) for order, node in enumerate(best)]
    pushed = len(queue)
    reached_by: dict[Node, tuple[int, Node]] = {}
    while queue:
        cost, _, node = heappop(queue)
        if node in goals:
            return _edges_back(reached_by, node)
        if cost > best[node]:
            continue
        for edge, other in graph.get(node, ()):
            if edge in costs and (total := cost + costs[edge]) < best.get(other, total + 1):
                best[other] = total
                reached_by[other] = (edge, node)
                # The running number decides ties, since nodes need not be comparable.
                heappush(queue, (total, pushed, other))
                pushed += 1
    return None


def _edges_back(reached_by: Mapping[Node, tuple[int, Node]], node: Node) -> list[int]:
    path = []
    while node in reached_by:
        edge, node = reached_by[node]
        path.append(edge)
    return path[::-1]


def longest_trail(edges: Sequence[Edge[Node]]) -> Trail:
    """Return a longest trail, exactly: each edge at most once, nodes any number of times (E3).

    >>> longest_trail([("A", "B", 2), ("B", "C", 3), ("C", "A", 1), ("C", "D", 6)])
    Trail(edges=[2, 0, 1, 3], length=12)
    """
    trails = [_TrailSearch(edges, part).longest() for part in _parts(edges, range(len(edges)))]
    return max(trails, key=lambda trail: trail.length, default=Trail([], 0))


def _parts(edges: Sequence[Edge[Node]], chosen: Iterable[int]) -> list[list[int]]:
    """Return the chosen edges by connected component."""
    chosen = list(chosen)
    number = {node: index for index, nodes in enumerate(components(edges[edge] for edge in chosen)) for node in nodes}
    parts: dict[int, list[int]] = defaultdict(list)
    for edge in chosen:
        parts[number[edges[edge][0]]].append(edge)
    return list(parts.values())


class _Candidate(NamedTuple, Generic[Node]):
    """A node of the search tree, ordered by a lower bound on the length that any trail below it leaves out."""

    bound: int
    order: int
    removed: int
    """The removed edges, as a bit mask of their positions in the component."""
    ends: frozenset[Node]
    """The nodes where the trail is decided to begin or end."""
    is_trail: bool


class _TrailSearch(Generic[Node]):
    """A best-first branch-and-bound search for the longest trail of one connected component.

    The longest trail is what remains after removing the cheapest edges that leave at most two nodes of odd degree.
    The search removes one edge at a time, the most promising candidate first.
    """

    def __init__(self, edges: Sequence[Edge[Node]], part: list[int]) -> None:
        self.part = part
        self.edges = [edges[index] for index in part]
        self.total = sum(length for _, _, length in self.edges)
        self.incident = neighbors(self.edges)

    def longest(self) -> Trail:
        """Return the longest trail, its edges numbered as in the whole graph."""
        if len(self.edges) <= len(self.incident):  # at most one cycle: trying all trails is fast
            walked = max(self._walks(), key=self._length, default=[])
            return Trail([self.part[edge] for edge in walked], self._length(walked))
        queue: list[_Candidate[Node]] = [_Candidate(0, 0, 0, frozenset(), is_trail=False)]
        seen: set[tuple[int, frozenset[Node]]] = set()
        while not (candidate := heappop(queue)).is_trail:
            for bound, removed, ends, is_trail in self._branches(candidate):
                if is_trail or (removed, ends) not in seen:
                    seen.add((removed, ends))
                    # Among equal bounds the latest comes first: depth-first reaches a trail soonest.
                    heappush(queue, _Candidate(max(candidate.bound, bound), -len(seen), removed, ends, is_trail))
        kept = max(self._kept_parts(candidate.removed), key=self._length)
        return Trail([self.part[edge] for edge in self._euler_trail(kept)], self._length(kept))

    def _walks(self) -> Iterator[list[int]]:
        """Yield all trails that cannot be prolonged from where they begin, an odd node if there is one."""
        for start in self._odd_nodes(0) or list(self.incident)[:1]:
            walks: list[tuple[Node, list[int]]] = [(start, [])]
            while walks:
                node, walk = walks.pop()
                onward = [(other, [*walk, edge]) for edge, other in self.incident[node] if edge not in walk]
                walks += onward
                if not onward:
                    yield walk

    def _branches(self, candidate: _Candidate[Node]) -> list[tuple[int, int, frozenset[Node], bool]]:
        """Decide about one odd node: either the trail ends there, or one of its edges is removed."""
        removed, ends = candidate.removed, candidate.ends
        odd = self._odd_nodes(removed)
        if len(odd) <= TRAIL_ENDS:
            longest = max(map(self._length, self._kept_parts(removed)))
            return [(self.total - longest, removed, ends, True)]
        node = max((node for node in odd if node not in ends), key=lambda node: self._to_nearest(node, odd))
        choices = [(removed | 1 << edge, ends) for edge, _ in self.incident[node] if not removed >> edge & 1]
        if len(ends) < TRAIL_ENDS:
            choices.append((removed, ends | {node}))
        return [(self._bound(fewer, chosen), fewer, chosen, False) for fewer, chosen in choices]

    def _bound(self, removed: int, ends: frozenset[Node]) -> int:
        """Return a lower bound on the length left out: removals pair up all odd nodes but the trail's two ends."""
        odd = self._odd_nodes(removed)
        nearest = sorted(self._to_nearest(node, odd) for node in odd if node not in ends)
        paired = nearest[: len(nearest) - (TRAIL_ENDS - len(ends))]
        left_out = sum(length for edge, (_, _, length) in enumerate(self.edges) if removed >> edge & 1)
        return left_out + (sum(paired) + 1) // 2

    def _kept_parts(self, removed: int) -> list[list[int]]:
        """Return the components that remain after the removals; the empty one if nothing does."""
        return _parts(self.edges, (edge for edge in range(len(self.edges)) if not removed >> edge & 1)) or [[]]

    def _length(self, edges: Iterable[int]) -> int:
        return sum(self.edges[edge][2] for edge in edges)

    def _odd_nodes(self, removed: int) -> list[Node]:
        return [node for node, own in self.incident.items() if sum(not removed >> edge & 1 for edge, _ in own) % 2]

    def _to_nearest(self, node: Node, odd: list[Node]) -> int:
        return min((self._distances[node, other] for other in odd if other != node), default=0)

    def _euler_trail(self, kept: list[int]) -> list[int]:
        """Return these edges in an order in which they can be walked (Hierholzer)."""
        unused = {node: [pair for pair in own if pair[0] in kept] for node, own in self.incident.items()}
        start = max((node for node in unused if unused[node]), key=lambda node: len(unused[node]) % 2)
        walk: list[tuple[Node, int | None]] = [(start, None)]
        used: set[int] = set()
        trail: list[int] = []
        while walk:
            node, edge = walk[-1]
            leaving = [pair for pair in unused[node] if pair[0] not in used]
            if leaving:
                used.add(leaving[0][0])
                walk.append((leaving[0][1], leaving[0][0]))
            else:
                walk.pop()
                trail += [] if edge is None else [edge]
        return trail[::-1]

    @cached_property
    def _distances(self) -> dict[tuple[Node, Node], int]:
        """Return the distance between every two nodes (Floyd and Warshall)."""
        distances = {(a, b): self.total for a in self.incident for b in self.incident}
        for a, b, length in self.edges:
            distances[a, b] = distances[b, a] = min(length, distances[a, b])
        for via in self.incident:
            for a in self.incident:
                for b in self.incident:
                    distances[a, b] = min(distances[a, b], distances[a, via] + distances[via, b])
        return distances
