"""Token buckets: how much each guest, address or socket may do at once, and in the long run."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_BUCKETS = 50_000
"""Above this number, full buckets are dropped: a full bucket is the same as none."""


@dataclass(frozen=True)
class Rate:
    """How many tokens a bucket holds, and how many it regains in a second."""

    burst: float
    per_second: float


class TokenBuckets:
    """A token bucket for everyone who is limited, full at first."""

    def __init__(self, generosity: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.generosity = generosity
        self._clock = clock
        self._buckets: dict[tuple[str, Rate], tuple[float, float]] = {}
        """The tokens in each bucket, and when they were counted."""

    def spend(self, who: str, rate: Rate, cost: float = 1.0) -> float:
        """Take tokens from a bucket and return 0; if it has too few, return the seconds until it has enough.

        >>> buckets = TokenBuckets(clock=lambda: 0.0)
        >>> [buckets.spend("ada", Rate(burst=2, per_second=0.5)) for _ in range(3)]
        [0.0, 0.0, 2.0]
        """
        if not self.generosity:
            return 0.0
        now = self._clock()
        tokens = self._tokens((who, rate), now)
        if tokens < cost:
            self._buckets[who, rate] = (tokens, now)
            return (cost - tokens) / (rate.per_second * self.generosity)
        self._buckets[who, rate] = (tokens - cost, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._drop_some(now)
        return 0.0

    def charge(self, who: str, rate: Rate, cost: float) -> None:
        """Take tokens from a bucket, even more than it has."""
        if self.generosity:
            now = self._clock()
            self._buckets[who, rate] = (self._tokens((who, rate), now) - cost, now)
            if len(self._buckets) > MOST_BUCKETS:
                self._drop_some(now)

    def debt(self, who: str, rate: Rate) -> float:
        """Return the seconds until a bucket has tokens again; 0 if it has some.

        >>> buckets = TokenBuckets(clock=lambda: 0.0)
        >>> buckets.charge("ada", Rate(burst=2, per_second=0.5), 3)
        >>> buckets.debt("ada", Rate(burst=2, per_second=0.5)), buckets.debt("bob", Rate(2, 0.5))
        (2.0, 0.0)
        """
        if not self.generosity:
            return 0.0
        tokens = self._tokens((who, rate), self._clock())
        return max(0.0, -tokens / (rate.per_second * self.generosity))

    def _tokens(self, key: tuple[str, Rate], now: float) -> float:
        burst, per_second = key[1].burst * self.generosity, key[1].per_second * self.generosity
        tokens, counted = self._buckets.get(key, (burst, now))
        return min(burst, tokens + (now - counted) * per_second)

    def _drop_some(self, now: float) -> None:
        """Drop the buckets that are full again; if they are few, the older half of all as well."""
        full = {key for key in self._buckets if self._tokens(key, now) >= key[1].burst * self.generosity}
        if len(full) < MOST_BUCKETS // 10:  # otherwise nearly every request would do this again
            full.update(list(self._buckets)[: MOST_BUCKETS // 2])
        for key in full:
            del self._buckets[key]
