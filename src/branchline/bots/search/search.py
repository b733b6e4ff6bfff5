"""Searching: a world, a way down the tree, a playout of planners to the horizon, what it is worth, and back up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.search.moves import list_moves
from branchline.bots.search.records import DEEPEST, HORIZON, NODES, POOL, RENEWED, TREE_TURNS
from branchline.bots.search.rollout import plan_in_haste
from branchline.bots.search.tree import child_of, clear, grow, note_visit, pick_move
from branchline.bots.search.value import evaluate
from branchline.bots.search.worlds import fill_pool, new_world, renew_guess
from branchline.engine.bits import int64
from branchline.engine.compilation import entry, kernel
from branchline.engine.layout import ACTION_LIST, KEEP_TICKETS, NOTES, OVER, SEATS, SECOND_CARD, Records
from branchline.engine.rules.turn import act

if TYPE_CHECKING:
    from branchline.bots.search.records import SearchScratch, Tree
    from branchline.engine.kernel_types import ActionList, BoardRecord, Code, Ints, StateRecord, Trace


@kernel
def step(board: BoardRecord, state: StateRecord, scratch: SearchScratch, listed: ActionList, notes: Trace) -> None:
    """Let the planner of the seat on turn make its move."""
    code = plan_in_haste(board, state, scratch.workspaces[POOL * SEATS + int64(state.turn)], listed)
    notes.used = 0
    act(board, state, code, notes)


@kernel
def play_move(
    board: BoardRecord,
    state: StateRecord,
    scratch: SearchScratch,
    listed: ActionList,
    notes: Trace,
    code: Code,
    own: int,
) -> None:
    """Play a move of the tree; what it leads to within the turn belongs to it, but for the searcher's own cards."""
    turn = state.turns
    notes.used = 0
    act(board, state, code, notes)
    while state.phase != OVER and state.turns == turn:
        if state.phase != KEEP_TICKETS and (own or state.phase != SECOND_CARD):
            return
        step(board, state, scratch, listed, notes)


@kernel
def list_here(board: BoardRecord, scratch: SearchScratch, listed: ActionList, node: int, root: int, own: int) -> None:
    """List the moves at a node; those of the root are always the same and are kept."""
    state = scratch.worlds[1]
    if node != root or scratch.root_count == 0:
        list_moves(
            board, state, scratch.workspaces[POOL * SEATS + int64(state.turn)], scratch, listed, own, node == root
        )
        if node == root:
            scratch.root_moves[:] = scratch.moves
            scratch.root_weight[:] = scratch.weight
            scratch.root_count = scratch.count
    else:
        scratch.moves[:] = scratch.root_moves
        scratch.weight[:] = scratch.root_weight
        scratch.count = scratch.root_count


@kernel
def descend(
    board: BoardRecord, scratch: SearchScratch, tree: Tree, listed: ActionList, notes: Trace, began: int
) -> None:
    """Walk down the tree and one step beyond it, playing the moves in the world as they are chosen."""
    state = scratch.worlds[1]
    node = int64(tree.root)
    scratch.path[0] = node
    scratch.depth = 0
    while state.phase != OVER and scratch.depth + 1 < DEEPEST:
        passed = state.turns - began
        if passed > scratch.knobs[TREE_TURNS]:
            return
        own = passed == 0
        seat = int64(state.turn)
        list_here(board, scratch, listed, node, int64(tree.root), own)
        place = pick_move(tree, node, seat, scratch)
        code = scratch.moves[place]
        child = child_of(tree, node, code)
        fresh = child == 0
        if fresh:
            child = grow(tree, node, code)
        play_move(board, state, scratch, listed, notes, code, own)
        if child == 0:
            return
        scratch.depth += 1
        scratch.path[scratch.depth] = child
        if fresh:
            return
        node = child


@kernel
def play_on(board: BoardRecord, scratch: SearchScratch, listed: ActionList, notes: Trace, began: int) -> None:
    """Let planners play on to the horizon."""
    state = scratch.worlds[1]
    last = began + int64(scratch.knobs[HORIZON])
    while state.phase != OVER and state.turns < last:
        step(board, state, scratch, listed, notes)


@kernel
def finish_turn(board: BoardRecord, scratch: SearchScratch, listed: ActionList, notes: Trace) -> None:
    """Let a turn that is under way come to its end, so that the position can be judged."""
    state = scratch.worlds[1]
    turn = state.turns
    while state.phase != OVER and state.turns == turn:
        step(board, state, scratch, listed, notes)


@kernel
def playout(board: BoardRecord, scratch: SearchScratch, tree: Tree, listed: ActionList, notes: Trace) -> None:
    """Play one world out and note what it was worth."""
    if scratch.playouts % RENEWED == RENEWED - 1:
        renew_guess(board, scratch)
    new_world(board, scratch)
    state = scratch.worlds[1]
    began = int64(state.turns)
    descend(board, scratch, tree, listed, notes, began)
    if state.turns == began:
        finish_turn(board, scratch, listed, notes)
    play_on(board, scratch, listed, notes, began)
    evaluate(board, scratch)
    note_visit(board, tree, scratch)
    scratch.playouts += 1


@kernel
def begin(board: BoardRecord, scratch: SearchScratch, tree: Tree, reuse: int) -> None:
    """Make ready to search; a move of the same turn that was searched before keeps its part of the tree."""
    scratch.root_count = 0
    scratch.playouts = 0
    kept = child_of(tree, int64(tree.root), reuse) if reuse else int64(0)
    if kept and tree.used * 2 < NODES:
        tree.root = kept
    else:
        clear(tree)
    fill_pool(board, scratch)


# One entry for both: everything a search uses is compiled once.


@entry
def search_on(
    boards: Records,
    views: Records,
    scratches: Records,
    trees: Records,
    out: Ints,
    trace: Ints,
    reuse: int,
    playouts: int,
) -> None:
    """Search so many playouts further; with a `reuse` of 0 or more, begin from the view first."""
    board, scratch, tree = boards[0], scratches[0], trees[0]
    listed, notes = out.view(ACTION_LIST)[0], trace.view(NOTES)[0]
    if reuse >= 0:
        scratch.worlds[0] = views[0]
        begin(board, scratch, tree, reuse)
    for _ in range(playouts):
        playout(board, scratch, tree, listed, notes)
