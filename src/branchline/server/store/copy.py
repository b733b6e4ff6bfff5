"""Moving a site: every table of one database into another that is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from branchline.errors import BranchlineError
from branchline.server.store.engines import open_engine, own_file, parse_address
from branchline.server.store.migrate import NEWEST, upgrade, version
from branchline.server.store.schema import COPIED, GAMES, GUESTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine, Table

ROWS_AT_ONCE = 1000


class CopyError(BranchlineError):
    """A site that cannot be copied, and why."""


def copy_site(source: str, target: str, progress: Callable[[str, int], None]) -> dict[str, int]:
    """Copy a whole site; the target gets everything in one transaction, or nothing."""
    if parse_address(source) == parse_address(target):
        raise CopyError("Both addresses are the same database.")
    from_, to = open_engine(source), open_engine(target)
    locks = [own_file(engine) for engine in (from_, to)]
    try:
        if version(from_) != NEWEST:
            raise CopyError("The first database has no site of this version: start the server on it once, then copy.")
        upgrade(to)
        with from_.connect() as reading, to.begin() as writing:
            _check_empty(writing)
            return {table.name: _copy(reading, writing, table, progress) for table in COPIED}
    finally:
        _let_go(from_, to)
        for lock in locks:
            if lock is not None:
                lock.close()


def _let_go(*engines: Engine) -> None:
    for engine in engines:
        engine.dispose()


def _check_empty(connection: Connection) -> None:
    for table in (GAMES, GUESTS):
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise CopyError("The second database already has games or guests: give an empty one.")


def _copy(reading: Connection, writing: Connection, table: Table, progress: Callable[[str, int], None]) -> int:
    writing.execute(table.delete())  # a fresh site has made its own key by now, at most
    copied = 0
    for rows in reading.execute(select(table)).mappings().partitions(ROWS_AT_ONCE):
        writing.execute(table.insert(), [dict(row) for row in rows])
        copied += len(rows)
        progress(table.name, copied)
    return copied
