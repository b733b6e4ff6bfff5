"""Database engines, configured so that no acknowledged write is ever lost."""

from __future__ import annotations

from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from sqlalchemy import URL, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from branchline.errors import BranchlineError
from branchline.file_locks import hold
from branchline.server.store.deadlines import KEEPALIVE, timed_connection

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

CHANNEL = "branchline"
"""The PostgreSQL channel on which processes notify each other of new records."""

_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit that has returned survives a power failure
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA wal_autocheckpoint = 16000",  # 64 MB; the checkpointer acts long before
)
IDLE_SECONDS = 5.0
"""How long PostgreSQL keeps a transaction in which nothing happens: one of a process that was stopped holds locks."""
_HIDE_PARAMETERS = {"hide_parameters": True}
"""Errors are logged, and the parameters of their statements are seeds, cards and chat."""


class AddressError(BranchlineError, ValueError):
    """A database address that cannot be used."""


class InUseError(AddressError):
    """A SQLite file that another server is using."""


def parse_address(address: str) -> URL:
    """Return the URL of a database; a plain path is a SQLite file."""
    if "://" not in address:
        return URL.create("sqlite", database=address)
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise AddressError("The database address is malformed: use a file, or postgresql://user@host/name.") from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise AddressError(f'"{url.drivername}" databases are not supported: use a file, or postgresql://…')
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    return url


def open_engine(address: str, *, patient: bool = False) -> Engine:
    """Return an engine for a database address; `patient` waits for a silent PostgreSQL as long as it takes."""
    url = parse_address(address)
    try:
        return _postgres(url, patient=patient) if url.get_backend_name() == "postgresql" else _sqlite(url)
    except (ImportError, NoSuchModuleError):
        raise AddressError('PostgreSQL needs its driver: pip install "branchline[postgres]".') from None


def _postgres(url: URL, *, patient: bool) -> Engine:
    engine = create_engine(
        url, pool_size=6, max_overflow=4, pool_pre_ping=True, isolation_level="READ COMMITTED", **_HIDE_PARAMETERS
    )
    if not patient:
        event.listen(engine, "do_connect", _connect_timed)
        event.listen(engine, "connect", _limit_idle_transactions)
    return engine


def _connect_timed(dialect: object, record: object, arguments: list[Any], named: dict[str, Any]) -> Any:  # noqa: ANN401
    del dialect, record
    return timed_connection().connect(*arguments, **{**KEEPALIVE, **named})


def _limit_idle_transactions(connection: Any, record: Any) -> None:  # noqa: ANN401
    del record
    connection.execute(f"SET idle_in_transaction_session_timeout = {IDLE_SECONDS * 1000:.0f}")
    connection.commit()


def _sqlite(url: URL) -> Engine:
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"check_same_thread": False}, **_HIDE_PARAMETERS)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, record: Any) -> None:  # noqa: ANN401
    del record
    connection.isolation_level = None  # transactions begin at our BEGIN, not where the driver guesses
    try:
        for pragma in _PRAGMAS:
            connection.execute(pragma)
    except BaseException:  # no pool knows the connection yet
        connection.close()
        raise


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def lock_file(engine: Engine) -> IO[str] | None:
    """Lock a SQLite file, so that only one server uses it; return the lock, or `None` for other databases."""
    if engine.dialect.name != "sqlite" or not engine.url.database or engine.url.database == ":memory:":
        return None
    lock = hold(Path(engine.url.database + ".lock"))
    if lock is None:
        raise InUseError(
            f"Another server is using {engine.url.database}: stop it, or use another database with --database."
        )
    return lock


def announce(connection: Connection, payload: str) -> None:
    """Notify the other processes when this transaction commits."""
    connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})
