"""Writing a match to a folder: rows as CSV and Parquet, a summary, and the saved games."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import msgspec

from branchline.arena.rows import Rows, game_rows, seat_rows, turn_rows
from branchline.engine.game import Game
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.arena.match import Match
    from branchline.arena.results import Results


class ExportError(BranchlineError):
    """A folder or file that results cannot be written to."""


def prepare_folder(folder: Path) -> None:
    """Create the folder and check that it can be written to, before anything is played."""
    probe = folder / ".branchline-probe"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise ExportError(f"Results cannot be written to {folder}: {error.strerror or error}.") from None


def write_results(results: Results, folder: Path) -> list[Path]:
    """Write the results of a match and return the files."""
    try:
        written = _write_rows(folder, "games", game_rows(results)) + _write_rows(folder, "seats", seat_rows(results))
        if any(batch.logs for batch in results.in_order):
            written += _write_rows(folder, "turns", turn_rows(results))
        summary = folder / "summary.json"
        encoded = msgspec.json.encode({"summary": results.summary(), "timing": results.timing()})
        summary.write_bytes(msgspec.json.format(encoded, indent=2) + b"\n")
        return [*written, summary, *_write_games(results, folder)]
    except OSError as error:
        reason = error.strerror or error
        raise ExportError(
            f"Writing to {folder} failed: {reason}. The results above are complete: free some space, or use another "
            "folder."
        ) from None


def _write_rows(folder: Path, name: str, rows: Rows) -> list[Path]:
    columns = rows.to_dict()
    sheet = folder / f"{name}.csv"
    with sheet.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
    parquet = folder / f"{name}.parquet"
    return [sheet, parquet] if _write_parquet(parquet, rows) else [sheet]


def _write_parquet(path: Path, rows: Rows) -> bool:
    if not can_write_parquet():
        return False
    from pyarrow import parquet

    parquet.write_table(rows.to_arrow(), path)
    return True


def can_write_parquet() -> bool:
    """Return whether the library that writes Parquet is installed."""
    from importlib.util import find_spec

    return find_spec("pyarrow") is not None


def _write_games(results: Results, folder: Path) -> list[Path]:
    logs = [entry for batch in results.in_order for entry in batch.logged()]
    if not logs:
        return []
    saved = folder / "saved"
    saved.mkdir(exist_ok=True)
    for number, log in logs:
        _replayed(results.match, number, log).save(saved / f"{number:06}.branchline")
    return [saved]


def _replayed(match: Match, number: int, log: list[int]) -> Game:
    names = [match.bots[index] for index in match.seating(number)]
    game = Game(match.board, match.key(number), names)
    for code in log:
        game.play(code)
    return game
