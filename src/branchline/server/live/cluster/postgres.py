"""What several processes on one PostgreSQL share: leases on games, and notifications."""

from __future__ import annotations

import contextlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from branchline.server.logs import log
from branchline.server.store.deadlines import KEEPALIVE, timed_connection
from branchline.server.store.engines import CHANNEL

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import URL

SILENT_SECONDS = 12.0
"""How long nothing may be heard, not even the heartbeats of this process, before it listens again."""
LEASE_SECONDS = 5.0
"""How long a process owns its games after it last renewed its lease."""
LOCK_SECONDS = 1.0
"""How long taking games may wait for a process that is writing to one of them; the lease must be renewed meanwhile."""

# Leases run by the clock of the database, which all processes share. One that ends later than a lease can was taken
# before that clock was set back, and is not believed.
_RENEW = """
INSERT INTO processes (id, until) VALUES (%(process)s, extract(epoch from clock_timestamp()) + %(seconds)s)
ON CONFLICT (id) DO UPDATE SET until = excluded.until"""
_TAKE = """
INSERT INTO owners AS owner (game, process, token) SELECT game, %(process)s, 1 FROM unnest(%(games)s::text[]) AS game
ON CONFLICT (game) DO UPDATE SET process = excluded.process, token = owner.token + 1
WHERE owner.process = excluded.process OR NOT EXISTS (
    SELECT FROM processes
        WHERE id = owner.process AND until - extract(epoch from clock_timestamp()) BETWEEN 0 AND 10
) RETURNING game, token"""
_TAKE_ABANDONED = """
UPDATE owners SET process = %(process)s, token = token + 1
WHERE game IN (
    SELECT game FROM owners AS owner WHERE process <> '' AND NOT EXISTS (
        SELECT FROM processes
        WHERE id = owner.process AND until - extract(epoch from clock_timestamp()) BETWEEN 0 AND 10
    ) LIMIT %(most)s FOR UPDATE SKIP LOCKED
) RETURNING game, token"""
_RELEASE = "UPDATE owners SET process = '' WHERE process = %(process)s AND game = ANY(%(games)s::text[])"
_RELEASE_ALL = "UPDATE owners SET process = '' WHERE process = %(process)s"
_LEAVE = "DELETE FROM processes WHERE id = %(process)s"
_FORGET = "DELETE FROM processes WHERE until < extract(epoch from clock_timestamp()) - 3600"


def _connect(url: URL) -> Any:  # noqa: ANN401 (psycopg is an extra)
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    usual = {name: value for name, value in KEEPALIVE.items() if name not in url.query}
    return timed_connection().connect(address, autocommit=True, **usual)


class Leases:
    """The games that this process owns, in the database.

    A process owns its games while it renews its lease; a process that is dead, stopped or cut off does not. Who takes a
    game over gets a greater token, and the store refuses what the former owner writes with its own.
    """

    def __init__(self, url: URL, process: str) -> None:
        self._url, self._process = url, process
        self._connection: Any = None
        self._guard = threading.Lock()

    def renew(self) -> None:
        """Renew the lease of this process."""
        self._run(_RENEW, seconds=LEASE_SECONDS)

    def take(self, games: list[str]) -> dict[str, int]:
        """Take games that no living process owns; return the tokens of those that this process owns now."""
        return dict(self._run(_TAKE, games=games)) if games else {}

    def take_abandoned(self, most: int) -> dict[str, int]:
        """Take games whose owner has not renewed its lease; return their tokens."""
        return dict(self._run(_TAKE_ABANDONED, most=most))

    def release(self, games: list[str]) -> None:
        """Let other processes take games."""
        with contextlib.suppress(Exception):
            self._run(_RELEASE, games=games)

    def close(self) -> None:
        """Release every game and leave."""
        with contextlib.suppress(Exception):
            for statement in (_RELEASE_ALL, _LEAVE, _FORGET):
                self._run(statement)
        with self._guard:
            self._disconnect()

    def _run(self, statement: str, **values: object) -> list[tuple[str, int]]:
        with self._guard:
            try:
                if self._connection is None:
                    self._connection = _connect(self._url)
                    self._connection.execute(f"SET lock_timeout = {LOCK_SECONDS * 1000:.0f}")
                answer = self._connection.execute(statement, {"process": self._process, **values})
                return answer.fetchall() if answer.description else []
            except Exception:
                self._disconnect()
                raise

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()
        self._connection = None


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
        heard = time.monotonic()
        while not self._stopping.is_set():
            try:
                if connection is None:
                    connection, heard = self._open(), time.monotonic()
                    self._reconnected()
                for notification in connection.notifies(timeout=0.5):
                    heard = time.monotonic()
                    self._notified(notification.payload)
                if time.monotonic() - heard > SILENT_SECONDS:
                    connection.close()
                    raise TimeoutError  # noqa: TRY301 (the connection may be cut without any sign of it)
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
