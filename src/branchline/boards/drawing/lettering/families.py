"""The typefaces of a theme, and the fonts that replace them where they lack the letters of a script."""

from __future__ import annotations

from typing import NamedTuple


class Face(NamedTuple):
    """A typeface in one weight, and the typefaces that stand in for it, the most similar first."""

    family: str
    weight: int
    substitutes: tuple[str, ...] = ()

    @property
    def families(self) -> tuple[str, ...]:
        """The typeface and its substitutes; the last one has Latin, Greek and Cyrillic letters."""
        return (self.family, *self.substitutes)


class Type(NamedTuple):
    """The typefaces of a board's titles and labels."""

    title: Face
    label: Face

    def face(self, role: str) -> Face:
        """Return the typeface of titles or of labels."""
        return self.title if role == "title" else self.label


SANS, SLAB, SERIF = "Source Sans 3", "Roboto Slab", "Source Serif 4"

TYPES = {
    "plain": Type(Face(SANS, 700), Face(SANS, 600)),
    "poster": Type(Face("Rozha One", 800, (SERIF, SLAB, SANS)), Face("Zilla Slab", 600, (SLAB, SANS))),
    "humanist": Type(Face("Cabin", 700, (SANS,)), Face("Cabin", 600, (SANS,))),
    "deco": Type(Face("Limelight", 700, (SANS,)), Face("Josefin Sans", 600, (SANS,))),
    "engraved": Type(Face("Abril Fatface", 800, (SERIF, SANS)), Face("Playfair Display", 600, (SERIF, SANS))),
}
"""The values of `type` in a map's theme."""

ALPHABETS = ("Latn", "Grek", "Cyrl")
"""The scripts that the typefaces of themes are looked up for."""
SCRIPTS = {
    "Arab": "Noto Sans Arabic", "Armn": "Noto Sans Armenian", "Beng": "Noto Sans Bengali",
    "Deva": "Noto Sans Devanagari", "Ethi": "Noto Sans Ethiopic", "Geor": "Noto Sans Georgian",
    "Gujr": "Noto Sans Gujarati", "Guru": "Noto Sans Gurmukhi", "Hebr": "Noto Sans Hebrew",
    "Knda": "Noto Sans Kannada", "Khmr": "Noto Sans Khmer", "Laoo": "Noto Sans Lao", "Mlym": "Noto Sans Malayalam",
    "Mymr": "Noto Sans Myanmar", "Sinh": "Noto Sans Sinhala", "Taml": "Noto Sans Tamil", "Telu": "Noto Sans Telugu",
    "Thai": "Noto Sans Thai",
}  # fmt: skip
"""The font of each other script, by its four-letter code in ISO 15924."""
HAN = {"Hira": "Noto Sans JP", "Kana": "Noto Sans JP", "Hang": "Noto Sans KR", "Bopo": "Noto Sans TC"}
"""The font of Han characters on a map that also has letters of one of these scripts, which tell its language."""
HAN_FAMILIES = ("Noto Sans SC", "Noto Sans TC", "Noto Sans JP", "Noto Sans KR")
"""The fonts of Han characters; without another hint the first one that has all of them is used."""


def candidates(script: str, face: Face, others: frozenset[str]) -> tuple[str, ...]:
    """Return the families for letters of a script, the best first, on a map whose texts use other scripts too.

    >>> candidates("Grek", TYPES["engraved"].label, frozenset())
    ('Playfair Display', 'Source Serif 4', 'Source Sans 3')
    >>> candidates("Hani", TYPES["plain"].label, frozenset({"Hira"}))[0]
    'Noto Sans JP'
    """
    if script in ALPHABETS:
        return face.families
    if script == "Hani" or script in HAN:
        hints = [HAN[other] for other in sorted({*others, script}) if other in HAN]
        return tuple(dict.fromkeys([*hints, *HAN_FAMILIES]))
    if script in SCRIPTS:
        # A theme's own face is preferred where it has the script.
        return (face.family, SCRIPTS[script])
    return (*face.families, *SCRIPTS.values(), *HAN_FAMILIES)
