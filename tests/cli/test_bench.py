"""`branchline bench` reports all of its figures; their size is a matter of `benchmarks/`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from branchline.arena import bench
from branchline.boards.library import load_map
from branchline.cli import run
from branchline.engine.kernel.layout import STATE

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(autouse=True)
def _briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: Callable[..., bench.Figures] = bench.measure
    monkeypatch.setattr(bench, "TABLES", (("london", 2), ("uk", 3)))
    monkeypatch.setattr(bench, "SAMPLE", 50)
    monkeypatch.setattr(bench, "start", lambda cache=None: 0.5)
    monkeypatch.setattr(bench, "measure", lambda seconds, **rest: measured(seconds, 20, **rest))


def test_bench_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--seconds", "0.02"]) == 0
    printed = capsys.readouterr().out
    for part in ("games/s", "london", "uk", "decisions/s", "µs", f"{STATE.itemsize} bytes", "--cold"):
        assert part in printed


def test_bench_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--seconds", "0.02", "--json", "--cold"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert [play["map"] for play in figures["random_play"]] == ["london", "uk"]
    assert all(play["games_per_second"] > 0 and play["turns"] > 10 for play in figures["random_play"])
    assert figures["cold_start_seconds"] == 0.5
    assert figures["longest_path_worst_microseconds"] > 0


def test_a_duration_of_zero_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--seconds", "0"]) == 2
    assert "seconds" in capsys.readouterr().err


def test_a_network_uses_up_the_pieces_and_is_connected() -> None:
    from random import Random

    board = load_map("usa").board(2)
    for seed in range(20):
        routes = bench.network(board, Random(seed))
        assert len(board.components(routes)) == 1
        assert 39 <= sum(board.routes[index].length for index in routes) <= 45
