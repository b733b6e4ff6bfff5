"""A planner's workspace, preallocated so that no step allocates memory, and its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from branchline.engine.kernel.types import CITIES, KINDS, ROUTES, TICKETS

if TYPE_CHECKING:
    from branchline.engine.kernel.layout import Records
    from branchline.engine.kernel.types import Floats, Ints, Matrix

# The settings of a planner, one number each; `PlannerParameters` in bot.py describes them.
(
    TURN,
    PIECE,
    RISK,
    SPARE_WEIGHT,
    WILDS,
    WILD_SAVING,
    TICKET_MARGIN,
    TICKET_CLAIMS,
    PATH,
    DISTRICT,
    FLAG,
    LATE_CARDS,
    TECHNOLOGY,
    CONTEST,
    SPARES,
    BEST_SPARES,
    WILD_SAVING_TURNS,
    TIME_PRESSURE,
    TIME_PRESSURE_WILDS,
    BLOCK,
    NOISE,
    # Those of a casual player; `CasualParameters` in casual/bot.py describes them.
    CARE,
    ATTENTION,
    TICKETS_KEPT,
    TICKETS_IN_MIND,
    COLOR_SENSE,
    WILD_GREED,
    LONGEST_SPARE,
    HOARD,
    MORE_TICKETS,
    SETTINGS,
) = range(31)

UNIT = 16
"""Costs in a workspace are integers; this many are worth one point."""
FAR = 1 << 40
"""Longer than any path."""
MOST_ORDERS = 3

WORKSPACE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # Who uses it: the bot's settings, and its own dice.
                ("settings", "f8", SETTINGS),
                ("dice", "u8", 1),
                # The position that the plan was made for.
                ("own", "u8", 2),
                ("open", "u8", 2),
                ("held", "u8"),
                ("technologies", "i8"),
                ("budget", "i8"),
                ("seat", "i8"),
                ("ready", "i8"),
                # The plan: routes to claim for the chosen tickets, and what they need.
                ("routes", "u8", 2),
                ("goals", "u8"),
                ("made", "u8"),
                ("wanted", "i8"),
                ("spaces", "i8"),
                ("claims", "i8"),
                ("worth", "f8"),
                ("ticket_gain", "f8"),  # expected from drawing tickets; NaN until computed
                # What costs are computed from.
                ("pace", "f8"),  # average points per turn on this board
                ("points", "i2", ROUTES),  # of claiming each route (K9)
                ("cards", "i8", ROUTES),  # the price of each route in cards (K18)
                ("spares", "i8", ROUTES),  # routes that could be claimed in addition to the plan
                ("spare_points", "f8", ROUTES),  # of each of these routes
                ("spare_bounds", "f8", ROUTES),  # an upper bound on its points per turn
                ("spare_count", "i8"),
                ("spares_sorted", "i8"),  # whether they are sorted by that bound
                ("usable", "u8", 2),  # the routes that paths may use, of which the free ones cost nothing
                ("free", "u8", 2),
                ("price", "i8", ROUTES),  # of the others
                ("dearest", "f8"),  # the highest price per turn: one for the claim, and half a turn per space
                ("known_paths", "u8"),  # the tickets whose shortest path at these prices is known
                ("path", "u8", (TICKETS, 2)),  # its routes, less the free ones
                ("reach", "i8", TICKETS),  # its cost; FAR if there is none
                # Scratch space.
                ("cost", "i8", ROUTES),
                ("network", "u8", 2),
                ("best_network", "u8", 2),
                ("distance", "i8", CITIES),
                ("via", "i8", CITIES),
                ("component", "u8", CITIES),
                ("order", "i8", TICKETS),
                ("path_end", "i8", TICKETS),  # the city where the path of a ticket ends, -1 if there is none
                ("gains", "f8", TICKETS),
                ("hand", "i8", KINDS),
                ("most_held", "i8"),  # the color that hand has most of
                ("todo", "i8", ROUTES),  # the planned routes, and how much each is in demand
                ("demand", "f8", ROUTES),
                ("scores", "f8", ROUTES),  # scores for lazy greedy selection: upper bounds
                ("value", "f8", KINDS + 1),
                ("targets", "i8", ROUTES),
                ("target_kind", "i8", ROUTES),
                ("target_missing", "i8", ROUTES),
                ("target_weight", "f8", ROUTES),
                ("target_count", "i8"),
                ("planned_count", "i8"),
                ("turns_left", "i8"),
                ("slack", "f8"),  # turns to spare beyond those that the plan takes
                ("listed", "i8"),  # the turn that the targets were listed for
            ],
            align=True,
        ),
    )
)


class Workspace(Protocol):
    """A planner's working memory: `WORKSPACE` for mypy."""

    settings: Floats
    dice: Ints
    own: Ints
    open: Ints
    held: int
    technologies: int
    budget: int
    seat: int
    ready: int
    routes: Ints
    goals: int
    made: int
    wanted: int
    spaces: int
    claims: int
    worth: float
    ticket_gain: float
    pace: float
    points: Ints
    cards: Ints
    spares: Ints
    spare_points: Floats
    spare_bounds: Floats
    spare_count: int
    spares_sorted: int
    usable: Ints
    free: Ints
    price: Ints
    dearest: float
    known_paths: int
    path: Matrix[int]
    reach: Ints
    cost: Ints
    network: Ints
    best_network: Ints
    distance: Ints
    via: Ints
    component: Ints
    order: Ints
    path_end: Ints
    gains: Floats
    hand: Ints
    most_held: int
    todo: Ints
    demand: Floats
    scores: Floats
    value: Floats
    targets: Ints
    target_kind: Ints
    target_missing: Ints
    target_weight: Floats
    target_count: int
    planned_count: int
    turns_left: int
    slack: float
    listed: int


def new_workspaces(number: int = 1) -> Records:
    """Return empty workspaces, one per seat."""
    return np.zeros(number, dtype=WORKSPACE)
