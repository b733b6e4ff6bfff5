"""The tree of a search: moves that were tried, how often, and what came of them.

Its nodes stand for what seats did, not for what chance brought: one tree serves all worlds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.bots.search.records import EXPLORE, FAITH, NODES, POOL
from branchline.engine.compilation import kernel

if TYPE_CHECKING:
    from branchline.engine.layout import Record

DOUBT = 25.0
"""Playouts of a guess after which half of what they brought is put down to the guess, not to chance."""
UNTRIED = 0.02
"""How much worse than its parent an untried move is taken to be."""


@kernel
def clear(tree: Record) -> None:
    """Empty the tree but for a root."""
    tree.used = 0
    tree.root = add_node(tree, np.int64(0))


@kernel
def add_node(tree: Record, code: Any) -> Any:
    """Take a new node into use and return its number, or 0 where there is no room."""
    if tree.used + 1 >= NODES:
        return np.int64(0)
    tree.used += 1
    node = np.int64(tree.used)
    tree.code[node] = code
    tree.child[node] = 0
    tree.sibling[node] = 0
    tree.visits[node] = 0
    tree.utility[node, :] = 0.0
    tree.wins[node, :] = 0.0
    tree.final[node, :] = 0.0
    return node


@kernel
def child_of(tree: Record, node: Any, code: Any) -> Any:
    """Return the child that a move leads to, or 0."""
    child = np.int64(tree.child[node])
    while child and tree.code[child] != code:
        child = np.int64(tree.sibling[child])
    return child


@kernel
def grow(tree: Record, node: Any, code: Any) -> Any:
    """Add a child to a node and return it, or 0 where there is no room."""
    child = add_node(tree, code)
    if child:
        tree.sibling[child] = tree.child[node]
        tree.child[node] = child
    return child


@kernel
def pick_move(tree: Record, node: Any, seat: Any, bench: Record) -> Any:
    """Return the place on the list of the move to try next: good so far, promising, or little tried (PUCT)."""
    total = 0.0
    for place in range(bench.count):
        total += bench.weight[place]
    visits = tree.visits[node]
    usual = tree.utility[node, seat] / visits if visits else 0.5
    reach = bench.knobs[EXPLORE] * np.sqrt(visits + 1.0)
    best, most = 0, -1e9
    for place in range(bench.count):
        prior = (1.0 - bench.knobs[FAITH]) * bench.weight[place] / total
        if place == 0:
            prior += bench.knobs[FAITH]
        child = child_of(tree, node, bench.moves[place])
        tried = np.int64(tree.visits[child]) if child else np.int64(0)
        worth = tree.utility[child, seat] / tried if tried else usual - UNTRIED
        score = worth + reach * prior / (1.0 + tried)
        if score > most:
            best, most = place, score
    return best


@kernel
def discount_luck(board: Record, bench: Record) -> None:
    """Take off what is owed to the guess of this playout: with bad tickets for the others every move looks good."""
    guess = bench.guess
    visits, all_visits = bench.guess_visits[guess], bench.guess_visits[POOL]
    bench.guess_visits[guess] += 1.0
    bench.guess_visits[POOL] += 1.0
    for seat in range(board.players):
        found = bench.utility[seat]
        if all_visits:
            usual = bench.guess_utility[POOL, seat] / all_visits
            bench.utility[seat] -= (bench.guess_utility[guess, seat] - visits * usual) / (visits + DOUBT)
        bench.guess_utility[guess, seat] += found
        bench.guess_utility[POOL, seat] += found


@kernel
def note_visit(board: Record, tree: Record, bench: Record) -> None:
    """Add what a playout found to every node on its way."""
    discount_luck(board, bench)
    for step in range(bench.depth + 1):
        node = bench.path[step]
        tree.visits[node] += 1
        for seat in range(board.players):
            tree.utility[node, seat] += bench.utility[seat]
            tree.wins[node, seat] += bench.wins[seat]
            tree.final[node, seat] += bench.final[seat]
