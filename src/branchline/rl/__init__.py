"""Environments for reinforcement learning: PettingZoo, Gymnasium, OpenSpiel, and thousands of games at once.

Importing this package registers the Gymnasium environments, as in `gymnasium.make("branchline/USA-v0")`.
"""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("gymnasium") is not None:  # the vector environment also works without the extra [rl]
    from branchline.rl.registration import register_all

    register_all()
