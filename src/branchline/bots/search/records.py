"""The records that a search works on: the tree, and scratch memory for everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from branchline.bots.planner.workspace import SETTINGS, WORKSPACE
from branchline.engine.kernel.layout import STATE, Records
from branchline.engine.kernel.types import ROUTES, SEATS, TICKETS
from branchline.engine.rules.scoring import COLUMNS

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import Floats, Ints, Matrix, Rows, StateRecord

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

TREE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("used", "i8"),  # nodes in use; node 0 means "none"
                ("root", "i8"),
                ("code", "i8", NODES),  # the action that leads to the node
                ("child", "i4", NODES),  # the first of the list of children, 0 for none
                ("sibling", "i4", NODES),
                ("visits", "i4", NODES),
                ("utility", "f8", (NODES, SEATS)),  # sums over the visits, as are the next two
                ("wins", "f8", (NODES, SEATS)),
                ("scores", "f8", (NODES, SEATS)),
            ],
            align=True,
        ),
    )
)

SCRATCH = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("settings", "f8", SEARCH_SETTINGS),
                ("dice", "u8", 1),
                ("rollout_settings", "f8", SETTINGS),  # of the planners in rollouts
                ("value_weights", "f8", (STAGES, FEATURES)),
                ("lead_scale", "f8", 2),  # the uncertainty of a lead, in turns: at the end, and per turn left
                # The candidate moves, with their prior and their nodes (0 for none).
                ("moves", "i8", MOST_MOVES),
                ("prior", "f8", MOST_MOVES),
                ("children", "i8", MOST_MOVES),
                ("move_count", "i8"),
                ("root_moves", "i8", MOST_MOVES),
                ("root_prior", "f8", MOST_MOVES),
                ("root_children", "i8", MOST_MOVES),
                ("root_count", "i8"),
                # What the other seats may hold, and where they would build.
                ("belief_weights", "f8", (2, TICKET_FEATURES)),  # before a seat's first claim, and with all pieces used
                ("ticket_features", "f8", (TICKETS, TICKET_FEATURES)),
                ("beliefs", "f8", (SEATS, TICKETS)),  # the unnormalized probability that a seat holds a ticket
                ("samples", "u8", (POOL, SEATS)),  # everyone's tickets in each sample of the pool
                ("sample", "i8"),  # the one of this playout
                ("oldest_sample", "i8"),
                ("sample_visits", "f8", POOL + 1),  # playouts of each sample, and of all
                ("sample_utility", "f8", (POOL + 1, SEATS)),  # the sum over these playouts
                ("demand", "f8", ROUTES),  # the expected number of other seats that plan each route
                # The path of a playout through the tree, and its result for each seat.
                ("path", "i8", MOST_DEPTH),
                ("depth", "i8"),
                ("features", "f8", (SEATS, FEATURES)),
                ("scores", "f8", SEATS),
                ("wins", "f8", SEATS),
                ("utility", "f8", SEATS),
                ("score_table", "i4", (SEATS, COLUMNS)),
                ("path_length", "i8", SEATS),
                ("turns_left", "f8"),
                ("playouts", "i8"),
                ("states", STATE, 2),  # see VIEW and WORLD
                ("workspaces", WORKSPACE, (POOL + 1) * SEATS),  # everyone's plan for each sample, and in the playout
            ],
            align=True,
        ),
    )
)


class SearchScratch(Protocol):
    """The scratch memory of a search: `SCRATCH` for mypy."""

    settings: Floats
    dice: Ints
    rollout_settings: Floats
    value_weights: Matrix[float]
    lead_scale: Floats
    moves: Ints
    prior: Floats
    children: Ints
    move_count: int
    root_moves: Ints
    root_prior: Floats
    root_children: Ints
    root_count: int
    belief_weights: Matrix[float]
    ticket_features: Matrix[float]
    beliefs: Matrix[float]
    samples: Matrix[int]
    sample: int
    oldest_sample: int
    sample_visits: Floats
    sample_utility: Matrix[float]
    demand: Floats
    path: Ints
    depth: int
    features: Matrix[float]
    scores: Floats
    wins: Floats
    utility: Floats
    score_table: Matrix[int]
    path_length: Ints
    turns_left: float
    playouts: int
    states: Rows[StateRecord]
    workspaces: Rows[Workspace]


class Tree(Protocol):
    """A search tree: `TREE` for mypy."""

    used: int
    root: int
    code: Ints
    child: Ints
    sibling: Ints
    visits: Ints
    utility: Matrix[float]
    wins: Matrix[float]
    scores: Matrix[float]


def new_scratch() -> Records:
    """Return empty scratch memory, an array of one."""
    return np.zeros(1, dtype=SCRATCH)


def new_tree() -> Records:
    """Return an empty tree, an array of one."""
    return np.zeros(1, dtype=TREE)
