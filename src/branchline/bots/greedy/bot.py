"""`greedy`: the most points at once."""

from __future__ import annotations

from branchline.bots import policies
from branchline.bots.base import KernelBot


class GreedyBot(KernelBot):
    """Claims the route that scores most at once; otherwise draws towards its largest color."""

    policy = policies.GREEDY
