"""The store: every query and write of the server. Reads run in a pool of threads, writes in one writer thread."""

from __future__ import annotations

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from branchline.errors import BranchlineError
from branchline.server.store import map_use
from branchline.server.store.checkpoints import Checkpointer
from branchline.server.store.engines import announce, lock_file, open_engine
from branchline.server.store.migrate import NEWEST, upgrade, version
from branchline.server.store.schema import ENTRIES, GAMES, GUESTS, MAPS, OWNERS, RECORDS, REVIEWS, SECRETS, SITE
from branchline.server.store.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from sqlalchemy import Connection, Dialect, Engine, Select, Table

T = TypeVar("T")
READERS = 4
GAMES_AT_ONCE = 500
"""How many games one query asks for."""
MOST_EXPIRED = 200
"""How many tables are deleted in one write."""
CHECK_SECONDS = 1.0
"""Seconds between two checks of the database, however often somebody asks."""


class StoreError(BranchlineError):
    """A database that cannot be used; the message says what to do about it."""


class NotOwnerError(Exception):
    """Another process has taken over the game that a process wanted to write to as its owner."""


@dataclass(frozen=True)
class Owner:
    """A process that runs a game, and the token that it got when it took the game over."""

    process: str
    token: int


@dataclass(frozen=True)
class Append:
    """A record to append to the log of a game."""

    game: str
    seq: int
    at: float
    key: str | None
    body: str
    guest: str | None = None
    """A guest who may enter the game from this record on."""
    secret: tuple[int, str | None] | None = None
    """A chair and the hash of its new secret, or `None`; its old secret becomes invalid with this record."""
    stage: str | None = None
    """The stage that the game lists show from this record on."""
    after: float | None = None
    """The time of the record before it, as far as the writer knows: if the log has another one, nothing is written."""
    owner: Owner | None = None
    """The owner under which the record is written: a former owner is refused."""


