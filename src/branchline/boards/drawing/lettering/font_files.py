"""The font files of the package: committed Latin ones, and archives of others that the build hook fetches."""

from __future__ import annotations

import unicodedata
import zipfile
from functools import cache, cached_property
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import msgspec
import uharfbuzz

from branchline.boards.drawing.cache_folder import unpacked

FOLDER = Path(__file__).parent / "fonts"
ARCHIVES = ("fonts.zip", "fonts-cjk.zip")
LATIN = {
    ("Abril Fatface", 0): "abril-fatface-latin-400-normal.woff",
    ("Cabin", 600): "cabin-latin-600-normal.woff",
    ("Cabin", 700): "cabin-latin-700-normal.woff",
    ("Josefin Sans", 0): "josefin-sans-latin-600-normal.woff",
    ("Limelight", 0): "limelight-latin-400-normal.woff",
    ("Playfair Display", 0): "playfair-display-latin-600-normal.woff",
    ("Rozha One", 0): "rozha-one-latin-400-normal.woff",
    ("Source Sans 3", 600): "source-sans-3-latin-600-normal.woff",
    ("Source Sans 3", 700): "source-sans-3-latin-700-normal.woff",
    ("Zilla Slab", 0): "zilla-slab-latin-600-normal.woff",
}
"""The committed files by family and weight; zero is any weight."""


class Entry(msgspec.Struct, frozen=True):
    """A file in an archive, and its letters as ranges of code points such as `U+100-2BA,U+304`."""

    file: str
    letters: str

    def has(self, code: int) -> bool:
        """Return whether the file is listed for a code point."""
        return any(low <= code <= high for low, high in _ranges(self.letters))


@cache
def _ranges(letters: str) -> tuple[tuple[int, int], ...]:
    pairs = [part.strip().removeprefix("U+").split("-") for part in letters.split(",")]
    return tuple((int(pair[0], 16), int(pair[-1], 16)) for pair in pairs)


class Font:
    """An opened font file in one weight."""

    def __init__(self, file: str, data: bytes, weight: int = 0) -> None:
        """Open the contents of a font file in the plain format that HarfBuzz reads; committed files have one weight."""
        self.file = file
        self.is_committed = weight == 0
        self.name = f"{file} {weight}"
        self.data = data
        face = uharfbuzz.Face(data)
        self.font = uharfbuzz.Font(face)
        self.font.set_variations({"wght": float(weight)})
        self.em = float(face.upem)
        self.letters = frozenset(face.unicodes)

    def has(self, letter: str) -> bool:
        """Return whether the font has a letter, or its parts."""
        parts = unicodedata.normalize("NFD", letter)
        return ord(letter) in self.letters or all(ord(part) in self.letters for part in parts)

    @cached_property
    def capital(self) -> float:
        """The height of capital letters in ems."""
        glyph = self.font.get_nominal_glyph(ord("H"))
        extents = self.font.get_glyph_extents(glyph) if glyph else None
        return extents.y_bearing / self.em if extents else 0.7

    def outline(self, glyph: int) -> str:
        """Return the outline of a glyph as path data, in thousandths of an em with y downwards."""
        return _Outline(self.font, glyph, 1000 / self.em).path

    def vertical(self, glyph: int) -> tuple[float, float]:
        """Return how far a glyph reaches above and below the baseline, in ems."""
        extents = self.font.get_glyph_extents(glyph)
        return (extents.y_bearing / self.em, -(extents.y_bearing + extents.height) / self.em) if extents else (0.0, 0.0)


class _Outline:
    """Collects the commands of an outline in SVG's notation."""

    def __init__(self, font: uharfbuzz.Font, glyph: int, scale: float) -> None:
        self.parts: list[str] = []
        self.scale = scale
        functions = uharfbuzz.DrawFuncs()
        functions.set_move_to_func(lambda x, y, _: self._add("M", x, y))
        functions.set_line_to_func(lambda x, y, _: self._add("L", x, y))
        functions.set_quadratic_to_func(lambda *args: self._add("Q", *args[:4]))
        functions.set_cubic_to_func(lambda *args: self._add("C", *args[:6]))
        functions.set_close_path_func(lambda _: self._add("Z"))
        font.draw_glyph(glyph, functions)

    def _add(self, command: str, *numbers: float) -> None:
        signs = (1, -1)
        rounded = [round(number * self.scale) * signs[place % 2] for place, number in enumerate(numbers)]
        self.parts.append(command + " ".join(map(str, rounded)))

    @property
    def path(self) -> str:
        return "".join(self.parts)


def _uncompressed(data: bytes) -> bytes:
    """Return a font file in the plain format that HarfBuzz reads."""
    return unpacked("fonts", data, _unpacked)


def _unpacked(data: bytes) -> bytes:
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(data), recalcBBoxes=False, recalcTimestamp=False)
    font.flavor = None
    plain = BytesIO()
    font.save(plain, reorderTables=None)
    return plain.getvalue()


class Family(NamedTuple):
    """The files of a typeface in one weight."""

    name: str
    weight: int

    def font_with(self, letter: str) -> Font | None:
        """Return the font that has a letter, or `None`."""
        latin = LATIN.get((self.name, self.weight)) or LATIN.get((self.name, 0))
        if latin and (font := _committed(latin)).has(letter):
            return font
        for archive in ARCHIVES:
            for entry in _index(archive).get(self.name, ()):
                if entry.has(ord(letter)) and (font := _fetched(archive, entry.file, self.weight)).has(letter):
                    return font
        return None

    @property
    def installed(self) -> bool:
        """Whether any file of the family is in the package."""
        committed = any(name == self.name for name, _ in LATIN)
        return committed or any(self.name in _index(archive) for archive in ARCHIVES)


@cache
def _index(archive: str) -> dict[str, list[Entry]]:
    """Return the files of an archive by family; an archive that was not fetched has none."""
    try:
        return msgspec.json.decode(_read(archive, "index.json"), type=dict[str, list[Entry]])
    except (OSError, KeyError, zipfile.BadZipFile, msgspec.MsgspecError):
        return {}


def _read(archive: str, name: str) -> bytes:
    with zipfile.ZipFile(FOLDER / archive) as opened:
        return opened.read(name)


@cache
def _committed(name: str) -> Font:
    return Font(name, _uncompressed((FOLDER / name).read_bytes()))


@cache
def _fetched(archive: str, name: str, weight: int) -> Font:
    return Font(name, _fetched_file(archive, name), weight)


@cache
def _fetched_file(archive: str, name: str) -> bytes:
    """Return a file of an archive; titles and labels may need it in different weights."""
    return _uncompressed(_read(archive, name))
