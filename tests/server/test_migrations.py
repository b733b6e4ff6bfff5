"""A database of an older version is upgraded with all of its data, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa
from alembic import command

from branchline.server.store import open_store
from branchline.server.store.engines import open_engine
from branchline.server.store.migrate import NEWEST, config, version

ROW = '{"id":"g","seats":[{"kind":"person","name":"the \\"colour\\": of Ada","colour":"red"}],"options":[]}'


def old_database(address: str) -> None:
    """Make a database of version 0001 with a guest and a game."""
    engine = open_engine(address)
    with engine.begin() as connection:
        command.upgrade(config(connection), "0001")
        connection.execute(
            sa.text("INSERT INTO guests (id, name, colour, created) VALUES ('ada', 'Ada', 'green', 1.0)")
        )
        connection.execute(
            sa.text(
                "INSERT INTO games (id, stage, public, created, updated, row) "
                "VALUES ('g', 'playing', :public, 1.0, 2.0, :row)"
            ),
            {"public": True, "row": ROW},
        )
        connection.execute(sa.text("INSERT INTO records (game, seq, at, body) VALUES ('g', 0, 1.0, '{}')"))
        connection.execute(sa.text("INSERT INTO entries (guest, game) VALUES ('ada', 'g')"))
    assert version(engine) == "0001"
    engine.dispose()


def test_version_1_becomes_the_newest_and_keeps_its_data(database: str) -> None:
    old_database(database)
    store = open_store(database)

    async def read() -> None:
        assert await store.guest("ada") == ("Ada", "green")
        rows = await store.game_rows(guest="ada")
        assert [row for _, row, _ in rows] == [ROW.replace('"colour":"red"', '"color":"red"')]
        assert [body for *_, body in await store.records("g")] == ["{}"]
        await store.save_guest("ada", "Ada", "blue")
        assert await store.guest("ada") == ("Ada", "blue")

    assert version(store.engine) == NEWEST
    asyncio.run(read())
    store.close()
    open_store(database).close()
