"""Bringing a database's tables up to date with alembic."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

_FOLDER = Path(__file__).parent / "migrations"
_LOCK = 6_710_842
"""The advisory lock under which one process at a time migrates a PostgreSQL database."""


def config(connection: Connection | None = None) -> Config:
    """Return alembic's settings; no ini file is needed."""
    settings = Config()
    settings.set_main_option("script_location", str(_FOLDER))
    settings.attributes["connection"] = connection
    return settings


def newest() -> str:
    """Return the version that this program's tables have."""
    return ScriptDirectory.from_config(config()).get_current_head() or ""


def version(engine: Engine) -> str:
    """Return the version of a database's tables; empty for a new database."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() or ""


def upgrade(engine: Engine) -> None:
    """Bring a database up to date."""
    if version(engine) == newest():
        return
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        command.upgrade(config(connection), "head")
