"""The public interface of drawing: a map's drawing, and a drawing as SVG and PNG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from branchline.boards.drawing.artwork import Drawing
from branchline.boards.drawing.errors import DrawingError
from branchline.boards.drawing.geometry import Geometry
from branchline.boards.drawing.paint.svg import ground_svg, labels_svg, svg
from branchline.boards.drawing.position import PlayerMark, Position, TicketMark
from branchline.boards.drawing.signs import PLAYER_SIGNS
from branchline.boards.format.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from branchline.boards.format.finding import Path
    from branchline.boards.format.schema import Map

__all__ = [
    "PLAYER_SIGNS",
    "Drawing",
    "DrawingError",
    "Geometry",
    "PlayerMark",
    "Position",
    "TicketMark",
    "draw_into_package",
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
        # The next drawing may find fonts that were fetched in the meantime.
        if found.is_lettered:
            cache.save(key, found)
    return found


def draw_into_package(maps: Iterable[Map]) -> None:
    """Keep the drawings of these maps, and only these, among the files of the package."""
    from branchline.boards.drawing import cache

    drawings = {cache.key(map_): map_ for map_ in maps}
    for name, map_ in drawings.items():
        if not (cache.PACKAGED / f"{name}.json").is_file():
            cache.write(cache.PACKAGED, name, drawing(map_))
    for file in cache.PACKAGED.glob("*.json"):
        if file.stem not in drawings:
            file.unlink()


def png(document: str, width: int = 1600) -> bytes:
    """Return an SVG document as a PNG of the given width in pixels; needs no browser.

    >>> png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>', width=8)[1:4]
    b'PNG'
    """
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=document, width=width))


def faults(map_: Map) -> list[Finding]:
    """Return everything that keeps a map from being drawn as it is written.

    >>> from branchline.boards.library import load_map
    >>> faults(load_map("london").spec)
    []
    """
    from branchline.boards.drawing import theme
    from branchline.boards.drawing.ground import projection, scenery_format
    from branchline.boards.format.structure import find_deviations

    keys = theme.section_keys(map_.theme)
    found = [*find_deviations(keys, theme.Theme, ("theme",))]
    found += find_deviations(map_.scenery, scenery_format.Scenery, ("scenery",))
    found = [Finding("drawing", finding.path, finding.message, finding.fix) for finding in found]
    if not found:
        look = msgspec.convert(theme.completed(keys, ""), theme.Theme)
        section = msgspec.convert(map_.scenery, scenery_format.Scenery)
        slips = [*theme.theme_faults(look, list(map_.cards.colors)), *scenery_format.scenery_faults(section)]
        found = [Finding("drawing", path, message, "") for path, message in slips]
    try:
        projection.fit_projection(map_)
    except DrawingError as error:
        found.append(Finding("drawing", ("cities",), str(error), ""))
    return found or unlettered(map_)


def unlettered(map_: Map) -> list[Finding]:
    """Return each text on a map's board with letters that no font of the package has.

    >>> from branchline.boards.library import load_map
    >>> unlettered(load_map("london").spec)
    []
    """
    from branchline.boards.drawing import theme
    from branchline.boards.drawing.lettering.shaping import unset_letters

    type_ = theme.map_theme(map_).type
    found = []
    for path, text in _written_texts(map_):
        unset = unset_letters(type_, text)
        if unset:
            message = f'"{text}" cannot be lettered: no font has its {unset.script} letters "{unset.letters}".'
            fix = "Write it in another script." if unset.is_fetched else "`make fonts` fetches fonts for them."
            found.append(Finding("lettering", path, message, fix))
    return found


def _written_texts(map_: Map) -> list[tuple[Path, str]]:
    """Return the texts on a map's board, with their paths in the file."""
    from branchline.boards.drawing import theme
    from branchline.boards.drawing.ground import scenery_format

    look, section = theme.map_theme(map_), scenery_format.read(map_.scenery)
    found: list[tuple[Path, str]] = [(("cities", name), city.label or name) for name, city in map_.cities.items()]
    title: Path = ("theme", "title") if look.title else ("about", "name")
    found += [(title, look.title or map_.about.name), (("theme", "subtitle"), look.subtitle)]
    return [*found, *scenery_format.named(section)]
