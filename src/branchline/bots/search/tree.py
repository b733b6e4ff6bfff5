"""The tree of an information-set search: selection, expansion and backpropagation.

A node stands for the actions of the seats, not for the outcomes of chance, so that all worlds share one tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.bots.search.records import ALL_SAMPLES, EXPLORE, NODES, PLANNER_PRIOR
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.compilation import kernel

if TYPE_CHECKING:
    from branchline.bots.search.records import SearchScratch, Tree
    from branchline.engine.kernel.types import BoardRecord, Code, Seat

SHRINKAGE = 25.0
"""Playouts of a sample after which half of its mean utility is attributed to the sample, the rest to chance."""
FIRST_PLAY_REDUCTION = 0.02
"""How much lower than its parent's the utility of an unvisited move is assumed to be."""


@kernel
def reset(tree: Tree) -> None:
    """Reset the tree to a new root."""
    tree.used = 0
    tree.root = add_node(tree, int64(0))


@kernel
def add_node(tree: Tree, code: Code) -> int:
    """Return a new node, or 0 if the tree is full."""
    if tree.used + 1 >= NODES:
        return int64(0)
    tree.used += 1
    node = int64(tree.used)
    tree.code[node] = code
    tree.child[node] = 0
    tree.sibling[node] = 0
    tree.visits[node] = 0
    tree.utility[node, :] = 0.0
    tree.wins[node, :] = 0.0
    tree.scores[node, :] = 0.0
    return node


@kernel
def child_of(tree: Tree, node: int, code: Code) -> int:
    """Return the child of a node for a move, or 0."""
    child = int64(tree.child[node])
    while child and tree.code[child] != code:
        child = int64(tree.sibling[child])
    return child


@kernel
def expand(tree: Tree, node: int, code: Code) -> int:
    """Add a child to a node and return it, or 0 if the tree is full."""
    child = add_node(tree, code)
    if child:
        tree.sibling[child] = tree.child[node]
        tree.child[node] = child
    return child


@kernel
def look_up_moves(tree: Tree, node: int, scratch: SearchScratch) -> None:
    """Normalize the prior of the listed moves, and look up the nodes that they lead to."""
    total = 0.0
    for place in range(scratch.move_count):
        total += scratch.prior[place]
    for place in range(scratch.move_count):
        scratch.prior[place] = (1.0 - scratch.settings[PLANNER_PRIOR]) * scratch.prior[place] / total
        scratch.children[place] = child_of(tree, node, scratch.moves[place])
    scratch.prior[0] += scratch.settings[PLANNER_PRIOR]


@kernel
def select_move(tree: Tree, node: int, seat: Seat, scratch: SearchScratch) -> int:
    """Return the position of the candidate to try next, by PUCT: its mean utility plus an exploration bonus."""
    visits = tree.visits[node]
    mean = tree.utility[node, seat] / visits if visits else 0.5
    bonus = scratch.settings[EXPLORE] * np.sqrt(visits + 1.0)
    best, most = 0, -1e9
    for place in range(scratch.move_count):
        child = scratch.children[place]
        tried = int64(tree.visits[child]) if child else int64(0)
        worth = tree.utility[child, seat] / tried if tried else mean - FIRST_PLAY_REDUCTION
        score = worth + bonus * scratch.prior[place] / (1.0 + tried)
        if score > most:
            best, most = place, score
    return best


@kernel
def subtract_sample_effect(board: BoardRecord, scratch: SearchScratch) -> None:
    """Subtract from the utility the part that is due to the sample, to reduce the variance between playouts.

    With bad tickets for the others every move looks good. The effect of a sample is its mean utility, less that of all
    samples, shrunk towards 0 while it has few visits.
    """
    sample = scratch.sample
    visits, all_visits = scratch.sample_visits[sample], scratch.sample_visits[ALL_SAMPLES]
    scratch.sample_visits[sample] += 1.0
    scratch.sample_visits[ALL_SAMPLES] += 1.0
    for seat in range(board.players):
        found = scratch.utility[seat]
        if all_visits:
            mean = scratch.sample_utility[ALL_SAMPLES, seat] / all_visits
            scratch.utility[seat] -= (scratch.sample_utility[sample, seat] - visits * mean) / (visits + SHRINKAGE)
        scratch.sample_utility[sample, seat] += found
        scratch.sample_utility[ALL_SAMPLES, seat] += found


@kernel
def backpropagate(board: BoardRecord, tree: Tree, scratch: SearchScratch) -> None:
    """Add the result of a playout to every node of its path."""
    subtract_sample_effect(board, scratch)
    for step in range(scratch.depth + 1):
        node = scratch.path[step]
        tree.visits[node] += 1
        for seat in range(board.players):
            tree.utility[node, seat] += scratch.utility[seat]
            tree.wins[node, seat] += scratch.wins[seat]
            tree.scores[node, seat] += scratch.scores[seat]
