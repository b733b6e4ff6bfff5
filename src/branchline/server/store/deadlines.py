"""PostgreSQL connections that give up: an answer that never comes must not keep a thread waiting forever.

A database that is stopped, or behind a network that is cut, neither answers nor refuses. The system would notice after
two hours, and never while a proxy keeps the connection open.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator

SILENT_SECONDS = 10.0
"""Seconds without a byte of an answer, after which a connection is given up."""
CONNECT_SECONDS = 5
KEEPALIVE = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": round(SILENT_SECONDS * 1000),
}
"""Parameters of a connection; those in the address of the database take precedence."""


@lru_cache(maxsize=1)
def timed_connection() -> Any:  # noqa: ANN401 (psycopg is an extra)
    """Return the class of connections that give up."""
    import psycopg

    class TimedConnection(psycopg.Connection[Any]):
        """A connection that is closed when the database is silent for too long."""

        def wait(self, gen: Any, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401 (psycopg's own types)
            """Wait for an answer of the database, which must not be silent for too long."""
            try:
                return super().wait(_impatient(gen), *arguments, **named)
            except SilenceError:
                self.pgconn.finish()
                message = f"the database did not answer for {SILENT_SECONDS:.0f} s"
                raise psycopg.OperationalError(message) from None

    return TimedConnection


class SilenceError(Exception):
    """The database is silent for too long."""


def _impatient(work: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Do what a generator of psycopg does; it is resumed with 0 whenever nothing has arrived for a moment."""
    heard = time.monotonic()
    try:
        wanted = next(work)
        while True:
            ready = yield wanted
            if ready:
                heard = time.monotonic()
            elif time.monotonic() - heard > SILENT_SECONDS:
                raise SilenceError
            wanted = work.send(ready)
    except StopIteration as done:
        return done.value
