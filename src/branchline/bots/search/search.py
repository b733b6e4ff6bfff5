"""Information-set tree search: determinize, descend the tree, roll out, evaluate, backpropagate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.search.determinization import determinize, fill_pool, replace_oldest_sample
from branchline.bots.search.moves import list_moves
from branchline.bots.search.records import HORIZON, MOST_DEPTH, NODES, PLAYOUT, RESAMPLE_EVERY, TREE_TURNS, VIEW, WORLD
from branchline.bots.search.rollout import rollout_move
from branchline.bots.search.tree import backpropagate, child_of, expand, look_up_moves, reset, select_move
from branchline.bots.search.value import evaluate
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.compilation import entry, kernel
from branchline.engine.kernel.layout import ACTION_LIST, KEEP_TICKETS, NOTES, OVER, SECOND_CARD, Records
from branchline.engine.rules.turn import act

if TYPE_CHECKING:
    from branchline.bots.search.records import SearchScratch, Tree
    from branchline.engine.kernel.types import ActionList, BoardRecord, Code, Ints, StateRecord, Trace


@kernel
def rollout_step(
    board: BoardRecord, state: StateRecord, scratch: SearchScratch, listed: ActionList, notes: Trace
) -> None:
    """Play one action of the rollout policy."""
    code = rollout_move(board, state, scratch.workspaces[PLAYOUT + int64(state.turn)], listed)
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
    """Play a move of the tree; the rollout policy keeps tickets and, unless `own`, draws the second card."""
    turn = state.turns
    notes.used = 0
    act(board, state, code, notes)
    while state.phase != OVER and state.turns == turn:
        if state.phase != KEEP_TICKETS and (own or state.phase != SECOND_CARD):
            return
        rollout_step(board, state, scratch, listed, notes)


@kernel
def list_moves_at(
    board: BoardRecord, scratch: SearchScratch, tree: Tree, listed: ActionList, node: int, own: int
) -> None:
    """List the candidate moves at a node; those of the root are the same in all worlds and are listed once."""
    state, is_root = scratch.states[WORLD], node == tree.root
    if is_root and scratch.root_count:
        scratch.move_count = scratch.root_count
        for place in range(scratch.move_count):
            scratch.moves[place] = scratch.root_moves[place]
            scratch.prior[place] = scratch.root_prior[place]
            scratch.children[place] = scratch.root_children[place]
        return
    workspace = scratch.workspaces[PLAYOUT + int64(state.turn)]
    list_moves(board, state, workspace, scratch, listed, own, is_root)
    look_up_moves(tree, node, scratch)
    if is_root:
        scratch.root_count = scratch.move_count
        for place in range(scratch.move_count):
            scratch.root_moves[place] = scratch.moves[place]
            scratch.root_prior[place] = scratch.prior[place]
            scratch.root_children[place] = scratch.children[place]


@kernel
def descend(
    board: BoardRecord, scratch: SearchScratch, tree: Tree, listed: ActionList, notes: Trace, began: int
) -> None:
    """Descend the tree, playing the selected moves in the world, and expand it by one node."""
    state = scratch.states[WORLD]
    node = int64(tree.root)
    scratch.path[0] = node
    scratch.depth = 0
    while state.phase != OVER and scratch.depth + 1 < MOST_DEPTH:
        passed = state.turns - began
        if passed > scratch.settings[TREE_TURNS]:
            return
        own = passed == 0
        seat = int64(state.turn)
        list_moves_at(board, scratch, tree, listed, node, own)
        place = select_move(tree, node, seat, scratch)
        code = scratch.moves[place]
        child = scratch.children[place]
        is_new = child == 0
        if is_new:
            child = expand(tree, node, code)
            if node == tree.root:
                scratch.root_children[place] = child
        play_move(board, state, scratch, listed, notes, code, own)
        if child == 0:
            return
        scratch.depth += 1
        scratch.path[scratch.depth] = child
        if is_new:
            return
        node = child


@kernel
def roll_out(board: BoardRecord, scratch: SearchScratch, listed: ActionList, notes: Trace, began: int) -> None:
    """Play the rollout policy for every seat, to the end of the game or to the horizon."""
    state = scratch.states[WORLD]
    last = began + int64(scratch.settings[HORIZON])
    while state.phase != OVER and state.turns < last:
        rollout_step(board, state, scratch, listed, notes)


@kernel
def finish_turn(board: BoardRecord, scratch: SearchScratch, listed: ActionList, notes: Trace) -> None:
    """Finish the current turn, so that the position can be evaluated."""
    state = scratch.states[WORLD]
    turn = state.turns
    while state.phase != OVER and state.turns == turn:
        rollout_step(board, state, scratch, listed, notes)


@kernel
def playout(board: BoardRecord, scratch: SearchScratch, tree: Tree, listed: ActionList, notes: Trace) -> None:
    """Play out one world and add its result to the tree."""
    if scratch.playouts % RESAMPLE_EVERY == RESAMPLE_EVERY - 1:
        replace_oldest_sample(board, scratch)
    determinize(board, scratch)
    state = scratch.states[WORLD]
    began = int64(state.turns)
    descend(board, scratch, tree, listed, notes, began)
    if state.turns == began:
        finish_turn(board, scratch, listed, notes)
    roll_out(board, scratch, listed, notes, began)
    evaluate(board, scratch)
    backpropagate(board, tree, scratch)
    scratch.playouts += 1


@kernel
def start_search(board: BoardRecord, scratch: SearchScratch, tree: Tree, reuse: Code) -> None:
    """Prepare a search; if a move of the same turn is given to `reuse`, its subtree is kept."""
    scratch.root_count = 0
    scratch.playouts = 0
    kept = child_of(tree, int64(tree.root), reuse) if reuse else int64(0)
    if kept and tree.used * 2 < NODES:
        tree.root = kept
    else:
        reset(tree)
    fill_pool(board, scratch)


# One entry point both starts and continues a search, so that everything is compiled only once.


@entry
def search_at(
    boards: Records,
    views: Records,
    scratches: Records,
    trees: Records,
    out: Ints,
    trace: Ints,
    reuse: Code,
    playouts: int,
) -> None:
    """Run playouts; unless `reuse` is negative, start a new search from the view first."""
    board, scratch, tree = boards[0], scratches[0], trees[0]
    listed, notes = out.view(ACTION_LIST)[0], trace.view(NOTES)[0]
    if reuse >= 0:
        scratch.states[VIEW] = views[0]
        start_search(board, scratch, tree, reuse)
    for _ in range(playouts):
        playout(board, scratch, tree, listed, notes)
