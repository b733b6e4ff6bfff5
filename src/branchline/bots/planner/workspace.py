"""A planner's desk: the record it works on, so that nothing is allocated in a step, and its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from branchline.engine.layout import CITIES, KINDS, ROUTES, TICKETS, Records

if TYPE_CHECKING:
    from branchline.engine.kernel_types import Floats, Ints

# The settings of a planner, one number each; bots/planner.py says what they mean.
(
    TURN,
    PIECE,
    RISK,
    FILLER,
    WILDS,
    THRIFT,
    TICKET_MARGIN,
    TICKET_CLAIMS,
    PATH,
    DISTRICT,
    FLAG,
    LATE_CARDS,
    TECHNOLOGY,
    CONTEST,
    FILLERS,
    BEST_FILLERS,
    HURRY,
    RUSH,
    RUSH_WILDS,
    NOISE,
    SETTINGS,
) = range(21)

UNIT = 16
"""Costs on the desk are whole numbers: this many make a point."""
FAR = 1 << 40
"""Further than any way."""
MOST_ORDERS = 3

WORKSPACE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # Whose desk it is: how the bot plays, and its own dice.
                ("settings", "f8", SETTINGS),
                ("dice", "u8", 1),
                # What the plan was made for; while it is the same, so is the plan.
                ("own", "u8", 2),
                ("open", "u8", 2),
                ("held", "u8"),
                ("technologies", "i8"),
                ("budget", "i8"),
                ("seat", "i8"),
                ("ready", "i8"),
                # The plan: routes to claim for the tickets worth it, and what it needs.
                ("routes", "u8", 2),
                ("goals", "u8"),
                ("made", "u8"),
                ("wanted", "i8"),
                ("spaces", "i8"),
                ("claims", "i8"),
                ("worth", "f8"),
                ("ticket_gain", "f8"),  # expected from drawing tickets; NaN before it is worked out
                # What costs are reckoned from.
                ("pace", "f8"),  # points a turn brings on this board
                ("route_bonus", "i8"),  # points that technologies add to every route, and to ferries (K9)
                ("ferry_bonus", "i8"),
                ("cards", "i8", ROUTES),  # what each route costs in cards (K18)
                ("fillers", "i8", ROUTES),  # routes that could be claimed beside the plan
                ("filler_points", "f8", ROUTES),
                ("filler_best", "f8", ROUTES),  # the points a turn that they bring at best, where they stand in order
                ("filler_count", "i8"),
                ("in_order", "i8"),  # whether they stand in the order of what they bring at best
                ("usable", "u8", 2),
                ("price", "i8", ROUTES),
                # Working space.
                ("cost", "i8", ROUTES),
                ("laid", "u8", 2),
                ("distance", "i8", CITIES),
                ("via", "i8", CITIES),
                ("part", "u8", CITIES),
                ("order", "i8", TICKETS),
                ("reach", "i8", TICKETS),
                ("gains", "f8", TICKETS),
                ("hand", "i8", KINDS),
                ("most_held", "i8"),  # the color of which that hand has most
                ("todo", "i8", ROUTES),
                ("keenness", "f8", ROUTES),  # of what is still to do; never less than it would be now
                ("value", "f8", KINDS + 1),
                ("targets", "i8", ROUTES),
                ("target_kind", "i8", ROUTES),
                ("target_missing", "i8", ROUTES),
                ("target_weight", "f8", ROUTES),
                ("target_count", "i8"),
                ("planned_count", "i8"),
                ("turns_left", "i8"),
                ("slack", "f8"),  # the turns to spare beyond those that the plan takes
                ("listed", "i8"),  # the turn for which the targets were listed
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
    route_bonus: int
    ferry_bonus: int
    cards: Ints
    fillers: Ints
    filler_points: Floats
    filler_best: Floats
    filler_count: int
    in_order: int
    usable: Ints
    price: Ints
    cost: Ints
    laid: Ints
    distance: Ints
    via: Ints
    part: Ints
    order: Ints
    reach: Ints
    gains: Floats
    hand: Ints
    most_held: int
    todo: Ints
    keenness: Floats
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
    """Return empty desks, one a seat."""
    return np.zeros(number, dtype=WORKSPACE)
