"""The numbers of lines of play are those that were counted before."""

from __future__ import annotations

import pytest

from tests.perft.counting import POSITIONS, TABLE, row


@pytest.mark.parametrize("place", POSITIONS, ids=str)
def test_as_many_lines_of_play_as_ever(place: tuple[str, int, int, str, int]) -> None:
    assert row(*place) in TABLE.read_text(encoding="utf-8").splitlines()


def test_the_table_has_no_other_rows() -> None:
    rows = TABLE.read_text(encoding="utf-8").splitlines()[1:]
    assert len(rows) == len(POSITIONS)
