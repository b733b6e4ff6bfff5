"""The endpoints of lessons: the list, a position with its question, and the verdict on a choice."""

from __future__ import annotations

from branchline.analysis.lessons.lesson import shipped_lessons
from branchline.server.http import bodies, rate_limits
from branchline.server.http.api.endpoint import Call, Endpoint
from branchline.server.http.api.exercises import chosen, named
from branchline.server.projection.lessons import LessonAnswer, LessonPosition, lesson_answer, lesson_position

LESSON = "/api/lessons/{lesson}"


async def list_lessons(call: Call) -> bodies.Lessons:
    """List all lessons, in the order in which they are taught."""
    del call
    rows = [bodies.LessonRow(id=lesson.id, map=lesson.map, topic=lesson.topic) for lesson in shipped_lessons().values()]
    return bodies.Lessons(lessons=rows)


async def get_lesson(call: Call) -> LessonPosition:
    """Return the position of a lesson, as the seat that decides sees it, and the moves to choose from."""
    lesson = named(call, "lesson", shipped_lessons())
    return await call.in_thread(lesson_position, lesson, await call.map_of_exercise(lesson.map))


async def answer_lesson(call: Call) -> LessonAnswer:
    """Answer a lesson: say whether the choice answers the question, and why it is illegal if it is."""
    lesson = named(call, "lesson", shipped_lessons())
    choice = chosen(call, "lesson", lesson.choices)
    await call.site.rules_loaded.wait()
    return await call.in_thread(lesson_answer, lesson, choice)


ENDPOINTS = (
    Endpoint("GET", "/api/lessons", list_lessons, bodies.Lessons),
    Endpoint("GET", LESSON, get_lesson, LessonPosition, rate=rate_limits.ASKING),
    Endpoint("POST", f"{LESSON}/answer", answer_lesson, LessonAnswer, bodies.AnswerQuestion, rate_limits.ASKING),
)
