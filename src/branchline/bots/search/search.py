"""Searching: a world, a way down the tree, a playout of planners to the horizon, what it is worth, and back up."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.bots.search.moves import list_moves
from branchline.bots.search.records import DEEPEST, HORIZON, NODES, POOL, RENEWED, TREE_TURNS
from branchline.bots.search.rollout import plan_in_haste
from branchline.bots.search.tree import child_of, clear, grow, note_visit, pick_move
from branchline.bots.search.value import evaluate
from branchline.bots.search.worlds import fill_pool, new_world, renew_guess
from branchline.engine.compilation import entry, kernel
from branchline.engine.layout import (
    KEEP_TICKETS,
    NOTES,
    OVER,
    ROOM,
    SEATS,
    SECOND_CARD,
    Record,
    Records,
)
from branchline.engine.rules.turn import act


@kernel
def step(board: Record, state: Record, bench: Record, room: Record, notes: Record) -> None:
    """Let the planner of the seat on turn make its move."""
    code = plan_in_haste(board, state, bench.desks[POOL * SEATS + np.int64(state.turn)], room)
    notes.used = 0
    act(board, state, code, notes)


@kernel
def play_move(board: Record, state: Record, bench: Record, room: Record, notes: Record, code: Any, own: Any) -> None:
    """Play a move of the tree; what it leads to within the turn belongs to it, but for the searcher's own cards."""
    turn = state.turns
    notes.used = 0
    act(board, state, code, notes)
    while state.phase != OVER and state.turns == turn:
        if state.phase != KEEP_TICKETS and (own or state.phase != SECOND_CARD):
            return
        step(board, state, bench, room, notes)


@kernel
def list_here(board: Record, bench: Record, room: Record, node: Any, root: Any, own: Any) -> None:
    """List the moves at a node; those of the root are always the same and are kept."""
    state = bench.worlds[1]
    if node != root or bench.root_count == 0:
        list_moves(board, state, bench.desks[POOL * SEATS + np.int64(state.turn)], bench, room, own, node == root)
        if node == root:
            bench.root_moves[:] = bench.moves
            bench.root_weight[:] = bench.weight
            bench.root_count = bench.count
    else:
        bench.moves[:] = bench.root_moves
        bench.weight[:] = bench.root_weight
        bench.count = bench.root_count


@kernel
def descend(board: Record, bench: Record, tree: Record, room: Record, notes: Record, began: Any) -> None:
    """Walk down the tree and one step beyond it, playing the moves in the world as they are chosen."""
    state = bench.worlds[1]
    node = np.int64(tree.root)
    bench.path[0] = node
    bench.depth = 0
    while state.phase != OVER and bench.depth + 1 < DEEPEST:
        passed = state.turns - began
        if passed > bench.knobs[TREE_TURNS]:
            return
        own = passed == 0
        seat = np.int64(state.turn)
        list_here(board, bench, room, node, np.int64(tree.root), own)
        place = pick_move(tree, node, seat, bench)
        code = bench.moves[place]
        child = child_of(tree, node, code)
        fresh = child == 0
        if fresh:
            child = grow(tree, node, code)
        play_move(board, state, bench, room, notes, code, own)
        if child == 0:
            return
        bench.depth += 1
        bench.path[bench.depth] = child
        if fresh:
            return
        node = child


@kernel
def play_on(board: Record, bench: Record, room: Record, notes: Record, began: Any) -> None:
    """Let planners play on to the horizon."""
    state = bench.worlds[1]
    last = began + np.int64(bench.knobs[HORIZON])
    while state.phase != OVER and state.turns < last:
        step(board, state, bench, room, notes)


@kernel
def finish_turn(board: Record, bench: Record, room: Record, notes: Record) -> None:
    """Let a turn that is under way come to its end, so that the position can be judged."""
    state = bench.worlds[1]
    turn = state.turns
    while state.phase != OVER and state.turns == turn:
        step(board, state, bench, room, notes)


@kernel
def playout(board: Record, bench: Record, tree: Record, room: Record, notes: Record) -> None:
    """Play one world out and note what it was worth."""
    if bench.playouts % RENEWED == RENEWED - 1:
        renew_guess(board, bench)
    new_world(board, bench)
    state = bench.worlds[1]
    began = np.int64(state.turns)
    descend(board, bench, tree, room, notes, began)
    if state.turns == began:
        finish_turn(board, bench, room, notes)
    play_on(board, bench, room, notes, began)
    evaluate(board, bench)
    note_visit(board, tree, bench)
    bench.playouts += 1


@kernel
def begin(board: Record, bench: Record, tree: Record, reuse: Any) -> None:
    """Make ready to search; a move of the same turn that was searched before keeps its part of the tree."""
    bench.root_count = 0
    bench.playouts = 0
    kept = child_of(tree, np.int64(tree.root), reuse) if reuse else np.int64(0)
    if kept and tree.used * 2 < NODES:
        tree.root = kept
    else:
        clear(tree)
    fill_pool(board, bench)


# One entry for both: everything a search uses is compiled once.


@entry
def search_on(
    boards: Records, views: Records, benches: Records, trees: Records, out: Any, trace: Any, reuse: Any, playouts: Any
) -> None:
    """Search so many playouts further; with a `reuse` of 0 or more, begin from the view first."""
    board, bench, tree = boards[0], benches[0], trees[0]
    room, notes = out.view(ROOM)[0], trace.view(NOTES)[0]
    if reuse >= 0:
        bench.worlds[0] = views[0]
        begin(board, bench, tree, reuse)
    for _ in range(playouts):
        playout(board, bench, tree, room, notes)
