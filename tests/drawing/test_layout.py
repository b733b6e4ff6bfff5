"""Boards are clean: nothing overlaps, no label touches a track, tracks can be told apart, and spaces are even.

Measured on the built-in maps, eleven unusual ones, random ones (more with `make layouts`), and a map just begun.
"""

from __future__ import annotations

import math
import os
from itertools import pairwise
from pathlib import Path
from statistics import mean, median, pstdev
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from shapely.geometry import Point, box

from branchline.boards.build import build_board
from branchline.boards.draw import drawing, redrawn, svg
from branchline.boards.drawing import compose
from branchline.boards.drawing.ground import land
from branchline.boards.drawing.ground.projection import fit_projection
from branchline.boards.drawing.ground.warp import Ground
from branchline.boards.drawing.lettering.labels import PAD
from branchline.boards.drawing.paint.larger_labels import larger_labels
from branchline.boards.drawing.theme import map_theme
from branchline.boards.library import find_maps, load_map
from tests.drawing.random_maps import random_map
from tests.drawing.shapes import (
    city_distances,
    covered_spaces,
    crossing_angles,
    filled_parts,
    labels_on_tracks,
    leaders_on_labels,
    lengths_per_space,
    outside,
    overlaps,
    slow_overlaps,
    track_distances,
)

if TYPE_CHECKING:
    from branchline.boards.draw import Drawing

BUILT_IN = [map_.name for map_ in find_maps() if map_.built_in]
UNUSUAL = sorted((Path(__file__).parent / "maps").glob("*.toml"))
LARGEST_SVG = 400_000
RING = 1.55
"""The radius of the ring around the ends of a ticket, in radii of a city's mark: see `CityRings.svelte`."""
SEEDS = range(0, 50, int(os.environ.get("LAYOUT_STEP", "4")))
"""The random maps: from 8 to 32 cities, some with tracks that must cross. `make layouts` takes all fifty."""
SMALL = 8
"""The seeds up to this one show which lines run; the others, which are larger, only add volume."""


