"""`planner`: a strong, instant bot; the weaker levels are built on it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
import numpy as np

from branchline.bots import policies
from branchline.bots.base import KernelBot
from branchline.bots.planner import workspace


def _about(text: str) -> msgspec.Meta:
    return msgspec.Meta(ge=0, le=100, description=text)


class PlannerParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of a planner; the defaults are tuned by tournaments on all four maps."""

    turn: Annotated[float, _about("cost of a turn, as a multiple of the average points per turn on this board")] = 1.0
    piece: Annotated[float, _about("cost of a piece, in the same unit")] = 0.4
    risk: Annotated[float, _about("probability that a planned route is claimed by others first")] = 0.05
    spare_weight: Annotated[float, _about("weight of spare routes (outside the plan) when drawing cards")] = 0.7
    wilds: Annotated[float, _about("value of a face-up wild, in cards of the color needed most")] = 0.95
    wild_saving: Annotated[float, _about("reluctance to spend wilds")] = 3.0
    ticket_margin: Annotated[float, _about("turns that drawing tickets must be worth")] = 2.0
    ticket_claims: Annotated[float, _about("planned routes still unclaimed below which tickets may be drawn")] = 0.0
    path: Annotated[float, _about("weight of the longest path")] = 1.2
    district: Annotated[float, _about("weight of districts")] = 0.3
    flag: Annotated[float, _about("weight of flags")] = 0.5
    late_cards: Annotated[float, _about("value of keeping cards for better routes")] = 0.8
    technology: Annotated[float, _about("cost of a wild spent on a technology, in cards")] = 2.0
    contest: Annotated[float, _about("extra urgency of routes near other players' routes")] = 1.0
    spares: Annotated[float, _about("spare routes to collect cards for at the same time")] = 4.0
    best_spares: Annotated[float, _about("spare routes that may be claimed: the best ones; a mean over turns")] = 4.0
    wild_saving_turns: Annotated[float, _about("turns left at which wilds are no longer saved")] = 5.0
    time_pressure: Annotated[float, _about("spare turns below which only planned routes are claimed")] = 0.0
    time_pressure_wilds: Annotated[float, _about("factor on the value of a face-up wild under time pressure")] = 1.0
    block: Annotated[float, _about("value of a spare route that leads on from others' routes, in points per turn")] = (
        0.0
    )
    noise: Annotated[float, _about("noise in judgement: 0 is none, 1 is a lot")] = 0.0


class PlannerBot(KernelBot):
    """Plans a network for its tickets, collects cards for it, and adds the best spare routes. Strong and instant."""

    policy = policies.PLANNER
    Parameters: ClassVar[type[msgspec.Struct]] = PlannerParameters

    @staticmethod
    def settings(parameters: PlannerParameters) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return weights in the kernel's order."""
        numbers = np.zeros(workspace.SETTINGS)
        numbers[workspace.CARE] = 1.0
        store_settings(parameters, numbers)
        return numbers


def store_settings(parameters: msgspec.Struct, numbers: np.ndarray[Any, np.dtype[np.float64]]) -> None:
    """Store each parameter under the setting of its name."""
    for name in parameters.__struct_fields__:
        numbers[getattr(workspace, name.upper())] = getattr(parameters, name)
