"""A user's own maps, tournaments and settings, made with 0.1.0, are still good."""

from __future__ import annotations

import json
import shutil
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from branchline.cli import run
from tests.compatibility.files import FOLDER, MAPS, read_json

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = FOLDER / "branchline-server.toml"
LOG = "games.jsonl"
"""The file of a tournament's folder with a line for each job that is done."""


@pytest.mark.parametrize("path", sorted(MAPS.glob("*.toml")), ids=lambda path: path.stem)
def test_a_map_is_sound_and_can_be_drawn(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["map", "check", str(path), "--json"]) == 0, capsys.readouterr().out
    assert run(["map", "draw", str(path), "--output", str(tmp_path / "board.svg")]) == 0
    assert "<svg" in (tmp_path / "board.svg").read_text(encoding="utf-8")


@pytest.fixture
def tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the tournament's folder."""
    monkeypatch.setenv("BRANCHLINE_MAPS", str(MAPS))
    return shutil.copytree(FOLDER / "tournament", tmp_path / "tournament")


def standings(folder: Path, capsys: pytest.CaptureFixture[str]) -> Any:  # noqa: ANN401 (JSON)
    assert run(["tournament", "--out", str(folder), "--runner", "inline", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_finished_tournament_has_the_same_standings(tournament: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (tournament / LOG).read_bytes()
    assert standings(tournament, capsys) == read_json("standings.json")
    assert (tournament / LOG).read_bytes() == before


def test_an_interrupted_tournament_goes_on(tournament: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = (tournament / LOG).read_bytes().splitlines(keepends=True)
    (tournament / LOG).write_bytes(b"".join(done[:-1]))
    found = standings(tournament, capsys)
    assert found["games"] == found["wanted"] == read_json("standings.json")["wanted"]
    assert (tournament / LOG).read_bytes().startswith(b"".join(done[:-1]))


def test_a_settings_file_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)  # the file names a database beside it
    assert run(["doctor", "--settings", str(SETTINGS), "--json"]) in (0, 1), capsys.readouterr().err
    shown = {setting["name"]: setting for setting in json.loads(capsys.readouterr().out)["settings"]}
    for name, value in tomllib.loads(SETTINGS.read_text(encoding="utf-8")).items():
        assert shown[name]["value"] == value
        assert shown[name]["source"] == str(SETTINGS)
