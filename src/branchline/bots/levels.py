"""The levels of difficulty, weakest first: `novice`, `beginner`, `easy`, `medium`, `strong`, `hard`, `expert`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from branchline.bots.base import Parameters
from branchline.bots.casual.bot import MODEST_PLANS, CasualBot, CasualParameters
from branchline.bots.planner.bot import PlannerBot, PlannerParameters
from branchline.bots.search.bot import SearchBot, SearchParameters

if TYPE_CHECKING:
    import msgspec
    import numpy as np

# Each level wins about 70 % of two-player games against the one before, on every built-in map: see
# benchmarks/levels.py. The weights were found by hill climbing towards that.


class CasualLevel(CasualBot):
    """A casual player with fixed parameters."""

    Parameters = Parameters
    fixed: ClassVar[CasualParameters]

    def settings(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return the level's own parameters."""
        return self.numbers(self.fixed)


class NoviceBot(CasualLevel):
    """Plays like someone in their first game: keeps every ticket, forgets some, and overlooks most claims."""

    fixed = CasualParameters(
        attention=0.37,
        tickets_kept=4,
        tickets_in_mind=2,
        color_sense=0.7,
        wild_greed=0.18,
        longest_spare=5,
        hoard=14,
        more_tickets=0.167,
    )


class BeginnerBot(CasualLevel):
    """Knows the rules: works on two tickets, often overlooks a possible claim, and builds short routes."""

    fixed = CasualParameters(
        care=0.15,
        attention=0.36,
        tickets_kept=2,
        tickets_in_mind=2,
        color_sense=0.8,
        wild_greed=0.45,
        longest_spare=2,
        hoard=16,
        more_tickets=0.058,
    )


class EasyBot(CasualLevel):
    """Plans half of its moves and takes every wild it sees. For those who have played a few games."""

    fixed = CasualParameters(
        care=0.56,
        attention=0.361,
        tickets_kept=1,
        tickets_in_mind=1,
        color_sense=0.977,
        wild_greed=1.0,
        longest_spare=2,
        hoard=10,
    )


class PlannerLevel(PlannerBot):
    """A planner with fixed weights."""

    Parameters = Parameters
    weights: ClassVar[PlannerParameters]

    def settings(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return the level's own weights."""
        return self.numbers(self.weights)


class MediumBot(PlannerLevel):
    """Plans for its first tickets, spends wilds early and misjudges now and then. For those who win sometimes."""

    weights = MODEST_PLANS


class StrongBot(PlannerLevel):
    """Plans well and plays at once: the planner. For those who know what they are doing."""

    weights = PlannerParameters()


class SearchLevel(SearchBot):
    """A search with fixed parameters."""

    Parameters = Parameters
    fixed: ClassVar[SearchParameters]

    def __init__(self, parameters: msgspec.Struct | None = None) -> None:  # noqa: ARG002 (a level has none)
        super().__init__(self.fixed)


# A number of playouts instead of a time, to be equally strong on every machine.


class HardBot(SearchLevel):
    """Looks ahead for some hundredths of a second per move. For those who want to lose a few times."""

    fixed = SearchParameters(playouts=150)


class ExpertBot(SearchLevel):
    """Looks ahead for a few tenths of a second per move. For those who have beaten all others."""

    fixed = SearchParameters(playouts=1500)
