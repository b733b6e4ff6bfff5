"""Characters of middle strength, each with a style of its own: `blocker`, `builder`, `collector`, `racer`.

A style comes from what a planner values, not from mistakes. `branchline.arena.reporting.fingerprints` has the figures
by which it can be recognized.
"""

from __future__ import annotations

from branchline.bots.levels import FixedBot
from branchline.bots.planner.bot import PlannerBot, PlannerParameters


class BlockerBot(FixedBot, PlannerBot):
    """Claims short routes next to other players' networks, so that they have to go around; draws no more tickets."""

    fixed = PlannerParameters(block=1.0, ticket_margin=66.0)


class BuilderBot(FixedBot, PlannerBot):
    """Waits for the longest routes, and gives up tickets that are in the way."""

    fixed = PlannerParameters(turn=1.5, risk=0.5, spare_weight=2.0, ticket_margin=66.0, path=1.0, best_spares=2.0)


class CollectorBot(FixedBot, PlannerBot):
    """Draws new tickets long before the old ones are done."""

    fixed = PlannerParameters(risk=0.0, ticket_margin=0.3, ticket_claims=2.0)


class RacerBot(FixedBot, PlannerBot):
    """Uses up its pieces as fast as it can, whatever becomes of the tickets."""

    fixed = PlannerParameters(turn=2.0, risk=0.3, ticket_margin=66.0, path=3.0)
