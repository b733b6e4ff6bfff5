"""Writing a match to a folder: rows as CSV and Parquet, a summary, and the games themselves."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import msgspec

from branchline.bots.kernel_games import DECISIONS, TURNS
from branchline.engine.game import Game
from branchline.engine.rules import scoring as s
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from branchline.arena.results import Results

SCORE_COLUMNS = {
    "score": s.TOTAL,
    "rank": s.RANK,
    "routes": s.ROUTES,
    "ticket_points": s.TICKETS_MADE,
    "ticket_losses": s.TICKETS_MISSED,
    "longest_path_bonus": s.LONGEST_PATH,
    "districts": s.DISTRICTS,
    "flags": s.FLAGS,
    "technologies": s.TECHNOLOGIES,
    "tickets_made": s.MADE,
    "tickets_missed": s.MISSED,
    "longest_path": s.PATH,
}
"""The columns of a seat's row that come from the final scoring."""


class ExportError(BranchlineError):
    """A folder that results cannot be written to."""


def prepare_folder(folder: Path) -> None:
    """Make the folder and try to write to it, before anything is played."""
    probe = folder / ".branchline-probe"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise ExportError(f"Results cannot be written to {folder}: {error.strerror or error}.") from None


def write_results(results: Results, folder: Path) -> list[Path]:
    """Write all there is of a match and return the files."""
    try:
        written = _write_rows(folder, "games", game_rows(results)) + _write_rows(folder, "seats", seat_rows(results))
        summary = folder / "summary.json"
        encoded = msgspec.json.encode({"summary": results.summary(), "timing": results.timing()})
        summary.write_bytes(msgspec.json.format(encoded, indent=2) + b"\n")
        return [*written, summary, *_write_games(results, folder)]
    except OSError as error:
        reason = error.strerror or error
        raise ExportError(
            f"Writing to {folder} failed: {reason}. The results above stand; make room or name another folder."
        ) from None


def game_rows(results: Results) -> dict[str, list[Any]]:
    """Return one row a game, column by column."""
    games, tallies = results.rows("games"), results.rows("tallies")
    return {
        "game": games.tolist(),
        "deal": (games // results.match.players).tolist(),
        "turns": tallies[:, TURNS].tolist(),
        "decisions": tallies[:, DECISIONS].tolist(),
        "winners": (results.shares > 0).sum(axis=1).tolist(),
        "best_score": results.rows("tables")[:, : results.match.players, s.TOTAL].max(axis=1).tolist(),
    }


def seat_rows(results: Results) -> dict[str, list[Any]]:
    """Return one row a game and seat, column by column."""
    players = results.match.players
    table = results.rows("tables")[:, :players].reshape(-1, s.COLUMNS)
    who = results.rows("who").reshape(-1)
    columns: dict[str, list[Any]] = {
        "game": results.rows("games").repeat(players).tolist(),
        "seat": list(range(players)) * results.games,
        "bot": [results.match.bots[index] for index in who.tolist()],
        "win": results.shares.reshape(-1).tolist(),
    }
    return columns | {name: table[:, column].tolist() for name, column in SCORE_COLUMNS.items()}


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
    """Whether the library that writes Parquet is installed."""
    from importlib.util import find_spec

    return find_spec("pyarrow") is not None


def _write_games(results: Results, folder: Path) -> list[Path]:
    saves = [save for number in sorted(results.batches) for save in _saves(results, number)]
    if not saves:
        return []
    home = folder / "saved"
    home.mkdir(exist_ok=True)
    for number, game in saves:
        game.save(home / f"{number:06}.branchline")
    return [home]


def _saves(results: Results, number: int) -> Iterable[tuple[int, Game]]:
    match, batch = results.match, results.batches[number]
    for game_number, log in zip(batch.games.tolist(), batch.logs, strict=False):
        names = [match.bots[index] for index in match.who(game_number)]
        game = Game(match.board, match.key(game_number), names)
        for code in log:
            game.play(code)
        yield game_number, game
