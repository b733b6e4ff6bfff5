"""The schema of the `[scenery]` section of a map file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from branchline.boards.drawing.colors import HEX
from branchline.boards.drawing.errors import DrawingError
from branchline.boards.drawing.ground.projection import is_on_globe
from branchline.names import unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

LatLon = tuple[float, float]
LEAST_CORNERS, LEAST_LINE_POINTS = 3, 2


class Part(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """An entry of the section; unknown keys are errors."""


class River(Part, frozen=True):
    """A river along a line of (latitude, longitude) points."""

    line: list[LatLon]
    name: str = ""
    width: float = 6.0
    divides: bool = False
    """Whether districts end at its banks."""


class Street(Part, frozen=True):
    """A main street along a line of points."""

    line: list[LatLon]
    name: str = ""
    width: float = 3.2


class Area(Part, frozen=True):
    """A lake, park, island or region, with rounded corners unless `round` is false."""

    outline: list[LatLon]
    name: str = ""
    color: str = ""
    round: bool = True


class Lettering(Part, frozen=True):
    """A name on the ground."""

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


def read(section: Mapping[str, object]) -> Scenery:
    """Return the scenery of a map; refuse an invalid one and name the key at fault."""
    known = list(Scenery.__struct_fields__)
    for key in section:
        if key not in known:
            raise DrawingError(f"In [scenery]: {unknown('key', key, known)}")
    try:
        scenery = msgspec.convert(section, Scenery)
    except msgspec.ValidationError as error:
        raise DrawingError(f"In [scenery]: {error}.") from None
    for area in [*scenery.lakes, *scenery.parks, *scenery.islands, *scenery.regions]:
        name = area.name or "an area"
        _check_points(name, area.outline, LEAST_CORNERS)
        if area.color and not HEX.match(area.color):
            raise DrawingError(f'In [scenery]: "{area.color}" of {name} is not a color; write it as "#rrggbb".')
    lines: list[River | Street] = [*scenery.rivers, *scenery.streets]
    for line in lines:
        _check_points(line.name or "a line", line.line, LEAST_LINE_POINTS)
    return scenery


def _check_points(name: str, points: list[LatLon], least: int) -> None:
    """Refuse too few points, and points that are not on the globe."""
    if len(points) < least:
        raise DrawingError(f"In [scenery]: {name} needs at least {least} points, each [lat, lon].")
    for lat, lon in points:
        if not is_on_globe(lat, lon):
            raise DrawingError(f"In [scenery]: {name} has a point at [{lat:g}, {lon:g}], which is not on the globe.")
