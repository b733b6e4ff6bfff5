"""Checking a map file: every problem at once, each with its place and what to do about it."""

from __future__ import annotations

import re
import tomllib
from itertools import chain, islice
from typing import Any, Literal

import msgspec

from branchline.boards.format import faults, line_numbers, structure
from branchline.boards.format.draft import Draft
from branchline.boards.format.schema import Map
from branchline.boards.library import LARGEST

MOST = 200
"""So many problems are enough to begin with."""

_MALFORMED = "malformed"
# The parser's time grows with the square of a key's parts; no key of a map has more than four.
_ENDLESS_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){32}""")
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_TOML_FIXES = {
    "Cannot overwrite a value": "A name or key is written twice in this section: take one out.",
    "Cannot declare": "A section's heading is written twice: put both parts under one.",
    "Unclosed array": "A list that was opened with [ needs its ].",
    "Expected '=' after a key": "Write `key = value`; a name with spaces or accents needs quotes.",
    "Invalid value": "Texts need quotes; numbers have none.",
    "Unterminated string": 'A text that was opened with " needs its closing ".',
    "Illegal character": 'A text that was opened with " needs its closing " on the same line.',
    "Expected newline": "Something stands after the value: put it on a line of its own, or behind a #.",
    "Found trailing comma": "Take out the comma before the closing }.",
}


class Problem(msgspec.Struct, frozen=True):
    """One thing to mend, where it stands and how."""

    severity: Literal["error", "warning"]
    code: str
    where: str
    line: int | None
    message: str
    fix: str

    def text(self, file: str = "") -> str:
        """The problem as one line, in the form that editors can follow."""
        place = [part for part in (file, str(self.line) if self.line and file else "") if part]
        spot = f"line {self.line}" if self.line and not file else ""
        head = ": ".join(part for part in (":".join(place), spot, self.severity, self.where) if part)
        return f"{head}: {self.message} {self.fix}".rstrip()


class Report(msgspec.Struct, frozen=True):
    """All that a check found, and the map when nothing stands in its way."""

    problems: list[Problem]
    map: Map | None = None

    @property
    def errors(self) -> list[Problem]:
        """What must be mended before the map can be played."""
        return [problem for problem in self.problems if problem.severity == "error"]

    @property
    def warnings(self) -> list[Problem]:
        """What can be played, but is probably not what the designer wants."""
        return [problem for problem in self.problems if problem.severity == "warning"]

    def text(self, file: str = "") -> str:
        """Every problem, one a line."""
        return "\n".join(problem.text(file) for problem in self.problems)


def check(text: str) -> Report:
    """Check the text of a map file.

    >>> print(check("name = London").text())
    line 1: error: malformed: Invalid value. Texts need quotes; numbers have none.
    """
    if len(text.encode()) > LARGEST:
        return _refused("The file is too long.", f"A map has at most {LARGEST:,} characters.")
    if endless := _ENDLESS_KEY.search(text):
        line = text.count("\n", 0, endless.start()) + 1
        return _refused("More than thirty names are strung together here.", "Use a section, or quotes.", line)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        return _refused("Lists or tables are nested too deep to be read.", "A map needs no more than three levels.")
    except ValueError as error:
        return _malformed(str(error))
    return _checked(text, data)


def check_drawing(report: Report) -> Report:
    """Add what keeps a sound map from being drawn: it can be played, but not looked at."""
    from branchline.boards.draw import faults as drawing_faults

    if report.map is None:
        return report
    fix = "The map can be played, but its board cannot be drawn until this is mended."
    drawn = [Problem("warning", "drawing", "the board", None, fault, fix) for fault in drawing_faults(report.map)]
    return Report([*report.problems, *drawn], report.map)


def _checked(text: str, data: dict[str, Any]) -> Report:
    slips = [faults.Fault("shape", *misfit) for misfit in islice(structure.misfits(data), MOST)]
    draft = Draft.of(data, {slip.path for slip in slips}) if len(slips) < MOST else None
    found = list(islice(chain(slips, faults.find(draft) if draft else ()), MOST))
    lines = line_numbers.lines(text)
    problems = [_problem(fault, line_numbers.line_of(fault.path, lines)) for fault in found]
    problems.sort(key=lambda problem: (problem.line is None, problem.line or 0))
    if len(problems) == MOST:
        problems.append(
            Problem("error", "more", "the whole file", None, "There may be more problems.", "Mend these first.")
        )
    broken = any(problem.severity == "error" for problem in problems)
    return Report(problems, None if broken else msgspec.convert(data, Map))


def _problem(fault: faults.Fault, line: int | None) -> Problem:
    severity: Literal["error", "warning"] = "warning" if fault.mild else "error"
    return Problem(severity, fault.code, where(fault.path), line, fault.message, fault.fix)


def where(path: line_numbers.Path) -> str:
    """The place as a designer would say it.

    >>> where(("routes", "tracks", 11, "length")), where(("cities", "Atlanta", "lat")), where(("players",))
    ('routes, row 12', 'cities, Atlanta', 'players')
    """
    match path:
        case (str(section), str(), int(row), *_):
            return f"{section}, row {row + 1}"
        case (str(section), str(name), *_):
            return f"{section}, {name}"
        case (str(section),):
            return section
    return ""


def _refused(message: str, fix: str, line: int | None = None) -> Report:
    return Report([Problem("error", _MALFORMED, _MALFORMED, line, message, fix)])


def _malformed(reason: str) -> Report:
    """What the TOML parser found, with its line apart and a hint for the usual slips."""
    place = _TOML_PLACE.search(reason)
    line = int(place[1]) if place and place[1] else None
    message = _TOML_PLACE.sub("", reason)
    fix = next((fix for start, fix in _TOML_FIXES.items() if message.startswith(start)), "")
    if place and line is None:
        message += " (at the end of the file)"
    return Report([Problem("error", _MALFORMED, _MALFORMED, line, f"{message}.", fix)])
