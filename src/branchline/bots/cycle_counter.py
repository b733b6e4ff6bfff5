"""The processor's cycle counter, read inside the kernel: each bot's share of the time of a game."""

from __future__ import annotations

import time

from branchline.engine.kernel.compilation import instruction


@instruction("cycles")
def ticks() -> int:
    """Return the processor's cycle counter, or nanoseconds in plain Python: only differences and ratios count."""
    return time.perf_counter_ns()
