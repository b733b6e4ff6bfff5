"""The schema of the `[scenery]` section of a map file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from branchline.boards.drawing.colors import HEX
from branchline.boards.drawing.errors import DrawingError
from branchline.boards.drawing.ground.projection import is_on_globe
from branchline.boards.format.schema import LatLon
from branchline.names import unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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


class Ridge(Part, frozen=True):
    """A mountain range along a line of points, with peaks on both sides of it."""

    line: list[LatLon]
    name: str = ""
    width: float = 30.0


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
    mountains: list[Ridge] = []
    names: list[Lettering] = []
    # Whether oceans and seas have their English names; if nothing is said, on maps that seem to be in English.
    seas: bool | None = None


SOUND: dict[str, object] = {
    **{kind: {"line": [(0.0, 0.0), (0.0, 1.0)]} for kind in ("rivers", "streets", "mountains")},
    **{kind: {"outline": [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0)]} for kind in ("lakes", "parks", "islands", "regions")},
    "names": {"text": "", "at": (0.0, 0.0)},
}
"""An entry of each kind that has no faults."""


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
    for _, message in scenery_faults(scenery):
        raise DrawingError(f"In [scenery]: {message}")
    return scenery


def names(scenery: Scenery) -> list[str]:
    """Return every name that may be lettered."""
    return [text for _, text in named(scenery)]


def named(scenery: Scenery) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield path and text of every name that may be lettered; streets have none on the board."""
    for kind in ("rivers", "lakes", "parks", "islands", "regions", "mountains"):
        parts: list[River | Area | Ridge] = getattr(scenery, kind)
        yield from ((("scenery", kind, row), part.name) for row, part in enumerate(parts) if part.name)
    yield from ((("scenery", "names", row), name.text) for row, name in enumerate(scenery.names))


def scenery_faults(scenery: Scenery) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield path and description of every shape with too few points, a point off the globe or a wrong color."""
    for kind in ("lakes", "parks", "islands", "regions"):
        areas: list[Area] = getattr(scenery, kind)
        for row, area in enumerate(areas):
            path, name = ("scenery", kind, row), area.name or "an area"
            yield from ((path, message) for message in _point_faults(name, area.outline, LEAST_CORNERS))
            if area.color and not HEX.match(area.color):
                yield path, f'"{area.color}" of {name} is not a color; write it as "#rrggbb".'
    for kind in ("rivers", "streets", "mountains"):
        lines: list[River | Street | Ridge] = getattr(scenery, kind)
        for row, line in enumerate(lines):
            for message in _point_faults(line.name or "a line", line.line, LEAST_LINE_POINTS):
                yield ("scenery", kind, row), message


def _point_faults(name: str, points: list[LatLon], least: int) -> Iterator[str]:
    if len(points) < least:
        yield f"{name} needs at least {least} points, each [lat, lon]."
    for lat, lon in points:
        if not is_on_globe(lat, lon):
            yield f"{name} has a point at [{lat:g}, {lon:g}], which is not on the globe."
