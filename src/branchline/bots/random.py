"""`random`: every legal action alike."""

from __future__ import annotations

from branchline.bots.base import KernelBot
from branchline.bots.kernel_games import RANDOM, random_at


class RandomBot(KernelBot):
    """Plays any legal action, each equally likely."""

    kind = RANDOM
    chooser = staticmethod(random_at)
