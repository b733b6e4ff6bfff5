"""A puzzle: how to reach its position, the choices with what each is worth, and why the best one is best."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from branchline.analysis.positions import Position, read_set
from branchline.bots.registry import LEVELS
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from datetime import date
    from importlib.resources.abc import Traversable

FIRST_DAY = 739_000
"""The ordinal of the day from which the puzzles of the days are counted."""


class PuzzleError(BranchlineError):
    """Puzzles that are missing or cannot be stored."""


class Choice(msgspec.Struct, frozen=True):
    """A move to choose, with what it is worth to the seat and the standard errors of that."""

    code: int
    chance: float
    """The chance of winning."""
    points: float
    """The expected final score."""
    loss: float = 0.0
    """What it loses against the best move; a point counts as much as a fiftieth of a win."""
    loss_error: float = 0.0


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """One reason why the best move is better than the next best, from the games that were played out with both.

    `ticket`: a ticket is completed in the share `best` of games, otherwise in `other`. `lost route`: otherwise
    somebody else claims the route in the share `other` of games. `part`: points of a part of the score. `turns`: the
    turns of the game.
    """

    kind: str
    best: float
    other: float
    ticket: int | None = None
    route: int | None = None
    part: str | None = None


class Puzzle(Position, frozen=True):
    """A decision of a seat; the best choice comes first."""

    choices: list[Choice]
    reasons: list[Reason]
    level: str
    """The weakest level of bots that finds the best move in most of its tries; the strongest if no other does."""
    worlds: int
    """In how many worlds the choices were compared."""

    @property
    def best(self) -> Choice:
        """The best move."""
        return self.choices[0]

    @property
    def shuffled(self) -> list[Choice]:
        """The choices in a fixed order that does not reveal the best one."""
        return sorted(self.choices, key=lambda choice: sha256(f"{self.id} {choice.code}".encode()).digest())


def puzzle_id(map_name: str, seed: int, moves: int) -> str:
    """Return a short name for a position of a game."""
    return f"{Path(map_name).stem}-{sha256(f'{seed} {moves}'.encode()).hexdigest()[:6]}"


# -- sets ----------------------------------------------------------------------------------------


def read_puzzles(text: bytes, name: str) -> list[Puzzle]:
    """Return the puzzles of a file with one per line."""
    return read_set(text, name, Puzzle)


def check_appendable(path: Path) -> None:
    """Raise `PuzzleError` unless puzzles can be added to a file, which is created if there is none."""
    _append(path, b"")


def append_puzzle(path: Path, puzzle: Puzzle) -> None:
    """Add a puzzle to a file."""
    _append(path, msgspec.json.encode(puzzle) + b"\n")


def _append(path: Path, text: bytes) -> None:
    try:
        with path.open("ab") as file:
            file.write(text)
    except OSError as error:
        raise PuzzleError(f"Cannot write {path}: {error.strerror}.") from None


@cache
def shipped_puzzles() -> dict[str, Puzzle]:
    """Return the puzzles that come with the package, by id, those of each map from easy to hard."""
    folder = files("branchline.analysis.puzzles").joinpath("sets")
    sets = sorted((file for file in folder.iterdir() if file.name.endswith(".jsonl")), key=lambda file: file.name)
    return {puzzle.id: puzzle for file in sets for puzzle in _from_easy_to_hard(file)}


def _from_easy_to_hard(file: Traversable) -> list[Puzzle]:
    return sorted(read_puzzles(file.read_bytes(), file.name), key=lambda puzzle: LEVELS.index(puzzle.level))


def puzzle_of_the_day(day: date) -> Puzzle:
    """Return the puzzle of a date, the same everywhere: all puzzles in turn, in an order that mixes the maps."""
    puzzles = sorted(shipped_puzzles().values(), key=lambda puzzle: sha256(puzzle.id.encode()).digest())
    if not puzzles:
        raise PuzzleError("No puzzles are installed: make some with `branchline puzzles make MAP`.")
    return puzzles[(day.toordinal() - FIRST_DAY) % len(puzzles)]
