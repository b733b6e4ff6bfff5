"""Credit buckets: everyone may do a lot at once, then only so much a second."""

from __future__ import annotations

import ipaddress
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_BUCKETS = 50_000
"""Above this the fullest buckets are forgotten: a full bucket and none are the same."""


@dataclass(frozen=True)
class Rate:
    """How much credit there is, and how much comes back a second."""

    burst: float
    a_second: float


REQUESTS = Rate(200, 40)
CREATING = Rate(12, 1 / 10)
JOINING = Rate(20, 1 / 3)
ENTERING = Rate(20, 1 / 3)
UPLOADING = Rate(10, 1 / 30)
CHATTING = Rate(6, 1 / 3)
PLAYING = Rate(40, 8)
ASKING = Rate(80, 20)
HINTING = Rate(4, 1 / 3)
CONNECTING = Rate(60, 2)
SOCKETS_AN_ADDRESS = 200


class Buckets:
    """Credit by whatever is to be limited: an address, an identity, a socket."""

    def __init__(self, generosity: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.generosity = generosity
        self._clock = clock
        self._credit: dict[tuple[str, Rate], tuple[float, float]] = {}

    def spend(self, who: str, rate: Rate, cost: float = 1.0) -> float:
        """Take credit; returns 0, or the seconds to wait when it is spent.

        >>> buckets = Buckets(clock=lambda: 0.0)
        >>> [buckets.spend("ada", Rate(burst=2, a_second=0.5)) for _ in range(3)]
        [0.0, 0.0, 2.0]
        """
        if not self.generosity:
            return 0.0
        now = self._clock()
        burst, a_second = rate.burst * self.generosity, rate.a_second * self.generosity
        credit, then = self._credit.get((who, rate), (burst, now))
        credit = min(burst, credit + (now - then) * a_second)
        if credit < cost:
            self._credit[who, rate] = (credit, now)
            return (cost - credit) / a_second
        self._credit[who, rate] = (credit - cost, now)
        if len(self._credit) > MOST_BUCKETS:
            self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        """Forget the buckets that have filled up again; if most have not, the older half."""
        full = [
            key
            for key, (credit, then) in self._credit.items()
            if credit + (now - then) * key[1].a_second * self.generosity >= key[1].burst * self.generosity
        ]
        few = len(full) < MOST_BUCKETS // 10  # or this would be done again at every step
        for key in {*full, *(list(self._credit)[: MOST_BUCKETS // 2] if few else [])}:
            del self._credit[key]


def neighbourhood(address: str) -> str:
    """Return what an address is limited as: of IPv6 the network, since anyone has all the addresses of one.

    >>> neighbourhood("203.0.113.9"), neighbourhood("2001:db8:1:2:3:4:5:6"), neighbourhood("::ffff:203.0.113.9")
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
