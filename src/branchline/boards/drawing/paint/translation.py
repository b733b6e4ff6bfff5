"""Write what a map says on its board in another language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from branchline.boards.drawing.lettering.shaping import Lettering

if TYPE_CHECKING:
    from collections.abc import Mapping

    from branchline.boards.drawing.artwork import Drawing, Layer, TextLine


def translated(drawing: Drawing, texts: Mapping[str, str]) -> Drawing:
    """Return a drawing in which these texts have others in their place, each no wider than what it replaces."""
    lettering = Lettering(drawing.type, {}, prefix="t")

    def width(line: TextLine) -> float:
        made = lettering.set(line.face, line.text)
        return made.width + line.spacing * max(0, made.letters - 1)

    def written(line: TextLine) -> TextLine:
        if line.text not in texts:
            return line
        other = replace(line, text=texts[line.text])
        return replace(other, size=round(line.size * min(1.0, width(line) / width(other)), 1))

    def layers(old: list[Layer]) -> list[Layer]:
        return [replace(layer, lines=[written(line) for line in layer.lines]) for layer in old]

    return replace(drawing, below=layers(drawing.below), above=layers(drawing.above))
