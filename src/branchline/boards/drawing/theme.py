"""The look of a map: the `[theme]` section of its file, with defaults that suit any map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from branchline.boards.drawing.colors import HEX, contrast, difference, mixed
from branchline.boards.drawing.errors import DrawingError
from branchline.boards.drawing.lettering.families import TYPES
from branchline.boards.drawing.presets import PRESETS, choose_preset
from branchline.names import unknown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from branchline.boards.format.schema import Map

TEXT_CONTRAST, SHAPE_CONTRAST = 4.5, 3.0
"""The least contrast of text and of shapes with what they lie on (WCAG AA)."""

GRAY_DIFFERENCE = 12.0
"""The least difference of a ground from the spaces of gray routes (CIE 1976)."""
GROUNDS = {"sea": "sea", "land": "land", "abroad": "land abroad", "park": "parks"}
"""The grounds by the keys that set them, as messages call them."""
COLORS = ("paper", "sea", "land", "abroad", "coast", "border", "ink", "accent", "park")
"""The keys whose values are colors."""


class Theme(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """The keys of a `[theme]` section; colors are written as #rrggbb."""

    preset: str = ""
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
    frame: Literal["plain", "poster", "double", "deco", "rails", "waves"] = "plain"
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
        return list(self.named_grounds.values())

    @property
    def named_grounds(self) -> dict[str, str]:
        """The grounds by the keys that set them."""
        return {key: self.ground(key) for key in GROUNDS}

    def ground(self, key: str) -> str:
        """Return the color of a ground."""
        return self.foreign if key == "abroad" else getattr(self, key)


def map_theme(map_: Map) -> Theme:
    """Return the theme of a map: its own, that of the preset it names, or that of the preset that suits it."""
    return themed(map_.theme, list(map_.cards.colors), choose_preset(map_))


def themed(section: Mapping[str, object] | str, colors: list[str], automatic: str = "") -> Theme:
    """Return the theme that a map file's section describes; an error names the key at fault.

    A section that sets neither a preset nor a color of its own gets the automatic preset.
    """
    keys = section_keys(section)
    known = list(Theme.__struct_fields__)
    for key in keys:
        if key not in known:
            raise DrawingError(f"In [theme]: {unknown('key', key, known)}")
    try:
        msgspec.convert(keys, Theme)
        theme = msgspec.convert(completed(keys, automatic), Theme)
    except msgspec.ValidationError as error:
        raise DrawingError(f"In [theme]: {error}.") from None
    for path, message in theme_faults(theme, colors):
        raise DrawingError(f"In [{'.'.join(path[:-1])}]: {message}")
    return theme


def section_keys(section: Mapping[str, object] | str) -> dict[str, object]:
    """Return the keys of a section; a theme that is only a name is a preset.

    >>> section_keys("poster")
    {'preset': 'poster'}
    """
    return {"preset": section} if isinstance(section, str) else dict(section)


def completed(keys: Mapping[str, object], automatic: str) -> dict[str, object]:
    """Return the keys of a section with those of its preset; an unknown preset adds none."""
    preset = keys.get("preset", "" if set(COLORS) & keys.keys() else automatic)
    return {**PRESETS.get(str(preset), {}), **keys}


def theme_faults(
    theme: Theme, colors: list[str], given: Collection[str] = ("ink",)
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield path and description of values that are not colors, unknown names, and grounds that hide text.

    Weak contrast is reported at the ink if the ink is given, else at the ground.
    """
    if theme.preset and theme.preset not in PRESETS:
        yield ("theme", "preset"), unknown("preset", theme.preset, PRESETS)
    if theme.type not in TYPES:
        yield ("theme", "type"), unknown("type", theme.type, TYPES)
    wrong = list(_color_faults(theme, colors))
    yield from wrong
    faulty = {path[-1] for path, _ in wrong}
    if not theme.abroad and faulty & {"land", "sea"}:
        faulty.add("abroad")  # it is mixed from the two
    for key, what in GROUNDS.items():
        if faulty & {key, "ink"}:
            continue
        ground = theme.ground(key)
        if contrast(theme.ink, ground) < TEXT_CONTRAST:
            short = f"contrast {contrast(theme.ink, ground):.1f}, needs {TEXT_CONTRAST}"
            message = (
                f"ink {theme.ink} cannot be read on {ground}, the {what} ({short}): darken it or lighten the ground."
            )
            # The land abroad is a shade of the land unless it is given.
            place = next((each for each in ("ink", key) if each in given), "land")
            yield ("theme", place), message


def gray_grounds(theme: Theme, gray: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield path and description of grounds that look like gray spaces; they are only hard to tell apart."""
    for key, ground in theme.named_grounds.items():
        if difference(ground, gray) < GRAY_DIFFERENCE:
            yield ("theme", key), f"{ground}, the {GROUNDS[key]}, looks like the spaces of gray routes ({gray})."


def translation_faults(theme: Theme, texts: list[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield path and description of translations of something that is not written on the board."""
    for language, translations in theme.translations.items():
        for text in translations:
            if text not in texts:
                yield ("theme", "translations", language, text), unknown("text", text, [text for text in texts if text])


def _color_faults(theme: Theme, colors: list[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    for key in COLORS:
        value = getattr(theme, key)
        if not HEX.match(value) and (value or key != "abroad"):
            yield ("theme", key), f'{key} = "{value}" is not a color; write it as "#rrggbb".'
    for name, value in theme.colors.items():
        if not HEX.match(value):
            message = f'colors.{name} = "{value}" is not a color; write it as "#rrggbb".'
            yield ("theme", "colors", name), message
        if name not in (*colors, "gray", "wild"):
            yield ("theme", "colors", name), unknown("card color", name, colors)
