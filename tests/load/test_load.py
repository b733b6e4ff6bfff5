"""The short forms of `make load` and `make soak`: every act answered, updates small. Times are measured, not tested."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.load.load import SOAK_COLUMNS, press, soak
from tests.server.servers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("load")
    with Server(str(folder / "games.db"), folder / "server.log") as running:
        yield running


def test_games_at_once(server: Server) -> None:
    figures = asyncio.run(press(server, games=20, seconds=4, pause=0.5))
    assert figures["problems"] == []
    assert figures["acts_per_second"] > 1
    assert 0 < figures["update_bytes_median"] <= 600
    assert figures["to_other_ms"]


def test_a_soak_reports_memory_descriptors_and_latency_at_intervals(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = soak(server, games=4, minutes=0.05, every=1.0, pause=0.2)
    assert figures["problems"] == []
    header, *rows = [[cell.strip() for cell in line.split("|")] for line in capsys.readouterr().out.splitlines()]
    assert tuple(header) == SOAK_COLUMNS
    assert [row[0] for row in rows] == ["1", "2", "3"]
    for _, _, _, memory, descriptors in rows:
        assert int(memory) > 20
        assert int(descriptors) > 8  # the sockets of the players, and more
