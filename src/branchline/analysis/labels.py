"""The labels of decisions and the accuracy of a player, both from the losses that the search is sure of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.analysis.judgement import MoveValue

Label = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
LABELS: tuple[Label, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
THRESHOLDS: dict[Label, float] = {"good": 3.0, "inaccuracy": 5.0, "mistake": 10.0, "blunder": 20.0}
"""The least loss of each label but the first. See docs/decisions/023-review.md for the games they come from."""
HALVING_LOSS = THRESHOLDS["mistake"]
"""The loss that halves the accuracy of a decision."""


def label_of(move: MoveValue) -> Label:
    """Return the label of a move; a loss within the error of the comparison does not count."""
    return label_of_loss(move.loss) if move.is_sure_loss else "best"


def label_of_loss(loss: float) -> Label:
    """Return the label of a loss in points.

    >>> label_of_loss(1.5), label_of_loss(12)
    ('best', 'mistake')
    """
    return next((label for label in reversed(LABELS[1:]) if loss >= THRESHOLDS[label]), "best")


def accuracy(losses: Iterable[float]) -> float:
    """Return the accuracy of decisions with these losses, from 0 to 100.

    >>> accuracy([0, 0, 10])
    83.3
    """
    shares = [0.5 ** (loss / HALVING_LOSS) for loss in losses]
    return round(100 * sum(shares) / len(shares), 1) if shares else 100.0
