"""A draft: the well-formed parts of a map file, so that checks can continue after the first mistake."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from branchline.boards.format import schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from branchline.boards.format.finding import Path

T = TypeVar("T")
NUMBER = re.compile(r"[1-9][0-9]{0,2}", re.ASCII)
"""A length or the number of a district, written as a TOML key."""


class RouteRow(NamedTuple):
    """A well-formed row of the routes, and its path in the file."""

    path: Path
    route: schema.Route


class TicketRow(NamedTuple):
    """A well-formed row of the tickets, and its path in the file."""

    path: Path
    ticket: schema.Ticket


@dataclass(frozen=True)
class Draft:
    """The parts of a file that fit the schema; the others are `None` or left out."""

    cities: dict[str, str]
    """The region of every city."""
    groups: dict[str, list[str]]
    routes: list[RouteRow]
    route_count: int
    """The number of rows, malformed ones included."""
    tickets: list[TicketRow]
    ticket_count: int
    colors: dict[str, int] | None
    points: dict[str, int] | None
    players: schema.Players | None
    cards: schema.Cards | None
    rules: schema.Rules | None
    options: dict[str, schema.Option]
    presets: dict[str, schema.Preset]
    districts: dict[str, schema.District]
    flag: schema.Flag | None
    without_technology: schema.WithoutTechnology | None
    technologies: dict[str, schema.Technology]
    raw: Mapping[str, object] = field(repr=False)

    @classmethod
    def of(cls, data: dict[str, object], malformed: set[Path]) -> Draft:
        """Return the draft of a parsed file, without the values at or around the malformed paths."""
        reader = _Reader(data, malformed)
        return cls(
            cities={str(name): _region(city) for name, city in reader.table("cities").items()},
            groups=dict(reader.entries("groups", list[str])),
            routes=[RouteRow(path, route) for path, route in reader.rows("routes", "tracks", schema.Route)],
            route_count=len(reader.raw_rows("routes", "tracks")),
            tickets=[TicketRow(path, ticket) for path, ticket in reader.rows("tickets", "cards", schema.Ticket)],
            ticket_count=len(reader.raw_rows("tickets", "cards")),
            colors=reader.value(("cards", "colors"), dict[str, int]),
            points=reader.value(("scoring", "routes"), dict[str, int]),
            players=reader.value(("players",), schema.Players),
            cards=reader.value(("cards",), schema.Cards),
            rules=reader.value(("rules",), schema.Rules),
            options=dict(reader.entries("options", schema.Option)),
            presets=dict(reader.entries("presets", schema.Preset)),
            districts=dict(reader.entries("districts", schema.District)),
            flag=reader.value(("flag",), schema.Flag),
            without_technology=reader.value(("without_technology",), schema.WithoutTechnology),
            technologies=dict(reader.entries("technologies", schema.Technology)),
            raw=data,
        )

    @cached_property
    def point_table(self) -> dict[int, int] | None:
        """Points by length; keys that are not lengths are left out."""
        if self.points is None:
            return None
        return {int(length): points for length, points in self.points.items() if NUMBER.fullmatch(length)}

    @cached_property
    def valid_routes(self) -> list[RouteRow]:
        """The routes of positive length between two different cities of the map."""
        return [
            row
            for row in self.routes
            if row.route.a in self.cities and row.route.b in self.cities and row.route.a != row.route.b
            if row.route.length > 0
        ]

    def cities_of(self, end: str) -> list[str]:
        """Return the cities that the end of a ticket stands for: one, or those of a group."""
        return [end] if end in self.cities else [city for city in self.groups.get(end, []) if city in self.cities]


class _Reader:
    """Reads the parts of a parsed file that contain nothing malformed."""

    def __init__(self, data: dict[str, object], malformed: set[Path]) -> None:
        self.data = data
        self.unusable = {path[:length] for path in malformed for length in range(1, len(path) + 1)}

    def value(self, path: Path, kind: type[T]) -> T | None:
        found: object = self.data
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        if found is None or path in self.unusable:
            return None
        return msgspec.convert(found, kind)

    def table(self, section: str) -> dict[str, Any]:
        found = self.data.get(section)
        return found if isinstance(found, dict) else {}

    def entries(self, section: str, kind: type[T]) -> Iterator[tuple[str, T]]:
        for name in self.table(section):
            found = self.value((section, name), kind)
            if found is not None:
                yield name, found

    def rows(self, section: str, key: str, kind: type[T]) -> Iterator[tuple[Path, T]]:
        for number, row in enumerate(self.raw_rows(section, key)):
            if (section, key, number) not in self.unusable:
                yield (section, key, number), msgspec.convert(row, kind)

    def raw_rows(self, section: str, key: str) -> list[object]:
        found = self.table(section).get(key)
        return found if isinstance(found, list) else []


def _region(city: object) -> str:
    region = city.get("region", "") if isinstance(city, dict) else ""
    return region if isinstance(region, str) else ""
