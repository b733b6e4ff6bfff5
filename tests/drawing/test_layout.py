"""Nothing overlaps: on the built-in maps, on a map just begun, and on fifty random ones."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import mean, median, pstdev
from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace
from shapely.geometry import Point, box

from branchline.boards.build import build_board
from branchline.boards.draw import drawing
from branchline.boards.drawing import compose
from branchline.boards.drawing.ground import land
from branchline.boards.drawing.theme import map_theme
from branchline.boards.library import find_maps, load_map
from tests.drawing.random_maps import random_map
from tests.drawing.shapes import filled_parts, labels_on_tracks, lengths_per_space, outside, overlaps, slow_overlaps

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.boards.draw import Drawing

BUILT_IN = [map_.name for map_ in find_maps() if map_.built_in]


@pytest.fixture
def plain_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw as a package without coastlines does."""
    monkeypatch.setattr(land, "load_coastlines", lambda: None)


def check(drawn: Drawing) -> None:
    assert overlaps(drawn) == []
    assert outside(drawn) == []
    assert drawn.overlaps == 0


@pytest.mark.parametrize("name", BUILT_IN)
def test_nothing_overlaps_on_a_built_in_map(name: str) -> None:
    drawn = drawing(load_map(name).spec)
    check(drawn)
    assert labels_on_tracks(drawn) == []


@pytest.mark.usefixtures("plain_paper")
@pytest.mark.parametrize("seed", range(50))
def test_nothing_overlaps_on_a_random_map(seed: int) -> None:
    drawn = compose.built(random_map(seed, cities=10 + seed * 31 // 50))
    check(drawn)
    # A label may lie across the thin line between two spaces that are far apart.
    assert len(labels_on_tracks(drawn)) <= 0.1 * len(drawn.labels)


@pytest.mark.usefixtures("plain_paper")
def test_nothing_overlaps_on_a_map_just_begun(tmp_path: Path) -> None:
    from branchline.boards.format.starter import write_starter

    check(compose.built(load_map(write_starter(tmp_path / "my_town")).spec))


@pytest.mark.usefixtures("plain_paper")
def test_a_built_in_map_draws_without_coast_lines() -> None:
    smallest = min((load_map(name).spec for name in BUILT_IN), key=lambda map_: len(map_.cities))
    drawn = compose.built(smallest)
    check(drawn)
    assert next(layer for layer in drawn.below if layer.name == "sea").shapes[0].fill == map_theme(smallest).land


@pytest.mark.usefixtures("plain_paper")
def test_a_layout_reports_how_far_it_is() -> None:
    steps: list[float] = []
    drawn = compose.built(random_map(1000, cities=20), steps.append)
    assert len(drawn.geometry.cities) == 20
    assert steps == sorted(steps)
    assert steps[-1] == 1.0


@pytest.mark.usefixtures("plain_paper")
def test_the_same_map_comes_out_the_same() -> None:
    map_ = random_map(7, cities=12)
    assert msgspec.json.encode(compose.built(map_)) == msgspec.json.encode(compose.built(map_))


def test_the_test_finds_overlaps() -> None:
    drawn = drawing(load_map(BUILT_IN[0]).spec)
    length, width = drawn.geometry.space
    crowded = replace(drawn, geometry=replace(drawn.geometry, space=(3 * length, 2 * width)))
    assert len(overlaps(crowded)) == slow_overlaps(crowded) > 10


@pytest.mark.parametrize("name", BUILT_IN)
def test_spaces_fill_their_routes_and_have_similar_lengths(name: str) -> None:
    drawn = drawing(load_map(name).spec)
    filled, lengths = filled_parts(drawn), lengths_per_space(drawn)
    assert median(filled) > 0.6
    assert min(filled) > 0.3
    assert pstdev(lengths) < 0.32 * mean(lengths)
    assert all(1 <= route.stretch <= 1.6 for route in drawn.geometry.routes)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_leader_line_joins_a_distant_label_to_its_city(name: str) -> None:
    drawn = drawing(load_map(name).spec)
    for city, label in zip(drawn.geometry.cities, drawn.labels, strict=True):
        left, top, wide, high = label.box
        distance = Point(city.x, city.y).distance(box(left, top, left + wide, top + high))
        assert (label.leader is not None) == (distance > city.radius + 1.4 * label.lines[0].size), city.name


@pytest.mark.parametrize("name", BUILT_IN)
def test_places_stay_near_their_homes(name: str) -> None:
    from branchline.boards.drawing.ground.projection import fit_projection

    map_ = load_map(name).spec
    _, homes = fit_projection(map_)
    for city, (x, y) in zip(drawing(map_).geometry.cities, homes, strict=True):
        assert abs(city.x - x) < 70, city.name
        assert abs(city.y - y) < 70, city.name


@pytest.mark.parametrize("name", BUILT_IN)
def test_rows_are_even_and_doubles_run_side_by_side(name: str) -> None:
    spec = load_map(name).spec
    drawn = drawing(spec).geometry
    for route in build_board(name, spec, spec.players.most).routes:
        spaces = drawn.routes[route.index].spaces
        assert len(spaces) == route.length
        steps = [math.dist(a[:2], b[:2]) for a, b in pairwise(spaces)]
        assert not steps or max(steps) - min(steps) < 0.25 * drawn.space[0]
        if route.twin is not None:
            beside = drawn.routes[route.twin].spaces
            apart = [math.dist(a[:2], b[:2]) for a, b in zip(spaces, beside, strict=True)]
            assert max(apart) < 1.6 * drawn.space[1]


@pytest.mark.parametrize("name", BUILT_IN)
def test_whatever_is_clicked_is_large_enough(name: str) -> None:
    board = drawing(load_map(name).spec).geometry
    assert board.width == 1200
    assert board.hit_width >= 24


def test_a_bend_and_a_nudge_from_the_file_are_kept() -> None:
    map_ = random_map(3, cities=10)
    track = map_.routes.tracks[0]
    name = track.a
    bent = replace(track, extras=replace(track.extras, bend=0.3))
    city = replace(map_.cities[name], at=(12.0, -8.0))
    hinted = replace(
        map_,
        cities=map_.cities | {name: city},
        routes=replace(map_.routes, tracks=[bent, *map_.routes.tracks[1:]]),
    )
    plain, board = compose.built(map_).geometry, compose.built(hinted).geometry
    number = list(map_.cities).index(name)
    assert abs(board.cities[number].x - plain.cities[number].x - 12) < 8
    a, b = (board.cities[list(map_.cities).index(end)] for end in (track.a, track.b))
    middle = board.routes[0].spaces[len(board.routes[0].spaces) // 2]
    cross = (b.x - a.x) * (middle[1] - a.y) - (b.y - a.y) * (middle[0] - a.x)
    chord = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
    assert -0.45 < cross / chord < -0.12  # to the left, seen from the first place
