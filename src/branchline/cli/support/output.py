"""Output of the command line: text and tables for people, JSON for programs, one line for an error."""

from __future__ import annotations

import shlex
import sys
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli.support.completion import map_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
"""The option that every command has."""

SavedMap = Annotated[
    str | None,
    typer.Option(
        "--map",
        "-m",
        metavar="MAP",
        autocompletion=map_names,
        help="The map of the game, if the file neither names nor describes it.",
    ),
]
"""The option of commands that read a saved game."""

_wants_json = ContextVar("_wants_json", default=False)

BOLD, PLAIN = "\033[1m", "\033[0m"


def say(text: str = "") -> None:
    """Print text at once, also to a program that reads it while the command goes on."""
    print(text, flush=True)  # noqa: T201 (the one place that prints)


def say_json(value: object) -> None:
    """Print a value as JSON."""
    import msgspec

    say(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def complain(message: str, code: int, hint: str = "") -> int:
    """Print an error, as a line of JSON if JSON is wanted, and return the exit code."""
    text = f"{message}{' ' if hint else ''}{hint}"
    if _wants_json.get():
        import msgspec

        line = msgspec.json.encode({"error": text, "exit": code}).decode()
    else:
        line = f"branchline: {text}"
    print(line, file=sys.stderr)  # noqa: T201
    return code


@contextmanager
def errors_as_json(*, wanted: bool) -> Iterator[None]:
    """Print errors as JSON in the meantime, if wanted."""
    token = _wants_json.set(wanted)
    try:
        yield
    finally:
        _wants_json.reset(token)


def command_line(*words: object) -> str:
    """Return a Branchline command line, quoted so that it can be copied into a shell.

    >>> command_line("map", "check", "my town.toml")
    "branchline map check 'my town.toml'"
    """
    return shlex.join(["branchline", *map(str, words)])


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
