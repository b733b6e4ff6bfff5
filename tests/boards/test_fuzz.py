"""Whatever a file contains, the check returns a report and never raises an exception."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from branchline.boards.build import build_board
from branchline.boards.format.check import Report, check
from branchline.boards.library import find_maps

from .valid_map import VALID_MAP

# Tests of single checks show which lines run; tracing them would take more time than the checks themselves.
pytestmark = pytest.mark.no_cover

REAL = [map_.text for map_ in find_maps() if map_.built_in] + [VALID_MAP]
KEYS = sorted(
    {word for text in REAL for row in text.splitlines() if "=" in row for word in [row.split("=")[0].strip()] if word}
)
SCALARS = st.one_of(
    st.integers(-(10**30), 10**30).map(str),
    st.floats().map(lambda value: repr(value).replace("e+", "e")),
    st.booleans().map(lambda value: str(value).lower()),
    st.sampled_from(["1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "0x1F", "[]", "{}", '""', '"North"']),
    st.text(max_size=8).map(lambda text: '"' + text.encode("unicode_escape").decode().replace('"', "'") + '"'),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda items: f"[{', '.join(items)}]"),
        st.dictionaries(st.sampled_from(["a", "b", "lat", "lon", "deal", "cities"]), inner, max_size=3).map(
            lambda items: "{ " + ", ".join(f"{key} = {value}" for key, value in items.items()) + " }"
        ),
    ),
    max_leaves=6,
)
SECTIONS = st.sampled_from(
    ["about", "players", "cards", "rules", "scoring", "cities", "routes", "tickets", "groups", "flag", "theme", "other"]
)


def assert_consistent(report: Report) -> None:
    """A report is well-formed, and a board can be built from a map without errors."""
    assert (report.map is None) == bool(report.errors)
    for problem in report.problems:
        assert problem.message
        assert problem.where
        assert problem.text("file.toml").count("\n") == 0
    if report.map is not None:
        for players in range(report.map.players.least, report.map.players.most + 1):
            board = build_board("fuzzed", report.map, players)
            assert len(board.cities) == len(report.map.cities)


@given(st.text())
@example("\x00")
@example("﻿[about]")
def test_any_text(text: str) -> None:
    assert_consistent(check(text))


@given(st.lists(st.tuples(SECTIONS, st.sampled_from(KEYS), VALUES), max_size=12))
def test_random_toml(rows: list[tuple[str, str, str]]) -> None:
    sections: dict[str, dict[str, str]] = {}
    for section, key, value in rows:
        sections.setdefault(section, {})[key] = value
    text = "\n".join(
        f"[{section}]\n" + "\n".join(f"{key} = {value}" for key, value in keys.items())
        for section, keys in sections.items()
    )
    assert_consistent(check(text))


@settings(max_examples=150)
@given(st.data())
def test_a_value_of_a_real_map_replaced(data: st.DataObject) -> None:
    rows = data.draw(st.sampled_from(REAL)).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(rows) - 1))
        head, equals, _ = rows[number].partition("=")
        if equals:
            rows[number] = f"{head}= {data.draw(VALUES)}"
    assert_consistent(check("\n".join(rows)))


@settings(max_examples=150)
@given(st.data())
def test_rows_of_a_real_map_removed_repeated_and_swapped(data: st.DataObject) -> None:
    rows = data.draw(st.sampled_from(REAL)).splitlines()
    for _ in range(data.draw(st.integers(1, 4))):
        a = data.draw(st.integers(0, len(rows) - 1))
        b = data.draw(st.integers(0, len(rows) - 1))
        match data.draw(st.sampled_from(["remove", "repeat", "swap"])):
            case "remove":
                del rows[a]
            case "repeat":
                rows.insert(b, rows[a])
            case _:
                rows[a], rows[b] = rows[b], rows[a]
    assert_consistent(check("\n".join(rows)))


@settings(max_examples=150)
@given(st.data())
def test_characters_of_a_real_map_changed(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(REAL))
    for _ in range(data.draw(st.integers(1, 6))):
        position = data.draw(st.integers(0, len(text) - 1))
        text = text[:position] + data.draw(st.text(max_size=2)) + text[position + data.draw(st.integers(0, 2)) :]
    assert_consistent(check(text))


@pytest.mark.parametrize("value", [1, "text", [], {}, [[]], [{}], None, {"cards": {}}])
@pytest.mark.parametrize("section", ["about", "players", "cards", "routes", "tickets", "cities", "districts", "groups"])
def test_any_kind_of_value_instead_of_a_section(section: str, value: object) -> None:
    import tomllib
    from unittest.mock import patch

    data = tomllib.loads(VALID_MAP)
    data[section] = value
    if value is None:
        del data[section]
    with patch("branchline.boards.format.check.tomllib.loads", return_value=data):
        assert_consistent(check(""))
