"""What the kernel notes while it plays an action: the raw data of events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.engine.kernel.compilation import inline
from branchline.engine.kernel.types import MOST_NOTES

if TYPE_CHECKING:
    from branchline.engine.kernel.types import Seat, Trace

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

TIGHT = MOST_NOTES - 64


def new_trace() -> np.ndarray[Any, Any]:
    """Return an empty trace: the number of notes, then the notes."""
    return np.zeros(MOST_NOTES, dtype=np.int64)


@inline
def note(trace: Trace, kind: int, seat: Seat, a: int, b: int) -> None:
    """Add a note to the trace."""
    trace.entries[trace.used] = kind | (seat + 1) << 8 | a << 16 | b << 32
    trace.used += 1


@inline
def drop_resets(trace: Trace, start: int) -> None:
    """Drop the notes of a run of market resets that is about to fill the trace; only its last market matters."""
    if trace.used > TIGHT:
        trace.used = start
