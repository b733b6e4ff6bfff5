"""The store's calls: reads in threads of their own, writes through the one writer."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.exc import SQLAlchemyError

from branchline.errors import BranchlineError
from branchline.server.store.checkpoints import Tidier
from branchline.server.store.engines import announce, open_engine, own_file
from branchline.server.store.migrate import upgrade
from branchline.server.store.schema import ENTRIES, GAMES, GUESTS, MAPS, RECORDS, SECRETS, SITE
from branchline.server.store.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection, Dialect, Engine, Table

T = TypeVar("T")
READERS = 4


class StoreError(BranchlineError):
    """A store that cannot be opened or used, and what to do about it."""


@dataclass(frozen=True)
class Append:
    """A record to be added to a game's log."""

    game: str
    seq: int
    at: float
    key: str | None
    body: str
    guest: str | None = None
    """Who may enter the game from now on."""
    secret: tuple[int, str | None] | None = None
    """A chair, and the hash of its new secret, or none: the old one is worth nothing from this record on."""
    stage: str | None = None
    """The stage that the lists show from this record on."""


class Store:
    """Everything that is kept. Each write is on disk when its call returns."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_postgres = engine.dialect.name == "postgresql"
        self.process = "-"
        self._insert = _insert_of(engine)
        # The one statement of every action, so it is compiled once.
        columns: dict[str, Any] = {name: bindparam(name) for name in ("game", "seq", "at", "key", "body")}
        self._add_record = str(self.insert(RECORDS, **columns).compile(dialect=_by_place(engine)))
        self._lock = own_file(engine)
        self._writer = Writer(engine)
        self._tidier = None if self.is_postgres else Tidier(engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")

    def close(self) -> None:
        """Finish what is being written and let go of the database."""
        self._writer.close()
        self._readers.shutdown()
        if self._tidier is not None:
            self._tidier.close()
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a piece of reading in a thread."""

        def run() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a piece of writing; it is committed, with whatever else is waiting, before this returns."""
        return await self._writer.submit(work)

    def insert(self, table: Table, **values: object) -> Any:  # noqa: ANN401 (an Insert of either dialect)
        """Return an insert that does nothing where the key is there already."""
        return self._insert(table).values(**values).on_conflict_do_nothing()

    # -- the log -------------------------------------------------------------------------------

    async def append(self, entry: Append) -> bool:
        """Add a record; false where that place in the log, or the sender's id, is taken."""

        def work(connection: Connection) -> bool:
            values = (entry.game, entry.seq, entry.at, entry.key, entry.body)
            if connection.exec_driver_sql(self._add_record, values).rowcount != 1:
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

        return await self.write(work)

    async def records(self, game: str, after: int = -1) -> list[tuple[int, float, str | None, str]]:
        """Return the records of a game after one of them: seq, time, sender's id, body."""
        query = select(RECORDS.c.seq, RECORDS.c.at, RECORDS.c.key, RECORDS.c.body)
        query = query.where(RECORDS.c.game == game, RECORDS.c.seq > after).order_by(RECORDS.c.seq)
        return await self.read(lambda connection: [tuple(row) for row in connection.execute(query)])

    async def notify(self, payload: str) -> None:
        """Tell the other processes something."""
        await self.write(lambda connection: announce(connection, payload))

    # -- games ---------------------------------------------------------------------------------

    async def add_game(self, entries: Sequence[Append], row: dict[str, Any], secrets: dict[str, int]) -> None:
        """Make a game with its first records and its secrets' hashes."""
        game = entries[0].game

        def work(connection: Connection) -> None:
            connection.execute(GAMES.insert().values(id=game, **row))
            for entry in entries:
                connection.execute(
                    RECORDS.insert().values(game=game, seq=entry.seq, at=entry.at, key=entry.key, body=entry.body)
                )
                if entry.guest is not None:
                    connection.execute(self.insert(ENTRIES, guest=entry.guest, game=game))
            for digest, seat in secrets.items():
                connection.execute(SECRETS.insert().values(hash=digest, game=game, seat=seat))

        await self.write(work)

    async def set_row(self, game: str, row: dict[str, Any]) -> None:
        """Change how a game looks in the lists."""
        await self.write(lambda connection: connection.execute(update(GAMES).where(GAMES.c.id == game).values(**row)))

    async def game_rows(
        self, *, stage: str | None = None, public: bool | None = None, guest: str | None = None, most: int = 50
    ) -> list[tuple[str, str, float]]:
        """Return games for a list, latest first: id, row and when it was last changed."""
        query = select(GAMES.c.id, GAMES.c.row, GAMES.c.updated).order_by(GAMES.c.updated.desc()).limit(most)
        if stage is not None:
            query = query.where(GAMES.c.stage == stage)
        if public is not None:
            query = query.where(GAMES.c.public == public)
        if guest is not None:
            query = query.where(GAMES.c.id.in_(select(ENTRIES.c.game).where(ENTRIES.c.guest == guest)))
        return await self.read(lambda connection: [tuple(row) for row in connection.execute(query)])

    async def running_games(self) -> list[tuple[str, str]]:
        """Return every game that is being played, with its row."""
        query = select(GAMES.c.id, GAMES.c.row).where(GAMES.c.stage == "playing").order_by(GAMES.c.updated.desc())
        return await self.read(lambda connection: [(row[0], row[1]) for row in connection.execute(query)])

    async def check(self) -> None:
        """Raise unless the database answers; cheap however many games there are."""
        await self.read(lambda connection: connection.execute(select(GAMES.c.id).limit(1)).first())

    # -- secrets and who may enter -------------------------------------------------------------

    async def set_secret(self, game: str, seat: int, digest: str) -> None:
        """Replace the secret of a seat, or the invite's (seat -1)."""
        await self.write(lambda connection: _replace_secret(connection, game, seat, digest))

    async def secret_seat(self, game: str, digest: str) -> int | None:
        """Return which seat of a game a secret opens: -1 for the invite."""
        query = select(SECRETS.c.seat).where(SECRETS.c.hash == digest, SECRETS.c.game == game)
        return await self.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def let_in(self, game: str, guest: str) -> None:
        """Note that a guest may enter a game."""
        await self.write(lambda connection: connection.execute(self.insert(ENTRIES, guest=guest, game=game)))

    async def may_enter(self, game: str, guest: str) -> bool:
        """Tell whether a guest has shown an invite to a game, or sat in it."""
        query = select(ENTRIES.c.game).where(ENTRIES.c.guest == guest, ENTRIES.c.game == game)
        return await self.read(lambda connection: connection.execute(query).first() is not None)

    # -- guests, maps, the site ----------------------------------------------------------------

    async def guest(self, guest: str) -> tuple[str, str] | None:
        """Return a guest's name and color."""
        query = select(GUESTS.c.name, GUESTS.c.color).where(GUESTS.c.id == guest)
        found = await self.read(lambda connection: connection.execute(query).first())
        return None if found is None else (found[0], found[1])

    async def save_guest(self, guest: str, name: str, color: str) -> None:
        """Keep a guest's name and color."""

        def work(connection: Connection) -> None:
            connection.execute(self.insert(GUESTS, id=guest, name=name, color=color, created=time.time()))
            connection.execute(update(GUESTS).where(GUESTS.c.id == guest).values(name=name, color=color))

        await self.write(work)

    async def save_map(self, digest: str, name: str, text: str, guest: str | None) -> None:
        """Keep a map's text under its hash, so that its games can always be replayed."""
        values = {"hash": digest, "name": name, "text": text, "guest": guest, "created": time.time()}
        await self.write(lambda connection: connection.execute(self.insert(MAPS, **values)))

    async def map_text(self, digest: str) -> tuple[str, str, str] | None:
        """Return a map's hash, name and text, by its hash or the beginning of it."""
        query = (
            select(MAPS.c.hash, MAPS.c.name, MAPS.c.text)
            .where(MAPS.c.hash.startswith(digest, autoescape=True))
            .limit(1)
        )
        found = await self.read(lambda connection: connection.execute(query).first())
        return None if found is None else (found[0], found[1], found[2])

    async def maps_of(self, guest: str) -> list[tuple[str, str, str]]:
        """Return the maps a guest uploaded, oldest first: hash, name, text."""
        query = select(MAPS.c.hash, MAPS.c.name, MAPS.c.text).where(MAPS.c.guest == guest).order_by(MAPS.c.created)
        return await self.read(lambda connection: [tuple(row) for row in connection.execute(query)])

    async def site_value(self, name: str, fresh: str) -> str:
        """Return a value that all processes of the site share; the first to ask sets it."""

        def work(connection: Connection) -> str:
            connection.execute(self.insert(SITE, name=name, value=fresh))
            return str(connection.execute(select(SITE.c.value).where(SITE.c.name == name)).scalar_one())

        return await self.write(work)


