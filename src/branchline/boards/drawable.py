"""Check that a valid map can also be drawn."""

from __future__ import annotations

from branchline.boards.draw import faults
from branchline.boards.format import line_numbers
from branchline.boards.format.check import Problem, Report, where


def check_drawing(report: Report, text: str) -> Report:
    """Return a report with warnings about what prevents its map, the text of a file, from being drawn as written."""
    if report.map is None:
        return report
    lines = line_numbers.lines(text)
    warnings = [
        Problem(
            "warning",
            finding.code,
            where(finding.path),
            line_numbers.line_of(finding.path, lines),
            finding.message,
            finding.fix,
        )
        for finding in faults(report.map)
    ]
    return Report([*report.problems, *warnings], report.map)
