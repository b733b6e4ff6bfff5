"""`greedy`: the most points at once."""

from __future__ import annotations

from branchline.bots.base import KernelBot
from branchline.bots.kernel_games import GREEDY, greedy_at


class GreedyBot(KernelBot):
    """Claims whatever brings most points at once, and draws towards its largest color otherwise."""

    kind = GREEDY
    chooser = staticmethod(greedy_at)
