"""`map check` also warns about what prevents a map from being drawn."""

from __future__ import annotations

from branchline.boards.drawable import check_drawing
from branchline.boards.format.check import check
from branchline.boards.library import find_map


def test_a_valid_map_has_no_drawing_problems() -> None:
    report = check_drawing(check(find_map("london").text))
    assert report.problems == []
    assert report.map is not None


def test_an_unknown_theme_key_is_a_warning_that_names_it() -> None:
    text = find_map("london").text.replace("[theme]", '[theme]\npapper = "#ffffff"')
    report = check_drawing(check(text))
    assert [problem.code for problem in report.warnings] == ["drawing"]
    assert "papper" in report.warnings[0].message
    assert report.errors == []


def test_a_map_with_errors_gets_no_drawing_warnings() -> None:
    report = check_drawing(check("name = London"))
    assert [problem.code for problem in report.problems] == ["malformed"]
