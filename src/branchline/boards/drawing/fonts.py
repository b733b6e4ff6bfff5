"""The open fonts of the package: how wide a text is, and its outlines, on machines without fonts too."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parent / "fonts"


class Face(NamedTuple):
    """One cut of a typeface: its file, and what a style sheet calls it."""

    file: str
    family: str
    weight: int


class Type(NamedTuple):
    """The two cuts a board is set in."""

    title: Face
    label: Face


TYPES = {
    "plain": Type(
        Face("source-sans-3-latin-700", "Source Sans 3", 700), Face("source-sans-3-latin-600", "Source Sans 3", 600)
    ),
    "poster": Type(Face("rozha-one-latin-400", "Rozha One", 400), Face("zilla-slab-latin-600", "Zilla Slab", 600)),
    "humanist": Type(Face("cabin-latin-700", "Cabin", 700), Face("cabin-latin-600", "Cabin", 600)),
    "deco": Type(Face("limelight-latin-400", "Limelight", 400), Face("josefin-sans-latin-600", "Josefin Sans", 600)),
    "engraved": Type(
        Face("abril-fatface-latin-400", "Abril Fatface", 400),
        Face("playfair-display-latin-600", "Playfair Display", 600),
    ),
}
"""What `type` in a map's theme may be."""


class Glyph(NamedTuple):
    """A letter's advance and outline, in parts of the type size; y grows downwards."""

    advance: float
    outline: str


class Font:
    """A face opened for measuring and drawing."""

    def __init__(self, face: Face) -> None:
        from fontTools.ttLib import TTFont

        self.face = face
        self.ttf = TTFont(BytesIO((FOLDER / f"{face.file}-normal.woff").read_bytes()), lazy=True)
        self.em = float(self.ttf["head"].unitsPerEm)
        self.names: dict[int, str] = self.ttf.getBestCmap()
        self.outlines: Any = self.ttf.getGlyphSet()
        self.pairs = list(_pair_tables(self.ttf))
        self.capital = getattr(self.ttf["OS/2"], "sCapHeight", 0) / self.em or 0.7

    def glyph(self, letter: str) -> Glyph:
        """The letter's advance and outline; a letter the face lacks is an average space wide."""
        name = self.names.get(ord(letter))
        if name is None:
            return Glyph(0.6, "")
        return Glyph(self.outlines[name].width / self.em, self._outline(name))

    def _outline(self, name: str) -> str:
        from fontTools.pens.svgPathPen import SVGPathPen
        from fontTools.pens.transformPen import TransformPen

        pen = SVGPathPen(self.outlines, ntos=lambda number: f"{number:.0f}")
        thousandth = 1000 / self.em
        self.outlines[name].draw(TransformPen(pen, (thousandth, 0, 0, -thousandth, 0, 0)))
        return str(pen.getCommands())

    def kerning(self, left: str, right: str) -> float:
        """How much nearer (or farther) the right letter stands, in parts of the type size."""
        first, second = self.names.get(ord(left)), self.names.get(ord(right))
        if first is None or second is None:
            return 0.0
        for table in self.pairs:
            value = _pair(table, first, second)
            if value is not None:
                return value / self.em
        return 0.0

    def steps(self, text: str) -> list[float]:
        """Where each letter starts, and where the text ends, in parts of the type size."""
        found = [0.0]
        for left, right in zip(text, [*text[1:], ""], strict=True):
            kern = self.kerning(left, right) if right else 0.0
            found.append(found[-1] + self.glyph(left).advance + kern)
        return found

    def width(self, text: str) -> float:
        """The width of a text in parts of the type size."""
        return self.steps(text)[-1]

    def covers(self, text: str) -> bool:
        """Whether the face has every letter of the text."""
        return all(ord(letter) in self.names for letter in text)


@cache
def font(face: Face) -> Font:
    """The face, opened once."""
    return Font(face)


def _pair_tables(ttf: TTFont) -> Iterator[Any]:
    """The pair-kerning tables of a font, in the order in which they apply."""
    if "GPOS" not in ttf:
        return
    layout = ttf["GPOS"].table
    wanted = {
        index
        for record in layout.FeatureList.FeatureRecord
        if record.FeatureTag == "kern"
        for index in record.Feature.LookupListIndex
    }
    for index in sorted(wanted):
        for table in layout.LookupList.Lookup[index].SubTable:
            inner = getattr(table, "ExtSubTable", table)
            if getattr(inner, "LookupType", 0) == 2:  # noqa: PLR2004 (pair adjustment)
                yield inner


def _pair(
    table: Any,  # noqa: ANN401 (fontTools builds its tables at run time)
    first: str,
    second: str,
) -> float | None:
    """The adjustment a table has for a pair, or none if it does not know the pair."""
    if first not in table.Coverage.glyphs:
        return None
    if table.Format == 1:
        row = table.PairSet[table.Coverage.glyphs.index(first)]
        found = [record.Value1 for record in row.PairValueRecord if record.SecondGlyph == second]
    else:
        left = table.ClassDef1.classDefs.get(first, 0)
        right = table.ClassDef2.classDefs.get(second, 0)
        found = [table.Class1Record[left].Class2Record[right].Value1]
    return float(getattr(found[0], "XAdvance", 0) or 0) if found else None
