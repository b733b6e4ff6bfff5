"""Characters of middle strength, each with a style of its own: `blocker`, `builder`, `collector`, `racer`.

A style comes from what a planner values, not from mistakes. `branchline.arena.reporting.fingerprints` has the figures
by which it can be recognized.
"""

from __future__ import annotations

from branchline.bots.levels import PlannerLevel
from branchline.bots.planner.bot import PlannerParameters


class BlockerBot(PlannerLevel):
    """Claims short routes next to other players' networks, so that they have to go around."""

    weights = PlannerParameters(block=1.0)


class BuilderBot(PlannerLevel):
    """Waits for the longest routes, and gives up tickets that are in the way."""

    weights = PlannerParameters(turn=1.5, risk=0.5, spare_weight=2.0, ticket_margin=66.0, path=1.0, best_spares=1.0)


class CollectorBot(PlannerLevel):
    """Draws new tickets long before the old ones are done."""

    weights = PlannerParameters(risk=0.0, ticket_margin=0.3, ticket_claims=2.0)


class RacerBot(PlannerLevel):
    """Uses up its pieces as fast as it can, whatever becomes of the tickets."""

    weights = PlannerParameters(turn=2.0, risk=0.3, ticket_margin=66.0, path=3.0)
