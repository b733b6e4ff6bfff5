"""Maps as they are sent: rows of a list, and the facts, geometry and picture of a version."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from branchline.boards.map_facts import facts_of
from branchline.server.projection.wire import MapRow

if TYPE_CHECKING:
    from branchline.server.live.map_store import MapVersion

MOST_CACHED = 200


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
    from branchline.boards.draw import geometry

    return msgspec.json.encode(geometry(version.spec))


@lru_cache(MOST_CACHED)
def map_picture(version: MapVersion) -> bytes:
    """Return the empty board as SVG. Drawing it takes a while, so call it in a thread."""
    from branchline.boards.draw import geometry, svg

    return svg(geometry(version.spec)).encode()
