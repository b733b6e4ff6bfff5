"""The search with a network: at the root it sets the prior of moves and adds predictions; it may play in playouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.bots.guided.records import ADVICE, NETWORK_PRIOR, NETWORK_RIVALS, NETWORK_TURNS, TEMPERATURE
from branchline.bots.learned.candidates import list_candidates
from branchline.bots.learned.network import evaluate_moves
from branchline.bots.learned.playouts import playout_move
from branchline.bots.learned.policy import describe_candidates
from branchline.bots.learned.records import OUTPUTS, OWN, TURNS_PER_UNIT, WIN
from branchline.bots.planner.plan import board_pace
from branchline.bots.search.determinization import determinize, replace_oldest_sample
from branchline.bots.search.moves import propose
from branchline.bots.search.records import HORIZON, PLAYOUT, POINTS, RESAMPLE_EVERY, VIEW, WORLD
from branchline.bots.search.search import descend, finish_turn, rollout_step, start_search
from branchline.bots.search.tree import backpropagate
from branchline.bots.search.value import POINTS_PER_WIN, evaluate
from branchline.engine.kernel.bits import copy_numbers, int64
from branchline.engine.kernel.compilation import entry, kernel
from branchline.engine.kernel.layout import ACTION_LIST, NOTES, NOTHING, OVER, Records
from branchline.engine.rules.turn import act

if TYPE_CHECKING:
    from branchline.bots.guided.records import Guided
    from branchline.bots.search.records import SearchScratch, Tree
    from branchline.engine.kernel.types import ActionList, BoardRecord, Code, Ints, Trace


# -- the prior at the root -----------------------------------------------------------------------


@kernel
def predict_root_moves(board: BoardRecord, scratch: SearchScratch, guided: Guided, listed: ActionList) -> None:
    """Let the network predict what each move of the root brings, among its own candidates."""
    view, decision, workspace = scratch.states[VIEW], guided.decision, guided.workspaces[0]
    copy_numbers(scratch.rollout_settings, workspace.settings)
    workspace.ready = 0
    workspace.listed = NOTHING
    list_candidates(board, view, workspace, decision, listed)
    for place in range(scratch.root_count):
        propose(decision, scratch.root_moves[place], 0.0)
    describe_candidates(board, view, workspace, decision)
    evaluate_moves(guided.network, decision)


@kernel
def store_prediction(scratch: SearchScratch, guided: Guided, place: int) -> None:
    """Store what the network predicts for a move of the root: its outputs and the utility, relative to the others."""
    outputs, share = guided.outputs[place], scratch.settings[POINTS]
    outputs[:] = 0.0
    for spot in range(guided.decision.move_count):
        if guided.decision.moves[spot] == scratch.root_moves[place]:
            for output in range(OUTPUTS):
                outputs[output] = guided.decision.output[spot, output]
    points = outputs[OWN] * guided.unit
    guided.predicted[place] = (1.0 - share) * outputs[WIN] + share * points / POINTS_PER_WIN


@kernel
def guide_root(board: BoardRecord, scratch: SearchScratch, guided: Guided, listed: ActionList) -> None:
    """Predict the utility of each move at the root, and set the network's share of the prior: a softmax of these."""
    for place in range(scratch.root_count):
        guided.outputs[place, :] = 0.0
        guided.predicted[place] = 0.0
    share = guided.settings[NETWORK_PRIOR]
    if (share == 0.0 and guided.settings[ADVICE] == 0.0) or scratch.root_count < 2:
        return
    guided.unit = TURNS_PER_UNIT * board_pace(board)
    predict_root_moves(board, scratch, guided, listed)
    total = 0.0
    for place in range(scratch.root_count):  # `prior` is free: it holds that of the node that is searched next
        store_prediction(scratch, guided, place)
        scratch.prior[place] = np.exp(max(-30.0, min(30.0, guided.predicted[place] / guided.settings[TEMPERATURE])))
        total += scratch.prior[place]
    for place in range(scratch.root_count):
        scratch.root_prior[place] *= 1.0 - share
        scratch.root_prior[place] += share * scratch.prior[place] / total


# -- playouts ------------------------------------------------------------------------------------


@kernel
def roll_out(
    board: BoardRecord, scratch: SearchScratch, guided: Guided, listed: ActionList, notes: Trace, began: int
) -> None:
    """Play to the end of the game or to the horizon: first with the network, then with the rollout policy."""
    state = scratch.states[WORLD]
    own = int64(scratch.states[VIEW].viewer)
    last = began + int64(scratch.settings[HORIZON])
    guided_until = began + int64(guided.settings[NETWORK_TURNS])
    while state.phase != OVER and state.turns < last:
        if state.turns < guided_until and (state.turn == own or guided.settings[NETWORK_RIVALS] > 0.0):
            workspace = scratch.workspaces[PLAYOUT + int64(state.turn)]
            code = playout_move(board, state, workspace, guided.decision, guided.network, listed)
            notes.used = 0
            act(board, state, code, notes)
        else:
            rollout_step(board, state, scratch, listed, notes)


@kernel
def add_advice(scratch: SearchScratch, tree: Tree, guided: Guided) -> None:
    """Add the predicted utility of the root's move to that of the playout, for every node of its path.

    The network's errors differ from those of the playouts, so that their sum is better than either.
    """
    own = int64(scratch.states[VIEW].viewer)
    for place in range(scratch.root_count):
        if scratch.depth > 0 and scratch.root_children[place] == scratch.path[1]:
            for step in range(scratch.depth + 1):
                tree.utility[scratch.path[step], own] += guided.settings[ADVICE] * guided.predicted[place]


@kernel
def playout(
    board: BoardRecord, scratch: SearchScratch, tree: Tree, guided: Guided, listed: ActionList, notes: Trace
) -> None:
    """Play out one world and add its result to the tree."""
    if scratch.playouts % RESAMPLE_EVERY == RESAMPLE_EVERY - 1:
        replace_oldest_sample(board, scratch)
    determinize(board, scratch)
    state, is_first = scratch.states[WORLD], scratch.root_count == 0
    began = int64(state.turns)
    descend(board, scratch, tree, listed, notes, began)
    if is_first:  # the first playout has listed the moves of the root
        guide_root(board, scratch, guided, listed)
    if state.turns == began:
        finish_turn(board, scratch, listed, notes)
    roll_out(board, scratch, guided, listed, notes, began)
    evaluate(board, scratch)
    backpropagate(board, tree, scratch)
    add_advice(scratch, tree, guided)
    scratch.playouts += 1


@entry
def guided_search_at(
    boards: Records,
    views: Records,
    scratches: Records,
    trees: Records,
    guideds: Records,
    out: Ints,
    trace: Ints,
    reuse: Code,
    playouts: int,
) -> None:
    """Run playouts; unless `reuse` is negative, start a new search from the view first."""
    board, scratch, tree, guided = boards[0], scratches[0], trees[0], guideds[0]
    listed, notes = out.view(ACTION_LIST)[0], trace.view(NOTES)[0]
    if reuse >= 0:
        scratch.states[VIEW] = views[0]
        start_search(board, scratch, tree, reuse)
    for _ in range(playouts):
        playout(board, scratch, tree, guided, listed, notes)
