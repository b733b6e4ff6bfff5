"""Puzzles: the shipped ones hold what they promise, and new ones can be made for any map."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from branchline.analysis.judgement import POINTS_PER_WIN
from branchline.analysis.positions import PositionError
from branchline.analysis.puzzles.making import MakingParameters, PuzzleMaker
from branchline.analysis.puzzles.puzzle import (
    append_puzzle,
    puzzle_of_the_day,
    read_puzzles,
    shipped_puzzles,
)
from branchline.bots.registry import LEVELS
from branchline.cli import run

if TYPE_CHECKING:
    from pathlib import Path

GAP = MakingParameters().gap


def test_two_hundred_puzzles_are_shipped_for_the_four_maps() -> None:
    maps = Counter(puzzle.map for puzzle in shipped_puzzles().values())
    assert sum(maps.values()) >= 200
    assert set(maps) == {"usa", "london", "paris", "uk"}
    assert min(maps.values()) >= 40


def test_the_choices_of_every_puzzle_are_legal_and_one_is_clearly_best() -> None:
    for puzzle in shipped_puzzles().values():
        legal = set(puzzle.view().legal.codes)
        assert len(puzzle.choices) >= 3, puzzle.id
        assert {choice.code for choice in puzzle.choices} <= legal, puzzle.id
        assert puzzle.best.loss == 0, puzzle.id
        assert all(choice.loss >= GAP - 0.1 for choice in puzzle.choices[1:]), puzzle.id
        assert all(choice.loss > 3.5 * choice.loss_error for choice in puzzle.choices[1:]), puzzle.id
        assert puzzle.reasons, puzzle.id
        assert puzzle.level in LEVELS, puzzle.id


def test_puzzles_are_of_different_kinds_and_difficulties() -> None:
    levels = Counter(puzzle.level for puzzle in shipped_puzzles().values())
    assert len(levels) >= 5
    assert max(levels.values()) < 0.6 * levels.total()


def test_the_puzzles_of_a_map_go_from_easy_to_hard() -> None:
    for name in {puzzle.map for puzzle in shipped_puzzles().values()}:
        levels = [LEVELS.index(puzzle.level) for puzzle in shipped_puzzles().values() if puzzle.map == name]
        assert levels == sorted(levels), name


def test_a_loss_counts_a_win_as_many_points_as_a_review_does() -> None:
    for puzzle in shipped_puzzles().values():
        for choice in puzzle.choices[1:]:
            chance, points = puzzle.best.chance - choice.chance, puzzle.best.points - choice.points
            assert choice.loss == pytest.approx(POINTS_PER_WIN * chance + points, abs=0.25), puzzle.id


def test_the_order_of_the_choices_does_not_tell_the_best() -> None:
    places = Counter(puzzle.shuffled.index(puzzle.best) for puzzle in shipped_puzzles().values())
    assert places[0] < 0.4 * places.total()
    assert len(places) >= 3


def test_the_puzzle_of_the_day_is_the_same_for_everyone_and_every_puzzle_has_its_day() -> None:
    first, days = date(2026, 11, 18), len(shipped_puzzles())
    assert puzzle_of_the_day(first) == puzzle_of_the_day(first)
    found = {puzzle_of_the_day(first + timedelta(day)).id for day in range(days)}
    assert found == set(shipped_puzzles())


def test_a_map_that_has_changed_is_refused() -> None:
    from msgspec.structs import replace

    puzzle = next(iter(shipped_puzzles().values()))
    with pytest.raises(PositionError, match="another version of the map"):
        replace(puzzle, map_hash="0" * 64).board()


EASY = MakingParameters(gap=3.0, playouts=24, worlds=12, sure=1.0, share=1.0)


def test_puzzles_are_made_from_games_and_kept_in_a_file(tmp_path: Path) -> None:
    maker = PuzzleMaker("mini", parameters=EASY)
    found = next(maker.find(1))
    again = next(PuzzleMaker("mini", parameters=EASY).find(1))
    assert found == again, "the same seed finds the same puzzle"
    assert found.best.code in found.view().legal.codes
    assert maker.screened >= maker.verified >= 1
    assert all(choice.loss >= 3.0 for choice in found.choices[1:])
    file = tmp_path / "mini.jsonl"
    append_puzzle(file, found)
    append_puzzle(file, found)
    assert read_puzzles(file.read_bytes(), "mini.jsonl") == [found, found]


def test_a_broken_line_is_named() -> None:
    with pytest.raises(PositionError, match=r"mini.jsonl, line 2: "):
        read_puzzles(b"\n{}\n", "mini.jsonl")


def test_the_installed_puzzles_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "list", "london"]) == 0
    shown = capsys.readouterr().out
    assert "london-" in shown
    assert "usa-" not in shown


def test_a_map_without_puzzles_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "list", "londn"]) == 1
    assert 'Did you mean "london"?' in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_refused_before_the_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "make", "mini", "--out", "/nowhere/mini.jsonl"]) != 0
    assert "Cannot write" in capsys.readouterr().err
