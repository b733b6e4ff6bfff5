"""The endpoints of lessons: the list, a position with its question, and the verdict on a choice."""

from __future__ import annotations

from branchline.analysis.lessons.lesson import Lesson, shipped_lessons
from branchline.server.http import bodies, rate_limits
from branchline.server.http.api.endpoint import Call, Endpoint
from branchline.server.projection.lessons import LessonAnswer, LessonPosition, lesson_answer, lesson_position
from branchline.server.refusal import Refusal

LESSON = "/api/lessons/{lesson}"


async def list_lessons(call: Call) -> bodies.Lessons:
    """List all lessons, in the order in which they are taught."""
    del call
    rows = [bodies.LessonRow(id=lesson.id, map=lesson.map, topic=lesson.topic) for lesson in shipped_lessons().values()]
    return bodies.Lessons(lessons=rows)


async def get_lesson(call: Call) -> LessonPosition:
    """Return the position of a lesson, as the seat that decides sees it, and the moves to choose from."""
    lesson = _lesson(call)
    return await call.in_thread(lesson_position, lesson, await call.map_to_play(lesson.map))


async def answer_lesson(call: Call) -> LessonAnswer:
    """Answer a lesson: say whether the choice answers the question, and why it is illegal if it is."""
    lesson, choice = _lesson(call), call.body.choice
    if not 0 <= choice < len(lesson.choices):
        raise Refusal("bad_request", f"This lesson has the choices 0 to {len(lesson.choices) - 1}, not {choice}.")
    await call.site.rules_loaded.wait()
    return await call.in_thread(lesson_answer, lesson, choice)


def _lesson(call: Call) -> Lesson:
    name = str(call.request.path_params["lesson"])
    lesson = shipped_lessons().get(name)
    if lesson is None:
        raise Refusal("not_found", f'There is no lesson "{name[:40]}".')
    return lesson


ENDPOINTS = (
    Endpoint("GET", "/api/lessons", list_lessons, bodies.Lessons),
    Endpoint("GET", LESSON, get_lesson, LessonPosition, rate=rate_limits.ASKING),
    Endpoint("POST", f"{LESSON}/answer", answer_lesson, LessonAnswer, bodies.AnswerPuzzle, rate_limits.ASKING),
)
