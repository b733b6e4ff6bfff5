"""Land, water and names below the routes: on every place on Earth, and never below tracks or labels."""

from __future__ import annotations

import itertools
import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest
import shapely
from shapely.geometry import LineString, Point, box

from branchline.boards.drawing import compose
from branchline.boards.drawing.ground.land import HARBOR, Land, cut_land
from branchline.boards.drawing.ground.projection import Projection, fit_projection, middle_longitude
from branchline.boards.drawing.ground.warp import Ground
from branchline.boards.drawing.layout.bends import initial_positions
from branchline.boards.drawing.layout.bundles import Bundle, Network
from branchline.boards.drawing.lettering.shaping import Lettering
from branchline.boards.format import schema
from branchline.boards.library import load_map
from tests.drawing.random_maps import random_map
from tests.drawing.shapes import things

if TYPE_CHECKING:
    from branchline.boards.drawing.arrays import Flags, Points

MAPS = Path(__file__).parent / "maps"
UNUSUAL = sorted(file.stem for file in MAPS.glob("*.toml"))


def unusual(name: str) -> schema.Map:
    return load_map(MAPS / f"{name}.toml").spec


def placed(*places: tuple[float, float]) -> schema.Map:
    """Return a map of a chain of cities at these latitudes and longitudes."""
    cities = {f"City {number}": schema.City(lat=lat, lon=lon) for number, (lat, lon) in enumerate(places)}
    names = list(cities)
    chain = [schema.Route(a, b, 2, "red") for a, b in itertools.pairwise(names)]
    return msgspec.structs.replace(random_map(5, cities=4), cities=cities, routes=schema.Routes(tracks=chain))


@cache
def land_of_unusual(name: str) -> tuple[Land, Points, Projection]:
    return land_of(unusual(name))


def land_of(map_: schema.Map) -> tuple[Land, Points, Projection]:
    projection, homes = fit_projection(map_)
    frame = box(9, 9, projection.width - 9, projection.height - 9)
    return cut_land(Ground(projection, homes, np.zeros_like(homes)), frame, homes), homes, projection


def angle(a: schema.City, b: schema.City) -> float:
    """Return the great circle between two cities in radians."""
    x, y, turn = math.radians(a.lat), math.radians(b.lat), math.radians(a.lon - b.lon)
    return math.acos(max(-1, min(1, math.sin(x) * math.sin(y) + math.cos(x) * math.cos(y) * math.cos(turn))))


# ---- projections -------------------------------------------------------------------------------
@pytest.mark.parametrize("name", UNUSUAL)
def test_routes_go_the_short_way_over_the_date_line_and_the_pole(name: str) -> None:
    map_ = unusual(name)
    projection, homes = fit_projection(map_)
    number = {city: index for index, city in enumerate(map_.cities)}
    for route in map_.routes.tracks:
        drawn = float(np.linalg.norm(homes[number[route.a]] - homes[number[route.b]])) / projection.scale
        # The gaps of a town are narrowed.
        assert 0.5 < drawn / angle(map_.cities[route.a], map_.cities[route.b]) < 1.6, (route.a, route.b)


def test_countries_at_the_edge_of_a_world_map_do_not_reach_across_it() -> None:
    london, new_york, sydney, tokyo = (51.5, -0.1), (40.7, -74.0), (-33.9, 151.2), (35.7, 139.7)
    # The globe is cut along a meridian through Asia.
    land, _, projection = land_of(placed(tokyo, sydney, new_york, london))
    at_sea, ashore = projection(np.array([(45.0, -150.0), (35.0, -50.0)])), projection(np.array([(45.0, -100.0)]))
    assert not any(land.whole.contains(Point(place)) for place in at_sea)
    assert land.whole.contains(Point(ashore[0]))


def test_a_country_inside_another_one_does_not_look_like_a_lake() -> None:
    cape_town, johannesburg, maputo = (-33.9, 18.4), (-26.2, 28.0), (-25.9, 32.6)
    land, _, projection = land_of(placed(cape_town, johannesburg, maputo))
    lesotho = Point(projection(np.array([(-29.5, 28.3)]))[0])
    assert land.home.contains(lesotho)
    assert not land.abroad.contains(lesotho)


