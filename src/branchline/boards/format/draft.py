"""A map file on its way: whatever of it is well-formed, so that checks go on past the first slip."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from branchline.boards.format import schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.format.line_numbers import Path

T = TypeVar("T")
NUMBER = re.compile(r"[1-9][0-9]{0,2}", re.ASCII)
"""A length or a district's number, where TOML gives us a key."""


class TrackRow(NamedTuple):
    """A well-formed row of the routes, and where it stands."""

    path: Path
    track: schema.Track


class TicketRow(NamedTuple):
    """A well-formed row of the tickets, and where it stands."""

    path: Path
    ticket: schema.Ticket


@dataclass(frozen=True)
class Draft:
    """The parts of a file that fit the schema; what does not is None or left out."""

    cities: dict[str, str]
    """Every place that has a name, with its region."""
    groups: dict[str, list[str]]
    tracks: list[TrackRow]
    tickets: list[TicketRow]
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
    raw: dict[str, Any] = field(repr=False)

    @classmethod
    def of(cls, data: dict[str, Any], bad: set[Path]) -> Draft:
        """The draft of a parsed file, leaving out what stands at or around the bad places."""
        parts = _Parts(data, bad)
        return cls(
            cities={str(name): _region(city) for name, city in parts.table("cities").items()},
            groups=dict(parts.entries("groups", list[str])),
            tracks=[TrackRow(path, track) for path, track in parts.rows("routes", "tracks", schema.Track)],
            tickets=[TicketRow(path, ticket) for path, ticket in parts.rows("tickets", "cards", schema.Ticket)],
            colors=parts.one(("cards", "colors"), dict[str, int]),
            points=parts.one(("scoring", "routes"), dict[str, int]),
            players=parts.one(("players",), schema.Players),
            cards=parts.one(("cards",), schema.Cards),
            rules=parts.one(("rules",), schema.Rules),
            options=dict(parts.entries("options", schema.Option)),
            presets=dict(parts.entries("presets", schema.Preset)),
            districts=dict(parts.entries("districts", schema.District)),
            flag=parts.one(("flag",), schema.Flag),
            without_technology=parts.one(("without_technology",), schema.WithoutTechnology),
            technologies=dict(parts.entries("technologies", schema.Technology)),
            raw=data,
        )

    @cached_property
    def point_table(self) -> dict[int, int] | None:
        """Points by length, of the keys that are lengths."""
        if self.points is None:
            return None
        return {int(length): points for length, points in self.points.items() if NUMBER.fullmatch(length)}

    @cached_property
    def sound_tracks(self) -> list[TrackRow]:
        """The rows whose two ends are different places of the map, of a length that can be."""
        return [
            row
            for row in self.tracks
            if row.track.a in self.cities and row.track.b in self.cities and row.track.a != row.track.b
            if row.track.length > 0
        ]

    def places(self, end: str) -> list[str]:
        """The places that a ticket's end stands for: one, or those of a group."""
        return [end] if end in self.cities else [city for city in self.groups.get(end, []) if city in self.cities]


class _Parts:
    """Takes parts out of a parsed file, if nothing in them is bad."""

    def __init__(self, data: dict[str, Any], bad: set[Path]) -> None:
        self.data = data
        self.tainted = {path[:length] for path in bad for length in range(1, len(path) + 1)}

    def one(self, path: Path, kind: type[T]) -> T | None:
        value: Any = self.data
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if value is None or path in self.tainted:
            return None
        return msgspec.convert(value, kind)

    def table(self, section: str) -> dict[str, Any]:
        value = self.data.get(section)
        return value if isinstance(value, dict) else {}

    def entries(self, section: str, kind: type[T]) -> Iterator[tuple[str, T]]:
        for name in self.table(section):
            value = self.one((section, name), kind)
            if value is not None:
                yield name, value

    def rows(self, section: str, key: str, kind: type[T]) -> Iterator[tuple[Path, T]]:
        value = self.table(section).get(key)
        for number, row in enumerate(value if isinstance(value, list) else []):
            if (section, key, number) not in self.tainted:
                yield (section, key, number), msgspec.convert(row, kind)


def _region(city: Any) -> str:  # noqa: ANN401 (a file holds anything)
    region = city.get("region", "") if isinstance(city, dict) else ""
    return region if isinstance(region, str) else ""
