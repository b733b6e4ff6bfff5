"""Nothing overlaps: on the built-in maps, on a map just begun, and on fifty random ones."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec
import pytest

from branchline.boards.draw import geometry
from branchline.boards.drawing import compose
from branchline.boards.drawing.ground import scenery
from branchline.boards.library import find_maps, load_map
from tests.drawing.random_maps import random_map
from tests.drawing.shapes import outside, overlaps, slow_overlaps

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.boards.drawing.geometry import Geometry

BUILT_IN = [map_.name for map_ in find_maps() if map_.built_in]


@pytest.fixture
def plain_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw as a package without coastlines does."""
    monkeypatch.setattr(scenery, "load_coastlines", lambda: None)


def check(board: Geometry) -> None:
    assert overlaps(board) == []
    assert outside(board) == []
    assert board.overlaps == 0


@pytest.mark.parametrize("name", BUILT_IN)
def test_nothing_overlaps_on_a_built_in_map(name: str) -> None:
    check(geometry(load_map(name).spec))


@pytest.mark.usefixtures("plain_paper")
@pytest.mark.parametrize("seed", range(50))
def test_nothing_overlaps_on_a_random_map(seed: int) -> None:
    check(compose.built(random_map(seed, cities=10 + seed * 31 // 50)))


@pytest.mark.usefixtures("plain_paper")
def test_nothing_overlaps_on_a_map_just_begun(tmp_path: Path) -> None:
    from branchline.boards.format.starter import write_starter

    check(compose.built(load_map(write_starter(tmp_path / "my_town")).spec))


@pytest.mark.usefixtures("plain_paper")
def test_a_built_in_map_draws_without_coast_lines() -> None:
    smallest = min((load_map(name).spec for name in BUILT_IN), key=lambda map_: len(map_.cities))
    board = compose.built(smallest)
    check(board)
    assert next(layer for layer in board.below if layer.name == "sea").shapes[0].fill == smallest.theme["land"]


@pytest.mark.usefixtures("plain_paper")
def test_forty_cities_take_less_than_ten_seconds() -> None:
    steps: list[float] = []
    start = time.process_time()
    board = compose.built(random_map(1000, cities=40), steps.append)
    assert time.process_time() - start < 10
    assert len(board.cities) == 40
    assert steps == sorted(steps)
    assert steps[-1] == 1.0


@pytest.mark.usefixtures("plain_paper")
def test_the_same_map_comes_out_the_same() -> None:
    map_ = random_map(7, cities=12)
    assert msgspec.json.encode(compose.built(map_)) == msgspec.json.encode(compose.built(map_))


def test_the_test_finds_overlaps() -> None:
    board = geometry(load_map(BUILT_IN[0]).spec)
    moved = msgspec.structs.replace(board, cities=[msgspec.structs.replace(board.cities[0], x=board.cities[1].x)])
    crowded = msgspec.structs.replace(moved, space=(3 * board.space[0], 2 * board.space[1]))
    assert len(overlaps(crowded)) == slow_overlaps(crowded) > 10


@pytest.mark.parametrize("name", BUILT_IN)
def test_places_stay_near_their_homes(name: str) -> None:
    from branchline.boards.drawing.ground.projection import fit_projection

    map_ = load_map(name).spec
    _, homes = fit_projection(map_)
    for city, (x, y) in zip(geometry(map_).cities, homes, strict=True):
        assert abs(city.x - x) < 60, city.name
        assert abs(city.y - y) < 60, city.name


@pytest.mark.parametrize("name", BUILT_IN)
def test_rows_are_even_and_doubles_run_side_by_side(name: str) -> None:
    board = geometry(load_map(name).spec)
    for track in board.tracks:
        assert len(track.spaces) == track.length
        steps = [
            ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
            for a, b in zip(track.spaces, track.spaces[1:], strict=False)
        ]
        assert not steps or max(steps) - min(steps) < 0.25 * board.unit
        if track.twin is not None:
            twin = board.tracks[track.twin]
            apart = [
                ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in zip(track.spaces, twin.spaces, strict=True)
            ]
            assert max(apart) < 1.6 * board.space[1]


@pytest.mark.parametrize("name", BUILT_IN)
def test_whatever_is_clicked_is_large_enough(name: str) -> None:
    board = geometry(load_map(name).spec)
    assert board.width == 1200
    assert min(track.hit_width for track in board.tracks) >= 24
    assert min(2 * city.hit for city in board.cities) >= 24


def test_a_bend_and_a_nudge_from_the_file_are_kept() -> None:
    map_ = random_map(3, cities=10)
    track = map_.routes.tracks[0]
    name = track.a
    bent = msgspec.structs.replace(track, extras=msgspec.structs.replace(track.extras, bend=0.3))
    city = msgspec.structs.replace(map_.cities[name], at=(12.0, -8.0))
    hinted = msgspec.structs.replace(
        map_,
        cities=map_.cities | {name: city},
        routes=msgspec.structs.replace(map_.routes, tracks=[bent, *map_.routes.tracks[1:]]),
    )
    plain, board = compose.built(map_), compose.built(hinted)
    number = list(map_.cities).index(name)
    assert abs(board.cities[number].x - plain.cities[number].x - 12) < 8
    a, b = (board.cities[end] for end in (board.tracks[0].a, board.tracks[0].b))
    middle = board.tracks[0].spaces[len(board.tracks[0].spaces) // 2]
    cross = (b.x - a.x) * (middle[1] - a.y) - (b.y - a.y) * (middle[0] - a.x)
    chord = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
    assert -0.45 < cross / chord < -0.12  # to the left, seen from the first place
