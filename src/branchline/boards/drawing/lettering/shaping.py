"""Set texts in type: choose the font of each letter, shape runs with HarfBuzz, and order them from left to right."""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import uharfbuzz
from fontTools.unicodedata import script as script_of
from fontTools.unicodedata import script_horizontal_direction, script_name

from branchline.boards.drawing.artwork import MISSING, Glyph, SetText
from branchline.boards.drawing.lettering.families import HAN, HAN_FAMILIES, SCRIPTS, TYPES, candidates
from branchline.boards.drawing.lettering.font_files import Family

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from branchline.boards.drawing.lettering.families import Face
    from branchline.boards.drawing.lettering.font_files import Font

COMMON = {"Zyyy", "Zinh", "Zzzz"}
"""The codes of letters that belong to no script of their own: spaces, digits, punctuation and accents."""
CURSIVE = {"Arab"}
"""Scripts whose letters are joined, so that they cannot be spaced."""
MISSING_WIDTH = 0.7


class Run(NamedTuple):
    """Letters that are set in one font and one direction; without a font they cannot be set."""

    text: str
    font: Font | None
    script: str
    is_rightward: bool


class Lettering:
    """The lettering of one board: the same script has the same font in all labels, and in all titles."""

    def __init__(self, type_: str, texts: Mapping[str, Iterable[str]], prefix: str = "g") -> None:
        self.prefix = prefix
        self.type = TYPES[type_]
        self.scripts = frozenset(
            script for role in texts.values() for text in role for script, _ in spelled(text) if script not in COMMON
        )
        self.families = {role: self._choose(self.type.face(role), "".join(texts[role])) for role in texts}
        self._set: dict[tuple[str, str], SetText] = {}
        self._names: dict[tuple[str, int], str] = {}
        self.outlines: dict[str, str] = {}

    def _choose(self, face: Face, text: str) -> dict[str, Family]:
        """Return the family for each script: the first that has all its letters, or else the one that has most."""
        found = {}
        for script in sorted(self.scripts):
            letters = {letter for code, letter in spelled(text) if code == script}
            families = [Family(name, face.weight) for name in candidates(script, face, self.scripts)]
            # Opening a font is slow, so the search ends at the first family that has everything.
            whole = (family for family in families if _coverage(family, letters) == len(letters))
            found[script] = next(whole, None) or max(families, key=lambda family: _coverage(family, letters))
        return found

    def width(self, role: str, text: str) -> float:
        """Return the width of a text in ems."""
        return self.set(role, text).width

    def capital(self, role: str) -> float:
        """Return the height of capital letters in ems."""
        face = self.type.face(role)
        font = Family(face.family, face.weight).font_with("H")
        return font.capital if font else 0.7

    def set(self, role: str, text: str) -> SetText:
        """Return a text with the positions of its glyphs."""
        key = (role, text)
        if key not in self._set:
            self._set[key] = self._shape(role, text)
        return self._set[key]

    def _shape(self, role: str, text: str) -> SetText:
        made = SetText(0.0)
        letters = 0
        for run in self._runs(role, text):
            if run.font is None:
                letters = self._box(made, run, letters)
                continue
            buffer = uharfbuzz.Buffer()
            buffer.add_str(run.text)
            buffer.guess_segment_properties()
            buffer.direction = "ltr" if run.is_rightward else "rtl"
            uharfbuzz.shape(run.font.font, buffer)
            letters = self._place(made, run, buffer, letters)
        made.letters = letters
        return made

    def _place(self, made: SetText, run: Run, buffer: uharfbuzz.Buffer, letters: int) -> int:
        """Add the glyphs of a run; return the number of letters so far, between which space may be added."""
        assert run.font is not None  # noqa: S101 (only runs that can be set are placed)
        em, cluster = run.font.em, None
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            if cluster not in (None, info.cluster) and run.script not in CURSIVE:
                letters += 1
            cluster = info.cluster
            above, below = run.font.vertical(info.codepoint)
            raised = position.y_offset / em
            made.above, made.below = max(made.above, above + raised), max(made.below, below - raised)
            name = self._outline(run.font, info.codepoint)
            if name:
                x, y = made.width + position.x_offset / em, -raised
                made.glyphs.append(Glyph(name, round(1000 * x), round(1000 * y), letters))
            made.width += position.x_advance / em
        return letters + 1

    def _box(self, made: SetText, run: Run, letters: int) -> int:
        """Add an empty box for each letter that no font has, so that a name never disappears."""
        self.outlines[MISSING] = "M70 0V-700H630V0ZM130-60H570V-640H130Z"
        for _ in run.text:
            made.glyphs.append(Glyph(MISSING, round(1000 * made.width), 0, letters))
            made.width += MISSING_WIDTH
            letters += 1
        made.above = max(made.above, 0.7)
        return letters

    def _outline(self, font: Font, glyph: int) -> str:
        """Return the short name of a glyph's outline, or nothing if it is empty."""
        key = (font.name, glyph)
        if key not in self._names:
            outline = font.outline(glyph)
            self._names[key] = f"{self.prefix}{len(self._names)}" if outline else ""
            if outline:
                self.outlines[self._names[key]] = outline
        return self._names[key]

    def _runs(self, role: str, text: str) -> list[Run]:
        """Return the runs of a text from left to right."""
        set_in = [(script, letter, self.font(role, script, letter)) for script, letter in spelled(text)]
        runs = [
            Run("".join(letter for _, letter, _ in group), font, script, is_rightward)
            for (font, script, is_rightward), part in groupby(
                set_in, key=lambda item: (item[2], item[0], _is_rightward(item[0], item[1]))
            )
            for group in [list(part)]
        ]
        leading = next((run.script for run in runs if run.script not in COMMON), "Latn")
        return runs if _is_rightward(leading, "") else runs[::-1]

    def font(self, role: str, script: str, letter: str) -> Font | None:
        """Return the font in which a letter of a script is set, or `None` if no font has it."""
        face = self.type.face(role)
        chosen = self.families.get(role, {}).get(script)
        rest = [Family(name, face.weight) for name in candidates(script, face, self.scripts)]
        tried = [chosen, *rest] if chosen else rest
        return next((font for family in tried if (font := family.font_with(letter))), None)


