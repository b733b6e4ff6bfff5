"""`random`: every legal action is equally likely."""

from __future__ import annotations

from branchline.bots import policies
from branchline.bots.base import KernelBot


class RandomBot(KernelBot):
    """Plays any legal action, each equally likely."""

    policy = policies.RANDOM
