"""Check what lists cities or colors for points: districts, groups and the flag."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from branchline.boards.format.checks.wording import listed, unknown, unknown_city
from branchline.boards.format.draft import NUMBER, Draft
from branchline.boards.format.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.format.finding import Path

LEAST_CITIES = 2
MOST_POINTS = 200
"""The most points that the schema allows."""


def check_districts(draft: Draft) -> Iterator[Finding]:
    """A district has at least two cities, and either its own points or a number as its name (E4)."""
    for name, district in draft.districts.items():
        path = ("districts", name)
        yield from _check_cities(draft, district.cities, path)
        if len(set(district.cities)) < LEAST_CITIES:
            message = f"The district has fewer than {LEAST_CITIES} cities, so there is nothing to connect."
            yield Finding("district", path, message, "Add a city.")
        if district.points is None and not (NUMBER.fullmatch(name) and int(name) <= MOST_POINTS):
            fix = f"Add `points = …`, or use a number from 1 to {MOST_POINTS} as its name."
            yield Finding("district", path, f'The district "{name}" has no points.', fix)


def check_groups(draft: Draft) -> Iterator[Finding]:
    """A group has cities, and a name that no city has (P6)."""
    for name, cities in draft.groups.items():
        path = ("groups", name)
        yield from _check_cities(draft, cities, path)
        if name in draft.cities:
            yield Finding("duplicate", path, f'"{name}" is also the name of a city.', "Rename the group.")
        if not cities:
            yield Finding("group", path, f'The group "{name}" has no cities.', "Add cities or remove the group.")


def check_flag(draft: Draft) -> Iterator[Finding]:
    """A flag consists of different colors of the deck (F3)."""
    path = ("flag", "colors")
    colors = draft.flag.colors if draft.flag else []
    for color in dict.fromkeys(colors):
        if draft.colors:
            yield from unknown("color", color, draft.colors, path, f"Use one of {listed(draft.colors)}.")
    yield from _check_repeated(colors, path)


def _check_cities(draft: Draft, cities: list[str], path: Path) -> Iterator[Finding]:
    for city in dict.fromkeys(cities):
        yield from unknown_city(city, draft.cities, path)
    yield from _check_repeated(cities, path)


def _check_repeated(names: list[str], path: Path) -> Iterator[Finding]:
    for name, times in Counter(names).items():
        if times > 1:
            yield Finding("duplicate", path, f"{name} is listed {times} times.", "List it once.")
