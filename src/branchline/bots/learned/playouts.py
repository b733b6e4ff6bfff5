"""Playouts by the network: a faster form of its policy, and randomness that all moves of a position share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots.learned.policy import learned_move
from branchline.bots.search.rollout import rollout_move
from branchline.engine.kernel.bits import copy_numbers, int64
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import NOTHING, TURN

if TYPE_CHECKING:
    from branchline.bots.learned.records import Decision, Network
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import ActionList, BoardRecord, Code, Ints, StateRecord


@kernel
def set_chance(fork: StateRecord, key: Ints) -> None:
    """Seed the randomness of a forked game's turn, the same for all forks of a position whatever was played before.

    Otherwise one more card drawn would change every later draw, and the difference between two moves would be lost in
    luck.
    """
    copy_numbers(key, fork.key)
    fork.key[0] ^= int64(fork.turns)
    fork.counter = 0
    fork.block_left = 0


@kernel
def playout_move(
    board: BoardRecord,
    state: StateRecord,
    workspace: Workspace,
    decision: Decision,
    network: Network,
    listed: ActionList,
) -> Code:
    """Choose a move of a playout: the network compares the moves of turns, the planner makes all other decisions.

    Second cards, choices of tickets and the last turns take almost half of the time, and there the network gains
    nothing over the planner. Like the rollout policy it is given a whole state, which saves a view per move: only the
    value of a card from the deck depends on what the seat cannot see.
    """
    if state.phase == TURN and state.last_turns == NOTHING:
        return learned_move(board, state, workspace, decision, network, listed)
    return rollout_move(board, state, workspace, listed)
