"""The records a search works on: its tree, and a workbench with its knobs, candidates and what a playout found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from branchline.bots.planner.workspace import SETTINGS, WORKSPACE
from branchline.engine.layout import ROUTES, SEATS, STATE, TICKETS, Records

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel_types import Floats, Ints, Matrix, Rows, StateRecord

NODES = 1 << 15
"""Room for so many nodes; a full tree grows no further and is still searched."""
MOST_MOVES = 64
DEEPEST = 64
POOL = 24
"""Guesses of the others' tickets, each with their plans ready; a playout begins from one of them."""
RENEWED = 24
"""Playouts after which one of them gives way to a new one."""
STAGES, FEATURES = 3, 20
CLUES = 5

# The knobs of a search, one number each; bots/search.py says what they mean.
EXPLORE, FAITH, HORIZON, TREE_TURNS, POINTS, SUSPICION, KNOBS = range(7)

TREE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("used", "i8"),
                ("root", "i8"),
                ("code", "i8", NODES),  # the action that leads here
                ("child", "i4", NODES),  # the first of the list of children, 0 for none
                ("sibling", "i4", NODES),
                ("visits", "i4", NODES),
                ("utility", "f8", (NODES, SEATS)),  # sums over the visits, as are the next two
                ("wins", "f8", (NODES, SEATS)),
                ("final", "f8", (NODES, SEATS)),
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
                ("knobs", "f8", KNOBS),
                ("dice", "u8", 1),
                ("style", "f8", SETTINGS),  # how planners play on in playouts
                ("weights", "f8", (STAGES, FEATURES)),  # of the evaluation
                ("spread", "f8", 2),  # doubt about who leads, in turns: at the end, and for each turn left
                # The moves to choose from.
                ("moves", "i8", MOST_MOVES),
                ("weight", "f8", MOST_MOVES),
                ("count", "i8"),
                ("root_moves", "i8", MOST_MOVES),
                ("root_weight", "f8", MOST_MOVES),
                ("root_count", "i8"),
                # What the others may hold, and where they would build.
                ("hunches", "f8", (2, CLUES)),  # the weights of clues, with nothing and with everything built
                ("clues", "f8", (TICKETS, CLUES)),
                ("likely", "f8", (SEATS, TICKETS)),
                ("guesses", "u8", (POOL, SEATS)),
                ("guess", "i8"),  # the one of this playout
                ("oldest", "i8"),  # the one to be replaced next
                ("guess_visits", "f8", POOL + 1),  # how often each was played out, all of them last,
                ("guess_utility", "f8", (POOL + 1, SEATS)),  # and what that brought
                ("heat", "f8", ROUTES),
                # The way through the tree, and what the playout at its end found for each seat.
                ("path", "i8", DEEPEST),
                ("depth", "i8"),
                ("features", "f8", (SEATS, FEATURES)),
                ("final", "f8", SEATS),
                ("wins", "f8", SEATS),
                ("utility", "f8", SEATS),
                ("table", "i4", (SEATS, 13)),
                ("path_length", "i8", SEATS),
                ("turns_left", "f8"),
                ("playouts", "i8"),
                ("worlds", STATE, 2),  # the view that is searched from, and the world of a playout
                ("workspaces", WORKSPACE, (POOL + 1) * SEATS),  # everyone's plan for each guess, and those of a playout
            ],
            align=True,
        ),
    )
)


class SearchScratch(Protocol):
    """A search's working memory: `SCRATCH` for mypy."""

    knobs: Floats
    dice: Ints
    style: Floats
    weights: Matrix[float]
    spread: Floats
    moves: Ints
    weight: Floats
    count: int
    root_moves: Ints
    root_weight: Floats
    root_count: int
    hunches: Matrix[float]
    clues: Matrix[float]
    likely: Matrix[float]
    guesses: Matrix[int]
    guess: int
    oldest: int
    guess_visits: Floats
    guess_utility: Matrix[float]
    heat: Floats
    path: Ints
    depth: int
    features: Matrix[float]
    final: Floats
    wins: Floats
    utility: Floats
    table: Matrix[int]
    path_length: Ints
    turns_left: float
    playouts: int
    worlds: Rows[StateRecord]
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
    final: Matrix[float]


def new_scratch() -> Records:
    """Return an empty workbench, an array of one."""
    return np.zeros(1, dtype=SCRATCH)


def new_tree() -> Records:
    """Return an empty tree, an array of one."""
    return np.zeros(1, dtype=TREE)
