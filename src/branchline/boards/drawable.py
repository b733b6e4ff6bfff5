"""Check that a map can also be drawn."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from branchline.boards.draw import faults, section_faults
from branchline.boards.format import line_numbers
from branchline.boards.format.check import MALFORMED, Problem, Report, where

if TYPE_CHECKING:
    from branchline.boards.format.finding import Finding


def check_drawing(report: Report, text: str) -> Report:
    """Return a report with warnings about what prevents its map, the text of a file, from being drawn as written."""
    found = faults(report.map) if report.map else _faults_beside_errors(report, text)
    lines = line_numbers.lines(text) if found else {}
    warnings = [
        Problem(
            "warning",
            finding.code,
            where(finding.path),
            line_numbers.line_of(finding.path, lines),
            finding.message,
            finding.fix,
        )
        for finding in found
    ]
    problems = sorted([*report.problems, *warnings], key=lambda problem: (problem.line is None, problem.line or 0))
    return Report(problems, report.map)


def _faults_beside_errors(report: Report, text: str) -> list[Finding]:
    """Return what is wrong with the sections that are drawn, if a file that cannot be played can at least be read."""
    if any(problem.code in (MALFORMED, "more") for problem in report.problems):
        return []
    data = tomllib.loads(text)
    cards = data.get("cards")
    colors = cards.get("colors") if isinstance(cards, dict) else None
    return section_faults(data.get("theme"), data.get("scenery"), list(colors) if isinstance(colors, dict) else [])
