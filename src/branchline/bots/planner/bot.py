"""`planner`: the strong instant bot, and the levels for people that are made of it."""

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
    """How a planner weighs things; the defaults are tuned by tournaments on all four maps."""

    turn: Annotated[float, _about("what a turn costs, in the points that turns bring on this board")] = 1.0
    piece: Annotated[float, _about("what a piece costs, likewise")] = 0.4
    risk: Annotated[float, _about("chance that a planned route is taken by others first")] = 0.05
    filler: Annotated[float, _about("weight of routes beside the plan when cards are drawn")] = 0.7
    wilds: Annotated[float, _about("worth of a face-up wild, in cards of the color needed most")] = 0.95
    thrift: Annotated[float, _about("how much wilds are saved for later")] = 3.0
    ticket_margin: Annotated[float, _about("turns that drawing tickets must be worth")] = 2.0
    ticket_claims: Annotated[float, _about("routes of the plan still to claim when more tickets may be drawn")] = 0.0
    path: Annotated[float, _about("eagerness for the longest path")] = 1.2
    district: Annotated[float, _about("eagerness for districts")] = 0.3
    flag: Annotated[float, _about("eagerness for flags")] = 0.5
    late_cards: Annotated[float, _about("how much cards in hand are kept for better routes")] = 0.8
    technology: Annotated[float, _about("cards that a wild for a technology costs")] = 2.0
    contest: Annotated[float, _about("how much routes near others' tracks are hurried")] = 1.0
    fillers: Annotated[float, _about("routes beside the plan that are collected for at once")] = 4.0
    best_fillers: Annotated[float, _about("how many of them may be claimed: the best, the others wait")] = 4.0
    hurry: Annotated[float, _about("turns left from which on wilds are no longer saved")] = 5.0
    rush: Annotated[float, _about("turns to spare below which only the plan is claimed, with wilds too")] = 0.0
    rush_wilds: Annotated[float, _about("how many times as much a face-up wild is worth then")] = 1.0
    noise: Annotated[float, _about("errors of judgement: 0 none, 1 many")] = 0.0


class PlannerBot(KernelBot):
    """Plans a network for its tickets, collects for it, fills up with the best routes; strong and instant."""

    policy = policies.PLANNER
    Parameters: ClassVar[type[msgspec.Struct]] = PlannerParameters

    def settings(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The parameters in the kernel's order."""
        weights: PlannerParameters = self.parameters
        return self.numbers(weights)

    @staticmethod
    def numbers(weights: PlannerParameters) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Weights in the kernel's order."""
        numbers = np.zeros(workspace.SETTINGS)
        for name in PlannerParameters.__struct_fields__:
            numbers[getattr(workspace, name.upper())] = getattr(weights, name)
        return numbers
