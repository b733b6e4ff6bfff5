"""What the kernel notes while it plays an action: the raw material of events."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.engine.jit import inline

(
    DEALT,
    TURNED_UP,
    MARKET_RESET,
    RESHUFFLED,
    DREW_BLIND,
    DREW_MARKET,
    OFFERED,
    KEPT,
    RETURNED,
    CLAIMED,
    FLAG_CARD,
    FLAG_SCORED,
    BOUGHT,
    CAME_BACK,
    WITHDRAWN,
    CHOSEN,
    PASSED,
    LAST_ROUND,
    TURN_BEGINS,
    GAME_OVER,
) = range(1, 21)

CAPACITY = 4096
"""Room for the notes of one action. Only a long run of market resets could need more: see `forget_resets`."""
TIGHT = CAPACITY - 64


def new_trace() -> np.ndarray[Any, Any]:
    """Return an empty trace: the number of notes, then the notes."""
    return np.zeros(CAPACITY, dtype=np.int64)


@inline
def note(trace: Any, kind: Any, seat: Any, a: Any, b: Any) -> None:
    """Write down that something happened; past the capacity nothing more is written."""
    used = trace[0] + 1
    trace[used] = kind | (seat + 1) << 8 | a << 16 | b << 32
    trace[0] = used


@inline
def forget_resets(trace: Any, start: Any) -> None:
    """Drop the notes of a run of market resets that is about to fill the trace: only its last market matters."""
    if trace[0] > TIGHT:
        trace[0] = start
