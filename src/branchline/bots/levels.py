"""The levels of difficulty, weakest first: `novice`, `beginner`, `easy`, `medium`, `strong`, `hard`, `expert`."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from branchline.bots.base import Bot, Parameters
from branchline.bots.casual.bot import MODEST_PLANS, CasualBot, CasualParameters
from branchline.bots.guided.bot import GuidedBot, GuidedParameters
from branchline.bots.planner.bot import PlannerBot, PlannerParameters
from branchline.bots.search.bot import SearchBot, SearchParameters

# Each level wins about 70 % of two-player games against the one before, on every built-in map: see
# benchmarks/levels.py. The weights were found by hill climbing towards that.


class FixedBot(Bot):
    """A bot whose parameters are fixed, so that its spec has none."""

    Parameters: ClassVar[type[msgspec.Struct]] = Parameters
    fixed: ClassVar[msgspec.Struct]

    def __init__(self, parameters: msgspec.Struct | None = None) -> None:  # noqa: ARG002 (it has none)
        super().__init__(self.fixed)


class NoviceBot(FixedBot, CasualBot):
    """Plays like someone in their first game: keeps every ticket, forgets some, and overlooks most claims."""

    fixed = CasualParameters(
        attention=0.38,
        tickets_kept=6,
        tickets_in_mind=2,
        color_sense=0.7,
        wild_greed=0.18,
        longest_spare=3,
        hoard=14,
        more_tickets=0.15,
    )


class BeginnerBot(FixedBot, CasualBot):
    """Knows the rules: works on two tickets, often overlooks a possible claim, and builds short routes."""

    fixed = CasualParameters(
        care=0.15,
        attention=0.36,
        tickets_kept=2,
        tickets_in_mind=2,
        color_sense=0.8,
        wild_greed=0.45,
        longest_spare=2,
        hoard=21,
        more_tickets=0.058,
    )


class EasyBot(FixedBot, CasualBot):
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


class MediumBot(FixedBot, PlannerBot):
    """Plans for its first tickets, spends wilds early and misjudges now and then. For those who win sometimes."""

    fixed = msgspec.structs.replace(MODEST_PLANS, risk=0.0, wilds=1.3, technology=0.25)


class StrongBot(FixedBot, PlannerBot):
    """Plans well and plays at once. For those who know what they are doing."""

    fixed = PlannerParameters(best_spares=3.0, technology=3.0)


# A number of playouts instead of a time, to be equally strong on every machine. Their style is between the planner's
# and the tuned one, and half of the network's advice is taken: on maps where long routes pay, all of it would win
# almost every game against the level below.


class HardBot(FixedBot, SearchBot):
    """Looks ahead for some hundredths of a second per move. For those who want to lose a few times."""

    fixed = SearchParameters(playouts=90, rollout_skill=0.65, points=0.75)


class ExpertBot(FixedBot, GuidedBot):
    """Looks ahead with what it has learned, for some hundredths of a second. For those who have beaten all others."""

    fixed = GuidedParameters(playouts=600, rollout_skill=0.7, advice=0.5, network_prior=0.25)
