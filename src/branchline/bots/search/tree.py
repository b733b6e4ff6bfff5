"""The tree of a search: moves that were tried, how often, and what came of them.

Its nodes stand for what seats did, not for what chance brought: one tree serves all worlds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.bots.search.records import EXPLORE, FAITH, NODES, POOL
from branchline.engine.bits import int64
from branchline.engine.compilation import kernel

if TYPE_CHECKING:
    from branchline.bots.search.records import SearchScratch, Tree
    from branchline.engine.kernel_types import BoardRecord, Code, Seat

DOUBT = 25.0
"""Playouts of a guess after which half of what they brought is put down to the guess, not to chance."""
UNTRIED = 0.02
"""How much worse than its parent an untried move is taken to be."""


@kernel
def clear(tree: Tree) -> None:
    """Empty the tree but for a root."""
    tree.used = 0
    tree.root = add_node(tree, int64(0))


@kernel
def add_node(tree: Tree, code: Code) -> int:
    """Take a new node into use and return its number, or 0 where there is no room."""
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
    tree.final[node, :] = 0.0
    return node


@kernel
def child_of(tree: Tree, node: int, code: Code) -> int:
    """Return the child that a move leads to, or 0."""
    child = int64(tree.child[node])
    while child and tree.code[child] != code:
        child = int64(tree.sibling[child])
    return child


@kernel
def grow(tree: Tree, node: int, code: Code) -> int:
    """Add a child to a node and return it, or 0 where there is no room."""
    child = add_node(tree, code)
    if child:
        tree.sibling[child] = tree.child[node]
        tree.child[node] = child
    return child


@kernel
def pick_move(tree: Tree, node: int, seat: Seat, scratch: SearchScratch) -> int:
    """Return the place on the list of the move to try next: good so far, promising, or little tried (PUCT)."""
    total = 0.0
    for place in range(scratch.count):
        total += scratch.weight[place]
    visits = tree.visits[node]
    usual = tree.utility[node, seat] / visits if visits else 0.5
    reach = scratch.knobs[EXPLORE] * np.sqrt(visits + 1.0)
    best, most = 0, -1e9
    for place in range(scratch.count):
        prior = (1.0 - scratch.knobs[FAITH]) * scratch.weight[place] / total
        if place == 0:
            prior += scratch.knobs[FAITH]
        child = child_of(tree, node, scratch.moves[place])
        tried = int64(tree.visits[child]) if child else int64(0)
        worth = tree.utility[child, seat] / tried if tried else usual - UNTRIED
        score = worth + reach * prior / (1.0 + tried)
        if score > most:
            best, most = place, score
    return best


@kernel
def discount_luck(board: BoardRecord, scratch: SearchScratch) -> None:
    """Take off what is owed to the guess of this playout: with bad tickets for the others every move looks good."""
    guess = scratch.guess
    visits, all_visits = scratch.guess_visits[guess], scratch.guess_visits[POOL]
    scratch.guess_visits[guess] += 1.0
    scratch.guess_visits[POOL] += 1.0
    for seat in range(board.players):
        found = scratch.utility[seat]
        if all_visits:
            usual = scratch.guess_utility[POOL, seat] / all_visits
            scratch.utility[seat] -= (scratch.guess_utility[guess, seat] - visits * usual) / (visits + DOUBT)
        scratch.guess_utility[guess, seat] += found
        scratch.guess_utility[POOL, seat] += found


@kernel
def note_visit(board: BoardRecord, tree: Tree, scratch: SearchScratch) -> None:
    """Add what a playout found to every node on its way."""
    discount_luck(board, scratch)
    for step in range(scratch.depth + 1):
        node = scratch.path[step]
        tree.visits[node] += 1
        for seat in range(board.players):
            tree.utility[node, seat] += scratch.utility[seat]
            tree.wins[node, seat] += scratch.wins[seat]
            tree.final[node, seat] += scratch.final[seat]
