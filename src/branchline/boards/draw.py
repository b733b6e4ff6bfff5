"""The front door of drawing: a map's geometry, and geometry as SVG and PNG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.drawing.errors import DrawingError
from branchline.boards.drawing.geometry import Geometry, PlayerMark, Position, TicketMark
from branchline.boards.drawing.paint.svg import svg

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.format.schema import Map

__all__ = ["DrawingError", "Geometry", "PlayerMark", "Position", "TicketMark", "faults", "geometry", "png", "svg"]


def geometry(map_: Map, progress: Callable[[float], None] | None = None) -> Geometry:
    """Everything needed to draw a map's board, from the cache if it was drawn before.

    >>> from branchline.boards.library import load_map
    >>> board = geometry(load_map("london").spec)
    >>> len(board.cities), len(board.tracks), board.overlaps
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


def png(drawing: str, width: int = 1600) -> bytes:
    """An SVG as PNG, so many pixels wide, without a browser.

    >>> png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>', width=8)[1:4]
    b'PNG'
    """
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=width))


def faults(map_: Map) -> list[str]:
    """What keeps a map from being drawn, each fault in a sentence; none if it can be.

    >>> from branchline.boards.library import load_map
    >>> faults(load_map("london").spec)
    []
    """
    from branchline.boards.drawing import theme
    from branchline.boards.drawing.ground import projection, scenery_format

    looks: list[Callable[[], object]] = [
        lambda: theme.themed(map_.theme, list(map_.cards.colors)),
        lambda: scenery_format.read(map_.scenery),
        lambda: projection.fit_projection(map_),
    ]
    return [fault for look in looks if (fault := _fault(look))]


def _fault(look: Callable[[], object]) -> str:
    try:
        look()
    except DrawingError as error:
        return str(error)
    return ""
