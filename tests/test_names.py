"""Names as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline.names import SHOWN, find, fold, nearest, unknown


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("Montréal", "montreal"),
        ("Champs-Élysées", "champselysees"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("Elephant & Castle", "elephantcastle"),
        ("東京", "東京"),
        (" – ", ""),
    ],
)
def test_names_fold_to_letters_and_digits(name: str, folded: str) -> None:
    assert fold(name) == folded


@given(st.text())
def test_folding_twice_changes_nothing(name: str) -> None:
    assert fold(fold(name)) == fold(name)


def test_an_exact_name_goes_before_one_that_folds_to_it() -> None:
    assert find("Bath", {"bath": 1, "Bath": 2}) == 2
    assert find("BATH", {"bath": 1}) == 1


def test_two_that_fold_to_the_same_are_not_guessed_between() -> None:
    assert find("BATH", {"bath": 1, "Bath": 2}) is None
    assert find("", {"": 1, "x": 2}) == 1
    assert find("!", {"?": 1}) is None


def test_the_nearest_forgives_a_slip_or_a_beginning() -> None:
    assert nearest("chigaco", ["Chicago", "Calgary"]) == "Chicago"
    assert nearest("sault", ["Seattle", "Sault St. Marie"]) == "Sault St. Marie"
    assert nearest("xyz", ["Chicago", "Calgary"]) is None
    assert nearest("x", []) is None


def test_what_is_known_is_listed_only_when_that_helps() -> None:
    few, many = ["a", "b"], [f"name{i}" for i in range(SHOWN + 1)]
    assert unknown("thing", "zzz", few) == 'There is no thing "zzz". Known: a, b.'
    assert unknown("thing", "zzz", many) == 'There is no thing "zzz".'
    assert unknown("thing", "zzz", []) == 'There is no thing "zzz".'
