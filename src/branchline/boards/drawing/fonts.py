"""The fonts of the package: the width of a text and the outlines of its letters, without fonts on the machine."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fontTools.ttLib import TTFont
    from fontTools.ttLib.tables.otTables import PairPos

FOLDER = Path(__file__).parent / "fonts"


class Face(NamedTuple):
    """A typeface in one weight: its file, and its family name and weight in CSS."""

    file: str
    family: str
    weight: int


class Type(NamedTuple):
    """The typefaces of a board's titles and labels."""

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
"""The values of `type` in a map's theme."""


class Glyph(NamedTuple):
    """A letter's advance in ems, and its outline in thousandths of an em with y downwards."""

    advance: float
    outline: str


class Font:
    """A typeface opened for measuring and drawing."""

    def __init__(self, face: Face) -> None:
        from fontTools.ttLib import TTFont

        self.face = face
        self.ttf = TTFont(BytesIO((FOLDER / f"{face.file}-normal.woff").read_bytes()), lazy=True)
        self.em = float(self.ttf["head"].unitsPerEm)
        self.names: dict[int, str] = self.ttf.getBestCmap()
        self.outlines = self.ttf.getGlyphSet()
        self.pairs = list(_pair_tables(self.ttf))
        self.capital = getattr(self.ttf["OS/2"], "sCapHeight", 0) / self.em or 0.7

    def glyph(self, letter: str) -> Glyph:
        """Return a letter's glyph; a letter that the typeface lacks has no outline and an average width."""
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
        """Return how far the second letter is moved by kerning, in ems; negative is closer."""
        first, second = self.names.get(ord(left)), self.names.get(ord(right))
        if first is None or second is None:
            return 0.0
        for table in self.pairs:
            value = _pair(table, first, second)
            if value is not None:
                return value / self.em
        return 0.0

    def steps(self, text: str) -> list[float]:
        """Return where each letter starts and where the text ends, in ems."""
        found = [0.0]
        for left, right in zip(text, [*text[1:], ""], strict=True):
            kern = self.kerning(left, right) if right else 0.0
            found.append(found[-1] + self.glyph(left).advance + kern)
        return found

    def width(self, text: str) -> float:
        """Return the width of a text in ems."""
        return self.steps(text)[-1]

    def covers(self, text: str) -> bool:
        """Return whether the typeface has every letter of a text."""
        return all(ord(letter) in self.names for letter in text)


@cache
def font(face: Face) -> Font:
    """Return an opened typeface; each is opened only once."""
    return Font(face)


def _pair_tables(ttf: TTFont) -> Iterator[PairPos]:
    """Yield the pair-kerning tables of a font, in the order in which they apply."""
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


def _pair(table: PairPos, first: str, second: str) -> float | None:
    """Return the adjustment that a table has for a pair of glyphs, or `None` if the pair is not in it."""
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