class Store:
    """The database of a site. A write is on disk when its call returns."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_postgres = engine.dialect.name == "postgresql"
        self.process = "-"
        self._checked_at = -CHECK_SECONDS
        self._insert = _insert_of(engine)
        # Every action runs this statement, so it is compiled only once.
        columns: dict[str, Any] = {name: bindparam(name) for name in ("game", "seq", "at", "key", "body")}
        self._add_record = str(self.insert(RECORDS, **columns).compile(dialect=_positional(engine)))
        self._add_next_record = self._add_record_after(engine)
        self._lock = lock_file(engine)
        self._writer = Writer(engine)
        self._checkpointer = None if self.is_postgres else Checkpointer(engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")

    def close(self) -> None:
        """Finish what is being written and release the database."""
        self._writer.close()
        self._readers.shutdown()
        if self._checkpointer is not None:
            self._checkpointer.close()
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a query in a thread."""

        def run() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a write; it is committed, together with the other waiting writes, before this returns."""
        return await self._writer.submit(work)

    @staticmethod
    def _add_record_after(engine: Engine) -> str:
        """Return the statement that appends a record only to the log that its writer knows.

        A standby that takes over may lack the last records. What was judged after them must not follow others.
        """
        text = (
            "INSERT INTO records (game, seq, at, key, body) SELECT ?, ?, ?, ?, ? WHERE EXISTS "
            "(SELECT 1 FROM records WHERE game = ? AND seq = ? AND at = ?) ON CONFLICT DO NOTHING"
        )
        return text.replace("?", "%s") if engine.dialect.name == "postgresql" else text

    def insert(self, table: Table, **values: object) -> Any:  # noqa: ANN401 (an Insert of either dialect)
        """Return an insert that does nothing if the key exists."""
        return self._insert(table).values(**values).on_conflict_do_nothing()

    # -- the log -------------------------------------------------------------------------------

    async def append(self, entry: Append) -> bool:
        """Append a record; return `False` if its place in the log or the sender's id is taken, or the log differs.

        `NotOwnerError` is raised, and nothing is written, if it is written as an owner whom another has replaced.
        """

        def work(connection: Connection) -> bool | None:
            if entry.owner is not None and not _is_owner(connection, entry.game, entry.owner):
                return None
            cursor = connection.connection.cursor()  # every action runs this, and SQLAlchemy's own takes much longer
            values = (entry.game, entry.seq, entry.at, entry.key, entry.body)
            if entry.after is None:
                cursor.execute(self._add_record, values)
            else:
                cursor.execute(self._add_next_record, (*values, entry.game, entry.seq - 1, entry.after))
            if cursor.rowcount != 1:
                return False
            if entry.guest is not None:
                connection.execute(self.insert(ENTRIES, guest=entry.guest, game=entry.game))
            if entry.secret is not None:
                _replace_secret(connection, entry.game, *entry.secret)
            if entry.stage is not None:
                connection.execute(update(GAMES).where(GAMES.c.id == entry.game).values(stage=entry.stage))
            if self.is_postgres:
                announce(connection, f"{self.process} news {entry.game}")
            return True

        stored = await self.write(work)
        if stored is None:
            raise NotOwnerError(entry.game)
        return stored

    async def records(self, game: str, after: int = -1) -> list[tuple[int, float, str | None, str]]:
        """Return the records of a game after a given one: seq, time, sender's id, body."""
        query = select(RECORDS.c.seq, RECORDS.c.at, RECORDS.c.key, RECORDS.c.body)
        query = query.where(RECORDS.c.game == game, RECORDS.c.seq > after).order_by(RECORDS.c.seq)
        return await self.read(lambda connection: [tuple(row) for row in connection.execute(query)])

    async def last_records(self, games: Sequence[str]) -> dict[str, tuple[int, float]]:
        """Return the seq and time of the last record of each of these games."""
        last = select(RECORDS.c.game, func.max(RECORDS.c.seq).label("seq")).group_by(RECORDS.c.game)
        found: dict[str, tuple[int, float]] = {}
        for first in range(0, len(games), GAMES_AT_ONCE):
            some = last.where(RECORDS.c.game.in_(games[first : first + GAMES_AT_ONCE])).subquery()
            joined = RECORDS.join(some, (RECORDS.c.game == some.c.game) & (RECORDS.c.seq == some.c.seq))
            query = select(RECORDS.c.game, RECORDS.c.seq, RECORDS.c.at).select_from(joined)
            rows = await self.read(partial(_rows, query=query))
            found.update((game, (seq, at)) for game, seq, at in rows)
        return found

    async def notify(self, payload: str) -> None:
        """Notify the other processes."""
        await self.write(lambda connection: announce(connection, payload))

    # -- games ---------------------------------------------------------------------------------

    async def add_game(self, entries: Sequence[Append], row: dict[str, Any], secrets: dict[str, int]) -> None:
        """Create a game with its first records and the hashes of its secrets."""
        game = entries[0].game

        def work(connection: Connection) -> None:
            connection.execute(GAMES.insert().values(id=game, **row))
            rows = [{"game": game, "seq": e.seq, "at": e.at, "key": e.key, "body": e.body} for e in entries]
            connection.execute(RECORDS.insert(), rows)  # an import has hundreds
            for guest in {entry.guest for entry in entries if entry.guest is not None}:
                connection.execute(self.insert(ENTRIES, guest=guest, game=game))
            for digest, seat in secrets.items():
                connection.execute(SECRETS.insert().values(hash=digest, game=game, seat=seat))

        await self.write(work)

    async def set_row(self, game: str, row: dict[str, Any]) -> None:
        """Update the row of a game in the lists."""
        await self.write(lambda connection: connection.execute(update(GAMES).where(GAMES.c.id == game).values(**row)))

    async def game_rows(
        self, *, stage: str | None = None, public: bool | None = None, guest: str | None = None, most: int = 50
    ) -> list[tuple[str, str, float]]:
        """Return the rows of games, last changed first: id, row, time of the last change."""
        query = select(GAMES.c.id, GAMES.c.row, GAMES.c.updated).order_by(GAMES.c.updated.desc()).limit(most)
        if stage is not None:
            query = query.where(GAMES.c.stage == stage)
        if public is not None:
            query = query.where(GAMES.c.public == public)
        if guest is not None:
            query = query.where(GAMES.c.id.in_(select(ENTRIES.c.game).where(ENTRIES.c.guest == guest)))
        return await self.read(lambda connection: [tuple(row) for row in connection.execute(query)])

    async def game_row(self, game: str) -> str | None:
        """Return the row of a game, or `None` if there is no such game."""
        query = select(GAMES.c.row).where(GAMES.c.id == game)
        return await self.read(lambda connection: connection.execute(query).scalar())

    async def rows_with_prefix(self, prefix: str, most: int) -> list[str]:
        """Return the rows of finished games whose ids begin alike, of at most this many."""
        after = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        query = select(GAMES.c.row).where(GAMES.c.id >= prefix, GAMES.c.id < after, GAMES.c.stage == "over").limit(most)
        return await self.read(lambda connection: [row[0] for row in connection.execute(query)])

    async def running_games(self) -> list[tuple[str, str]]:
        """Return every game that is being played, with its row."""
        query = select(GAMES.c.id, GAMES.c.row).where(GAMES.c.stage == "playing").order_by(GAMES.c.updated.desc())
        return await self.read(lambda connection: [(row[0], row[1]) for row in connection.execute(query)])

    async def expire_tables(self, before: float, besides: Collection[str]) -> list[str]:
        """Delete and return tables that nobody has changed since a time and at which no game ever started."""
        unused = select(GAMES.c.id).where(GAMES.c.stage == "table", GAMES.c.updated < before)

        def work(connection: Connection) -> list[str]:
            games = [game for (game,) in connection.execute(unused.limit(MOST_EXPIRED)) if game not in besides]
            for table in (RECORDS, SECRETS, ENTRIES, OWNERS):
                connection.execute(delete(table).where(table.c.game.in_(games)))
            connection.execute(delete(GAMES).where(GAMES.c.id.in_(games)))
            return games

        return await self.write(work) if await self.read(lambda c: c.execute(unused.limit(1)).first()) else []

    async def check(self) -> None:
        """Raise unless the database answers and can be written; cheap with any number of games."""
        if time.monotonic() - self._checked_at < CHECK_SECONDS:
            return
        await self.read(lambda connection: connection.execute(select(GAMES.c.id).limit(1)).first())
        await self.write(self._probe)
        self._checked_at = time.monotonic()

    def _probe(self, connection: Connection) -> None:
        """Write something, which fails while the disk is full."""
        connection.execute(self.insert(SITE, name="probe", value="0"))
        connection.execute(update(SITE).where(SITE.c.name == "probe").values(value=str(time.time())))

    async def review(self, game: str, wanted: int) -> str | None:
        """Return the review of a game, or `None` if there is none of the wanted format."""
        query = select(REVIEWS.c.body).where(REVIEWS.c.game == game, REVIEWS.c.format == wanted)
        return await self.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def save_review(self, game: str, made: int, body: str) -> None:
        """Save the review of a game, in place of an earlier one."""

        def work(connection: Connection) -> None:
            connection.execute(delete(REVIEWS).where(REVIEWS.c.game == game))
            connection.execute(self.insert(REVIEWS, game=game, format=made, body=body))

        await self.write(work)

    # -- secrets and entries -------------------------------------------------------------------

    async def set_secret(self, game: str, seat: int, digest: str) -> None:
        """Replace the secret of a seat, or of the invite (seat -1)."""
        await self.write(lambda connection: _replace_secret(connection, game, seat, digest))

    async def secret_seat(self, game: str, digest: str) -> int | None:
        """Return the seat of a game that a secret belongs to, -1 for the invite, or `None`."""
        query = select(SECRETS.c.seat).where(SECRETS.c.hash == digest, SECRETS.c.game == game)
        return await self.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def let_in(self, game: str, guest: str) -> None:
        """Let a guest enter a game from now on."""
        await self.write(lambda connection: connection.execute(self.insert(ENTRIES, guest=guest, game=game)))

    async def may_enter(self, game: str, guest: str) -> bool:
        """Return whether a guest has used the invite of a game, or taken a seat in it."""
        query = select(ENTRIES.c.game).where(ENTRIES.c.guest == guest, ENTRIES.c.game == game)
        return await self.read(lambda connection: connection.execute(query).first() is not None)

    # -- guests, maps, the site ----------------------------------------------------------------

    async def guest(self, guest: str) -> tuple[str, str] | None:
        """Return a guest's name and color."""
        query = select(GUESTS.c.name, GUESTS.c.color).where(GUESTS.c.id == guest)
        found = await self.read(lambda connection: connection.execute(query).first())
        return None if found is None else (found[0], found[1])

    async def save_guest(self, guest: str, name: str, color: str) -> None:
        """Save a guest's name and color."""

        def work(connection: Connection) -> None:
            connection.execute(self.insert(GUESTS, id=guest, name=name, color=color, created=time.time()))
            connection.execute(update(GUESTS).where(GUESTS.c.id == guest).values(name=name, color=color))

        await self.write(work)

    async def save_map(self, digest: str, name: str, text: str, guest: str | None) -> None:
        """Save the text of a map under its hash, so that its games can always be replayed, and mark it as used."""
        now = time.time()
        values = {"hash": digest, "name": name, "text": text, "guest": guest, "created": now, "used": now}
        is_outdated = MAPS.c.used < now - map_use.DAY
        insert = self._insert(MAPS).values(**values)
        insert = insert.on_conflict_do_update(index_elements=[MAPS.c.hash], set_={"used": now}, where=is_outdated)
        await self.write(lambda connection: connection.execute(insert))

    async def mark_maps_used(self, digests: Collection[str]) -> None:
        """Mark maps as used, those that were not marked within the last day."""
        now = time.time()
        query = map_use.outdated(digests, now)
        outdated = await self.read(lambda connection: list(connection.execute(query).scalars()))
        if outdated:
            await self.write(lambda connection: map_use.mark_used(connection, outdated, now))

    async def expire_maps(self, before: float) -> int:
        """Delete uploaded maps that nobody has used since a time, never one that a game needs; return how many."""
        if await self.read(lambda connection: connection.execute(map_use.UNUSED, {"before": before}).first()) is None:
            return 0
        return await self.write(lambda connection: map_use.expire(connection, before))

    async def map_text(self, digest: str) -> tuple[str, str, str] | None:
        """Return the hash, name and text of the map whose hash begins with `digest`."""
        query = (
            select(MAPS.c.hash, MAPS.c.name, MAPS.c.text)
            .where(MAPS.c.hash.startswith(digest, autoescape=True))
            .limit(1)
        )
        found = await self.read(lambda connection: connection.execute(query).first())
        return None if found is None else (found[0], found[1], found[2])

    async def maps_of(self, guest: str) -> list[str]:
        """Return the hashes of the maps that a guest uploaded, oldest first."""
        query = select(MAPS.c.hash).where(MAPS.c.guest == guest).order_by(MAPS.c.created)
        return await self.read(lambda connection: list(connection.execute(query).scalars()))

    async def site_value(self, name: str, fresh: str) -> str:
        """Return a value that all processes of the site share; the first call sets it to `fresh`."""

        def work(connection: Connection) -> str:
            connection.execute(self.insert(SITE, name=name, value=fresh))
            return str(connection.execute(select(SITE.c.value).where(SITE.c.name == name)).scalar_one())

        return await self.write(work)


