"""The rewards, by name."""

from __future__ import annotations

from branchline.names import UnknownNameError
from branchline.rl.kernel import offsets

REWARDS = {"margin": offsets.MARGIN, "win": offsets.WIN, "points": offsets.POINTS}
"""`margin`: at the end, own score minus the best other score. `win`: at the end, 1 for the winner, which the others
pay in equal parts. `points`: points as they are scored; tickets and bonuses at the end."""


def reward_number(name: str) -> int:
    """Return the number of a reward in the compiled code, or raise an error that lists the known ones."""
    if name not in REWARDS:
        raise UnknownNameError("reward", str(name), REWARDS)
    return REWARDS[name]
