"""Copying a site: every table of one database into another that is empty."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from branchline.errors import BranchlineError
from branchline.server.store.engines import lock_file, open_engine, parse_address
from branchline.server.store.migrate import NEWEST, upgrade, version
from branchline.server.store.schema import COPIED, GAMES, GUESTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection, Engine, Table

ROWS_AT_ONCE = 1000


class CopyError(BranchlineError):
    """A site that cannot be copied; the message says why."""


def copy_site(source: str, target: str, progress: Callable[[str, int], None]) -> dict[str, int]:
    """Copy a whole site in one transaction, and return the number of rows of each table."""
    if parse_address(source) == parse_address(target):
        raise CopyError("Both addresses are the same database.")
    _check_exists(source)
    with _locked_engine(source) as old, _locked_engine(target) as new:
        if version(old) != NEWEST:
            raise CopyError("The first database is not of this version: start the server with it once, then copy.")
        upgrade(new)
        with old.connect() as reading, new.begin() as writing:
            _check_empty(writing)
            return {table.name: _copy(reading, writing, table, progress) for table in COPIED}


@contextmanager
def _locked_engine(address: str) -> Iterator[Engine]:
    """Open a database that no server may use meanwhile, and release it afterwards."""
    engine = open_engine(address)
    try:
        with lock_file(engine) or nullcontext():
            yield engine
    finally:
        engine.dispose()


def _check_exists(source: str) -> None:
    """Refuse a file that does not exist: SQLite would create it."""
    url = parse_address(source)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise CopyError(f"There is no database {url.database}.")


def _check_empty(connection: Connection) -> None:
    for table in (GAMES, GUESTS):
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise CopyError("The second database already has games or guests: choose an empty one.")


def _copy(reading: Connection, writing: Connection, table: Table, progress: Callable[[str, int], None]) -> int:
    writing.execute(table.delete())  # at most the key of a site that was started but never used
    copied = 0
    for rows in reading.execute(select(table)).mappings().partitions(ROWS_AT_ONCE):
        writing.execute(table.insert(), [dict(row) for row in rows])
        copied += len(rows)
        progress(table.name, copied)
    return copied