def _rows(connection: Connection, query: Select[Any]) -> list[Any]:
    return list(connection.execute(query))


def _insert_of(engine: Engine) -> Any:  # noqa: ANN401 (a function of either dialect)
    """Return the insert function of the engine's dialect; only that dialect is imported, for a quick start."""
    if engine.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert as postgres_insert

        return postgres_insert
    from sqlalchemy.dialects.sqlite import insert as sqlite_insert

    return sqlite_insert


def _positional(engine: Engine) -> Dialect:
    """Return the engine's dialect with positional parameters, which both drivers take as tuples."""
    kind: Any = type(engine.dialect)
    dialect: Dialect = kind(paramstyle="format" if engine.dialect.name == "postgresql" else "qmark")
    return dialect


def _is_owner(connection: Connection, game: str, owner: Owner) -> bool:
    """Return whether a process still owns a game; nobody can take it over before this transaction ends."""
    query = select(OWNERS.c.token).where(OWNERS.c.game == game, OWNERS.c.process == owner.process)
    found = connection.execute(query.with_for_update(read=True)).scalar_one_or_none()
    return found == owner.token


def _replace_secret(connection: Connection, game: str, seat: int, digest: str | None) -> None:
    connection.execute(delete(SECRETS).where(SECRETS.c.game == game, SECRETS.c.seat == seat))
    if digest is not None:
        connection.execute(SECRETS.insert().values(hash=digest, game=game, seat=seat))


def _upgrade(url: str, engine: Engine) -> None:
    """Migrate a database; PostgreSQL may take as long as it needs."""
    if engine.dialect.name != "postgresql":
        upgrade(engine)
        return
    patient = open_engine(url, patient=True)
    try:
        upgrade(patient)
    finally:
        patient.dispose()


def _check_writable(engine: Engine) -> None:
    """Raise if the database cannot be written: it may be a standby, or on a disk that is read-only."""
    with engine.connect() as connection, connection.begin() as transaction:
        connection.execute(update(SITE).where(SITE.c.name == "probe").values(value="0"))
        connection.execute(SITE.insert().values(name=f"probe {secrets.token_hex(8)}", value="0"))
        transaction.rollback()


def open_store(url: str) -> Store:
    """Open the database at an address or path, and migrate it to the newest version."""
    engine = None
    try:
        engine = open_engine(url)
        if version(engine) != NEWEST:
            _upgrade(url, engine)
        _check_writable(engine)
        return Store(engine)
    except Exception as error:
        if engine is not None:
            engine.dispose()
        if not isinstance(error, SQLAlchemyError | OSError):
            raise
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise StoreError(
            f"The database cannot be used: {reason}. Check --database; `branchline doctor` tests it."
        ) from None
