"""The short form of `make crash`: a server killed a few times under load loses nothing that it acknowledged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.crash.crash import AT_LEAST, run
from tests.server.conftest import DATABASES, database_of, postgres

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["postgres"]


@pytest.mark.parametrize("kind", DATABASES)
def test_nothing_acknowledged_is_lost_or_played_twice(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    database = database_of(kind, request, tmp_path_factory)
    figures = run(database, tmp_path, kills=3, games=6, stored=40)
    assert figures["problems"] == []
    assert (figures["lost"], figures["twice"]) == (0, 0)
    assert figures["acknowledged"] >= 3 * AT_LEAST
