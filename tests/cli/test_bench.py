"""`branchline bench` reports all of its figures; their size is a matter of `benchmarks/`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec
import pytest

from branchline.arena.evaluation import bench
from branchline.arena.evaluation.bench_comparison import by_name, compare
from branchline.boards.library import load_map
from branchline.cli import run
from branchline.engine.kernel.layout import STATE
from branchline.rl import speed
from branchline.rl.speed import vector_rate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(autouse=True)
def _briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: Callable[..., bench.Figures] = bench.measure
    monkeypatch.setattr(bench, "TABLES", (("london", 2), ("uk", 3)))
    monkeypatch.setattr(bench, "SAMPLE", 50)
    monkeypatch.setattr(bench, "start", lambda cache=None: 0.5)
    monkeypatch.setattr(bench, "PYTHON_GAMES", 1)
    monkeypatch.setattr(bench, "PLAYOUTS", 20)
    monkeypatch.setattr(speed, "vector_rate", lambda name, seconds: vector_rate(name, seconds, games=64))
    monkeypatch.setattr(bench, "measure", lambda seconds, **rest: measured(seconds, 20, **rest))


def test_bench_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--seconds", "0.02", "--json", "--cold"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert [play["map"] for play in figures["random_play"]] == ["london", "uk"]
    assert all(play["games_per_second"] > 0 and play["turns"] > 10 for play in figures["random_play"])
    assert figures["cold_start_seconds"] == 0.5
    for name, value in figures.items():
        assert name == "random_play" or value > 0, name
    assert figures["longest_path_worst_microseconds"] > 0


def figures(games: float, start: float) -> bench.Figures:
    """Return the figures of a run that was never made."""
    play = bench.RandomPlay("usa", 2, games, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    rates = dict.fromkeys((name for name in bench.Figures.__struct_fields__ if "per_second" in name), 10.0)
    others = {"two_threads": 2.0, "two_processes": 2.0, "copy_microseconds": 0.1, "state_bytes": 512}
    paths = {"longest_path_worst_microseconds": 100.0, "networks": 20}
    starts = {"warm_start_seconds": start, "cold_start_seconds": None}
    return msgspec.convert({"random_play": [play], **rates, **others, **paths, **starts}, bench.Figures)


def test_two_runs_are_compared_figure_by_figure() -> None:
    before = by_name(msgspec.to_builtins(figures(games=1000.0, start=1.0)))
    changes = {change.figure: change for change in compare(figures(games=500.0, start=0.5), before)}
    assert changes["games_per_second usa 2"].ratio == 0.5
    assert changes["games_per_second usa 2"].is_worse
    assert changes["warm_start_seconds"].ratio == 2.0
    assert changes["stepped_decisions_per_second"].ratio == 1.0
    assert "cold_start_seconds" not in changes
    assert [name for name, change in changes.items() if change.is_worse] == ["games_per_second usa 2"]


def test_bench_prints_a_table_and_compares_it_with_an_earlier_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    earlier = msgspec.to_builtins(figures(games=1000.0, start=1.0)) | {"planner_games_per_second": 1e9}
    (tmp_path / "earlier.json").write_text(json.dumps(earlier))
    assert run(["bench", "--seconds", "0.02", "--compare", str(tmp_path / "earlier.json")]) == 0
    printed = capsys.readouterr().out
    for part in ("games/s", "london", "uk", "decisions/s", "µs", f"{STATE.itemsize} bytes", "--cold", "ratio"):
        assert part in printed
    assert "planner games per second" in printed.partition("Worse than before:")[2]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"random_play": 3}'])
def test_a_file_that_is_no_earlier_run_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    (tmp_path / "other.json").write_text(text)
    assert run(["bench", "--compare", str(tmp_path / "other.json")]) == 2
    assert "branchline bench --json" in capsys.readouterr().err
    assert run(["bench", "--compare", str(tmp_path / "missing.json")]) == 2


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
