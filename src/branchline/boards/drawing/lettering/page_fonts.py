"""Fonts for names in the text of a page: small files with only the letters that the page's own fonts lack."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from branchline.boards.drawing.artwork import PageFont, PageFonts
from branchline.boards.drawing.lettering.shaping import Lettering, spelled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.boards.drawing.lettering.font_files import Font

FACES = {"text": "plain", "display": "poster"}
"""The type whose labels look like each of the page's faces."""


def page_fonts(texts: Iterable[str]) -> PageFonts:
    """Return fonts with the letters of these texts that the page's own fonts lack.

    >>> page_fonts(["Montréal"]).fonts
    []
    >>> [(font.face, font.letters) for font in page_fonts(["Łódź"]).fonts]
    [('text', 'Ł'), ('display', 'Łź')]
    """
    names = sorted(set(texts))
    found: list[PageFont] = []
    used: set[tuple[str, str]] = set()
    for face, type_ in FACES.items():
        for font, letters in _needed(Lettering(type_, {"label": names}), names).items():
            # The faces share most fonts of other scripts, and the page looks for letters in both.
            if (font.file, letters) not in used:
                used.add((font.file, letters))
                found.append(PageFont(face, letters, _subset(font, letters)))
    return PageFonts(found)


def _needed(lettering: Lettering, names: list[str]) -> dict[Font, str]:
    """Return the letters of names for which each font is needed, other than the committed ones that the page has."""
    letters: dict[Font, set[str]] = {}
    for script, letter in {pair for name in names for pair in spelled(name)}:
        font = lettering.font("label", script, letter)
        if font is not None and not font.is_committed and not letter.isspace():
            letters.setdefault(font, set()).add(letter)
    return {font: "".join(sorted(letters[font])) for font in sorted(letters, key=lambda font: font.name)}


def _subset(font: Font, letters: str) -> bytes:
    """Return a font file with these letters and what joins and places them."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(hinting=False, name_IDs=[], notdef_outline=True, ignore_missing_unicodes=True)
    file = TTFont(BytesIO(font.data))
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(file)
    file.flavor = "woff2"
    compressed = BytesIO()
    file.save(compressed)
    return compressed.getvalue()
