"""The record that a guided search works on, beside the tree and the scratch memory of `search`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from branchline.bots.learned.records import DECISION, NETWORK, OUTPUTS, Decision, Network
from branchline.bots.planner.workspace import WORKSPACE, Workspace
from branchline.bots.search.records import MOST_MOVES
from branchline.engine.kernel.types import Floats, Matrix, Rows, dtype_of

if TYPE_CHECKING:
    from branchline.engine.kernel.layout import Records

# The settings of a guided search, one number each; `GuidedParameters` in bot.py describes them.
NETWORK_PRIOR, TEMPERATURE, ADVICE, NETWORK_TURNS, NETWORK_RIVALS, GUIDED_SETTINGS = range(6)


class Guided(Protocol):
    """The network of a guided search and its working memory: `GUIDED`."""

    settings: Annotated[Floats, "f8", GUIDED_SETTINGS]
    network: Annotated[Network, NETWORK]
    decision: Annotated[Decision, DECISION]
    # What the network expects of each move of the root, relative to the others: its outputs, and the utility.
    outputs: Annotated[Matrix[float], "f8", (MOST_MOVES, OUTPUTS)]
    predicted: Annotated[Floats, "f8", MOST_MOVES]
    unit: Annotated[float, "f8"]  # the points of a unit of outputs
    workspaces: Annotated[Rows[Workspace], WORKSPACE, 1]  # of the seat that searches, to describe its moves


GUIDED = dtype_of(Guided)


def new_guided() -> Records:
    """Return the memory of a guided search, an array of one."""
    return np.zeros(1, dtype=GUIDED)
