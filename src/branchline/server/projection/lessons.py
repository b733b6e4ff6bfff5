"""Lessons as they are sent: a position with a question, and the verdict on a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.actions import Cards
from branchline.engine.view_state.types import Part
from branchline.server.projection import wire
from branchline.server.projection.positions import MoveChoice, choices_of, state_of

if TYPE_CHECKING:
    from branchline.analysis.lessons.lesson import Lesson
    from branchline.server.live.map_store import MapVersion


class LessonPosition(Part, kw_only=True):
    """The position of a lesson, as the seat that decides sees it, what the question names, and the moves to choose."""

    id: str
    topic: str
    route: int | None = None
    ticket: int | None = None
    technology: str | None = None
    state: wire.State
    choices: list[MoveChoice]


class LessonAnswer(Part, kw_only=True):
    """Whether a choice answers the question of a lesson; if the choice is illegal, why."""

    right: bool
    reason: str | None = None
    message: str | None = None
    missing: Cards | None = None


def lesson_position(lesson: Lesson, version: MapVersion) -> LessonPosition:
    """Return the position of a lesson, as the seat that decides sees it."""
    subject = lesson.subject
    return LessonPosition(
        id=lesson.id,
        topic=lesson.topic,
        route=subject.route,
        ticket=subject.ticket,
        technology=subject.technology,
        state=state_of(lesson, version),
        choices=choices_of(lesson.board(), lesson.actions()),
    )


def lesson_answer(lesson: Lesson, choice: int) -> LessonAnswer:
    """Return whether a choice answers the question."""
    right, refusal = lesson.verdict(choice)
    if refusal is None:
        return LessonAnswer(right=right)
    return LessonAnswer(right=right, reason=refusal.code, message=refusal.sentence, missing=refusal.missing)
