"""Puzzles as they are sent: a position that holds nothing but its seat's view, and the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.actions import decode
from branchline.engine.view_state.types import Part
from branchline.server.projection import wire
from branchline.server.projection.positions import MoveChoice, choices_of, state_of

if TYPE_CHECKING:
    from branchline.analysis.puzzles.puzzle import Puzzle
    from branchline.server.live.map_store import MapVersion


class PuzzlePosition(Part, kw_only=True):
    """The position of a puzzle, as the seat that decides sees it, and the moves to choose from."""

    id: str
    level: str
    """The weakest level of bots that finds the best move in most of its tries; the strongest if no other does."""
    state: wire.State
    choices: list[MoveChoice]


class PuzzleValue(Part, kw_only=True):
    """What a choice is worth: the chance of winning and the final score, and what it loses against the best."""

    chance: float
    points: float
    loss: float
    """A point counts as much as a fiftieth of a win."""
    loss_error: float
    """The standard error of the loss."""


class PuzzleReason(Part, kw_only=True):
    """A reason why the best choice is better than the next best; docs/how-to/puzzles.md explains the kinds."""

    kind: str
    best: float
    other: float
    ticket: int | None = None
    route: int | None = None
    part: str | None = None


class PuzzleAnswer(Part, kw_only=True):
    """Whether a choice is the best one, what each is worth in the order of the choices, and why."""

    right: bool
    best: int
    next_best: int
    values: list[PuzzleValue]
    reasons: list[PuzzleReason]
    worlds: int
    """In how many worlds the choices were compared."""


def position_of(puzzle: Puzzle, version: MapVersion) -> PuzzlePosition:
    """Return the position of a puzzle, as the seat that decides sees it."""
    actions = [decode(puzzle.board(), choice.code) for choice in puzzle.shuffled]
    return PuzzlePosition(
        id=puzzle.id,
        level=puzzle.level,
        state=state_of(puzzle, version),
        choices=choices_of(puzzle.board(), actions),
    )


def answer_of(puzzle: Puzzle, choice: int) -> PuzzleAnswer:
    """Return whether a choice is the best one, and why."""
    shown = puzzle.shuffled
    return PuzzleAnswer(
        right=shown[choice] == puzzle.best,
        best=shown.index(puzzle.best),
        next_best=shown.index(puzzle.choices[1]),
        values=[
            PuzzleValue(chance=move.chance, points=move.points, loss=move.loss, loss_error=move.loss_error)
            for move in shown
        ],
        worlds=puzzle.worlds,
        reasons=[
            PuzzleReason(
                kind=reason.kind,
                best=reason.best,
                other=reason.other,
                ticket=reason.ticket,
                route=reason.route,
                part=reason.part,
            )
            for reason in puzzle.reasons
        ],
    )
