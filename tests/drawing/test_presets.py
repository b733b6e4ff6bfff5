"""The presets: all readable, none with gray ground, and the right one for a map that does not choose."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from branchline.boards.draw import DrawingError, in_preset, presets
from branchline.boards.drawing.colors import contrast, difference
from branchline.boards.drawing.presets import choose_preset
from branchline.boards.drawing.signs import PLAYER_SIGNS, card_signs
from branchline.boards.drawing.theme import GRAY_DIFFERENCE, TEXT_CONTRAST, Theme, map_theme, themed
from branchline.boards.library import find_maps, load_map
from tests.drawing.color_difference import VISIONS
from tests.drawing.color_difference import difference as seen_difference
from tests.drawing.random_maps import random_map

MAPS = Path(__file__).parent / "maps"
BUILT_IN = [map_.name for map_ in find_maps() if map_.built_in]


@pytest.mark.parametrize("preset", presets())
def test_labels_can_be_read_on_every_ground_of_a_preset(preset: str) -> None:
    theme = themed(preset, [])
    for ground in (theme.paper, *theme.grounds):
        assert contrast(theme.ink, ground) >= TEXT_CONTRAST
        for player in PLAYER_SIGNS:
            assert min(seen_difference(player.color, ground, vision) for vision in VISIONS) >= 18, player.name


@pytest.mark.parametrize("preset", presets())
def test_gray_is_not_the_color_of_a_ground_of_a_preset(preset: str) -> None:
    theme = themed(preset, [])
    gray = card_signs(theme, [])["gray"].color
    assert min(difference(ground, gray) for ground in (theme.paper, *theme.grounds)) >= GRAY_DIFFERENCE


@pytest.mark.parametrize("name", BUILT_IN)
def test_gray_is_not_the_color_of_any_ground_of_a_built_in_map(name: str) -> None:
    from branchline.boards.draw import drawing

    map_ = load_map(name).spec
    gray = card_signs(map_theme(map_), list(map_.cards.colors))["gray"].color
    for layer in drawing(map_).below:
        if layer.name in ("sea", "land", "districts", "parks"):
            for shape in layer.shapes:
                assert shape.fill == "none" or difference(shape.fill, gray) >= GRAY_DIFFERENCE, (layer.name, shape.fill)


def test_each_preset_has_its_own_frame() -> None:
    assert len({themed(preset, []).frame for preset in presets()}) == len(presets()) == 6


@pytest.mark.parametrize(
    ("name", "preset"),
    [("metro", "transit"), ("continent", "atlas"), ("arctic", "atlas"), ("island", "coastal"), ("japan", "engraved")],
)
def test_a_map_without_a_theme_gets_one_by_its_size_and_place(name: str, preset: str) -> None:
    map_ = load_map(MAPS / f"{name}.toml").spec
    assert choose_preset(map_) == preset
    assert map_theme(map_).sea == themed(preset, []).sea


def test_a_theme_with_a_color_of_its_own_keeps_the_plain_defaults() -> None:
    map_ = msgspec.structs.replace(random_map(5, cities=5), theme={"sea": "#aaccff"})
    assert map_theme(map_).land == Theme().land
    assert map_theme(map_).sea == "#aaccff"


def test_a_preset_is_named_instead_of_a_section_or_in_it() -> None:
    assert themed("poster", []).frame == "poster"
    changed = themed({"preset": "poster", "frame": "rails"}, [])
    assert (changed.frame, changed.sea) == ("rails", themed("poster", []).sea)
    with pytest.raises(DrawingError, match='There is no preset "postr"'):
        themed("postr", [])
    with pytest.raises(DrawingError, match='There is no preset "postr"'):
        in_preset(random_map(5, cities=5), "postr")
