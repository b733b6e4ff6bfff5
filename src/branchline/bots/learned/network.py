"""The network: two hidden layers over the features of a position and of one move, applied to every candidate.

Each layer adds one row of weights per input, as vectors. Inputs that are 0 are skipped: most features of a move are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.bots.learned.inputs import MOVE_FEATURES, POSITION_FEATURES
from branchline.bots.learned.records import OUTPUTS
from branchline.engine.kernel.bits import copy_numbers, int64
from branchline.engine.kernel.compilation import instruction, kernel

if TYPE_CHECKING:
    from branchline.bots.learned.records import Decision, Network
    from branchline.engine.kernel.types import Floats, Matrix

    float32 = float
else:
    float32 = np.float32


@instruction("add row")
def add_row(totals: Floats, matrix: Matrix[float], row: int, factor: float) -> None:
    """Add a multiple of a row of weights to as many totals."""
    for place in range(totals.size):
        totals[place] += factor * matrix[row, place]


@instruction("add positive rows")
def add_positive_rows(totals: Floats, factors: Floats, matrix: Matrix[float]) -> None:
    """Add to totals the multiples of all rows of weights, where negative factors count as 0."""
    for row in range(factors.size):
        for place in range(totals.size):
            totals[place] += max(factors[row], float32(0.0)) * matrix[row, place]


@kernel
def share_position(network: Network, decision: Decision) -> None:
    """Compute the part of the first layer that all moves of the position share."""
    copy_numbers(network.bias_1, decision.shared)
    for feature in range(POSITION_FEATURES):
        value = decision.position[feature]
        if value != 0.0:
            add_row(decision.shared, network.position_weights, int64(feature), value)


@kernel
def evaluate_move(network: Network, decision: Decision, place: int) -> None:
    """Compute the outputs for one candidate move."""
    copy_numbers(decision.shared, decision.hidden_1)
    for feature in range(MOVE_FEATURES):
        value = decision.features[place, feature]
        if value != 0.0:
            add_row(decision.hidden_1, network.move_weights, int64(feature), value)
    copy_numbers(network.bias_2, decision.hidden_2)
    add_positive_rows(decision.hidden_2, decision.hidden_1, network.weights_2)
    for output in range(OUTPUTS):
        decision.sums[output] = float32(0.0)
    add_positive_rows(decision.sums, decision.hidden_2, network.outputs)
    for output in range(OUTPUTS):
        decision.output[place, output] = decision.sums[output]


@kernel
def evaluate_moves(network: Network, decision: Decision) -> None:
    """Compute the outputs for every candidate move."""
    share_position(network, decision)
    for place in range(decision.move_count):
        evaluate_move(network, decision, place)