def _insert_of(engine: Engine) -> Any:  # noqa: ANN401 (a function of either dialect)
    """Return the dialect's own insert; only the one that is used is loaded, for a quicker start."""
    if engine.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert as postgres_insert

        return postgres_insert
    from sqlalchemy.dialects.sqlite import insert as sqlite_insert

    return sqlite_insert


def _by_place(engine: Engine) -> Dialect:
    """Return the engine's dialect with parameters by their place, which both drivers take as tuples."""
    kind: Any = type(engine.dialect)
    dialect: Dialect = kind(paramstyle="format" if engine.dialect.name == "postgresql" else "qmark")
    return dialect


def _replace_secret(connection: Connection, game: str, seat: int, digest: str | None) -> None:
    connection.execute(delete(SECRETS).where(SECRETS.c.game == game, SECRETS.c.seat == seat))
    if digest is not None:
        connection.execute(SECRETS.insert().values(hash=digest, game=game, seat=seat))


def open_store(url: str) -> Store:
    """Open a database by its address, or the path of a SQLite file, and bring its tables up to date."""
    try:
        engine = open_engine(url)
        upgrade(engine)
        return Store(engine)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise StoreError(
            f"The database cannot be used: {reason}. Check --database; `branchline doctor` tests it."
        ) from None
