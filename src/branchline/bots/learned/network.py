"""The network: two hidden layers over the features of a position and of one move, applied to every candidate.

The loops add one row of weights per input, which the compiler vectorizes; inputs that are 0 are skipped, and most
features of a move are 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from branchline.bots.learned.inputs import MOVE_FEATURES, POSITION_FEATURES
from branchline.bots.learned.records import OUTPUTS, WIDTH_1, WIDTH_2
from branchline.engine.kernel.compilation import kernel

if TYPE_CHECKING:
    from branchline.bots.learned.records import Decision, Network

    float32 = float
else:
    float32 = np.float32


@kernel
def share_position(network: Network, decision: Decision) -> None:
    """Compute the part of the first layer that all moves of the position share."""
    for unit in range(WIDTH_1):
        decision.shared[unit] = network.bias_1[unit]
    for feature in range(POSITION_FEATURES):
        value = decision.position[feature]
        if value != 0.0:
            for unit in range(WIDTH_1):
                decision.shared[unit] += value * network.position_weights[feature, unit]


@kernel
def evaluate_move(network: Network, decision: Decision, place: int) -> None:
    """Compute the outputs for one candidate move."""
    for unit in range(WIDTH_1):
        decision.hidden_1[unit] = decision.shared[unit]
    for feature in range(MOVE_FEATURES):
        value = decision.features[place, feature]
        if value != 0.0:
            for unit in range(WIDTH_1):
                decision.hidden_1[unit] += value * network.move_weights[feature, unit]
    for unit in range(WIDTH_2):
        decision.hidden_2[unit] = network.bias_2[unit]
    for unit in range(WIDTH_1):
        value = decision.hidden_1[unit]
        if value > 0.0:
            for other in range(WIDTH_2):
                decision.hidden_2[other] += value * network.weights_2[unit, other]
    for output in range(OUTPUTS):
        total = float32(0.0)
        for unit in range(WIDTH_2):
            total += max(decision.hidden_2[unit], float32(0.0)) * network.outputs[unit, output]
        decision.output[place, output] = total


@kernel
def evaluate_moves(network: Network, decision: Decision) -> None:
    """Compute the outputs for every candidate move."""
    share_position(network, decision)
    for place in range(decision.move_count):
        evaluate_move(network, decision, place)
