"""What is rewarded, by name."""

from __future__ import annotations

from branchline.names import UnknownNameError
from branchline.rl.kernel import offsets as p

REWARDS = {"margin": p.MARGIN, "win": p.WIN, "points": p.POINTS}
"""`margin`: at the end, own points less the best other's. `win`: at the end, 1 for winning, and what the others
lose adds up to it. `points`: every point when it is scored on the track; tickets and bonuses at the end."""


def reward_number(name: str) -> int:
    """Return the compiled code's number of a reward, or refuse the name."""
    if name not in REWARDS:
        raise UnknownNameError("reward", str(name), REWARDS)
    return REWARDS[name]
