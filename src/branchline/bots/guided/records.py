"""The record that a guided search works on, beside the tree and the scratch memory of `search`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from branchline.bots.learned.records import DECISION, NETWORK
from branchline.bots.planner.workspace import WORKSPACE

if TYPE_CHECKING:
    from branchline.bots.learned.records import Decision, Network
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.layout import Records
    from branchline.engine.kernel.types import Floats, Rows

# The settings of a guided search, one number each; `GuidedParameters` in bot.py describes them.
NETWORK_PRIOR, TEMPERATURE, NETWORK_TURNS, NETWORK_RIVALS, GUIDED_SETTINGS = range(5)

GUIDED = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("settings", "f8", GUIDED_SETTINGS),
                ("network", NETWORK),
                ("decision", DECISION),
                ("workspaces", WORKSPACE, 1),  # of the seat that searches, to describe its moves
            ],
            align=True,
        ),
    )
)


class Guided(Protocol):
    """The network of a guided search and its working memory: `GUIDED` for mypy."""

    settings: Floats
    network: Network
    decision: Decision
    workspaces: Rows[Workspace]


def new_guided() -> Records:
    """Return the memory of a guided search, an array of one."""
    return np.zeros(1, dtype=GUIDED)
