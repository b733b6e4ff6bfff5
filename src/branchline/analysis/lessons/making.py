"""The search for lessons: games are played until positions pose the wanted questions."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING

from branchline.analysis.lessons.lesson import Lesson, lesson_id
from branchline.analysis.lessons.topics import OWN_RULES, TOPICS, Subject
from branchline.bots.registry import bot
from branchline.engine.actions import Claim, encode, notation
from branchline.engine.game import new_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from branchline.boards.board import Board
    from branchline.engine.actions import Action
    from branchline.engine.game import Game

PLAYER = "strong"
FEWEST_WRONG, MOST_WRONG = 2, 3
"""Wrong choices of a lesson, besides the right one."""
EARLIEST = 6
"""The number of actions before a lesson: an empty board shows little."""
MOST_GAMES = 400


def topics_of(board: Board, *, basics: bool) -> list[str]:
    """Return the topics that a board teaches: its own rules, and the basics if wanted."""
    return [name for name, topic in (TOPICS if basics else OWN_RULES).items() if topic.is_in(board)]


def find_lessons(map_name: str, wanted: Mapping[str, int], seed: int = 1, players: int = 2) -> Iterator[Lesson]:
    """Yield the wanted number of lessons for each topic, at most one from a game."""
    missing = Counter(wanted)
    for number in count(seed):
        if not missing.total() or number >= seed + MOST_GAMES:
            return
        lesson = _in_game(map_name, players, number, list(+missing))
        if lesson is not None:
            missing[lesson.topic] -= 1
            yield lesson


def _in_game(map_name: str, players: int, seed: int, topics: list[str]) -> Lesson | None:
    """Return the first lesson of a game on any of some topics."""
    game = new_game(map_name, players, seed)
    bots = [bot(PLAYER) for _ in range(players)]
    for seat, player in enumerate(bots):
        player.start(seed * players + seat)
    while not game.over:
        if len(game.log) >= EARLIEST:
            for topic in topics:
                question = _question(game, topic)
                if question is not None:
                    return _lesson(game, map_name, seed, topic, *question)
        game.play(bots[game.turn].choose(game.view(game.turn)))
    return None


def _question(game: Game, name: str) -> tuple[Subject, list[Action]] | None:
    """Return the first question about a topic in a position that has one right and some wrong answers."""
    topic = TOPICS[name]
    for subject, actions in topic.questions(game):
        right = [action for action in actions if topic.accepts(game, subject, action)]
        wrong = _distinct(game.board, right[:1], [action for action in actions if action not in right])
        if right and len(wrong) >= FEWEST_WRONG:
            return subject, [right[0], *wrong[:MOST_WRONG]]
    return None


def _distinct(board: Board, right: list[Action], wrong: list[Action]) -> list[Action]:
    """Return the wrong answers that read unlike each other and unlike the right one: tracks of a double read alike."""
    read = [_reading(board, action) for action in right]
    found = []
    for action in wrong:
        reading = _reading(board, action)
        if reading not in read:
            read.append(reading)
            found.append(action)
    return found


def _reading(board: Board, action: Action) -> object:
    if not isinstance(action, Claim):
        return action
    route = board.routes[action.route]
    return frozenset((route.a, route.b)), action.cards, action.keep


def _lesson(game: Game, map_name: str, seed: int, topic: str, subject: Subject, actions: list[Action]) -> Lesson:
    """Return a lesson, with its choices in an order that does not reveal the right one."""
    board = game.board
    ordered = sorted(actions, key=lambda action: sha256(f"{seed} {notation(board, action)}".encode()).digest())
    return Lesson(
        id=lesson_id(map_name, topic, seed, len(game.log)),
        map=map_name,
        map_hash=board.hash,
        players=board.players,
        seed=seed,
        moves=list(game.log),
        topic=topic,
        subject=subject,
        choices=[encode(board, action) for action in ordered],
    )
