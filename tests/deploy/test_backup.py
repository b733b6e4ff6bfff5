"""A backup made while the server writes is complete, and is restored as the tutorial says."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from branchline.server.store import Append, Store, open_store

ROW = {"stage": "playing", "public": True, "created": 1.0, "updated": 1.0, "row": "{}"}


async def play(store: Store, first: int, last: int) -> None:
    for number in range(first, last):
        assert await store.append(Append("g", number, 1.0, None, f"action {number}"))


def records(store: Store) -> list[str]:
    return [row[3] for row in asyncio.run(store.records("g"))]


def test_a_backup_is_restored(tmp_path: Path) -> None:
    database, copy = tmp_path / "games.db", tmp_path / "backup.db"
    store = open_store(str(database))
    asyncio.run(store.add_game([Append("g", 0, 1.0, None, "start", guest="ada")], ROW, {"hash": -1}))
    asyncio.run(play(store, 1, 20))
    # What `sqlite3 games.db ".backup backup.db"` does, while the store is open.
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    asyncio.run(play(store, 20, 30))
    assert len(records(store)) == 30
    store.close()

    shutil.copyfile(copy, database)
    for left in ("games.db-wal", "games.db-shm"):
        (tmp_path / left).unlink(missing_ok=True)
    restored = open_store(str(database))
    assert records(restored) == ["start", *(f"action {number}" for number in range(1, 20))]
    asyncio.run(play(restored, 20, 25))  # and the game goes on
    assert len(records(restored)) == 25
    restored.close()


def test_the_tutorial_names_the_same_files() -> None:
    page = Path(__file__).parents[2] / "docs" / "tutorials" / "host-a-site.md"
    for name in ("games.db-wal", "games.db-shm", ".backup"):
        assert name in page.read_text(encoding="utf-8")
