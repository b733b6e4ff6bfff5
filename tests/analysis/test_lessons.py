"""Lessons: the rules judge the shipped ones, and every map teaches the rules that it has."""

from __future__ import annotations

import pytest

from branchline.analysis.lessons.lesson import Lesson, shipped_lessons
from branchline.analysis.lessons.making import find_lessons, topics_of
from branchline.analysis.lessons.topics import BASICS
from branchline.boards.library import BUILT_IN, load_map

BOARDS = {file.stem: load_map(file.stem).board(2) for file in BUILT_IN.glob("*.toml")}
LESSONS = list(shipped_lessons().values())


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_one_choice_of_a_lesson_is_right_and_each_wrong_one_can_be_explained(lesson: Lesson) -> None:
    verdicts = [lesson.verdict(choice) for choice in range(len(lesson.choices))]
    assert [verdict.right for verdict in verdicts].count(True) == 1
    assert all(type(verdict.right) is bool for verdict in verdicts)  # a NumPy value could not be sent to the page
    assert len(verdicts) >= 3
    assert all(verdict.refusal is None or verdict.refusal.sentence for verdict in verdicts)


@pytest.mark.parametrize("name", BOARDS)
def test_every_map_teaches_all_rules_of_its_own(name: str) -> None:
    assert {lesson.topic for lesson in LESSONS if lesson.map == name} >= set(topics_of(BOARDS[name], basics=False))


def test_one_map_teaches_the_basics() -> None:
    smallest = min(BOARDS, key=lambda name: len(BOARDS[name].cities))
    assert {lesson.topic for lesson in LESSONS if lesson.map == smallest} >= set(BASICS)


def test_the_place_of_a_choice_does_not_tell_whether_it_is_right() -> None:
    places = [[lesson.verdict(choice).right for choice in range(3)].count(True) for lesson in LESSONS]
    assert 0 < sum(places) < len(places)


def test_lessons_are_found_again_with_the_same_seed() -> None:
    first = list(find_lessons("mini", {"gray": 1, "ticket": 1}))
    assert {lesson.topic for lesson in first} == {"gray", "ticket"}
    assert first == list(find_lessons("mini", {"gray": 1, "ticket": 1}))
