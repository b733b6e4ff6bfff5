"""Find out while stepping whether one thread or all of them are faster."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

TRY_EVERY = 64
"""The number of calls after which the slower choice is tried again."""
WEIGHT = 0.2
"""The weight of a call in the average."""


class Pace:
    """Compares one thread with all of them.

    All threads wait for the slowest. If other programs keep the cores busy, that takes longer than one thread would.
    """

    def __init__(self) -> None:
        self._one = self._all = 0.0  # seconds of a recent call, 0 before the first
        self._calls = 0

    @property
    def all_are_faster(self) -> bool:
        """Whether all threads are faster, as far as is known."""
        return self._all <= self._one

    def choose(self) -> bool:
        """Return whether the next call should use all threads."""
        self._calls += 1
        return self.all_are_faster != (self._calls % TRY_EVERY == 0)

    def note(self, seconds: float, *, all_threads: bool) -> None:
        """Remember how long a call took."""
        if all_threads:
            self._all = _average(self._all, seconds)
        else:
            self._one = _average(self._one, seconds)

    @contextmanager
    def measured(self) -> Iterator[bool]:
        """Yield whether to use all threads, and remember how long it took."""
        all_threads = self.choose()
        started = time.perf_counter()
        yield all_threads
        self.note(time.perf_counter() - started, all_threads=all_threads)


def _average(before: float, seconds: float) -> float:
    return before + WEIGHT * (seconds - before) if before else seconds
