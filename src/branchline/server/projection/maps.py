"""Maps as they are sent: rows of a list, and the facts, geometry and pictures of a version."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

import msgspec

from branchline.boards.format.check import check
from branchline.boards.map_facts import facts_of
from branchline.errors import BranchlineError
from branchline.server.live.map_store import MapVersion, hash_of
from branchline.server.projection.wire import MapRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.draw import Drawing

MOST_CACHED = 32
"""The maps of which each part is remembered."""
MOST_DRAWINGS = 8
PREVIEW_WIDTH = 1200
"""The width of a picture in pixels: what link previews expect."""
_drawing_lock = Lock()


def map_row(version: MapVersion, *, yours: bool = False) -> MapRow:
    """Return a map as lists show it."""
    spec = version.spec
    return MapRow(
        id=version.id,
        hash=version.short,
        name=spec.about.name,
        summary=spec.about.summary,
        origin=spec.about.origin,
        note=spec.about.note or None,
        least=spec.players.least,
        most=spec.players.most,
        cities=len(spec.cities),
        routes=len(spec.routes.tracks),
        tickets=len(spec.tickets.cards),
        yours=yours or None,
    )


@lru_cache(MOST_CACHED)
def map_facts(version: MapVersion) -> bytes:
    """Return the facts of a map as JSON."""
    return msgspec.json.encode(facts_of(version.id, version.short, version.spec))


@lru_cache(MOST_CACHED)
def map_geometry(version: MapVersion) -> bytes:
    """Return the geometry of a map as JSON. Computing it takes a while, so call it in a thread."""
    return msgspec.json.encode(map_drawing(version).geometry)


@lru_cache(MOST_CACHED)
def map_picture(version: MapVersion, language: str = "") -> bytes:
    """Return the empty board as SVG. Drawing it takes a while, so call it in a thread."""
    from branchline.boards.draw import svg

    return svg(drawing_in(version, language)).encode()


@lru_cache(MOST_CACHED)
def map_ground(version: MapVersion, language: str = "") -> bytes:
    """Return what lies below the pieces as SVG. Drawing it takes a while, so call it in a thread."""
    from branchline.boards.draw import ground_svg

    return ground_svg(drawing_in(version, language)).encode()


@lru_cache(MOST_CACHED)
def map_labels(version: MapVersion, size: str = "0") -> bytes:
    """Return what lies above the pieces as SVG, in one of the sizes that the geometry lists.

    A board without labels of that size has its largest ones. Drawing takes a while, so call it in a thread.
    """
    from branchline.boards.draw import labels_svg

    drawing = map_drawing(version)
    return labels_svg(drawing, min(int(size), len(drawing.geometry.label_sizes) - 1)).encode()


@lru_cache(MOST_CACHED)
def map_fonts(version: MapVersion) -> bytes:
    """Return fonts for the map's names as JSON. Making them takes a while, so call it in a thread."""
    from branchline.boards.draw import page_fonts

    return msgspec.json.encode(page_fonts(facts_of(version.id, version.short, version.spec).texts))


@lru_cache(MOST_DRAWINGS)
def map_preview(version: MapVersion) -> bytes:
    """Return the empty board as PNG, for previews of links. Drawing it takes a while, so call it in a thread."""
    from branchline.boards.draw import png

    return png(map_picture(version).decode(), PREVIEW_WIDTH)


def drawing_in(version: MapVersion, language: str) -> Drawing:
    """Return the drawing of a map with its names in a language that the map is translated to; empty: its own."""
    from branchline.boards.draw import translated

    drawing = map_drawing(version)
    return translated(version.spec, drawing, language) if language else drawing


def map_drawing(version: MapVersion) -> Drawing:
    """Return the drawing of a map; the lock keeps parallel requests for its parts from composing it twice."""
    with _drawing_lock:
        return _composed(version)


@lru_cache(MOST_DRAWINGS)
def _composed(version: MapVersion) -> Drawing:
    from branchline.boards.draw import drawing

    return drawing(version.spec)


PARTS: dict[str, Callable[..., bytes]] = {
    "facts": map_facts,
    "geometry": map_geometry,
    "picture": map_picture,
    "preview": map_preview,
    "ground": map_ground,
    "labels": map_labels,
    "fonts": map_fonts,
}
"""Everything that can be asked of a map, by name."""
TRANSLATED = ("picture", "ground")
"""The parts that can be asked for in another language."""


def has_translation(version: MapVersion, part: str, language: str) -> bool:
    """Return whether a part of a map differs in a language."""
    theme = version.spec.theme
    return part in TRANSLATED and isinstance(theme, dict) and language in theme.get("translations", {})


def part_of_text(part: str, name: str, text: str, *variant: str) -> bytes:
    """Return a part of the map that a text describes; for an untrusted text, run it in a process that can be killed."""
    return PARTS[part](version_of_text(name, text), *variant)


@lru_cache(MOST_DRAWINGS)
def version_of_text(name: str, text: str) -> MapVersion:
    """Return the map that a text describes."""
    report = check(text)
    if report.map is None:
        raise BranchlineError("This map can no longer be drawn.")
    return MapVersion(name, hash_of(text), text, report.map)