@pytest.mark.parametrize("name", ["europe", "poland", "island"])
def test_what_is_filled_ends_at_the_coast(name: str) -> None:
    land, _, _ = land_of_unusual(name)
    filled = shapely.union_all([land.home, land.abroad])
    assert filled.symmetric_difference(land.whole).area < 1e-4 * land.whole.area


def test_an_empty_gap_in_a_plan_of_a_town_is_narrowed() -> None:
    map_ = unusual("cairo")
    projection, homes = fit_projection(map_)
    number = {city: index for index, city in enumerate(map_.cities)}
    lengths = {
        (route.a, route.b): float(np.linalg.norm(homes[number[route.a]] - homes[number[route.b]])) / route.length
        for route in map_.routes.tracks
    }
    suburb = min(map_.cities, key=lambda city: map_.cities[city].lat)
    (outside,) = (length for ends, length in lengths.items() if suburb in ends)
    assert outside < 1.35 * float(np.median(list(lengths.values())))
    assert projection.height < 1.15 * projection.width, "most of the board has something on it"


def test_a_ferry_bends_around_the_land() -> None:
    homes = np.array([[100.0, 400.0], [900.0, 400.0], [100.0, 700.0], [900.0, 700.0]])
    routes = [Bundle(0, 1, 5, (0,), None, ferry=True), Bundle(2, 3, 5, (1,), None)]
    network = Network(homes, np.zeros(4, dtype=bool), routes, [[["A"]]] * 4, 1200.0, 900.0)

    def is_land(points: Points) -> Flags:
        south: Flags = points[:, 1] > 390
        return south

    inner = initial_positions(network, 50.0, is_land)[4:].reshape(2, -1, 2)
    assert inner[0, 1, 1] < 300, "the ferry runs north of the land"
    assert (inner[1, :, 1] == 700).all(), "a road may cross land"


def test_countries_across_the_date_line_are_on_both_sides_of_it() -> None:
    inland = {"europe": [(57.0, 33.0), (52.0, 0.0)], "pacific": [(65.0, 165.0), (65.0, -153.0)]}
    for name, places in inland.items():
        found, _, projection = land_of(unusual(name))
        for x, y in projection(np.array(places)):
            assert found.whole.contains(Point(x, y)), name
        assert found.whole.area < 0.7 * projection.width * projection.height, "the window is not filled"


@pytest.mark.parametrize(
    ("places", "is_azimuthal"),
    [
        ([(70, 20), (72, 140), (71, -100)], True),  # around a pole
        ([(-70, 20), (-72, 140), (-71, -100)], True),
        ([(78, 15), (70, 19), (69, 33)], True),  # near a pole
        ([(37, 10), (6, 3), (-34, 18)], True),  # across the equator
        ([(52, 0), (48, 2), (41, 12)], False),  # a continent
        ([(51.5, -0.1), (51.52, 0.0), (51.48, 0.1)], False),  # a town
        ([(40, -74), (51, 0), (35, 139), (-33, 151), (-23, -43)], False),  # the world
    ],
)
def test_the_projection_suits_the_place(places: list[tuple[float, float]], is_azimuthal: bool) -> None:
    assert fit_projection(placed(*places))[0].is_azimuthal == is_azimuthal


def test_a_map_of_the_world_is_cut_where_fewest_routes_cross() -> None:
    longitudes = np.array([-120.0, -75.0, 0.0, 75.0, 140.0])
    # From west to east without the Pacific, and then across it but not across the Atlantic.
    atlantic = np.array([(0, 1), (1, 2), (2, 3), (3, 4)])
    pacific = np.array([(0, 1), (2, 3), (3, 4), (4, 0)])
    assert abs(middle_longitude(longitudes, atlantic) - 10) < 1
    assert abs(abs(middle_longitude(longitudes, pacific)) - 142.5) < 1


def test_a_map_around_a_pole_has_no_compass() -> None:
    assert not fit_projection(unusual("arctic"))[0].has_north
    assert fit_projection(unusual("pacific"))[0].has_north


# ---- coasts ------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["arctic", "pacific", "island", "greece"])
def test_no_city_lies_in_the_sea(name: str) -> None:
    land, homes, _ = land_of_unusual(name)
    for city, home in zip(unusual(name).cities, homes, strict=True):
        assert land.whole.distance(Point(home)) <= HARBOR, city


