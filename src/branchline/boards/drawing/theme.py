"""The look of a map: the `[theme]` section of its file, with defaults that suit any map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from branchline.boards.drawing.colors import HEX, contrast, mixed
from branchline.boards.drawing.errors import DrawingError
from branchline.boards.drawing.lettering.families import TYPES
from branchline.names import unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TEXT_CONTRAST, SHAPE_CONTRAST = 4.5, 3.0
"""The least contrast of text and of shapes with what they lie on (WCAG AA)."""


class Theme(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """The keys of a `[theme]` section; colors are written as #rrggbb."""

    paper: str = "#f4efe2"
    sea: str = "#cfe0e6"
    land: str = "#f1ead6"
    abroad: str = ""
    coast: str = "#6c8792"
    border: str = "#b7a98a"
    ink: str = "#23262b"
    accent: str = "#a8322a"
    park: str = "#cfdcb0"
    type: str = "plain"
    # Water is flat, or has an engraver's lines along the coast.
    water: Literal["flat", "lines"] = "lines"
    frame: Literal["plain", "poster", "double", "deco", "rails"] = "plain"
    title: str = ""
    subtitle: str = ""
    colors: dict[str, str] = {}
    # By language (such as "fr"), what the subtitle and the names of the scenery are called there.
    translations: dict[str, dict[str, str]] = {}

    @property
    def foreign(self) -> str:
        """The land of countries that have no city on the map."""
        return self.abroad or mixed(self.land, self.sea, 0.35)

    @property
    def grounds(self) -> list[str]:
        """Every color that spaces and labels may lie on."""
        return [self.sea, self.land, self.foreign, self.park]


def themed(section: Mapping[str, object], colors: list[str]) -> Theme:
    """Return the theme that a map file's section describes; an error names the key at fault."""
    known = list(Theme.__struct_fields__)
    for key in section:
        if key not in known:
            raise DrawingError(f"In [theme]: {unknown('key', key, known)}")
    try:
        theme = msgspec.convert(section, Theme)
    except msgspec.ValidationError as error:
        raise DrawingError(f"In [theme]: {error}.") from None
    for path, message in theme_faults(theme, colors):
        raise DrawingError(f"In [{'.'.join(path[:-1])}]: {message}")
    return theme


def theme_faults(theme: Theme, colors: list[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield path and description of values that are not colors, unknown names, and grounds that hide text."""
    if theme.type not in TYPES:
        yield ("theme", "type"), unknown("type", theme.type, TYPES)
    wrong = list(_color_faults(theme, colors))
    yield from wrong
    if wrong:
        return
    for ground in theme.grounds:
        if contrast(theme.ink, ground) < TEXT_CONTRAST:
            short = f"contrast {contrast(theme.ink, ground):.1f}, needs {TEXT_CONTRAST}"
            advice = "darken it or lighten the ground"
            yield ("theme", "ink"), f"ink {theme.ink} cannot be read on {ground} ({short}): {advice}."


def translation_faults(theme: Theme, texts: list[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield path and description of translations of something that is not written on the board."""
    for language, translations in theme.translations.items():
        for text in translations:
            if text not in texts:
                yield ("theme", "translations", language, text), unknown("text", text, [text for text in texts if text])


def _color_faults(theme: Theme, colors: list[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    named = {key: getattr(theme, key) for key in ("paper", "sea", "land", "coast", "border", "ink", "accent", "park")}
    if theme.abroad:
        named["abroad"] = theme.abroad
    for key, value in named.items():
        if not HEX.match(value):
            yield ("theme", key), f'{key} = "{value}" is not a color; write it as "#rrggbb".'
    for name, value in theme.colors.items():
        if not HEX.match(value):
            message = f'colors.{name} = "{value}" is not a color; write it as "#rrggbb".'
            yield ("theme", "colors", name), message
        if name not in (*colors, "gray", "wild"):
            yield ("theme", "colors", name), unknown("card color", name, colors)
