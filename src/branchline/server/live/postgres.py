"""What several processes on one PostgreSQL share: advisory locks on games, and notifications."""

from __future__ import annotations

import contextlib
import hashlib
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from branchline.server.logs import log
from branchline.server.store.engines import CHANNEL

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import URL

_TAKE = "SELECT game FROM unnest(%s::text[], %s::bigint[]) AS wanted(game, key) WHERE pg_try_advisory_lock(key)"


def lock_key(game: str) -> int:
    """Return the number of a game's advisory lock."""
    return int.from_bytes(hashlib.sha256(f"branchline {game}".encode()).digest()[:8], "big", signed=True)


def _connect(url: URL) -> Any:  # noqa: ANN401 (psycopg is an extra)
    import psycopg

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(address, autocommit=True, connect_timeout=5)


class AdvisoryLocks:
    """The connection that holds this process's advisory locks, which the database releases when it closes."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._connection: Any = None
        self._guard = threading.Lock()

    def take(self, games: list[str]) -> list[str]:
        """Try to lock games; return those that this process has now."""
        if not games:
            return []
        with self._guard:
            try:
                if self._connection is None:
                    self._connection = _connect(self._url)
                rows = self._connection.execute(_TAKE, (games, [lock_key(game) for game in games])).fetchall()
            except Exception:
                self._disconnect()
                raise
            return [row[0] for row in rows]

    def release(self, game: str) -> None:
        """Unlock a game."""
        with self._guard, contextlib.suppress(Exception):
            if self._connection is not None:
                self._connection.execute("SELECT pg_advisory_unlock(%s)", (lock_key(game),))

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()
        self._connection = None

    def close(self) -> None:
        """Release every lock."""
        with self._guard:
            self._disconnect()


class Notifications:
    """A thread that listens for the notifications of other processes."""

    def __init__(self, url: URL, notified: Callable[[str], None], reconnected: Callable[[], None]) -> None:
        self._url, self._notified, self._reconnected = url, notified, reconnected
        self._stopping = threading.Event()
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="notifications")

    def start(self) -> None:
        """Start listening; return once no notification can be missed."""
        connection = self._open()
        self._threads.submit(self._listen, connection)

    def _open(self) -> Any:  # noqa: ANN401 (psycopg is an extra)
        connection = _connect(self._url)
        connection.execute(f"LISTEN {CHANNEL}")
        return connection

    def _listen(self, connection: Any) -> None:  # noqa: ANN401 (psycopg is an extra)
        while not self._stopping.is_set():
            try:
                if connection is None:
                    connection = self._open()
                    self._reconnected()
                for notification in connection.notifies(timeout=0.5):
                    self._notified(notification.payload)
            except Exception as error:  # noqa: BLE001 (the database may be unreachable for a while)
                log().warning("listening_broke", error=type(error).__name__)
                connection = None
                self._stopping.wait(1.0)
        if connection is not None:
            connection.close()

    def stop(self) -> None:
        """Stop listening."""
        self._stopping.set()
        self._threads.shutdown()
