"""`casual`: plays as people do in their first games; the gentle levels are built on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

from branchline.bots import policies
from branchline.bots.base import KernelBot
from branchline.bots.planner.bot import PlannerBot, PlannerParameters, store_settings

if TYPE_CHECKING:
    import numpy as np


def _chance(text: str) -> msgspec.Meta:
    return msgspec.Meta(ge=0, le=1, description=text)


def _number(text: str) -> msgspec.Meta:
    return msgspec.Meta(ge=0, le=100, description=text)


class CasualParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a casual player notices and cares about."""

    care: Annotated[float, _chance("probability per decision of making a plan, much as `medium` does")] = 0.0
    attention: Annotated[float, _chance("probability of noticing that a route can be claimed")] = 0.9
    tickets_kept: Annotated[int, _number("maximum number of tickets to hold, if the rules allow so few")] = 3
    tickets_in_mind: Annotated[int, _number("tickets that the player works on; others are forgotten")] = 3
    color_sense: Annotated[float, _chance("probability of taking the color that the next route needs")] = 0.9
    wild_greed: Annotated[float, _chance("probability of taking a face-up wild")] = 0.5
    longest_spare: Annotated[int, _number("longest route claimed without a ticket")] = 4
    hoard: Annotated[int, _number("number of cards in hand at which any route is claimed")] = 12
    more_tickets: Annotated[float, _chance("probability per turn of drawing tickets when all are completed")] = 0.0


MODEST_PLANS = PlannerParameters(
    turn=1.2,
    piece=0.533,
    spare_weight=0.166,
    wilds=1.5,
    wild_saving=0.461,
    ticket_margin=66.679,
    path=1.156,
    district=0.028,
    flag=0.681,
    late_cards=0.4,
    contest=0.5,
    noise=0.463,
)
"""The plans of an average player: no tickets after the first, few bonuses, wilds spent early, some misjudgement."""


class CasualBot(KernelBot):
    """Plays as people do in their first games: one ticket at a time along the shortest path, overlooking things."""

    policy = policies.PLANNER
    Parameters: ClassVar[type[msgspec.Struct]] = CasualParameters

    @staticmethod
    def settings(parameters: CasualParameters) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return parameters in the kernel's order, with the weights of the plans that it makes when it takes care."""
        numbers = PlannerBot.settings(MODEST_PLANS)
        store_settings(parameters, numbers)
        return numbers
