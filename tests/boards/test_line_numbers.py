"""The scanner finds the line of every section, key and row."""

from __future__ import annotations

from branchline.boards.format import line_numbers
from branchline.boards.library import load_map

TEXT = '''\
# a comment
title = "a # no comment, no [ list"
"quoted key" = 1
dotted.key = { inner = [1, 2] }

[first.section]  # a comment
value = """
several
lines"""
after = 'literal "text"'

[list]
rows = [
  # a comment among rows
  ["a", 1],
  ["b",
   2], ["c", 3],
]
dates = [1979-05-27 07:32:00, 1979-05-28]

[[tables]]
x = 1
'''


def test_every_kind_of_key_and_value() -> None:
    found = line_numbers.lines(TEXT)
    assert found == {
        ("title",): 2,
        ("quoted key",): 3,
        ("dotted", "key"): 4,
        ("dotted", "key", "inner"): 4,
        ("dotted", "key", "inner", 0): 4,
        ("dotted", "key", "inner", 1): 4,
        ("first", "section"): 6,
        ("first", "section", "value"): 7,
        ("first", "section", "after"): 10,
        ("list",): 12,
        ("list", "rows"): 13,
        ("list", "rows", 0): 15,
        ("list", "rows", 0, 0): 15,
        ("list", "rows", 0, 1): 15,
        ("list", "rows", 1): 16,
        ("list", "rows", 1, 0): 16,
        ("list", "rows", 1, 1): 17,
        ("list", "rows", 2): 17,
        ("list", "rows", 2, 0): 17,
        ("list", "rows", 2, 1): 17,
        ("list", "dates"): 19,
        ("list", "dates", 0): 19,
        ("list", "dates", 1): 19,
        ("tables",): 21,
        ("tables", "x"): 22,
    }


def test_a_value_without_a_line_has_the_line_of_what_encloses_it() -> None:
    found = line_numbers.lines(TEXT)
    assert line_numbers.line_of(("list", "rows", 1, "length"), found) == 16
    assert line_numbers.line_of(("list", "missing"), found) == 12
    assert line_numbers.line_of(("nowhere",), found) is None


def test_windows_line_endings_count_once() -> None:
    assert line_numbers.lines(TEXT.replace("\n", "\r\n")) == line_numbers.lines(TEXT)


def test_each_row_of_a_real_map_is_found_at_its_line() -> None:
    map_ = load_map("uk")
    rows, found = map_.text.splitlines(), line_numbers.lines(map_.text)
    for number, route in enumerate(map_.spec.routes.tracks):
        row = rows[found["routes", "tracks", number] - 1]
        assert f'"{route.a}"' in row
        assert f'"{route.b}"' in row
    for city in map_.spec.cities:
        assert rows[found["cities", city] - 1].startswith((f"{city} ", f'"{city}"'))
