"""Rate limits: token buckets for guests, addresses and sockets, and how many sockets an address may open."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_BUCKETS = 50_000
"""Above this number, full buckets are dropped: a full bucket is the same as none."""
ADDRESS_COST = 0.2
"""What a request costs the address of a guest. A new identity is free, so the address is limited too, but less."""


@dataclass(frozen=True)
class Rate:
    """How many tokens a bucket holds, and how many it regains in a second."""

    burst: float
    per_second: float


REQUESTS = Rate(200, 40)
CREATING = Rate(12, 1 / 10)
JOINING = Rate(20, 1 / 3)
ENTERING = Rate(20, 1 / 3)
UPLOADING = Rate(10, 1 / 30)
CHATTING = Rate(6, 1 / 3)
PLAYING = Rate(40, 8)
ASKING = Rate(80, 20)
HINTING = Rate(30, 1 / 2)
REVIEWING = Rate(10, 1 / 60)
CONNECTING = Rate(60, 2)
SOCKETS_PER_ADDRESS = 200


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


class Limits:
    """The rate limits of a server."""

    def __init__(self, generosity: float = 1.0) -> None:
        self._buckets = TokenBuckets(generosity)
        self._most_sockets = SOCKETS_PER_ADDRESS * generosity
        self._sockets: Counter[str] = Counter()

    def check(self, who: str, rate: Rate) -> None:
        """Refuse an address or a socket that does something too often."""
        _refuse(self._buckets.spend(who, rate))

    def check_guest(self, guest: str, address: str, rate: Rate, action: str = "") -> None:
        """Refuse a guest, or all guests of an address, who do something too often."""
        wait = self._buckets.spend(f"guest {guest}", rate)
        _refuse(max(wait, self._buckets.spend(f"address {address} {action}", rate, ADDRESS_COST)))

    def open_socket(self, address: str) -> None:
        """Count a socket that is opened; refuse one too many."""
        wait = self._buckets.spend(f"address {address}", CONNECTING)
        if wait or 0 < self._most_sockets <= self._sockets[address]:
            raise Refusal("too_many", "Too many connections from your address.", retry_after=round(wait, 1) or 10.0)
        self._sockets[address] += 1

    def close_socket(self, address: str) -> None:
        """Count a socket that was closed."""
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]


def _refuse(wait: float) -> None:
    if wait:
        raise Refusal("too_many", f"Too many requests: try again in {max(1, wait):.0f} s.", retry_after=round(wait, 1))


def network_of(address: str) -> str:
    """Return what an address is limited as: an IPv6 address by its network, since one user has all of its addresses.

    >>> network_of("203.0.113.9"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:203.0.113.9")
    ('203.0.113.9', '2001:db8:1:2::/64', '203.0.113.9')
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address[:60]
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, 64), strict=False))
