"""Schema migrations with Alembic."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection, Engine


class SchemaError(BranchlineError):
    """A database that a newer version of Branchline has migrated."""


NEWEST = "0005"
"""The schema version of this program; a test compares it with the newest migration."""
_FOLDER = Path(__file__).parent / "migrations"
_LOCK = 6_710_842
"""The advisory lock that lets one process at a time migrate a PostgreSQL database."""


def config(connection: Connection | None = None) -> Config:
    """Return the configuration of Alembic, which needs no ini file."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(_FOLDER))
    settings.attributes["connection"] = connection
    return settings


def version(engine: Engine) -> str:
    """Return the schema version of a database; empty for a new database."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return ""
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")


def check_known(found: str) -> None:
    """Refuse a database whose schema this program does not know."""
    if found > NEWEST:
        raise SchemaError(
            f"The database was written by a newer version of Branchline (schema {found}; this one knows {NEWEST}): "
            "update Branchline, or use another database with --database."
        )


def upgrade(engine: Engine) -> None:
    """Migrate a database to the newest version; Alembic is imported only if there is something to do."""
    found = version(engine)
    if found == NEWEST:
        return
    check_known(found)
    from alembic import command

    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        command.upgrade(config(connection), "head")
