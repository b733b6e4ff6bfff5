"""Check a map file and report every problem at once, each with its line and a fix."""

from __future__ import annotations

import re
import tomllib
from itertools import chain, islice
from typing import TYPE_CHECKING, Literal

import msgspec

from branchline.boards.format import line_numbers, structure
from branchline.boards.format.checks.every import find_problems
from branchline.boards.format.draft import Draft
from branchline.boards.format.files import MOST_BYTES
from branchline.boards.format.schema import Map

if TYPE_CHECKING:
    from branchline.boards.format.finding import Finding, Path

MOST_PROBLEMS = 200
"""A report lists at most this many problems."""

MALFORMED = "malformed"
# The parser's time grows with the square of the number of parts of a key; no key of a map has more than four.
_ENDLESS_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){32}""")
_TOML_POSITION = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_TOML_FIXES = {
    "Cannot overwrite a value": "A name or key occurs twice in this section: remove one of them.",
    "Cannot declare": "The heading of a section occurs twice: put both parts under one heading.",
    "Unclosed array": "A list that starts with [ must end with ].",
    "Expected '=' after a key": "Write `key = value`; a name with spaces or accents needs quotes.",
    "Invalid value": "Text needs quotes; numbers have none.",
    "Unterminated string": 'Text that starts with " must end with ".',
    "Illegal character": 'Text that starts with " must end with " on the same line.',
    "Expected newline": "There is something after the value: move it to a line of its own, or put a # before it.",
    "Found trailing comma": "Remove the comma before the closing }.",
}


class Problem(msgspec.Struct, frozen=True):
    """Something to fix: where it is, what is wrong and what to do."""

    severity: Literal["error", "warning"]
    code: str
    where: str
    line: int | None
    message: str
    fix: str

    def text(self, file: str = "") -> str:
        """Return the problem as one line, in the `file:line:` form that editors can follow."""
        line = str(self.line) if self.line else ""
        position = ":".join(filter(None, (file, line))) if file else f"line {line}" if line else ""
        head = ": ".join(filter(None, (position, self.severity, self.where)))
        return f"{head}: {self.message} {self.fix}".rstrip()


class Report(msgspec.Struct, frozen=True):
    """The problems that a check found, and the map if it has no errors."""

    problems: list[Problem]
    map: Map | None = None

    @property
    def errors(self) -> list[Problem]:
        """The problems that must be fixed before the map can be played."""
        return [problem for problem in self.problems if problem.severity == "error"]

    @property
    def warnings(self) -> list[Problem]:
        """The problems that do not stop a game, but are probably not what the author wants."""
        return [problem for problem in self.problems if problem.severity == "warning"]

    def text(self, file: str = "") -> str:
        """Return every problem on a line of its own."""
        return "\n".join(problem.text(file) for problem in self.problems)


def check(text: str) -> Report:
    """Check the text of a map file.

    >>> print(check("name = London").text())
    line 1: error: malformed: Invalid value. Text needs quotes; numbers have none.
    """
    if len(text.encode()) > MOST_BYTES:
        return _refused("The file is too long.", f"A map has at most {MOST_BYTES:,} bytes.")
    if endless := _ENDLESS_KEY.search(text):
        line = text.count("\n", 0, endless.start()) + 1
        return _refused("A key has more than 30 parts joined by dots.", "Use a section, or quote the key.", line)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        return _refused("Lists or tables are nested too deeply.", "A map needs at most three levels.")
    except ValueError as error:
        return _malformed(str(error))
    return _checked(text, data)


def _checked(text: str, data: dict[str, object]) -> Report:
    deviations = list(islice(structure.find_deviations(data), MOST_PROBLEMS))
    draft = Draft.of(data, {finding.path for finding in deviations}) if len(deviations) < MOST_PROBLEMS else None
    found = list(islice(chain(deviations, find_problems(draft) if draft else ()), MOST_PROBLEMS))
    lines = line_numbers.lines(text)
    problems = [_problem(finding, line_numbers.line_of(finding.path, lines)) for finding in found]
    problems.sort(key=lambda problem: (problem.line is None, problem.line or 0))
    if len(problems) == MOST_PROBLEMS:
        message = "There may be more problems."
        problems.append(Problem("error", "more", "the whole file", None, message, "Fix these first."))
    has_errors = any(problem.severity == "error" for problem in problems)
    return Report(problems, None if has_errors else msgspec.convert(data, Map))


def _problem(finding: Finding, line: int | None) -> Problem:
    severity: Literal["error", "warning"] = "warning" if finding.is_warning else "error"
    return Problem(severity, finding.code, where(finding.path), line, finding.message, finding.fix)


ONLY_ROWS = ("tracks", "cards")
"""The keys of lists that are the only ones of their section, and go without saying."""


def where(path: Path) -> str:
    """Return the description of a path that an author reads.

    >>> where(("routes", "tracks", 11, "length")), where(("cities", "Atlanta", "lat")), where(("players",))
    ('routes, row 12', 'cities, Atlanta', 'players')
    >>> where(("scenery", "rivers", 0, "line"))
    'scenery, rivers, row 1'
    """
    match path:
        case (str(section), str(rows), int(row), *_):
            return f"{section}, row {row + 1}" if rows in ONLY_ROWS else f"{section}, {rows}, row {row + 1}"
        case (str(section), str(name), *_):
            return f"{section}, {name}"
        case (str(section),):
            return section
    return ""


def _refused(message: str, fix: str, line: int | None = None) -> Report:
    return Report([Problem("error", MALFORMED, MALFORMED, line, message, fix)])


def _malformed(reason: str) -> Report:
    """Return the parser's complaint as a report, with its line and a hint for the usual mistakes."""
    position = _TOML_POSITION.search(reason)
    line = int(position[1]) if position and position[1] else None
    message = _TOML_POSITION.sub("", reason)
    fix = next((fix for start, fix in _TOML_FIXES.items() if message.startswith(start)), "")
    if position and line is None:
        message += " (at the end of the file)"
    return _refused(f"{message}.", fix, line)
