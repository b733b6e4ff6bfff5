"""Writing a match to a folder: rows as CSV and Parquet, a summary, and the saved games."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import msgspec

from branchline.engine.game import Game
from branchline.engine.rules import scoring
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.arena.match import Match
    from branchline.arena.results import Results

SCORE_COLUMNS = {
    "score": scoring.TOTAL,
    "rank": scoring.RANK,
    "routes": scoring.ROUTES,
    "ticket_points": scoring.TICKETS_MADE,
    "ticket_losses": scoring.TICKETS_MISSED,
    "longest_path_bonus": scoring.LONGEST_PATH,
    "districts": scoring.DISTRICTS,
    "flags": scoring.FLAGS,
    "technologies": scoring.TECHNOLOGIES,
    "tickets_made": scoring.MADE,
    "tickets_missed": scoring.MISSED,
    "longest_path": scoring.PATH,
}
"""The columns of a seat's row that are taken from the final scoring."""


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


def game_rows(results: Results) -> dict[str, list[Any]]:
    """Return one row per game, column by column."""
    played = results.played
    return {
        "game": played.column("number").tolist(),
        "deal": (played.column("number") // played.players).tolist(),
        "turns": played.column("turns").tolist(),
        "decisions": played.column("decisions").tolist(),
        "winners": (played.shares > 0).sum(axis=1).tolist(),
        "best_score": played.scores().max(axis=1).tolist(),
    }


def seat_rows(results: Results) -> dict[str, list[Any]]:
    """Return one row per game and seat, column by column."""
    played = results.played
    columns: dict[str, list[Any]] = {
        "game": played.column("number").repeat(played.players).tolist(),
        "seat": list(range(played.players)) * len(played),
        "bot": [results.match.bots[index] for index in played.by_seat("seating").reshape(-1).tolist()],
        "win": played.shares.reshape(-1).tolist(),
    }
    return columns | {name: played.scores(column).reshape(-1).tolist() for name, column in SCORE_COLUMNS.items()}


def _write_rows(folder: Path, name: str, columns: dict[str, list[Any]]) -> list[Path]:
    sheet = folder / f"{name}.csv"
    with sheet.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
    parquet = folder / f"{name}.parquet"
    return [sheet, parquet] if _write_parquet(parquet, columns) else [sheet]


def _write_parquet(path: Path, columns: dict[str, list[Any]]) -> bool:
    if not can_write_parquet():
        return False
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.table(columns), path)
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
