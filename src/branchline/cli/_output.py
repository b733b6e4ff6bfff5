"""How the command line speaks: plain text and tables for people, JSON for machines, one line for a mistake."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]
"""The option that every verb has."""

BOLD, PLAIN = "\033[1m", "\033[0m"


def say(text: str = "") -> None:
    """Print to the user."""
    print(text)  # noqa: T201 (the one place that prints)


def say_json(value: object) -> None:
    """Print to a machine."""
    import msgspec

    say(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def complain(message: str, code: int, hint: str = "") -> int:
    """Tell the user of a mistake, and give back the exit code."""
    print(f"branchline: {message}{' ' if hint else ''}{hint}", file=sys.stderr)  # noqa: T201
    return code


def heading(text: str) -> str:
    """The text in bold, where that can be seen."""
    return f"{BOLD}{text}{PLAIN}" if sys.stdout.isatty() else text


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows in columns under their headings; numbers stand to the right.

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
