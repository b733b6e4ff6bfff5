"""A planner's workspace, preallocated so that no step allocates memory, and its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from branchline.engine.kernel.types import CITIES, KINDS, ROUTES, TICKETS, Floats, Ints, Matrix, dtype_of

if TYPE_CHECKING:
    from branchline.engine.kernel.layout import Records

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


class Workspace(Protocol):
    """A planner's working memory: `WORKSPACE`."""

    # Who uses it: the bot's settings, and its own dice.
    settings: Annotated[Floats, "f8", SETTINGS]
    dice: Annotated[Ints, "u8", 1]
    # The position that the plan was made for.
    own: Annotated[Ints, "u8", 2]
    open: Annotated[Ints, "u8", 2]
    held: Annotated[int, "u8"]
    technologies: Annotated[int, "i8"]
    budget: Annotated[int, "i8"]
    seat: Annotated[int, "i8"]
    ready: Annotated[int, "i8"]
    # The plan: routes to claim for the chosen tickets, and what they need.
    routes: Annotated[Ints, "u8", 2]
    goals: Annotated[int, "u8"]
    made: Annotated[int, "u8"]
    wanted: Annotated[int, "i8"]
    spaces: Annotated[int, "i8"]
    claims: Annotated[int, "i8"]
    worth: Annotated[float, "f8"]
    ticket_gain: Annotated[float, "f8"]  # expected from drawing tickets; NaN until computed
    # What costs are computed from.
    pace: Annotated[float, "f8"]  # average points per turn on this board
    points: Annotated[Ints, "i2", ROUTES]  # of claiming each route (K9)
    cards: Annotated[Ints, "i8", ROUTES]  # the price of each route in cards (K18)
    spares: Annotated[Ints, "i8", ROUTES]  # routes that could be claimed in addition to the plan
    spare_points: Annotated[Floats, "f8", ROUTES]  # of each of these routes
    spare_bounds: Annotated[Floats, "f8", ROUTES]  # an upper bound on its points per turn
    spare_count: Annotated[int, "i8"]
    spares_sorted: Annotated[int, "i8"]  # whether they are sorted by that bound
    usable: Annotated[Ints, "u8", 2]  # the routes that paths may use, of which the free ones cost nothing
    free: Annotated[Ints, "u8", 2]
    price: Annotated[Ints, "i8", ROUTES]  # of the others
    dearest: Annotated[float, "f8"]  # the highest price per turn: one for the claim, and half a turn per space
    known_paths: Annotated[int, "u8"]  # the tickets whose shortest path at these prices is known
    path: Annotated[Matrix[int], "u8", (TICKETS, 2)]  # its routes, less the free ones
    reach: Annotated[Ints, "i8", TICKETS]  # its cost; FAR if there is none
    # Scratch space.
    cost: Annotated[Ints, "i8", ROUTES]
    network: Annotated[Ints, "u8", 2]
    best_network: Annotated[Ints, "u8", 2]
    distance: Annotated[Ints, "i8", CITIES]
    via: Annotated[Ints, "i8", CITIES]
    component: Annotated[Ints, "u8", CITIES]
    order: Annotated[Ints, "i8", TICKETS]
    path_end: Annotated[Ints, "i8", TICKETS]  # the city where the path of a ticket ends, -1 if there is none
    gains: Annotated[Floats, "f8", TICKETS]
    hand: Annotated[Ints, "i8", KINDS]
    most_held: Annotated[int, "i8"]  # the color that hand has most of
    todo: Annotated[Ints, "i8", ROUTES]  # the planned routes, and how much each is in demand
    demand: Annotated[Floats, "f8", ROUTES]
    scores: Annotated[Floats, "f8", ROUTES]  # scores for lazy greedy selection: upper bounds
    value: Annotated[Floats, "f8", KINDS + 1]
    targets: Annotated[Ints, "i8", ROUTES]
    target_kind: Annotated[Ints, "i8", ROUTES]
    target_missing: Annotated[Ints, "i8", ROUTES]
    target_weight: Annotated[Floats, "f8", ROUTES]
    target_count: Annotated[int, "i8"]
    planned_count: Annotated[int, "i8"]
    turns_left: Annotated[int, "i8"]
    slack: Annotated[float, "f8"]  # turns to spare beyond those that the plan takes
    listed: Annotated[int, "i8"]  # the turn that the targets were listed for


WORKSPACE = dtype_of(Workspace)


def new_workspaces(number: int = 1) -> Records:
    """Return empty workspaces, one per seat."""
    return np.zeros(number, dtype=WORKSPACE)
