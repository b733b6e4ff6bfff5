"""The public interface of drawing: a map's drawing, and a drawing as SVG and PNG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.drawing.artwork import Drawing
from branchline.boards.drawing.errors import DrawingError
from branchline.boards.drawing.geometry import Geometry
from branchline.boards.drawing.paint.svg import ground_svg, labels_svg, svg
from branchline.boards.drawing.position import PlayerMark, Position, TicketMark

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.format.schema import Map

__all__ = [
    "Drawing",
    "DrawingError",
    "Geometry",
    "PlayerMark",
    "Position",
    "TicketMark",
    "drawing",
    "faults",
    "ground_svg",
    "labels_svg",
    "png",
    "svg",
]


def drawing(map_: Map, progress: Callable[[float], None] | None = None) -> Drawing:
    """Return the drawing of a map, from the cache if it was drawn before.

    >>> from branchline.boards.library import load_map
    >>> london = drawing(load_map("london").spec)
    >>> len(london.geometry.cities), len(london.geometry.routes), london.overlaps
    (17, 44, 0)
    """
    from branchline.boards.drawing import cache

    key = cache.key(map_)
    found = cache.load(key)
    if found is None:
        from branchline.boards.drawing.compose import built

        found = built(map_, progress)
        cache.save(key, found)
    return found


def png(document: str, width: int = 1600) -> bytes:
    """Return an SVG document as a PNG of the given width in pixels; needs no browser.

    >>> png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>', width=8)[1:4]
    b'PNG'
    """
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=document, width=width))


def faults(map_: Map) -> list[str]:
    """Return what keeps a map from being drawn, one sentence for each fault.

    >>> from branchline.boards.library import load_map
    >>> faults(load_map("london").spec)
    []
    """
    from branchline.boards.drawing import theme
    from branchline.boards.drawing.ground import projection, scenery_format

    checks: list[Callable[[], object]] = [
        lambda: theme.themed(map_.theme, list(map_.cards.colors)),
        lambda: scenery_format.read(map_.scenery),
        lambda: projection.fit_projection(map_),
    ]
    return [fault for check in checks if (fault := _fault(check))]


def _fault(check: Callable[[], object]) -> str:
    try:
        check()
    except DrawingError as error:
        return str(error)
    return ""
