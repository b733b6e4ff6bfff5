"""Which payments the list of legal actions shows, where the rules accept more: the one definition, for all tests.

The rules accept every payment that K1 and K18 allow, wasteful ones too. A list for people and bots shows the
*sensible* ones:

1. Nothing is wasted: the price is the lowest (K18), sets are of the smallest size, and no wild is in a set (K1).
2. Without sets, every payment of one color and wilds (C2, K2).
3. With sets, for the route's color, or for each color in the hand where the route is gray: as few sets as the hand
   can pay with, once with as few cards of the color as possible and once with as many; then one set more at a time,
   with as many cards of the color as possible, until no wild is spent.
4. Which cards make up the sets is not a choice: each is of the color of which most is left, the first of the map's
   where several are level.

A technology is paid with wilds and any number of such sets.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .box import GRAY, WILD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .oracle import Oracle

Payment = frozenset[tuple[str, int]]


def route_payments(oracle: Oracle, number: int) -> set[Payment]:
    """Return the sensible payments for a route that the seat on turn may claim."""
    route = oracle.box.routes[number]
    ordinary = oracle.prices(route)[0]
    price = ordinary + route.ferry
    hand = oracle.hands[oracle.turn]
    held = [color for color in oracle.box.colors if hand[color]]
    found = {frozenset({(WILD, price)})} if hand[WILD] >= price else set()
    for color in held if route.color == GRAY else [route.color]:
        for sets, of_color in _shares(oracle, color, price, ordinary):
            found |= _paid(oracle, Counter({color: of_color, WILD: price - sets - of_color}), sets)
    return found


def technology_payments(oracle: Oracle, name: str) -> set[Payment]:
    """Return the sensible payments for a technology that is on sale, whatever it can then be used for."""
    cost, wilds = oracle.box.technologies[name].cost, oracle.hands[oracle.turn][WILD]
    found = set()
    for sets in range(max(0, cost - wilds), cost + 1):
        found |= _paid(oracle, Counter({WILD: cost - sets}), sets)
    return found


def _shares(oracle: Oracle, color: str, price: int, ordinary: int) -> Iterator[tuple[int, int]]:
    """Yield how many sets, and how many single cards of the color, a payment may have; wilds pay the rest."""
    hand = oracle.hands[oracle.turn]
    most = min(hand[color], ordinary)
    for of_color in range(most + 1):
        if price - of_color <= hand[WILD]:
            yield 0, of_color
    fewest = True
    for sets in range(1, price + 1):
        at_most = min(most, price - sets)
        at_least = max(0, price - sets - hand[WILD])
        if at_least > at_most or not _can_make(oracle, sets, color, at_most):
            continue
        if fewest:
            yield sets, at_least
        fewest = False
        yield sets, at_most
        if price - sets - at_most == 0:
            return


def _can_make(oracle: Oracle, sets: int, color: str, singles: int) -> bool:
    hand, sizes = oracle.hands[oracle.turn], oracle.set_sizes()
    return bool(sizes) and hand.total() - hand[WILD] - min(singles, hand[color]) >= sets * min(sizes)


def _paid(oracle: Oracle, singles: Counter[str], sets: int) -> set[Payment]:
    """Return the payment of some single cards and some sets, if the hand has the cards."""
    left = oracle.hands[oracle.turn] - singles
    paid = +singles
    if sets and not oracle.set_sizes():
        return set()
    for _ in range(sets * min(oracle.set_sizes(), default=0)):
        color = max(oracle.box.colors, key=lambda name: left[name])
        if left[color] == 0:
            return set()
        left[color] -= 1
        paid[color] += 1
    return {frozenset(paid.items())}
