"""The public interface of drawing: a map's drawing, and a drawing as SVG and PNG."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec

from branchline.boards.drawing.artwork import Drawing, PageFonts
from branchline.boards.drawing.errors import DrawingError
from branchline.boards.drawing.geometry import Geometry
from branchline.boards.drawing.paint.svg import ground_svg, labels_svg, svg
from branchline.boards.drawing.position import PlayerMark, Position, TicketMark
from branchline.boards.drawing.signs import PLAYER_SIGNS, card_signs
from branchline.boards.format.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path as FilePath

    from branchline.boards.format.finding import Path
    from branchline.boards.format.schema import Map

__all__ = [
    "PLAYER_SIGNS",
    "Drawing",
    "DrawingError",
    "Geometry",
    "PageFonts",
    "PlayerMark",
    "Position",
    "TicketMark",
    "draw_into_package",
    "drawing",
    "faults",
    "ground_svg",
    "in_preset",
    "labels_svg",
    "page_fonts",
    "png",
    "preset_sheet",
    "presets",
    "redrawn",
    "svg",
    "translated",
]


def drawing(map_: Map, progress: Callable[[float], None] | None = None, file: FilePath | None = None) -> Drawing:
    """Return the drawing of a map, from the cache if it was drawn before.

    If its file is given, a changed map starts from the layout that the file had last, so that it takes a moment and
    moves little. Otherwise the drawing depends on nothing but the map.

    >>> from branchline.boards.library import load_map
    >>> london = drawing(load_map("london").spec)
    >>> len(london.geometry.cities), len(london.geometry.routes), london.overlaps
    (17, 44, 0)
    """
    from branchline.boards.drawing import cache

    key = cache.key(map_)
    found = cache.load(key)
    if found is None:
        found = redrawn(map_, progress, None if file is None else cache.load_latest(file))
    if file is not None:
        cache.save_latest(file, key)
    return found


def redrawn(map_: Map, progress: Callable[[float], None] | None = None, before: Drawing | None = None) -> Drawing:
    """Return the drawing of a map, composed from scratch or from the drawing of an earlier version, and cache it."""
    from branchline.boards.drawing import cache
    from branchline.boards.drawing.compose import built

    found = built(map_, progress, before)
    # The next drawing may find fonts that were fetched in the meantime.
    if found.is_lettered:
        cache.save(cache.key(map_), found)
    return found


def draw_into_package(maps: Iterable[Map]) -> None:
    """Keep the drawings of these maps, and only these, among the files of the package; draw them on all cores."""
    from concurrent.futures import ProcessPoolExecutor

    from branchline.boards.drawing import cache

    drawings = {cache.key(map_): map_ for map_ in maps}
    missing = {name: map_ for name, map_ in drawings.items() if not (cache.PACKAGED / f"{name}.json").is_file()}
    longest_first = sorted(missing.values(), key=lambda map_: len(map_.cities), reverse=True)
    with ProcessPoolExecutor(max(1, min(len(missing), os.cpu_count() or 1))) as pool:
        for map_, drawn in zip(longest_first, pool.map(drawing, longest_first), strict=True):
            cache.write(cache.PACKAGED, cache.key(map_), drawn)
    for file in cache.PACKAGED.glob("*.json"):
        if file.stem not in drawings:
            file.unlink()


def translated(map_: Map, board: Drawing, language: str) -> Drawing:
    """Return a map's drawing in a language, as far as the map has translations of what it says on its board."""
    from branchline.boards.drawing.paint.translation import translated
    from branchline.boards.drawing.theme import map_theme

    return translated(board, map_theme(map_).translations.get(language, {}))


def presets() -> list[str]:
    """Return the names of the presets for themes.

    >>> presets()
    ['poster', 'atlas', 'engraved', 'deco', 'transit', 'coastal']
    """
    from branchline.boards.drawing.presets import PRESETS

    return list(PRESETS)


def in_preset(map_: Map, preset: str) -> Map:
    """Return a map in a preset, with the texts of its own theme; refuse an unknown name.

    >>> from branchline.boards.library import load_map
    >>> in_preset(load_map("london").spec, "deco").theme
    {'preset': 'deco', 'title': 'London', 'subtitle': 'Central buses · 1965'}
    """
    from branchline.boards.drawing.theme import section_keys
    from branchline.names import unknown

    if preset not in presets():
        raise DrawingError(unknown("preset", preset, presets()))
    texts = {key: text for key, text in section_keys(map_.theme).items() if key in ("title", "subtitle")}
    return msgspec.structs.replace(map_, theme={"preset": preset, **texts})


