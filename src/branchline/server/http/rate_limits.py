"""Rate limits for guests, addresses and sockets, and how many sockets an address may open."""

from __future__ import annotations

import ipaddress
from collections import Counter

from branchline.server.refusal import Refusal
from branchline.server.token_buckets import Rate, TokenBuckets

ADDRESS_COST = 0.2
"""What a request costs the address of a guest. A new identity is free, so the address is limited too, but less."""

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