@pytest.mark.parametrize("name", ["arctic", "pacific"])
def test_coasts_and_borders_end_at_the_frame_and_not_along_a_line(name: str) -> None:
    land, _, projection = land_of_unusual(name)
    inside = box(12, 12, projection.width - 12, projection.height - 12)
    for lines, longest in ((land.whole.boundary, 60), (land.borders, 420)):
        for line in shapely.get_parts(lines.intersection(inside)):
            points = shapely.get_coordinates(line)
            steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
            assert steps.max(initial=0) < longest, line
    assert box(0, 0, projection.width, projection.height).contains(land.whole)


def test_a_town_far_from_the_sea_has_land_in_every_corner() -> None:
    land, _, projection = land_of_unusual("cairo")
    corners = [(x, y) for x in (12, projection.width - 12) for y in (12, projection.height - 12)]
    assert all(land.whole.contains(Point(corner)) for corner in corners)


# ---- names -------------------------------------------------------------------------------------
def test_names_of_the_ground_touch_neither_tracks_nor_labels() -> None:
    map_ = load_map("mini").spec
    river = {"name": "Derwent", "line": [[-42.1, 146.2], [-42.2, 146.6], [-42.5, 146.7], [-42.75, 147.3]]}
    park = {"name": "Lake Country", "outline": [[-41.7, 146.3], [-41.7, 146.9], [-42.1, 146.9], [-42.1, 146.3]]}
    ridge = {"name": "Ben Lomond", "line": [[-41.5, 147.4], [-41.6, 147.8]]}
    drawn = compose.built(
        msgspec.structs.replace(map_, scenery={"rivers": [river], "parks": [park], "mountains": [ridge]})
    )
    names = next(layer for layer in drawn.below if layer.name == "names").lines
    assert {"Derwent", "Bass", "Strait"} <= {word for line in names for word in line.text.split()}
    obstacles = shapely.union_all([shape for _, shape in things(drawn)])
    for line in names:
        width = Lettering(drawn.type, {}).width(line.face, line.text) * line.size
        middle = LineString(line.path) if line.path else _straight(line.x, line.y, width, line.turn)
        assert not middle.buffer(0.3 * line.size, cap_style="flat").intersects(obstacles), line.text


def test_names_of_regions_have_one_size() -> None:
    """The name of a wide region is as small as that of a narrow one."""
    wide = {"name": "West", "outline": [[-40.5, 143.0], [-40.5, 147.0], [-44.0, 147.0], [-44.0, 143.0]]}
    narrow = {"name": "Eastern Shores", "outline": [[-40.5, 148.1], [-40.5, 149.0], [-44.0, 149.0], [-44.0, 148.1]]}
    sizes = []
    for regions in ([narrow], [wide, narrow]):
        map_ = msgspec.structs.replace(load_map("mini").spec, scenery={"regions": regions})
        names = next(layer for layer in compose.built(map_).below if layer.name == "names").lines
        sizes.append({line.size for line in names if line.text in "West Eastern Shores"})
    assert sizes[0] == sizes[1]
    assert 0 < max(sizes[0]) < 20


def _straight(x: float, y: float, width: float, turn: float) -> LineString:
    dx, dy = width / 2 * math.cos(math.radians(turn)), width / 2 * math.sin(math.radians(turn))
    return LineString([(x - dx, y - dy), (x + dx, y + dy)])


@pytest.mark.parametrize(("labels", "named"), [(["Αθήνα"], False), (["Żółć"] * 4, False), (["Żółć"], True)])
def test_seas_are_named_in_english_on_a_map_in_english(labels: list[str], *, named: bool) -> None:
    map_ = load_map("mini").spec
    relabeled = {
        name: msgspec.structs.replace(map_.cities[name], label=label)
        for name, label in zip(map_.cities, labels, strict=False)
    }
    foreign = msgspec.structs.replace(map_, cities=map_.cities | relabeled)
    for scenery, expected in ({}, named), ({"seas": True}, True), ({"seas": False}, False):
        drawn = compose.built(msgspec.structs.replace(foreign, scenery=scenery))
        names = next(layer for layer in drawn.below if layer.name == "names").lines
        assert bool(names) == expected
