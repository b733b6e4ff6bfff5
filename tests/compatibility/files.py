"""The files of 0.1.0, and what is compared of them."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import branchline as bl

Json: TypeAlias = Any
FOLDER = Path(__file__).parent / "data" / "0.1.0"
MAPS = FOLDER / "maps"
GAMES = FOLDER / "games"


def read_json(name: str) -> Json:
    """Return a JSON file of the data."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def load_dump(dump: str, path: Path) -> None:
    """Make a SQLite database of a dump."""
    connection = sqlite3.connect(path)
    connection.executescript(dump)
    connection.close()


def facts_of(game: bl.Game, state: bytes) -> Json:
    """Return what must still be true of a game when its file is loaded, given its state in the layout of 0.1.0."""
    result = game.result
    return {
        "map": game.board.map_id,
        "players": game.players,
        "options": sorted(game.board.options),
        "names": list(game.names),
        "actions": len(game.log),
        "over": game.over,
        "phase": game.phase,
        "scores": result.totals,
        "winners": result.winners,
        "decided_by": result.decided_by,
        "parts": [
            {
                "routes": seat.routes,
                "tickets_made": seat.tickets_made,
                "tickets_missed": seat.tickets_missed,
                "longest_path": seat.longest_path,
                "longest_path_bonus": seat.longest_path_bonus,
                "districts": seat.districts,
                "flags": seat.flags,
                "technologies": seat.technologies,
            }
            for seat in result.seats
        ],
        "codes": hashlib.sha256(json.dumps(game.log).encode()).hexdigest(),
        "state": hashlib.sha256(state).hexdigest(),
    }
