"""The records of the learned policy: the weights of its network, and the working memory of one decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from branchline.bots.learned.inputs import MOVE_FEATURES, POSITION_FEATURES
from branchline.bots.search.records import MOST_MOVES
from branchline.engine.kernel.types import KINDS, ROUTES, SEATS, Floats, Ints, Matrix, dtype_of

if TYPE_CHECKING:
    from branchline.engine.kernel.layout import Records

WIDTH_1, WIDTH_2 = 96, 48
"""The widths of the two hidden layers."""

# The outputs for a move, relative to the position's other moves: the points of the seat and of its best rival, and the
# share of the win; then the seat's points for tickets, and for everything else but routes, which only explain a choice.
# The unit of points is what several turns are worth on the board, so that it suits every map.
OWN, RIVAL, WIN, OWN_TICKETS, OWN_BONUSES, OUTPUTS = range(6)
TURNS_PER_UNIT = 5.0

# The settings of the policy, one number each; `LearnedParameters` in bot.py describes them.
RIVALRY, WINNING, CAUTION, LEARNED_SETTINGS = range(4)


SHORT = 3
"""Spare routes are told apart by the number of cards that they lack up to this one."""


class Network(Protocol):
    """The weights of a network: `NETWORK`."""

    position_weights: Annotated[Matrix[float], "f4", (POSITION_FEATURES, WIDTH_1)]
    move_weights: Annotated[Matrix[float], "f4", (MOVE_FEATURES, WIDTH_1)]
    bias_1: Annotated[Floats, "f4", WIDTH_1]
    weights_2: Annotated[Matrix[float], "f4", (WIDTH_1, WIDTH_2)]
    bias_2: Annotated[Floats, "f4", WIDTH_2]
    outputs: Annotated[Matrix[float], "f4", (WIDTH_2, OUTPUTS)]


NETWORK = dtype_of(Network)


class Decision(Protocol):
    """The working memory of one decision: `DECISION`."""

    settings: Annotated[Floats, "f8", LEARNED_SETTINGS]
    # The candidate moves, as `search.moves` lists them: the planner's choice comes first.
    moves: Annotated[Ints, "i8", MOST_MOVES]
    prior: Annotated[Floats, "f8", MOST_MOVES]
    move_count: Annotated[int, "i8"]
    demand: Annotated[Floats, "f8", ROUTES]  # always 0: nothing is assumed about the plans of the other seats
    # The inputs and outputs of the network, and its hidden layers.
    position: Annotated[Floats, "f4", POSITION_FEATURES]
    features: Annotated[Matrix[float], "f4", (MOST_MOVES, MOVE_FEATURES)]
    shared: Annotated[Floats, "f4", WIDTH_1]  # the first layer before the features of a move are added
    hidden_1: Annotated[Floats, "f4", WIDTH_1]
    hidden_2: Annotated[Floats, "f4", WIDTH_2]
    sums: Annotated[Floats, "f4", OUTPUTS]
    output: Annotated[Matrix[float], "f4", (MOST_MOVES, OUTPUTS)]
    # Scratch memory of the features: cards by kind, for the planned routes and for the spare ones.
    reserved: Annotated[Ints, "i8", KINDS]
    planned_need: Annotated[Ints, "i8", KINDS]
    spare_need: Annotated[Ints, "i8", KINDS]
    # By kind: the most points of a spare route that lacks one card of this kind, two, and three or more.
    pays: Annotated[Matrix[float], "f4", (KINDS, SHORT)]
    # The longest path of each seat, and the routes it was computed for.
    path_routes: Annotated[Matrix[int], "u8", (SEATS, 2)]
    path_length: Annotated[Ints, "i8", SEATS]


DECISION = dtype_of(Decision)


def new_network() -> Records:
    """Return a network of zeros, an array of one: it follows the planner."""
    return np.zeros(1, dtype=NETWORK)


def new_decision() -> Records:
    """Return the working memory of a decision, an array of one."""
    return np.zeros(1, dtype=DECISION)
