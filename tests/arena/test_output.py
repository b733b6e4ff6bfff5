"""The output of a match: rows, saved games, and the commands that write them."""

from __future__ import annotations

import csv
import errno
import json
from typing import TYPE_CHECKING

import pytest

import branchline as bl
from branchline.arena.match import new_match
from branchline.arena.reporting import export
from branchline.arena.reporting.export import ExportError, prepare_folder, write_results
from branchline.arena.reporting.insights import route_insights, score_curves, ticket_insights
from branchline.arena.simulation import simulate
from branchline.cli import run
from branchline.engine.rules import scoring

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.arena.results import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return simulate(new_match("london", ["greedy", "random"], 2), 40, logs=True)


def test_rows_are_the_same_as_csv_and_parquet(results: Results, tmp_path: Path) -> None:
    from pyarrow import parquet

    write_results(results, tmp_path)
    with (tmp_path / "seats.csv").open(encoding="utf-8") as file:
        seats = list(csv.DictReader(file))
    table = parquet.read_table(tmp_path / "seats.parquet").to_pylist()
    assert len(seats) == len(table) == 80
    assert [{key: str(value) for key, value in row.items()} for row in table] == seats
    assert sum(float(row["win"]) for row in seats) == pytest.approx(40)
    assert json.loads((tmp_path / "summary.json").read_text())["summary"]["games"] == 40


def test_saved_games_load_and_have_the_score_of_their_row(results: Results, tmp_path: Path) -> None:
    write_results(results, tmp_path)
    saved = sorted((tmp_path / "saved").iterdir())
    assert len(saved) == 40
    game = bl.Game.load(saved[3])
    assert game.names == ("random", "greedy")
    assert game.result.totals == results.played.scores()[3].tolist()


def test_an_output_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ExportError, match="cannot be written"):
        prepare_folder(tmp_path / "file" / "below")


def test_a_disk_that_fills_up(results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(export, "_write_parquet", full)
    with pytest.raises(ExportError, match=r"No space left.*results above are complete"):
        write_results(results, tmp_path)


def test_without_the_parquet_library_there_is_csv(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "can_write_parquet", lambda: False)
    assert {file.name for file in write_results(results, tmp_path)} == {
        "games.csv",
        "seats.csv",
        "turns.csv",
        "summary.json",
        "saved",
    }


def test_insights_count_what_was_played(results: Results) -> None:
    tickets = {ticket.name: ticket for ticket in ticket_insights(results)}
    held = results.played.scores(scoring.MADE).sum() + results.played.scores(scoring.MISSED).sum()
    assert sum(ticket.kept for ticket in tickets.values()) == held
    routes = route_insights(results)
    assert len(routes) == len(results.match.board.routes)
    assert all(0 <= route.claimed <= 1 for route in routes)
    curves = score_curves(results)
    assert len(curves) == 2
    assert curves[0][0] == 0
    assert curves[0][-1] > curves[0][5] >= 0


# -- the commands ------------------------------------------------------------------------------


def test_simulate_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["simulate", "--map", "london", "--players", "greedy,random", "--games", "20", "--seed", "4", "--json"]
    assert run(args) == 0
    first = json.loads(capsys.readouterr().out)["summary"]
    assert run([*args, "--jobs", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["summary"] == first
    assert first["games"] == 20


def test_simulate_prints_a_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    command = [
        "simulate",
        "-m",
        "london",
        "-p",
        "greedy,random",
        "-n",
        "20",
        "--out",
        str(tmp_path),
        "--report",
        str(page),
    ]
    assert run(command) == 0
    text = capsys.readouterr().out
    assert "20 games on london, seed " in text
    assert "95 % interval" in text
    assert page.exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--games", "0"], "at least 1"),
        (["--players", "random,random,random,random,random", "--map", "paris"], "2 to 4 players, not 5"),
        (["--players", "plnner,random"], 'Did you mean "planner"'),
        (["--runner", "cloud"], 'no runner "cloud"'),
    ],
)
def test_simulate_reports_an_error_in_one_line(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", "--players", "random,random", *args]) != 0
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_tournament_is_resumed_from_its_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    args = ["tournament", "greedy", "random", "--map", "london", "--games", "20", "--seed", "1", "--out", str(tmp_path)]
    assert run(args) == 0
    first = capsys.readouterr().out
    assert "rating" in first
    assert run(["tournament", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out == first


def test_bots_list_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bots", "list", "--json"]) == 0
    names = {entry["name"] for entry in json.loads(capsys.readouterr().out)}
    assert {"random", "greedy", "planner", "easy", "medium", "hard"} <= names
    assert run(["bots", "show", "planner"]) == 0
    assert "risk" in capsys.readouterr().out
    assert run(["bots", "show", "plannr"]) == 1
    assert 'Did you mean "planner"' in capsys.readouterr().err
