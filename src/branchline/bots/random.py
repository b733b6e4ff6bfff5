"""`random`: every legal action alike."""

from __future__ import annotations

from branchline.bots.base import KernelBot
from branchline.bots.kernel.matches import RANDOM


class RandomBot(KernelBot):
    """Plays any legal action, each equally likely."""

    kind = RANDOM
