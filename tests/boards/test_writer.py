"""A map that is written as text is read back as the same map."""

from __future__ import annotations

import msgspec
import pytest

from branchline.boards.draw import presets
from branchline.boards.format.check import check
from branchline.boards.format.writer import map_text
from branchline.boards.library import find_maps, load_map
from tests.odd_maps import odd_map


@pytest.mark.parametrize("name", [map_.name for map_ in find_maps()])
def test_built_in_maps(name: str) -> None:
    spec = load_map(name).spec
    assert check(map_text(spec)).map == spec


@pytest.mark.parametrize("seed", range(8))
def test_odd_maps(seed: int) -> None:
    spec = check(odd_map(seed)).map
    assert spec is not None
    assert check(map_text(spec)).map == spec


@pytest.mark.parametrize("note", ['Say "hello"', "back\\slash", "two\nlines", "Œuvre – 東京 ×", "", "# = ]"])
def test_texts_with_every_kind_of_letter(note: str) -> None:
    spec = load_map("mini").spec
    spec = msgspec.structs.replace(spec, about=msgspec.structs.replace(spec.about, note=note))
    assert check(map_text(spec)).map == spec


def test_a_theme_by_name() -> None:
    spec = msgspec.structs.replace(load_map("mini").spec, theme=next(iter(presets())))
    assert check(map_text(spec)).map == spec
