"""A lesson: a position, a question about one rule, and choices that the rules themselves judge."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from branchline.analysis.lessons.topics import TOPICS, Subject
from branchline.analysis.positions import Position, read_set
from branchline.engine.actions import decode

if TYPE_CHECKING:
    from branchline.engine.actions import Action
    from branchline.engine.refusals import Refusal


class Verdict(NamedTuple):
    """Whether a choice answers the question, and why it is not legal if it is not."""

    right: bool
    refusal: Refusal | None


class Lesson(Position, frozen=True):
    """A question about a rule; `topics` has what the topic asks, and judges the choices."""

    topic: str
    subject: Subject
    choices: list[int]
    """The codes of the actions to choose from; some may be illegal."""

    def actions(self) -> list[Action]:
        """Return the actions to choose from."""
        board = self.board()
        return [decode(board, code) for code in self.choices]

    def verdict(self, choice: int) -> Verdict:
        """Judge a choice, given by its place, by the rules of the game."""
        game, code = self.game(), self.choices[choice]
        action = decode(game.board, code)
        return Verdict(TOPICS[self.topic].accepts(game, self.subject, action), game.why_not(code))


def lesson_id(map_name: str, topic: str, seed: int, moves: int) -> str:
    """Return a short name for a lesson."""
    return f"{map_name}-{topic.replace(' ', '-')}-{sha256(f'{seed} {moves}'.encode()).hexdigest()[:4]}"


@cache
def shipped_lessons() -> dict[str, Lesson]:
    """Return the lessons that come with the package by id, those of each map in the order of the topics."""
    folder = files("branchline.analysis.lessons").joinpath("sets")
    sets = sorted((file for file in folder.iterdir() if file.name.endswith(".jsonl")), key=lambda file: file.name)
    lessons = [lesson for file in sets for lesson in read_set(file.read_bytes(), file.name, Lesson)]
    order = list(TOPICS)
    return {lesson.id: lesson for lesson in sorted(lessons, key=lambda lesson: order.index(lesson.topic))}
