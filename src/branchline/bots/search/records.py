"""The records that a search works on: the tree, and scratch memory for everything else."""

from __future__ import annotations

from typing import Annotated, Protocol

import numpy as np

from branchline.bots.planner.workspace import SETTINGS, WORKSPACE, Workspace
from branchline.engine.kernel.layout import STATE, Records
from branchline.engine.kernel.types import ROUTES, SEATS, TICKETS, Floats, Ints, Matrix, Rows, StateRecord, dtype_of
from branchline.engine.rules.scoring import COLUMNS

NODES = 1 << 15
"""The capacity of a tree. A full tree is still searched but no longer grows."""
MOST_MOVES = 64
MOST_DEPTH = 64
POOL = 24
"""Samples of the other seats' tickets, each with everyone's plans; every playout starts from one of them."""
RESAMPLE_EVERY = 24
"""Playouts after which the oldest sample of the pool is replaced."""
STAGES, FEATURES = 3, 20
TICKET_FEATURES = 5

# The settings of a search, one number each; `SearchParameters` in bot.py describes them.
EXPLORE, PLANNER_PRIOR, HORIZON, TREE_TURNS, POINTS, BELIEF_STRENGTH, SEARCH_SETTINGS = range(7)

# Positions in the fields of the scratch memory.
VIEW, WORLD = 0, 1
"""In `states`: the view that is searched from, and the world that is played out."""
PLAYOUT = POOL * SEATS
"""In `workspaces`: the first one of the current playout, after those of the samples."""
ALL_SAMPLES = POOL
"""In `sample_visits` and `sample_utility`: the sum over all samples, which follows the single ones."""


class Tree(Protocol):
    """A search tree: `TREE`."""

    used: Annotated[int, "i8"]  # nodes in use; node 0 means "none"
    root: Annotated[int, "i8"]
    code: Annotated[Ints, "i8", NODES]  # the action that leads to the node
    child: Annotated[Ints, "i4", NODES]  # the first of the list of children, 0 for none
    sibling: Annotated[Ints, "i4", NODES]
    visits: Annotated[Ints, "i4", NODES]
    utility: Annotated[Matrix[float], "f8", (NODES, SEATS)]  # sums over the visits, as are the next two
    wins: Annotated[Matrix[float], "f8", (NODES, SEATS)]
    scores: Annotated[Matrix[float], "f8", (NODES, SEATS)]


TREE = dtype_of(Tree)


class SearchScratch(Protocol):
    """The scratch memory of a search: `SCRATCH`."""

    settings: Annotated[Floats, "f8", SEARCH_SETTINGS]
    dice: Annotated[Ints, "u8", 1]
    rollout_settings: Annotated[Floats, "f8", SETTINGS]  # of the planners in rollouts
    value_weights: Annotated[Matrix[float], "f8", (STAGES, FEATURES)]
    lead_scale: Annotated[Floats, "f8", 2]  # the uncertainty of a lead, in turns: at the end, and per turn left
    # The candidate moves, with their prior and their nodes (0 for none).
    moves: Annotated[Ints, "i8", MOST_MOVES]
    prior: Annotated[Floats, "f8", MOST_MOVES]
    children: Annotated[Ints, "i8", MOST_MOVES]
    move_count: Annotated[int, "i8"]
    root_moves: Annotated[Ints, "i8", MOST_MOVES]
    root_prior: Annotated[Floats, "f8", MOST_MOVES]
    root_children: Annotated[Ints, "i8", MOST_MOVES]
    root_count: Annotated[int, "i8"]
    # What the other seats may hold, and where they would build.
    belief_weights: Annotated[Matrix[float], "f8", (2, TICKET_FEATURES)]  # before the first claim, and at the end
    ticket_features: Annotated[Matrix[float], "f8", (TICKETS, TICKET_FEATURES)]
    beliefs: Annotated[Matrix[float], "f8", (SEATS, TICKETS)]  # the unnormalized probability that a seat holds a ticket
    samples: Annotated[Matrix[int], "u8", (POOL, SEATS)]  # everyone's tickets in each sample of the pool
    sample: Annotated[int, "i8"]  # the one of this playout
    oldest_sample: Annotated[int, "i8"]
    sample_visits: Annotated[Floats, "f8", POOL + 1]  # playouts of each sample, and of all
    sample_utility: Annotated[Matrix[float], "f8", (POOL + 1, SEATS)]  # the sum over these playouts
    demand: Annotated[Floats, "f8", ROUTES]  # the expected number of other seats that plan each route
    # The path of a playout through the tree, and its result for each seat.
    path: Annotated[Ints, "i8", MOST_DEPTH]
    depth: Annotated[int, "i8"]
    features: Annotated[Matrix[float], "f8", (SEATS, FEATURES)]
    scores: Annotated[Floats, "f8", SEATS]
    wins: Annotated[Floats, "f8", SEATS]
    utility: Annotated[Floats, "f8", SEATS]
    score_table: Annotated[Matrix[int], "i4", (SEATS, COLUMNS)]
    path_length: Annotated[Ints, "i8", SEATS]
    turns_left: Annotated[float, "f8"]
    playouts: Annotated[int, "i8"]
    states: Annotated[Rows[StateRecord], STATE, 2]  # see VIEW and WORLD
    # Everyone's plan for each sample, and in the playout.
    workspaces: Annotated[Rows[Workspace], WORKSPACE, (POOL + 1) * SEATS]


SCRATCH = dtype_of(SearchScratch)


def new_scratch() -> Records:
    """Return empty scratch memory, an array of one."""
    return np.zeros(1, dtype=SCRATCH)


def new_tree() -> Records:
    """Return an empty tree, an array of one."""
    return np.zeros(1, dtype=TREE)
