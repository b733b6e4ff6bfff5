"""Random weights of the learned bot's network, and what it computes, in NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.bots.learned import records

if TYPE_CHECKING:
    from branchline.engine.kernel.layout import Records


def random_network(seed: int) -> Records:
    """Return a network whose weights mean nothing."""
    network, random = records.new_network(), np.random.default_rng(seed)
    for name in records.NETWORK.names or ():
        network[name] = random.normal(0, 0.3, network[name].shape)
    return network


def outputs_of(network: Any, position: Any, moves: Any) -> Any:  # noqa: ANN401 (arrays)
    """Return the outputs of a network for the inputs of a position and of its moves."""
    first = position @ network["position_weights"] + moves @ network["move_weights"] + network["bias_1"]
    second = np.maximum(first, 0) @ network["weights_2"] + network["bias_2"]
    return np.maximum(second, 0) @ network["outputs"]
