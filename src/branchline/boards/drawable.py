"""Check that a valid map can also be drawn."""

from __future__ import annotations

from branchline.boards.draw import faults
from branchline.boards.format.check import Problem, Report


def check_drawing(report: Report) -> Report:
    """Return a report with warnings about what prevents its map from being drawn."""
    if report.map is None:
        return report
    fix = "The map can be played, but its board cannot be drawn until this is fixed."
    warnings = [Problem("warning", "drawing", "the board", None, message, fix) for message in faults(report.map)]
    return Report([*report.problems, *warnings], report.map)