def preset_sheet(boards: dict[str, Drawing], width: int = 1600) -> str:
    """Return several boards, each with its name, side by side as an SVG document."""
    from branchline.boards.drawing.paint.preset_sheet import sheet

    return sheet({name: (board, png(svg(board), width // 2)) for name, board in boards.items()})


def png(document: str, width: int = 1600) -> bytes:
    """Return an SVG document as a PNG of the given width in pixels; needs no browser.

    >>> png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>', width=8)[1:4]
    b'PNG'
    """
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=document, width=width))


def page_fonts(texts: Iterable[str]) -> PageFonts:
    """Return fonts for the letters of a map's texts that the fonts of the page lack."""
    from branchline.boards.drawing.lettering.page_fonts import page_fonts

    return page_fonts(texts)


def faults(map_: Map) -> list[Finding]:
    """Return everything that keeps a map from being drawn as it is written.

    >>> from branchline.boards.library import load_map
    >>> faults(load_map("london").spec)
    []
    """
    found = section_faults(map_.theme, map_.scenery, list(map_.cards.colors))
    # Without a sound theme and scenery nobody knows what is written on the board.
    written = [] if found else [*_translation_faults(map_), *unlettered(map_)]
    return [*found, *_city_faults(map_), *written]


def section_faults(theme: object, scenery: object, colors: list[str]) -> list[Finding]:
    """Return what is wrong with the sections [theme] and [scenery] of a file, which may have other mistakes.

    >>> [finding.message for finding in section_faults({"land": "green"}, {}, ["red"])]
    ['land = "green" is not a color; write it as "#rrggbb".']
    """
    found = _theme_faults(theme, colors) if isinstance(theme, (dict, str)) else []
    return found + (_scenery_faults(scenery) if isinstance(scenery, dict) else [])


def _theme_faults(section: dict[str, Any] | str, colors: list[str]) -> list[Finding]:
    """Return what is wrong with the theme; a key of the wrong type does not hide what is wrong with the others."""
    from branchline.boards.drawing import theme
    from branchline.boards.format.structure import find_deviations

    keys = theme.section_keys(section)
    found = [_drawing_fault(finding) for finding in find_deviations(keys, theme.Theme, ("theme",))]
    wrong = {finding.path[1] for finding in found if len(finding.path) > 1}
    sound = {key: value for key, value in keys.items() if key not in wrong}
    look = msgspec.convert(theme.completed(sound, ""), theme.Theme)
    slips = list(theme.theme_faults(look, colors, keys))
    if not slips:
        slips += theme.gray_grounds(look, card_signs(look, colors)["gray"].color)
    return found + [Finding("drawing", path, message, "") for path, message in slips]


def _scenery_faults(section: dict[str, Any]) -> list[Finding]:
    """Return what is wrong with the scenery; an entry of the wrong type does not hide what is wrong with the others."""
    from branchline.boards.drawing.ground import scenery_format
    from branchline.boards.format.structure import find_deviations

    found = [_drawing_fault(finding) for finding in find_deviations(section, scenery_format.Scenery, ("scenery",))]
    wrong = {finding.path[:3] for finding in found}
    sound = {
        # Rows keep their numbers: a wrong one is replaced by an entry that has no faults.
        kind: [
            scenery_format.SOUND[kind] if ("scenery", kind, row) in wrong else part for row, part in enumerate(parts)
        ]
        for kind, parts in section.items()
        if ("scenery", kind) not in wrong and isinstance(parts, list)
    }
    slips = scenery_format.scenery_faults(msgspec.convert(sound, scenery_format.Scenery))
    return found + [Finding("drawing", path, message, "") for path, message in slips]


def _city_faults(map_: Map) -> list[Finding]:
    """Return what is wrong with the places of the cities."""
    from branchline.boards.drawing.ground.places import find_slips

    try:
        slips = list(find_slips(map_))
    except DrawingError as error:
        return [Finding("drawing", ("cities",), str(error), "")]
    return [
        Finding("places", ("cities", slip.city) if slip.city else ("cities",), slip.message, slip.fix) for slip in slips
    ]


def _drawing_fault(finding: Finding) -> Finding:
    return Finding("drawing", finding.path, finding.message, finding.fix)


def unlettered(map_: Map) -> list[Finding]:
    """Return each text on a map's board with letters that no font of the package has.

    >>> from branchline.boards.library import load_map
    >>> unlettered(load_map("london").spec)
    []
    """
    from branchline.boards.drawing import theme
    from branchline.boards.drawing.lettering.shaping import unset_letters

    type_ = theme.map_theme(map_).type
    found = []
    for path, text in _written_texts(map_):
        unset = unset_letters(type_, text)
        if unset:
            kind = f"its {unset.script} letters " if any(letter.isalpha() for letter in unset.letters) else ""
            message = f'"{text}" cannot be lettered: no font has {kind}"{unset.letters}".'
            advice = "Write it in another script." if kind else "Leave them out."
            fix = advice if unset.is_fetched else "`make fonts` fetches fonts for them."
            found.append(Finding("lettering", path, message, fix))
    return found


def _written_texts(map_: Map) -> list[tuple[Path, str]]:
    """Return the texts on a map's board, with their paths in the file."""
    from branchline.boards.drawing import theme
    from branchline.boards.drawing.ground import scenery_format

    look, section = theme.map_theme(map_), scenery_format.read(map_.scenery)
    found: list[tuple[Path, str]] = [(("cities", name), city.label or name) for name, city in map_.cities.items()]
    title: Path = ("theme", "title") if look.title else ("about", "name")
    found += [(title, look.title or map_.about.name), (("theme", "subtitle"), look.subtitle)]
    return [*found, *scenery_format.named(section)]


def _translation_faults(map_: Map) -> list[Finding]:
    """Return translations of what is not on the board."""
    from branchline.boards.drawing import theme
    from branchline.boards.drawing.ground import scenery_format

    look, section = theme.map_theme(map_), scenery_format.read(map_.scenery)
    texts = [look.subtitle, *(name.text for name in section.names)]
    return [Finding("drawing", path, message, "") for path, message in theme.translation_faults(look, texts)]
