"""Phrases that several checks share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.format.finding import Finding
from branchline.names import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from branchline.boards.format.finding import Path
    from branchline.boards.format.schema import Route

MOST_NAMED = 3
"""Of a longer list of cities, a message names only this many."""


def unknown(what: str, given: str, known: Collection[str], path: Path, fix: str) -> Iterator[Finding]:
    """Yield a finding if a name is not among the known ones, with the nearest known name as its fix."""
    if given not in known:
        yield Finding(f"unknown {what}", path, f'There is no {what} "{given}".', did_you_mean(given, known) or fix)


def unknown_city(given: str, known: Collection[str], path: Path, where: str = "[cities]") -> Iterator[Finding]:
    """Yield a finding if there is no city of that name."""
    return unknown("city", given, known, path, f"Add it to {where} or correct the name.")


def count(number: int, thing: str) -> str:
    """Return a number with its noun.

    >>> count(1, "space"), count(3, "space")
    ('1 space', '3 spaces')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(things: Iterable[object]) -> str:
    """Return things separated by commas."""
    return ", ".join(str(thing) for thing in things)


def ends(route: Route) -> str:
    """Return the two ends of a route as people read them."""
    return f"{route.a}–{route.b}"


def some(cities: list[str]) -> str:
    """Return the names of the first few cities.

    >>> some(["Ash", "Bay", "Cod", "Dun"])
    'Ash, Bay, Cod … (4 cities)'
    """
    few = listed(cities[:MOST_NAMED])
    return few if len(cities) <= MOST_NAMED else f"{few} … ({len(cities)} cities)"
