"""`easy`, `medium`, `hard`: levels for people, each a planner that plays believably."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from branchline.bots.base import Parameters
from branchline.bots.planner import PlannerBot, PlannerParameters

if TYPE_CHECKING:
    import numpy as np


class LevelBot(PlannerBot):
    """A planner with weights that a person does not set."""

    Parameters = Parameters
    weights: ClassVar[PlannerParameters]

    def settings(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The level's own numbers."""
        return self.numbers(self.weights)


class EasyBot(LevelBot):
    """Builds for its first tickets and often takes the wrong card. For a first game."""

    weights = PlannerParameters(
        noise=1.0, filler=0.2, thrift=2.0, contest=0.0, path=0.0, late_cards=0.1, ticket_margin=100.0, risk=0.0
    )


class MediumBot(LevelBot):
    """Plans well but misjudges now and then, and draws no more tickets. For those who know the rules."""

    weights = PlannerParameters(noise=0.8, filler=0.4, contest=0.2, late_cards=0.2, thrift=1.0, ticket_margin=100.0)


class HardBot(LevelBot):
    """The planner at its best. For those who want to lose a few times."""

    weights = PlannerParameters()
