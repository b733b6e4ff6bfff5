"""Output of the command line: text and tables for people, JSON for programs, one line for an error."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
"""The option that every command has."""

BOLD, PLAIN = "\033[1m", "\033[0m"


def say(text: str = "") -> None:
    """Print text."""
    print(text)  # noqa: T201 (the one place that prints)


def say_json(value: object) -> None:
    """Print a value as JSON."""
    import msgspec

    say(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def complain(message: str, code: int, hint: str = "") -> int:
    """Print an error and return the exit code."""
    print(f"branchline: {message}{' ' if hint else ''}{hint}", file=sys.stderr)  # noqa: T201
    return code


def heading(text: str) -> str:
    """Return the text in bold if the output is a terminal."""
    return f"{BOLD}{text}{PLAIN}" if sys.stdout.isatty() else text


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return rows in columns under their headings; numbers are aligned to the right.

    >>> print(table(["map", "cities"], [["usa", 36], ["london", 17]]))
    map     cities
    usa         36
    london      17
    """
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(columns, *cells, strict=True)]
    right = [any(isinstance(row[i], int) for row in rows) for i in range(len(columns))]

    def line(row: Sequence[str]) -> str:
        padded = [cell.rjust(w) if r else cell.ljust(w) for cell, w, r in zip(row, widths, right, strict=True)]
        return "  ".join(padded).rstrip()

    return "\n".join([heading(line(columns)), *map(line, cells)])
