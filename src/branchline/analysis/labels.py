"""The labels of decisions and the accuracy of a player, both from the losses that the search is sure of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.analysis.judgement import MoveValue

Label = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
LABELS: tuple[Label, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
THRESHOLDS: dict[Label, float] = {"good": 1.0, "inaccuracy": 4.0, "mistake": 10.0, "blunder": 20.0}
"""The least loss of each label but the first. See docs/decisions/023-review.md for the games they come from."""
HALVING_LOSS = THRESHOLDS["mistake"]
"""The loss that halves the accuracy of a decision."""


def label_of(move: MoveValue) -> Label:
    """Return the label of a move; a loss within the error of the comparison is none."""
    loss = sure_loss(move)
    return next((label for label in reversed(LABELS[1:]) if loss >= THRESHOLDS[label]), "best")


def sure_loss(move: MoveValue) -> float:
    """Return the loss of a move, or 0 if it is within the error of the comparison."""
    return move.loss if move.is_sure_loss else 0.0


def accuracy(losses: Iterable[float]) -> float:
    """Return the accuracy of decisions with these losses, from 0 to 100.

    >>> accuracy([0, 0, 10])
    83.3
    """
    shares = [0.5 ** (loss / HALVING_LOSS) for loss in losses]
    return round(100 * sum(shares) / len(shares), 1) if shares else 100.0
