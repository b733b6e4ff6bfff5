"""`map check` also warns about what prevents a map from being drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from branchline.boards.drawable import check_drawing
from branchline.boards.drawing.ground.places import find_slips
from branchline.boards.format.check import check
from branchline.boards.library import find_map, load_map

UNUSUAL = Path(__file__).parents[1] / "drawing" / "maps"


def test_a_valid_map_has_no_drawing_problems() -> None:
    text = find_map("london").text
    report = check_drawing(check(text), text)
    assert report.problems == []
    assert report.map is not None


def test_an_unknown_theme_key_is_a_warning_that_names_it() -> None:
    text = find_map("london").text.replace("[theme]", '[theme]\npapper = "#ffffff"')
    report = check_drawing(check(text), text)
    assert [problem.code for problem in report.warnings] == ["drawing"]
    assert "papper" in report.warnings[0].message
    assert report.errors == []


def test_a_map_with_errors_gets_no_drawing_warnings() -> None:
    report = check_drawing(check("name = London"), "name = London")
    assert [problem.code for problem in report.problems] == ["malformed"]


def with_look(look: str) -> list[tuple[str, str]]:
    """Return the warnings about a map with another look, each with the line that it names."""
    text = find_map("mini").text
    text = text[: text.index("[theme]")] + look
    lines = text.splitlines()
    report = check_drawing(check(text), text)
    return [(lines[(problem.line or 0) - 1], problem.message) for problem in report.warnings]


def test_every_slip_of_theme_and_scenery_is_reported_with_its_line() -> None:
    found = with_look('[theme]\npapper = "#ffffff"\ntitle = 7\n\n[scenery]\nlakes = [\n  { outline = 3 },\n]\n')
    assert [line for line, _ in found] == ['papper = "#ffffff"', "title = 7", "  { outline = 3 },"]


def test_wrong_colors_unknown_typefaces_and_bad_points_have_lines() -> None:
    look = (
        '[theme]\ntype = "comic"\naccent = "red"\n\n[scenery]\nrivers = [\n  { line = [[1, 2]], name = "Styx" },\n]\n'
    )
    found = with_look(look)
    assert [line.split()[0] for line, _ in found] == ["type", "accent", "{"]
    assert 'There is no type "comic"' in found[0][1]
    assert "Styx needs at least 2 points" in found[2][1]


def test_weak_contrast_has_a_line() -> None:
    found = with_look('[theme]\nink = "#dddddd"\n')
    assert {line for line, _ in found} == {'ink = "#dddddd"'}
    assert "cannot be read on" in found[0][1]


def test_too_few_spaces_to_end_a_game_are_a_warning() -> None:
    text = find_map("mini").text.replace("pieces = 9", "pieces = 90")
    (problem,) = check(text).warnings
    assert problem.where == "players, pieces"
    assert "One player can fill at most" in problem.message


def test_the_limit_of_pieces_is_the_one_that_holds() -> None:
    text = find_map("mini").text.replace("pieces = 9", "pieces = 101")
    assert "1 to 100" in check(text).errors[0].text()


def test_a_slip_of_structure_does_not_hide_the_others() -> None:
    look = (
        '[theme]\npapper = "#ffffff"\nland = "#404040"\nsea = "blue"\n\n'
        "[scenery]\nlakes = [\n  { outline = 3 },\n  { outline = [[1, 2]] },\n]\nriver = []\n"
    )
    lines = [line.split()[0] for line, _ in with_look(look)]
    assert sorted(lines) == sorted(["papper", "sea", "land", "{", "{", "river"])


def test_weak_contrast_of_a_ground_has_the_line_of_the_ground() -> None:
    found = with_look('[theme]\nland = "#404040"\n')
    assert {line for line, _ in found} == {'land = "#404040"'}


def test_a_ground_like_the_gray_spaces_is_a_warning() -> None:
    ((line, message),) = with_look('[theme]\nsea = "#bbb6ac"\n')
    assert line == 'sea = "#bbb6ac"'
    assert "looks like the spaces of gray routes" in message


def test_an_unknown_preset_is_a_warning() -> None:
    ((line, message),) = with_look('[theme]\npreset = "postr"\n')
    assert line == 'preset = "postr"'
    assert 'Did you mean "poster"' in message


def test_a_preset_may_be_named_instead_of_a_section() -> None:
    text = 'theme = "deco"\n' + find_map("mini").text
    text = text[: text.index("[theme]")]
    report = check_drawing(check(text), text)
    assert report.problems == []
    assert report.map is not None
    assert report.map.theme == "deco"


def test_cities_that_nearly_overlap_are_a_warning() -> None:
    text = find_map("mini").text.replace("[cities]", "[cities]\nBurnie2 = { lat = -41.056, lon = 145.91 }")
    text = text.replace("tracks = [", 'tracks = [\n  ["Burnie2", "Burnie", 1, "gray"],')
    report = check_drawing(check(text), text)
    (problem,) = report.warnings
    assert problem.where == "cities, Burnie"
    assert '"Burnie" nearly overlaps "Burnie2"' in problem.message
    assert problem.line is not None
    assert text.splitlines()[problem.line - 1].startswith("Burnie ")


@pytest.mark.parametrize("name", ["mini", "paris"])
def test_swapped_coordinates_are_noticed(name: str) -> None:
    swapped = re.sub(r"lat = +([-0-9.]+), lon = +([-0-9.]+)", r"lat = \2, lon = \1", find_map(name).text)
    swapped = swapped[: swapped.index("[theme]")]
    report = check_drawing(check(swapped), swapped)
    assert any("swapped" in problem.message for problem in report.problems)


def swapped_text(text: str, city: str = "") -> str:
    """Return a map with the coordinates of all cities, or of one, swapped."""
    name = f'("{city}" = .*)' if city else "(= .*)"
    return re.sub(name + r"lat = +([-0-9.]+), lon = +([-0-9.]+)", r"\1lat = \3, lon = \2", text)


@pytest.mark.parametrize("name", ["poland", "greece", "metro", "continent"])
def test_swapped_coordinates_that_are_on_land_too_are_noticed_by_the_lengths_of_the_routes(name: str) -> None:
    text = (UNUSUAL / f"{name}.toml").read_text("utf-8")
    assert check_drawing(check(text), text).problems == []
    swapped = swapped_text(text)
    messages = [problem.message for problem in check_drawing(check(swapped), swapped).warnings]
    assert any("better if latitude and longitude are swapped" in message for message in messages), messages


def test_nine_routes_tell_that_coordinates_are_swapped_if_they_fit_much_better() -> None:
    map_ = load_map(str(UNUSUAL / "poland.toml")).spec
    short = replace(map_, routes=replace(map_.routes, tracks=map_.routes.tracks[:9]))
    swapped = {name: replace(city, lat=city.lon, lon=city.lat) for name, city in map_.cities.items()}
    assert list(find_slips(short)) == []
    assert any("swapped" in slip.message for slip in find_slips(replace(short, cities=swapped)))


def test_a_single_city_with_swapped_coordinates_has_a_line_and_a_fix() -> None:
    text = swapped_text((UNUSUAL / "poland.toml").read_text("utf-8"), "Lublin")
    report = check_drawing(check(text), text)
    (problem,) = (problem for problem in report.warnings if "swapped" in problem.message)
    assert problem.message.startswith('"Lublin" lies far from its neighbors')
    assert problem.line is not None
    assert text.splitlines()[problem.line - 1].startswith('"Lublin"')
    assert "Write `lat = 51.25, lon = 22.57`" in problem.fix


def test_a_latitude_beyond_the_pole_has_a_line_and_a_fix() -> None:
    text = find_map("mini").text
    text = re.sub(r"(Burnie .*)lat = ([-0-9.]+), lon = ([-0-9.]+)", r"\1lat = \3, lon = \2", text)
    problem = next(problem for problem in check(text).errors if problem.code == "swapped")
    assert "Write `lat = -41.06, lon = 145.91`" in problem.fix