def _coverage(family: Family, letters: set[str]) -> int:
    return sum(family.font_with(letter) is not None for letter in letters)


def spelled(text: str) -> list[tuple[str, str]]:
    """Return the letters of a text, each with its script; punctuation has that of the letter before it.

    >>> spelled("Ώ!")
    [('Grek', 'Ώ'), ('Grek', '!')]
    """
    letters = unicodedata.normalize("NFC", text)
    codes = [_script(letter) for letter in letters]
    current = next((code for code in codes if code not in COMMON), "Latn")
    found = []
    for code, letter in zip(codes, letters, strict=True):
        current = current if code in COMMON else code
        found.append(("Latn" if letter.isdecimal() and letter.isascii() else current, letter))
    return found


@cache
def _script(letter: str) -> str:
    return str(script_of(letter))


def _is_rightward(script: str, letter: str) -> bool:
    return letter.isdecimal() or script_horizontal_direction(script, "LTR") == "LTR"


class Unset(NamedTuple):
    """Letters of a text that no font of the package has, and how to name them."""

    letters: str
    script: str
    is_fetched: bool
    """Whether a font of the script is in the package."""


def unset_letters(type_: str, text: str) -> Unset | None:
    """Return the letters of a text that cannot be set, or `None` if all can.

    >>> unset_letters("poster", "Łódź") is None
    True
    >>> unset_letters("poster", "Troy 𐀀").script
    'Linear B'
    """
    lettering = Lettering(type_, {"label": [text]})
    missing = [
        (script, letter)
        for script, letter in spelled(text)
        if not letter.isspace() and lettering.font("label", script, letter) is None
    ]
    if not missing:
        return None
    script = missing[0][0]
    known = [SCRIPTS[script]] if script in SCRIPTS else HAN_FAMILIES if script in {"Hani", *HAN} else ()
    installed = not known or any(Family(name, 0).installed for name in known)
    letters = "".join(dict.fromkeys(letter for _, letter in missing))
    return Unset(letters, script_name(script).replace("_", " "), installed)
