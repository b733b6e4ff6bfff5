"""The short form of `make load`: games at once, every act answered, updates small. Times are measured, not tested."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.load.load import press
from tests.server.servers import Server

if TYPE_CHECKING:
    from pathlib import Path


def test_games_at_once(tmp_path: Path) -> None:
    with Server(str(tmp_path / "games.db"), tmp_path / "server.log") as server:
        figures = asyncio.run(press(server, games=20, seconds=4, pause=0.5))
    assert figures["problems"] == []
    assert figures["acts_per_second"] > 1
    assert 0 < figures["update_bytes_median"] <= 600
    assert figures["to_other_ms"]
