"""Which maps are in use: uploaded maps that nobody uses expire, but never one that a stored game needs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, exists, select, update

from branchline.server.store.schema import GAMES, MAPS, RECORDS

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import BindParameter, Connection, Select

DAY = 86400.0
"""Seconds before the use of a map is written down again."""
GAMES_AT_ONCE = 500
"""The number of games of older versions whose maps are looked up in one write."""
MOST_EXPIRED = 100
"""How many maps are deleted in one write."""
_MAP_HASH = re.compile(r'"map_hash":"([0-9a-f]{64})"')
"""Where the first record of a log has the hash of its map; it is found even if the record is otherwise damaged."""


_BEFORE: BindParameter[float] = bindparam("before")
_NEEDED = exists().where(GAMES.c.map == MAPS.c.hash)
UNUSED = (
    select(MAPS.c.hash)
    .where(MAPS.c.guest.is_not(None), MAPS.c.created < _BEFORE, MAPS.c.used < _BEFORE, ~_NEEDED)
    .limit(MOST_EXPIRED)
)
"""A query for some uploaded maps that nobody has used since the time `before` and that no game is known to need."""


def outdated(digests: Collection[str], now: float) -> Select[Any]:
    """Return a query for those of some maps whose last use was written down more than a day ago."""
    return select(MAPS.c.hash).where(MAPS.c.hash.in_(digests), MAPS.c.used < now - DAY)


def mark_used(connection: Connection, digests: Collection[str], now: float) -> None:
    """Write down that maps were used."""
    connection.execute(update(MAPS).where(MAPS.c.hash.in_(digests), MAPS.c.used < now).values(used=now))


def expire(connection: Connection, before: float) -> int:
    """Delete unused maps and return how many, as soon as it is known which map every game needs."""
    if not _know_maps(connection):
        return 0
    digests = list(connection.execute(UNUSED, {"before": before}).scalars())
    # The time is compared again: on PostgreSQL, another process may have marked a map as used since the query.
    expired = delete(MAPS).where(MAPS.c.hash.in_(digests), MAPS.c.used < before)
    return connection.execute(expired).rowcount


def _know_maps(connection: Connection) -> bool:
    """Write down the maps of some games whose rows lack it; return whether none is left."""
    log = RECORDS.c.game == GAMES.c.id
    first = select(GAMES.c.id, RECORDS.c.body).outerjoin_from(GAMES, RECORDS, log & (RECORDS.c.seq == 0))
    rows = connection.execute(first.where(GAMES.c.map.is_(None)).limit(GAMES_AT_ONCE)).all()
    for game, body in rows:
        found = _MAP_HASH.search(body or "")
        values = {"map": found.group(1) if found else ""}
        connection.execute(update(GAMES).where(GAMES.c.id == game, GAMES.c.map.is_(None)).values(**values))
    return len(rows) < GAMES_AT_ONCE