@pytest.fixture
def plain_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw as a package without coastlines does."""
    monkeypatch.setattr(land, "load_coastlines", lambda: None)


def flaws(drawn: Drawing) -> list[str]:
    """Return everything that is wrong with a board; a board is laid out once for all of this."""
    found = [f"{pair} overlap" for pair in overlaps(drawn)]
    found += [f"{name} is outside" for name in outside(drawn)]
    found += [f"the label of {name} touches a track" for name in labels_on_tracks(drawn)]
    found += [f"{pair} cross a leader line" for pair in leaders_on_labels(drawn)]
    found += [f"{pair.names} are near: {pair.size:.2f}" for pair in track_distances(drawn) if pair.size < 1.4]
    found += [f"{pair.names} cross at {pair.size:.0f}°" for pair in crossing_angles(drawn) if pair.size < 30]
    found += [f"{pair.names} are near: {pair.size:.2f}" for pair in city_distances(drawn) if pair.size < 1.2]
    for size in drawn.geometry.label_sizes[1:]:
        found += [f"a larger label touches {name}" for name in covered_spaces(drawn, larger_labels(drawn, size))]
    size = len(svg(drawn).encode())
    return [*found, f"the SVG has {size} bytes"] if size > LARGEST_SVG else found


def unevenness(drawn: Drawing) -> float:
    """Return how much the drawn length of a space varies over the board."""
    lengths = lengths_per_space(drawn)
    return pstdev(lengths) / mean(lengths)


def sharpest_turn(drawn: Drawing) -> float:
    """Return the largest angle in degrees between two spaces of a route that follow each other."""
    turns = [abs(a[2] - b[2]) for route in drawn.geometry.routes for a, b in pairwise(route.spaces)]
    return max(min(turn, 180 - turn) for turn in turns)


def check(drawn: Drawing) -> None:
    assert flaws(drawn) == []
    assert drawn.overlaps == 0


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_board_is_clean_and_even(name: str) -> None:
    drawn = drawing(load_map(name).spec)
    check(drawn)
    assert unevenness(drawn) < 0.26
    assert sharpest_turn(drawn) < 45


@pytest.mark.no_cover  # a drawing may come from the cache
@pytest.mark.parametrize("file", UNUSUAL, ids=[file.stem for file in UNUSUAL])
def test_an_unusual_board_is_clean_and_even(file: Path) -> None:
    drawn = drawing(load_map(str(file)).spec)
    check(drawn)
    assert unevenness(drawn) < 0.26
    assert sharpest_turn(drawn) < 45


@pytest.mark.usefixtures("plain_paper")
@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[] if seed <= SMALL else pytest.mark.no_cover) for seed in SEEDS]
)
def test_a_random_board_is_clean_and_even(seed: int) -> None:
    # Two of five maps have tracks that must cross.
    drawn = compose.built(random_map(seed, cities=8 + seed // 2, crossings=max(0, seed % 5 - 2)))
    check(drawn)
    assert unevenness(drawn) < 0.35


@pytest.mark.parametrize("name", BUILT_IN)
def test_ferries_keep_off_the_land(name: str) -> None:
    map_ = load_map(name).spec
    drawn = drawing(map_)
    projection, homes = fit_projection(map_)
    cities = np.array(drawn.layout.cities)
    ground = land.cut_land(
        Ground(projection, homes, cities - homes), box(0, 0, drawn.geometry.width, drawn.geometry.height), cities
    ).whole
    tracks = zip(map_.routes.tracks, drawn.geometry.routes, strict=True)
    ferries = [space for track, route in tracks if track.extras.ferry for space in route.spaces]
    ashore = sum(ground.contains(Point(x, y)) for x, y, _ in ferries)
    # Peninsulas are in the way.
    assert ashore <= 0.1 * len(ferries)


@pytest.mark.usefixtures("plain_paper")
def test_a_changed_map_starts_from_its_last_layout() -> None:
    map_ = random_map(11, cities=20)
    tracks = map_.routes.tracks
    first = compose.built(map_)
    fewer = compose.built(replace(map_, routes=replace(map_.routes, tracks=tracks[:-1])), before=first)
    longer = replace(tracks[0], length=tracks[0].length + 1)
    changed = compose.built(replace(map_, routes=replace(map_.routes, tracks=[longer, *tracks[1:]])), before=first)
    check(fewer)
    check(changed)
    assert fewer.layout.cities == first.layout.cities, "nothing has to move for a route less"
    moves = [math.dist(a, b) for a, b in zip(changed.layout.cities, first.layout.cities, strict=True)]
    assert median(moves) < first.layout.unit / 2


@pytest.mark.usefixtures("plain_paper")
def test_a_map_file_is_drawn_from_its_last_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRANCHLINE_CACHE", str(tmp_path))
    map_ = random_map(12, cities=9)
    fewer = replace(map_, routes=replace(map_.routes, tracks=map_.routes.tracks[:-1]))
    file = tmp_path / "mine.toml"
    first = drawing(map_, file=file)
    assert drawing(fewer, file=file).layout.cities == first.layout.cities
    assert redrawn(fewer).layout == compose.built(fewer).layout, "from scratch, it depends on nothing but the map"


@pytest.mark.usefixtures("plain_paper")
def test_another_map_is_laid_out_from_scratch() -> None:
    one, other = (random_map(seed, cities=8) for seed in (13, 14))
    assert compose.built(other, before=compose.built(one)).layout == compose.built(other).layout


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
def test_progress_is_reported_up_to_the_end() -> None:
    steps: list[float] = []
    compose.built(random_map(3, cities=10), steps.append)
    assert len(steps) > 3
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
def test_spaces_fill_their_routes(name: str) -> None:
    drawn = drawing(load_map(name).spec)
    filled = filled_parts(drawn)
    assert median(filled) > 0.6
    assert min(filled) > 0.3
    assert all(1 <= route.stretch <= 1.6 for route in drawn.geometry.routes)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_leader_line_joins_a_distant_label_to_its_city(name: str) -> None:
    drawn = drawing(load_map(name).spec)
    for city, label in zip(drawn.geometry.cities, drawn.labels, strict=True):
        left, top, wide, high = label.box
        distance = Point(city.x, city.y).distance(box(left, top, left + wide, top + high))
        assert (label.leader is not None) == (distance > city.radius + 1.4 * label.lines[0].size), city.name


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_label_leaves_room_for_the_ring_of_a_ticket(name: str) -> None:
    drawn = drawing(load_map(name).spec)
    for city, label in zip(drawn.geometry.cities, drawn.labels, strict=True):
        left, top, wide, high = label.box
        pad = PAD * label.lines[0].size
        letters = box(left + pad, top + pad, left + wide - pad, top + high - pad)
        assert Point(city.x, city.y).distance(letters) > RING * city.radius or label.plate, city.name


@pytest.mark.parametrize("name", BUILT_IN)
def test_places_stay_near_their_homes(name: str) -> None:
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
    plain, drawn = compose.built(map_), compose.built(hinted)
    board, number = drawn.geometry, list(map_.cities).index(name)
    home = plain.layout.homes[number]
    assert math.dist((board.cities[number].x, board.cities[number].y), (home[0] + 12, home[1] - 8)) < 0.02 * board.width
    a, b = (board.cities[list(map_.cities).index(end)] for end in (track.a, track.b))
    middle = board.routes[0].spaces[len(board.routes[0].spaces) // 2]
    cross = (b.x - a.x) * (middle[1] - a.y) - (b.y - a.y) * (middle[0] - a.x)
    chord = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
    assert -0.45 < cross / chord < -0.12  # to the left, seen from the first place
