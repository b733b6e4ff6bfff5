"""The `[scenery]` section of a map's file: what a designer may put on the ground."""

from __future__ import annotations

from typing import Any

import msgspec

from branchline.boards.drawing.colors import HEX
from branchline.boards.drawing.errors import DrawingError
from branchline.names import unknown

LatLon = tuple[float, float]


class Part(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """An entry of the section; unknown keys are refused."""


class River(Part, frozen=True):
    """Running water along a line of (latitude, longitude) points."""

    line: list[LatLon]
    name: str = ""
    width: float = 6.0
    # Whether districts end at its banks.
    divides: bool = False


class Street(Part, frozen=True):
    """A main street along a line of points."""

    line: list[LatLon]
    name: str = ""
    width: float = 3.2


class Area(Part, frozen=True):
    """A lake, park, island or region: an outline, rounded unless it says otherwise."""

    outline: list[LatLon]
    name: str = ""
    color: str = ""
    round: bool = True


class Lettering(Part, frozen=True):
    """A name written on the ground."""

    text: str
    at: LatLon
    size: float = 20.0
    turn: float = 0.0
    spacing: float = 0.2
    water: bool = True


class Scenery(Part, frozen=True):
    """The `[scenery]` section."""

    rivers: list[River] = []
    streets: list[Street] = []
    lakes: list[Area] = []
    parks: list[Area] = []
    islands: list[Area] = []
    regions: list[Area] = []
    names: list[Lettering] = []


def read(section: dict[str, Any]) -> Scenery:
    """The scenery of a map file's section, refused with the key at fault."""
    known = list(Scenery.__struct_fields__)
    for key in section:
        if key not in known:
            raise DrawingError(f"In [scenery]: {unknown('key', key, known)}")
    try:
        scenery = msgspec.convert(section, Scenery)
    except msgspec.ValidationError as error:
        raise DrawingError(f"In [scenery]: {error}.") from None
    for area in [*scenery.lakes, *scenery.parks, *scenery.islands, *scenery.regions]:
        _check_points(area.name or "an area", area.outline, 3)
        if area.color and not HEX.match(area.color):
            where = area.name or "an area"
            raise DrawingError(f'In [scenery]: "{area.color}" of {where} is not a color like "#rrggbb".')
    lines = [(river.name, river.line) for river in scenery.rivers]
    for name, line in lines + [(street.name, street.line) for street in scenery.streets]:
        _check_points(name or "a line", line, 2)
    return scenery


def _check_points(name: str, points: list[LatLon], least: int) -> None:
    """Refuse lines and outlines that are none, and points off the globe."""
    if len(points) < least:
        raise DrawingError(f"In [scenery]: {name} needs at least {least} points, each [lat, lon].")
    for lat, lon in points:
        if not (abs(lat) <= 90 and abs(lon) <= 180):  # noqa: PLR2004 (the globe)
            raise DrawingError(f"In [scenery]: {name} has a point at [{lat:g}, {lon:g}], which is not on the globe.")
