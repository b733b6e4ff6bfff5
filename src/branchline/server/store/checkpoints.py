"""Moving what SQLite has written ahead into its file, beside the writer: a commit never waits for it."""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

if TYPE_CHECKING:
    from sqlalchemy import Engine

SECONDS = 5.0


class Tidier:
    """A thread that makes checkpoints now and then; `PASSIVE` ones, which hold nobody up."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="store-tidier", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stopping.wait(SECONDS):
            with contextlib.suppress(SQLAlchemyError):  # the database is away: there will be another time
                self.tidy()

    def tidy(self) -> None:
        """Make one checkpoint."""
        connection = self._engine.raw_connection()
        try:
            connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
        finally:
            connection.close()

    def close(self) -> None:
        """Stop."""
        self._stopping.set()
        self._thread.join()
