"""The look of a map: the `[theme]` section of its file, with defaults that suit any map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from branchline.boards.drawing.colors import HEX, contrast, mixed
from branchline.boards.drawing.errors import DrawingError
from branchline.boards.drawing.fonts import TYPES
from branchline.names import unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    _check_colors(theme, colors)
    if theme.type not in TYPES:
        raise DrawingError(f"In [theme]: {unknown('type', theme.type, TYPES)}")
    return theme


def _check_colors(theme: Theme, colors: list[str]) -> None:
    """Reject values that are not colors, and grounds that text cannot be read on."""
    named = {key: getattr(theme, key) for key in ("paper", "sea", "land", "coast", "border", "ink", "accent", "park")}
    if theme.abroad:
        named["abroad"] = theme.abroad
    for key, value in (named | {f"colors.{name}": value for name, value in theme.colors.items()}).items():
        if not HEX.match(value):
            raise DrawingError(f'In [theme]: {key} = "{value}" is not a color; write it as "#rrggbb".')
    for name in theme.colors:
        if name not in (*colors, "gray", "wild"):
            raise DrawingError(f"In [theme.colors]: {unknown('card color', name, colors)}")
    for ground in theme.grounds:
        if contrast(theme.ink, ground) < TEXT_CONTRAST:
            raise DrawingError(
                f"In [theme]: ink {theme.ink} cannot be read on {ground} "
                f"(contrast {contrast(theme.ink, ground):.1f}, needs {TEXT_CONTRAST}): darken it or lighten the ground."
            )
