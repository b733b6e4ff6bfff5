"""`easy`, `medium`, `hard`, `expert`: levels for people, each playing believably."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from branchline.bots.base import Parameters
from branchline.bots.planner.bot import PlannerBot, PlannerParameters
from branchline.bots.search.bot import SearchBot, SearchParameters

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


class SearchLevel(SearchBot):
    """A search with settings that a person does not set."""

    Parameters = Parameters
    thinking: ClassVar[SearchParameters]

    def __init__(self, parameters: Any = None) -> None:  # noqa: ARG002 (a level has none)
        super().__init__(self.thinking)


class HardBot(SearchLevel):
    """Looks ahead for a hundredth of a second a move. For those who want to lose a few times."""

    # Playouts, not a time: the same strength on every machine. From a tenth of a second on it would play like `expert`.
    thinking = SearchParameters(playouts=50)


class ExpertBot(SearchLevel):
    """Looks ahead for a second a move. For those who have beaten all others."""

    thinking = SearchParameters(time=1.0)
