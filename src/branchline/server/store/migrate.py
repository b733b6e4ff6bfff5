"""Bringing a database's tables up to date with alembic."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection, Engine

NEWEST = "0002"
"""The version that this program's tables have; a test holds it to the newest migration."""
_FOLDER = Path(__file__).parent / "migrations"
_LOCK = 6_710_842
"""The advisory lock under which one process at a time migrates a PostgreSQL database."""


def config(connection: Connection | None = None) -> Config:
    """Return alembic's settings; no ini file is needed."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(_FOLDER))
    settings.attributes["connection"] = connection
    return settings


def version(engine: Engine) -> str:
    """Return the version of a database's tables; empty for a new database."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return ""
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")


def upgrade(engine: Engine) -> None:
    """Bring a database up to date; alembic is loaded only where there is something to do."""
    if version(engine) == NEWEST:
        return
    from alembic import command

    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        command.upgrade(config(connection), "head")
