"""Servers and databases shared by the tests of this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.server.databases import new_database, start_postgres
from tests.server.servers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

DATABASES = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A PostgreSQL for this test run."""
    server = start_postgres(tmp_path_factory.mktemp("postgres"))
    yield server
    server.cleanup()


def database_of(kind: str, request: pytest.FixtureRequest, factory: pytest.TempPathFactory) -> str:
    """Return the address of a new database of a kind."""
    if kind == "postgres":
        return new_database(request.getfixturevalue("postgres"))
    return str(factory.mktemp("store") / "games.db")


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A new database, once of each kind."""
    return database_of(request.param, request, tmp_path_factory)


@pytest.fixture(scope="session", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server, once on each kind of database."""
    address = database_of(request.param, request, tmp_path_factory)
    with Server(address, tmp_path_factory.mktemp("log") / "server.log") as running:
        yield running
