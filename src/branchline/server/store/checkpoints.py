"""Checkpoints of SQLite's write-ahead log, made in a thread of their own so that no commit waits for one."""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

if TYPE_CHECKING:
    from sqlalchemy import Engine

SECONDS = 5.0


class Checkpointer:
    """A thread that makes a checkpoint every few seconds. `PASSIVE` checkpoints block neither readers nor writers."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="store-checkpointer", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stopping.wait(SECONDS):
            with contextlib.suppress(SQLAlchemyError):  # the next one may succeed
                self.checkpoint()

    def checkpoint(self) -> None:
        """Make one checkpoint."""
        connection = self._engine.raw_connection()
        try:
            connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
        finally:
            connection.close()

    def close(self) -> None:
        """Stop the thread."""
        self._stopping.set()
        self._thread.join()
