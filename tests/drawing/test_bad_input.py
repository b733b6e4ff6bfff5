"""Whatever a map designer gets wrong is explained in a sentence that names the place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from branchline.boards.draw import DrawingError, drawing, faults
from branchline.boards.drawable import check_drawing
from branchline.boards.drawing import compose
from branchline.boards.format import schema
from branchline.boards.format.check import check
from branchline.boards.format.starter import write_starter
from tests.drawing.random_maps import random_map

if TYPE_CHECKING:
    from pathlib import Path

MAP = random_map(5, cities=5)
FIRST, SECOND = list(MAP.cities)[:2]


def moved(name: str, lat: float, lon: float) -> schema.Map:
    city = msgspec.structs.replace(MAP.cities[name], lat=lat, lon=lon)
    return msgspec.structs.replace(MAP, cities=MAP.cities | {name: city})


@pytest.mark.parametrize(("lat", "lon"), [(91, 0), (-90.5, 0), (0, 181), (float("nan"), 0), (0, float("inf"))])
def test_coordinates_off_the_globe_name_their_city(lat: float, lon: float) -> None:
    with pytest.raises(DrawingError, match=f'"{SECOND}" lies at .* not on the globe'):
        drawing(moved(SECOND, lat, lon))


def test_two_cities_on_top_of_each_other_are_named() -> None:
    there = MAP.cities[FIRST]
    with pytest.raises(DrawingError, match=f'"{FIRST}" and "{SECOND}" lie on top of each other'):
        drawing(moved(SECOND, there.lat, there.lon))


def test_all_cities_at_one_point() -> None:
    there = MAP.cities[FIRST]
    heap = msgspec.structs.replace(MAP, cities=dict.fromkeys(MAP.cities, there))
    with pytest.raises(DrawingError, match=f'All 5 cities lie at one point, that of "{FIRST}"'):
        drawing(heap)


@pytest.mark.parametrize(
    ("theme", "message"),
    [
        ({"papr": "#ffffff"}, 'There is no key "papr". Did you mean "paper"'),
        ({"paper": "white"}, 'paper = "white" is not a color; write it as "#rrggbb"'),
        ({"paper": 3}, "Expected `str`, got `int`"),
        ({"type": "comic"}, 'There is no type "comic"'),
        ({"frame": "gold"}, "Invalid enum value 'gold'"),
        ({"colors": {"rde": "#ff0000"}}, 'There is no card color "rde". Did you mean "red"'),
        ({"colors": {"red": "ff0000"}}, 'colors.red = "ff0000" is not a color'),
        ({"ink": "#dddddd"}, "ink #dddddd cannot be read on"),
    ],
)
def test_a_wrong_theme_is_explained(theme: dict[str, Any], message: str) -> None:
    with pytest.raises(DrawingError) as error:
        drawing(msgspec.structs.replace(MAP, theme=theme))
    assert "[theme" in str(error.value)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("scenery", "message"),
    [
        ({"river": []}, 'There is no key "river". Did you mean "rivers"'),
        ({"rivers": [{"name": "Styx"}]}, "missing required field `line`"),
        (
            {"lakes": [{"outline": [[1, 2], [2, 2], [2, 3]], "color": "blue", "name": "Loch"}]},
            '"blue" of Loch is not a color',
        ),
        ({"parks": [{"outline": [[1, 2], [3, 4]], "name": "Thin"}]}, "Thin needs at least 3 points"),
        ({"rivers": [{"line": [[1, 2]], "name": "Spring"}]}, "Spring needs at least 2 points"),
    ],
)
def test_wrong_scenery_is_explained(scenery: dict[str, Any], message: str) -> None:
    with pytest.raises(DrawingError) as error:
        drawing(msgspec.structs.replace(MAP, scenery=scenery))
    assert message in str(error.value)


@pytest.mark.parametrize(
    "places",
    [
        [(89.9, 0), (89.9, 120), (89.9, -120), (80, 10)],  # about a pole
        [(-17.7, 178.0), (-18.1, -178.5), (-16.5, 179.9), (-19.0, 179.0)],  # across the date line
        [(0, 0), (0.001, 0), (0, 0.001), (0.001, 0.001)],  # a village on the equator
        [(-80, -170), (80, 170), (0, 0), (10, 60)],  # the whole world
        [(10, 10), (10, 20), (10, 30), (10, 40)],  # on one line
        [(10, 10), (20, 10), (30, 10), (40, 10)],  # on another
    ],
)
def test_maps_anywhere_are_drawn(places: list[tuple[float, float]]) -> None:
    small = random_map(5, cities=4)
    cities = {name: schema.City(lat=lat, lon=lon) for name, (lat, lon) in zip(small.cities, places, strict=True)}
    names = list(cities)
    ring = [schema.Route(a, b, 2, "red") for a, b in zip(names, names[1:] + names[:1], strict=True)]
    drawn = compose.built(msgspec.structs.replace(small, cities=cities, routes=schema.Routes(tracks=ring[:-1])))
    assert drawn.overlaps == 0


def test_routes_that_must_cross_are_still_drawn() -> None:
    small = random_map(5, cities=5)
    names = list(small.cities)
    every = [schema.Route(a, b, 2, "blue") for i, a in enumerate(names) for b in names[i + 1 :]]
    drawn = compose.built(msgspec.structs.replace(small, routes=schema.Routes(tracks=every)))
    assert len(drawn.geometry.routes) == 10


def test_all_faults_are_reported_at_once() -> None:
    broken = msgspec.structs.replace(moved(SECOND, 99, 0), theme={"papr": 1}, scenery={"river": []})
    found = faults(broken)
    assert [finding.path for finding in found] == [("theme", "papr"), ("scenery", "river"), ("cities",)]
    assert '"papr"' in found[0].message
    assert SECOND in found[2].message


def test_a_translation_must_be_of_something_on_the_board() -> None:
    theme = {"subtitle": "By rail", "translations": {"fr": {"By rail": "Par le rail", "By road": "Par la route"}}}
    found = faults(msgspec.structs.replace(MAP, theme=theme))
    assert [finding.path for finding in found] == [("theme", "translations", "fr", "By road")]
    assert 'There is no text "By road"' in found[0].message


def test_mistakes_in_theme_and_scenery_are_reported_beside_errors_in_the_order_of_the_lines(tmp_path: Path) -> None:
    text = write_starter(tmp_path / "town").read_text(encoding="utf-8")
    park = '[scenery]\nparks = [{ name = "P", outline = [1, 2] }]\n\n'
    wrong = text.replace("[players]", f"{park}[players]\npeices = 3", 1)
    wrong += '\n[theme]\nfrme = "deco"\npaper = "white"\n'
    problems = check_drawing(check(wrong), wrong).problems
    assert {problem.where for problem in problems} >= {"scenery, parks, row 1", "theme, frme", "theme, paper"}
    assert any(problem.severity == "error" for problem in problems)
    lines = [problem.line for problem in problems if problem.line]
    assert lines == sorted(lines)
    first = next(problem for problem in problems if problem.where.startswith("scenery"))
    assert (first.message, first.fix) == ("Entry 1 of `outline` is 1.", "Expected a list of 2 numbers, [lat, lon].")


def test_a_file_that_cannot_be_read_has_no_other_problems() -> None:
    text = '[theme]\npaper = "white'
    assert [problem.code for problem in check_drawing(check(text), text).problems] == ["malformed"]
