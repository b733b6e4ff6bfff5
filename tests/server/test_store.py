"""The store's promises, on SQLite and on PostgreSQL by the same tests."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import update

from branchline.errors import BranchlineError
from branchline.server.store import Append, Store, map_use, open_store
from branchline.server.store.checkpoints import Checkpointer
from branchline.server.store.copy import copy_site
from branchline.server.store.engines import parse_address
from branchline.server.store.migrate import NEWEST, config, version
from branchline.server.store.schema import MAPS, METADATA
from tests.server.databases import new_database

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from tests.server.people import Json

ROW = {"stage": "playing", "public": True, "created": 1.0, "updated": 1.0, "row": "{}"}


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """A store on a new database."""
    opened = open_store(database)
    yield opened
    opened.close()


def run(work: Coroutine[Any, Any, Json]) -> Json:
    return asyncio.run(work)


async def add(store: Store, game: str = "g") -> None:
    await store.add_game([Append(game, 0, 1.0, None, "{}", guest="ada")], ROW, {f"hash {game}": -1})


def test_a_place_in_the_log_is_taken_once(store: Store) -> None:
    async def work() -> None:
        await add(store)
        assert await store.append(Append("g", 1, 1.0, "k", "first"))
        assert not await store.append(Append("g", 1, 1.0, "other", "second"))
        assert not await store.append(Append("g", 2, 1.0, "k", "the same sender's id"))
        assert await store.append(Append("g", 2, 1.0, None, "third"))
        assert await store.append(Append("g", 3, 1.0, None, "no id is no clash"))
        assert [row[3] for row in await store.records("g")] == ["{}", "first", "third", "no id is no clash"]
        assert [row[0] for row in await store.records("g", after=1)] == [2, 3]

    run(work())


def test_many_writers_at_once_and_one_that_fails(store: Store) -> None:
    async def work() -> None:
        await add(store)
        orders = [store.append(Append("g", seq, 1.0, None, "{}")) for seq in range(1, 101)]
        broken = store.append(Append("no such game", 1, 1.0, None, "{}"))  # breaks a foreign key
        results = await asyncio.gather(*orders, broken, return_exceptions=True)
        assert results[:100] == [True] * 100
        assert isinstance(results[100], Exception)
        assert len(await store.records("g")) == 101

    run(work())


def test_of_two_writers_at_one_seq_only_one_succeeds(store: Store) -> None:
    async def work() -> None:
        await add(store)
        tries = [store.append(Append("g", 1, 1.0, None, f"{number}")) for number in range(20)]
        assert sorted(await asyncio.gather(*tries)) == [False] * 19 + [True]

    run(work())


def test_everything_is_there_after_opening_again(database: str) -> None:
    async def write(store: Store) -> str:
        await add(store)
        await store.append(Append("g", 1, 2.5, "k", "body"))
        await store.save_guest("ada", "Ada", "red")
        await store.save_guest("ada", "Ada L.", "blue")
        await store.save_map("ab" * 32, "town", "text", "ada")
        await store.set_secret("g", 0, "digest")
        return await store.site_value("key", "first")

    async def read(store: Store) -> None:
        assert await store.records("g") == [(0, 1.0, None, "{}"), (1, 2.5, "k", "body")]
        assert await store.guest("ada") == ("Ada L.", "blue")
        assert await store.map_text("abab") == ("ab" * 32, "town", "text")
        assert await store.map_text("ab%") is None
        assert await store.maps_of("ada") == ["ab" * 32]
        assert (await store.secret_seat("g", "digest"), await store.secret_seat("g", "hash g")) == (0, -1)
        assert await store.may_enter("g", "ada")
        assert not await store.may_enter("g", "bob")
        assert [game for game, _ in await store.running_games()] == ["g"]
        assert await store.site_value("key", "second") == "first"

    first = open_store(database)
    assert run(write(first)) == "first"
    first.close()
    second = open_store(database)
    run(read(second))
    second.close()


def test_lists_of_games(store: Store) -> None:
    async def work() -> None:
        await add(store, "shown")
        await add(store, "hidden")
        await store.set_row("hidden", {**ROW, "public": False})
        await store.set_row("shown", {**ROW, "updated": 9.0})
        assert [row[0] for row in await store.game_rows(stage="playing", public=True)] == ["shown"]
        assert [row[0] for row in await store.game_rows(guest="ada")] == ["shown", "hidden"]
        assert await store.game_rows(guest="bob") == []
        assert len(await store.game_rows()) == 2

    run(work())


def test_the_migrations_make_the_schema(store: Store) -> None:
    assert version(store.engine) == NEWEST
    assert ScriptDirectory.from_config(config()).get_current_head() == NEWEST
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_only_one_server_uses_a_file(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "games.db"))
    with pytest.raises(BranchlineError, match="Another server is using"):
        open_store(str(tmp_path / "games.db"))
    store.close()
    open_store(str(tmp_path / "games.db")).close()


def test_a_site_can_be_copied_between_databases(postgres: Json, tmp_path: Path) -> None:
    from tests.server.stock import stock

    file, other, back = str(tmp_path / "games.db"), new_database(postgres), str(tmp_path / "back.db")
    games = stock(file, 5, moves=6)
    copied = copy_site(file, other, lambda name, rows: None)
    assert copied["games"] == 5
    with pytest.raises(BranchlineError, match="already has games"):
        copy_site(file, other, lambda name, rows: None)
    assert copy_site(other, back, lambda name, rows: None) == copied
    first, last = open_store(file), open_store(back)
    for game in games:
        assert run(first.records(game)) == run(last.records(game))
    first.close()
    last.close()


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("mysql://localhost/x", "not supported"),
        ("postgresql://:::/", "is malformed"),
    ],
)
def test_an_address_that_cannot_be_used(address: str, message: str) -> None:
    with pytest.raises(BranchlineError, match=message):
        parse_address(address)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("this is no database, but it is long enough to be taken for one" * 10)
    with pytest.raises(BranchlineError, match="cannot be used"):
        open_store(str(tmp_path / "games.db"))


def test_a_path_is_a_file(tmp_path: Path) -> None:
    assert parse_address(str(tmp_path / "x.db")).database == str(tmp_path / "x.db")
    assert parse_address("postgresql://ada@host/games").drivername == "postgresql+psycopg"
    assert Path(str(parse_address("sqlite:///x.db").database)) == Path("x.db")


def test_a_checkpoint_moves_the_write_ahead_log_into_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = open_store(str(path))

    async def work() -> None:
        await add(store)
        for seq in range(1, 200):
            await store.append(Append("g", seq, 1.0, None, "x" * 500))

    run(work())
    before = path.stat().st_size
    checkpointer = Checkpointer(store.engine)
    checkpointer.checkpoint()
    checkpointer.close()
    assert path.stat().st_size > before + 100_000 - 4096
    store.close()


def test_tables_that_nobody_uses_expire_and_games_never_do(store: Store) -> None:
    async def work() -> None:
        for game, stage, updated in (
            ("old table", "table", 1.0),
            ("table in memory", "table", 1.0),
            ("new table", "table", 9.0),
            ("old game", "playing", 1.0),
            ("finished", "over", 1.0),
        ):
            await add(store, game)
            await store.set_row(game, {**ROW, "stage": stage, "updated": updated})
        assert await store.expire_tables(5.0, {"table in memory"}) == ["old table"]
        assert await store.expire_tables(5.0, {"table in memory"}) == []
        assert await store.records("old table") == []
        assert not await store.may_enter("old table", "ada")
        left = {game for game, _, _ in await store.game_rows()}
        assert left == {"table in memory", "new table", "old game", "finished"}

    run(work())


def test_uploaded_maps_that_nobody_uses_expire_but_none_that_a_game_needs(store: Store) -> None:
    def hash_of(number: int) -> str:
        return f"{number:064x}"

    needed, needed_by_old_row, unused, used, built_in = map(hash_of, range(5))
    stages = {"finished": needed, "playing": needed, "table": needed}

    async def work() -> None:
        for digest in (needed, needed_by_old_row, unused, used, built_in):
            await store.save_map(digest, "a map", "its text", None if digest == built_in else "ada")
        ago = update(MAPS).values(used=1.0, created=1.0)
        await store.write(lambda connection: connection.execute(ago))
        for game, digest in stages.items():
            await add(store, game)
            await store.set_row(game, {**ROW, "map": digest})
        log = Append("old row", 0, 1.0, None, f'{{"r":"created","map":"map","map_hash":"{needed_by_old_row}"}}')
        await store.add_game([log], ROW, {})
        await add(store, "damaged")  # its log does not say which map it needs
        await store.mark_maps_used([used])
        assert await store.expire_maps(5.0) == 1
        assert await store.expire_maps(5.0) == 0
        left = [digest for digest in map(hash_of, range(5)) if await store.map_text(digest)]
        assert left == [needed, needed_by_old_row, used, built_in]

    run(work())


def test_no_map_expires_before_it_is_known_which_maps_all_games_need(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_use, "GAMES_AT_ONCE", 2)

    async def work() -> list[int]:
        await store.save_map("a" * 64, "a map", "its text", "ada")
        await store.write(lambda connection: connection.execute(update(MAPS).values(used=1.0, created=1.0)))
        for number in range(5):
            await add(store, f"game {number}")
        return [await store.expire_maps(5.0) for _ in range(4)]

    assert run(work()) == [0, 0, 1, 0]


def test_a_map_is_used_when_it_is_saved_again_and_keeps_its_owner(store: Store) -> None:
    async def work() -> None:
        await store.save_map("a" * 64, "a map", "its text", "ada")
        await store.write(lambda connection: connection.execute(update(MAPS).values(used=1.0, created=1.0)))
        await store.save_map("a" * 64, "a map", "its text", "bob")
        assert await store.expire_maps(5.0) == 0
        assert await store.maps_of("ada") == ["a" * 64]
        assert await store.maps_of("bob") == []

    run(work())
