"""Find the line of every key and row in a map file, which the TOML parser does not report."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from branchline.boards.format.finding import Path

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''  # strings
    r"|\#[^\n]*|[\[\]{},=\n]|[^\s\[\]{},=\#\"']+",  # comments, punctuation, everything else
    re.DOTALL,
)
_ENDS = {",", "]", "}", "\n", ""}


def lines(text: str) -> dict[Path, int]:
    r"""Return the line of every section, key and row of a well-formed file.

    >>> lines('[routes]\ntracks = [\n  ["A", "B"],\n]')["routes", "tracks", 0]
    3
    """
    scanner = _Scanner(text)
    scanner.document()
    return scanner.found


def line_of(path: Path, found: dict[Path, int]) -> int | None:
    """Return the line of a value, or of the nearest enclosing one that has a line."""
    for length in range(len(path), 0, -1):
        if path[:length] in found:
            return found[path[:length]]
    return None


class _Scanner:
    """Reads the tokens of a text that is known to be valid TOML."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, int]] = []
        line, end = 1, 0
        for match in _TOKEN.finditer(text):
            line += text.count("\n", end, match.start())
            end = match.start()
            if not match[0].startswith("#"):
                self.tokens.append((match[0], line))
        self.next = 0
        self.found: dict[Path, int] = {}

    def peek(self) -> str:
        return self.tokens[self.next][0] if self.next < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.next += 1
        return token

    def mark(self, path: Path, token: int) -> Path:
        """Record that a path begins at a token."""
        if token < len(self.tokens):
            self.found.setdefault(path, self.tokens[token][1])
        return path

    def document(self) -> None:
        section: Path = ()
        while self.peek():
            if self.peek() == "\n":
                self.take()
            elif self.peek() == "[":
                section = self.header()
            else:
                self.pair(section)

    def header(self) -> Path:
        start = self.next
        while self.peek() == "[":
            self.take()
        path = self.mark(self.key("]"), start)
        while self.peek() == "]":
            self.take()
        return path

    def pair(self, section: Path) -> None:
        start = self.next
        path = self.mark(section + self.key("="), start)
        self.take()
        self.value(path)

    def key(self, end: str) -> Path:
        parts: list[str] = []
        while self.peek() not in {end, "\n", ""}:
            token = self.take()
            if token[0] in "\"'":
                parts.append(tomllib.loads(f"key = {token}")["key"])
            else:
                parts += [part for part in token.split(".") if part]
        return tuple(parts)

    def value(self, path: Path) -> None:
        if self.peek() == "[":
            self.array(path)
        elif self.peek() == "{":
            self.table(path)
        else:
            while self.peek() not in _ENDS:
                self.take()

    def array(self, path: Path) -> None:
        self.take()
        row = 0
        while self.peek() not in {"]", ""}:
            if self.peek() in _ENDS:
                self.take()
            else:
                self.value(self.mark((*path, row), self.next))
                row += 1
        self.take()

    def table(self, path: Path) -> None:
        self.take()
        while self.peek() not in {"}", ""}:
            if self.peek() in _ENDS:
                self.take()
            else:
                self.pair(path)
        self.take()
