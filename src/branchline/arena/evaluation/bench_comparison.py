"""Comparing the figures of `branchline bench` with those of an earlier run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.arena.evaluation.bench import Figures

REGRESSION = 0.9
"""A ratio below this is reported as worse: smaller differences are noise on most machines."""

LESS_IS_BETTER = ("seconds", "microseconds", "bytes")
"""The endings of names of figures (their units) for which smaller is better."""
NOT_COMPARED = ("random_play", "networks")


class EarlierFiguresError(BranchlineError):
    """A file that does not contain the figures of an earlier run."""

    exit_code = 2


class Change(msgspec.Struct, frozen=True):
    """A figure of two runs; a ratio above 1 is better than before."""

    figure: str
    before: float
    now: float
    ratio: float

    @property
    def is_worse(self) -> bool:
        """Whether the figure is clearly worse than before."""
        return self.ratio < REGRESSION


def read_figures(path: Path) -> dict[str, float]:
    """Return the figures that `branchline bench --json` wrote to a file, by name."""
    try:
        figures = msgspec.json.decode(path.read_bytes(), type=dict)
        return by_name(figures)
    except OSError as error:
        raise EarlierFiguresError(f"{path} cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
        raise EarlierFiguresError(f"{path} was not written by `branchline bench --json`.") from None


def by_name(figures: dict[str, Any]) -> dict[str, float]:
    """Return the figures that can be compared, each under a unique name."""
    played = {
        f"games_per_second {play['map']} {play['players']}": play["games_per_second"] for play in figures["random_play"]
    }
    return played | {
        name: value
        for name, value in figures.items()
        if name not in NOT_COMPARED and isinstance(value, int | float) and value > 0
    }


def compare(now: Figures, before: dict[str, float]) -> list[Change]:
    """Return the comparison of every figure that both runs have."""
    current = by_name(msgspec.to_builtins(now))
    return [
        Change(name, before[name], value, value / before[name] if _more_is_better(name) else before[name] / value)
        for name, value in current.items()
        if name in before
    ]


def _more_is_better(name: str) -> bool:
    return not name.endswith(LESS_IS_BETTER) or "per_second" in name
