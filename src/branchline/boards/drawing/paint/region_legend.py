"""A legend of the regions of a board: their colors, and the technologies that open them (K4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.drawing.artwork import Shape, TextLine
from branchline.boards.drawing.paint.furniture import Furniture, rect

if TYPE_CHECKING:
    from branchline.boards.drawing.ground.scenery_format import Scenery
    from branchline.boards.drawing.lettering.shaping import Lettering
    from branchline.boards.drawing.theme import Theme
    from branchline.boards.format.schema import Map

ROW, SWATCH, PAD, SIZE = 21.0, 15.0, 11.0, 13.5


def region_needs(map_: Map) -> dict[str, list[str]]:
    """Return the technologies that open each region; a region that is open from the start needs none."""
    if map_.without_technology is None:
        return {}
    regions = dict.fromkeys(city.region for city in map_.cities.values() if city.region)
    return {
        region: []
        if region in map_.without_technology.regions
        else [name for name, technology in map_.technologies.items() if region in technology.opens_regions]
        for region in regions
    }


def region_legend(map_: Map, scenery: Scenery, theme: Theme, lettering: Lettering) -> Furniture | None:
    """Return the legend, or `None` if the board shows no regions that need a technology."""
    needs = region_needs(map_)
    tints = [(area.name, area.color or theme.land) for area in scenery.regions if area.name in needs]
    if not any(needs[name] for name, _ in tints):
        return None
    named = max(lettering.width("label", name) for name, _ in tints) * SIZE
    opened = max(lettering.width("label", " / ".join(needs[name])) for name, _ in tints) * SIZE
    left, right = PAD + SWATCH + 8, PAD + SWATCH + 8 + named + 14
    width, height = right + opened + PAD, 2 * PAD + ROW * len(tints)
    shapes = [
        Shape(rect(0, 0, width, height), theme.paper, theme.ink, 1.2),
        Shape(rect(3.5, 3.5, width - 7, height - 7), stroke=theme.ink, width=0.6),
    ]
    lines = []
    for row, (name, color) in enumerate(tints):
        top = PAD + row * ROW
        shapes.append(Shape(rect(PAD, top + 3, SWATCH, SWATCH), color, theme.ink, 1.0))
        lines.append(TextLine(name, left, top + 15.5, SIZE, theme.ink, anchor="start"))
        if needs[name]:
            lines.append(TextLine(" / ".join(needs[name]), right, top + 15.5, SIZE, theme.ink, anchor="start"))
        else:
            check = f"M{right:g} {top + 11:g}l4 4.5 8-9.5"
            shapes.append(Shape(check, stroke=theme.ink, width=2.0))
    return Furniture(width, height, shapes, lines, (1.15, 1.0, 0.85, 0.7))
