"""`easy`, `medium`, `hard`, `expert`: levels for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from branchline.bots.base import Parameters
from branchline.bots.planner.bot import PlannerBot, PlannerParameters
from branchline.bots.search.bot import SearchBot, SearchParameters

if TYPE_CHECKING:
    import msgspec
    import numpy as np


class LevelBot(PlannerBot):
    """A planner with fixed weights."""

    Parameters = Parameters
    weights: ClassVar[PlannerParameters]

    def settings(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return the level's own weights."""
        return self.numbers(self.weights)


class EasyBot(LevelBot):
    """Builds for its first tickets and often takes the wrong card. For a first game."""

    weights = PlannerParameters(
        noise=1.0,
        spare_weight=0.2,
        wild_saving=2.0,
        contest=0.0,
        path=0.0,
        late_cards=0.1,
        ticket_margin=100.0,
        risk=0.0,
    )


class MediumBot(LevelBot):
    """Plans well but misjudges now and then, and draws no more tickets. For those who know the rules."""

    weights = PlannerParameters(
        noise=0.8, spare_weight=0.4, contest=0.2, late_cards=0.2, wild_saving=1.0, ticket_margin=100.0
    )


class SearchLevel(SearchBot):
    """A search with fixed parameters."""

    Parameters = Parameters
    fixed: ClassVar[SearchParameters]

    def __init__(self, parameters: msgspec.Struct | None = None) -> None:  # noqa: ARG002 (a level has none)
        super().__init__(self.fixed)


class HardBot(SearchLevel):
    """Looks ahead for a hundredth of a second per move. For those who want to lose a few times."""

    # A number of playouts instead of a time, to be equally strong on every machine.
    fixed = SearchParameters(playouts=50)


class ExpertBot(SearchLevel):
    """Looks ahead for a second per move. For those who have beaten all others."""

    fixed = SearchParameters(time=1.0)
